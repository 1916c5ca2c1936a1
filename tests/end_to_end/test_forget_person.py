"""A person who asks to be forgotten is deleted: the store names them only in the moves of finished games."""

import asyncio
import sqlite3
from pathlib import Path

from bot.games.lobby import Phase
from bot.language.display_names import FORGOTTEN
from sandbox.client import Answer, Group, Person
from tests.kits.end_to_end.hosted_sandbox import HostedSandbox, hosted_sandbox

STAND_INS = (("stand_ins", "fill"), ("deal", "7200"))
NAME = "Аполлинария"


def named_in(folder: Path, person: Person) -> set[str]:
    """Returns the tables of the store that hold the name or the number of a person."""
    found = set()
    with sqlite3.connect(folder / "omerta.db") as file:
        for (table,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            rows = file.execute(f"SELECT * FROM {table}").fetchall()
            if any(sign in str(row) for row in rows for sign in (str(person.id), person.name)):
                found.add(table)
    return found


async def sits_down(hosted: HostedSandbox, person: Person, group: Group) -> str:
    await person.say("/newgame", group)
    await person.tap("Добрать ботами до 10", group)
    assert await person.tap("Начать", group) == Answer("Роздаємо карти!")
    assert hosted.wired is not None
    live = await hosted.wired.games.table_in(group.id)
    assert live is not None
    return live.id


async def test_who_wants_to_be_forgotten_is_after_the_game(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path) as hosted:
        (boris,) = await hosted.guests(1)
        anna = await hosted.stage.person(NAME, language_code="uk")
        await anna.start(hosted.host)
        group = await hosted.group([boris, anna])
        await hosted.use(group, options=STAND_INS)
        game = await sits_down(hosted, anna, group)
        host = hosted.wired
        assert host is not None
        await anna.say("/nextgame", group)
        await anna.say("/forget", group)
        await anna.until(lambda: "Напишите это боту в личном чате." in anna.sees(group))
        await anna.say("/forget", hosted.host)
        await anna.until(lambda: "Ні, залиште" in anna.buttons(hosted.host))
        assert await anna.tap("Ні, залиште", hosted.host) == Answer("Гаразд, усе лишається як є.")

        await anna.say("/forget", hosted.host)
        await anna.until(lambda: "Так, забудьте" in anna.buttons(hosted.host))
        told = await anna.tap("Так, забудьте", hosted.host)
        assert told == Answer("Гаразд: бот забуде вас, коли закінчиться гра.", alert=True)
        assert await host.forget_person.those_who_wait() == 0
        live = await host.games.find(game)
        assert live is not None
        seat = live.lobby.seat_of(anna.id)
        assert seat, "until the game is over it needs its players"

        assert await host.stop_game.stop(game, "")
        while host.outbox.waiting:
            await asyncio.sleep(0.01)
        assert "people" in named_in(tmp_path, anna)
        assert await host.forget_person.those_who_wait() == 1
        assert named_in(tmp_path, anna) <= {"events"}, "the journal is sealed with the numbers of those who played"
        assert live.lobby.phase is Phase.CLOSED
        assert live.lobby.names[seat - 1] == FORGOTTEN
        assert not (await host.people.get(anna.id)).reachable
