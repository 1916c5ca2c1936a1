"""Texts about a tournament's games: refusals with their reason, the standings, the protocol."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from aiogram.exceptions import TelegramNotFound
from aiogram.filters import CommandObject
from aiogram.methods import SendMessage, SendRichMessage, TelegramMethod
from aiogram.types import Chat, Message, User

from bot.games.lobby import Guest, Lobby
from bot.judge import judges_chair
from bot.language.translator import Translator
from bot.reports.finished_game_files import FinishedGameFiles
from bot.telegram.buttons.callback_data import Report
from bot.tournaments.tournament import Tournament
from engine.events import Winner
from engine.tournament.protests import Entry, Fate, Ruling
from handlers.tournament.command import tournament
from tests.kits.handler_calls import with_parts
from tests.kits.virtual_clock.table import House
from tests.kits.virtual_clock.telegram import CountingTelegram
from tests.kits.virtual_clock.tournament_kit import (
    CHIEF,
    GROUP,
    RULER,
    begun,
    drain,
    newest,
    ruled,
    seated,
    to_the_end,
)

WORDS = Translator()
STRANGER = 77


def said(house: House, chat: int = GROUP) -> list[str]:
    calls = [call.method for call in house.telegram.calls if call.chat == chat]
    texts = [method.text for method in calls if isinstance(method, SendMessage)]
    return texts + [method.rich_message.html or "" for method in calls if isinstance(method, SendRichMessage)]


async def writes(house: House, words: str, user: int = CHIEF) -> str:
    """Sends /tournament with these words; returns the answer."""
    message = Message(
        message_id=1,
        date=datetime.now(UTC),
        chat=Chat(id=GROUP, type="supergroup", title="Двор"),
        from_user=User(id=user, is_bot=False, first_name="x"),
        text=f"/tournament {words}",
    )
    command = CommandObject(prefix="/", command="tournament", args=words)
    answered = asyncio.create_task(with_parts(tournament, house.host)(message, command, ""))
    while not answered.done():  # it may have to ask Telegram who is an admin
        await house.clock.step(house.clock.now() + 1000)
    await answered
    await drain(house)
    return said(house)[-1]


async def plays(house: House, ruleset: str, guests: tuple[str, ...], chat: int = GROUP) -> str:
    """Plays a game of an ordinary table to its end; returns its number."""
    now = house.clock.now()
    lobby = Lobby(f"g{now}", chat, 0, CHIEF, ruleset, (), (), f"{'0' * 32}:{'1' * 32}", now + 9_000_000, now)
    people = tuple(Guest(word, 0, f"Бот {word}") for word in guests)
    opened = await house.host.lobbies.open_lobby(replace(lobby, guests=people), [], "")
    assert opened is not None
    live = await house.host.dealing.begin(opened.id, f"begin:{opened.id}", CHIEF)
    assert live is not None
    await to_the_end(house, live)  # type: ignore[arg-type]
    return opened.id


def refusal(why: str) -> str:
    return WORDS.say("ru", f"cup-no-{why}")


async def test_a_game_of_an_unofficial_table_is_refused_with_the_reason(home: House) -> None:
    tournament = await seated(home)
    ten = tuple(f"bot{number}" for number in range(1, 11))
    friends = await plays(home, "fiim-2025", ten[:9])
    assert await writes(home, f"count {friends}") == refusal("unofficial")
    other = await plays(home, "fiim", ten)
    assert await writes(home, f"count {other}") == refusal("other-rules")
    strangers = await plays(home, "fiim-2025", (*ten[:9], "bot99"))
    assert await writes(home, f"count {strangers}") == refusal("other-players")
    assert await writes(home, "count nothing") == refusal("unplayed")
    assert await writes(home, "count") == WORDS.say("ru", "cup-count-how")
    elsewhere = await plays(home, "fiim-2025", ten, GROUP - 1)
    assert await writes(home, f"count {elsewhere}") == refusal("other-room")
    assert (await newest(home.host, tournament)).untouched, "nothing of it has changed the tournament"

    own = await plays(home, "fiim-2025", ten)
    assert await writes(home, f"count {own}", STRANGER) == WORDS.say("ru", "cup-only-chief")
    assert own in await writes(home, f"count {own}")
    assert await writes(home, f"count {own}") == refusal("counted")
    assert [entry.result.id for entry in await home.host.tournaments.store.entries(tournament.id)] == [own]
    again = await begun(home.host, await newest(home.host, tournament))
    assert [slot.round for slot in (await newest(home.host, tournament)).slots if slot.game == again.id] == [2]


async def test_the_protocol_names_the_tournament_and_tells_what_became_of_a_protest(home: House) -> None:
    host = home.host
    tournament = await seated(home, people=10, stand_ins=0, rounds=2)
    opened = await host.tournaments.opening.open(tournament.id, 1, CHIEF, "")
    assert isinstance(opened, Lobby)
    await host.lobbies.change_lobby(
        opened.id, lambda old: judges_chair.take_chair(old, CHIEF, "Судья Анна", home.clock.now() - 60_000), ""
    )
    live = await host.dealing.begin(opened.id, "begin", CHIEF)
    assert live is not None
    await to_the_end(home, live)  # type: ignore[arg-type]

    async def protocol() -> str:
        message = await FinishedGameFiles(home.store, WORDS, host.groups, host.people).message(
            opened.id, Report.TEXT, "ru"
        )
        assert message is not None
        return message.text

    text = await protocol()
    assert "Турнир Кубок · Стадия отбор · " in text
    assert f"Стол 1 · Игра № 1 · {opened.id}" in text
    assert "Судья Анна" in text
    assert "Протест: —" in text

    page = await FinishedGameFiles(home.store, WORDS, host.groups, host.people).message(
        opened.id, Report.REPLAY, "ru"
    )
    assert page is not None
    assert page.file is not None
    assert '"Кубок","отбор","стол 1"' in page.file.content.decode().replace(", ", ",")
    lobby = live.lobby  # type: ignore[union-attr]
    await host.tournaments.protests.protest(lobby, 3, "не так", "tap 1")
    assert "Игрок 3: не рассмотрен" in await protocol()
    entry = await host.tournaments.store.entry(opened.id)
    assert entry is not None
    await host.people.change(RULER, name="Борис")
    other = Winner.BLACK if entry.result.winner is Winner.RED else Winner.RED
    done = await ruled(host, lobby, Ruling(Fate.CHANGED, other), 0, "tap 2")
    assert isinstance(done, Entry)
    text = await protocol()
    assert "Игрок 3: принят; результат изменён, п. 9.5, решение по протесту, решает Борис, согласие" in text
    assert f"<b>{WORDS.plain('ru', f'protocol-winner-{other}')}</b>" in text
    winners = [seat.seat for seat in entry.result.seats if seat.side.value == other.value]
    lines = [line for line in text.splitlines() if line.startswith("№ ")]
    assert all("0,75" in lines[seat - 1] for seat in winners)


class OldServer(CountingTelegram):
    """A server without rich messages."""

    refused = 0

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        if isinstance(method, SendRichMessage):
            self.refused += 1
            raise TelegramNotFound(method=method, message="Not Found: method not found")
        return await super().__call__(method, request_timeout)


@pytest.mark.parametrize("telegram", [CountingTelegram, OldServer])
async def test_the_table_comes_with_columns_where_the_server_knows_how(telegram: type[CountingTelegram]) -> None:
    home = House(telegram)
    await home.open()
    tournament: Tournament = await seated(home)
    await to_the_end(home, await begun(home.host, tournament))
    for _ in range(2):
        await home.host.replies.tell(home.host.replies.note(GROUP, "standings", 0, tournament=tournament.id))
        await drain(home)
    shown = [text for text in said(home) if "Бот 1" in text]
    old = isinstance(home.telegram, OldServer)
    assert sum("<table>" in text for text in shown) == (0 if old else 2)
    if isinstance(home.telegram, OldServer):
        assert home.telegram.refused == 1, "asked once, then never again in this chat"
        assert sum(text.count("1. ") > 0 for text in shown) >= 2, "nobody waits for a table in vain"
    await home.close()
