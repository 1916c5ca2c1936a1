"""Players who tap random buttons and write random texts: every game still ends.

`MONKEY_GAMES` is the number of games; five run at the same time in one host, one of each rule set.
"""

import asyncio
import json
import logging
import os
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import select
from structlog.processors import format_exc_info
from structlog.testing import capture_logs

from bot.games.running_game import load_game
from bot.storage.schema import events
from engine.api import replay
from engine.codec import decode
from engine.events import Event, StepName
from engine.record import read_record, replay_record, write_record
from sandbox.client import BotAccount, Group, Person
from sandbox.control.errors import CommandError
from sandbox.world.messages import buttons_of
from tests.kits.end_to_end.hosted_sandbox import NAMES, RIGHTS, WORDS, HostedSandbox, hosted_sandbox

GAMES = int(os.environ.get("MONKEY_GAMES", "20"))
SIZES = {"fiim": 6, "fiim-2025": 7, "phystech": 6, "city": 10, "box": 8, "party": 7}
LANGUAGES = ("ru", "uk")
PAUSE = 0.4
"""Average seconds between two actions of one random player."""

PHRASES = (
    *(
        "привет",
        "пас",
        "Пас.",
        "спасибо",
        "дякую",
        "думаю, что пас это хорошо. Пас!",
        "Спасибо, у меня всё. Спасибо.",
    ),
    *(
        "выставляю {n}",
        "я выставляю игрока № {n}",
        "Виставляю гравця під номером {n}",
        "выставляю 99, выставляю {n}",
    ),
    *("выставил бы {n}", "выставляю кандидатуру {n}", "выставляю №{n} и {n}", "я комиссар", "выставляю 0"),
    *("<b>жирный", "<script>alert(1)</script>", "&lt;&amp;", "</b></i>", "<a href='tg://user?id=1'>я</a>"),
    *("🎩" * 50, "\u202eзадом наперёд", "\u200b\u200d", "x" * 4096, "ё" * 4000, "{ $seat }", "%s %d {0}", "\\"),
    *("№ 1 Анна — Дон", "0", "-1", "٣", "²", "\n\n\n.", "null", "'; DROP TABLE events; --"),
)
COMMANDS = (
    *(
        "/newgame",
        "/game",
        "/join",
        "/leave",
        "/extend",
        "/extend ²",
        "/nextgame",
        "/rules",
        "/rules box",
        "/role",
    ),
    *(
        "/doctor",
        "/verify",
        "/help",
        "/privacy",
        "/lang",
        "/timeout",
        "/resume",
        "/start",
        "/start join_x",
        "/nosuch",
    ),
    *(
        "/newgame@other_bot",
        "/help@omerta_bot",
        "/unseat",
        "/keepaway",
        "/letback",
        "/start@omerta_bot",
        "/",
        "/ ",
    ),
)
OF_MEMBERS = ("/pause", "/stop", "/cancel")
"""Commands that only members without the right to stop a game try."""
KINDS = ("sticker", "voice", "photo", "video_note", "dice", "document", "animation")


@dataclass
class Monkey:
    person: Person
    group: Group
    host: BotAccount
    dice: random.Random
    admin: bool = False
    deeds: Counter[str] = field(default_factory=Counter)
    unanswered: list[str] = field(default_factory=list)

    async def play(self, over: asyncio.Event) -> None:
        while not over.is_set():
            with suppress(CommandError):  # muted, or the button was removed in this very moment
                await self._idea()
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), self.dice.expovariate(1 / PAUSE))

    async def _idea(self) -> None:
        chat = self.dice.choice((self.group, self.host))
        kind = self.dice.choices(("tap", "say", "command", "send", "edit"), (70, 16, 8, 4, 2))[0]
        if kind == "tap":
            await self._tap(chat)
        elif kind == "say":
            await self._say(chat, self.dice.choice(PHRASES).replace("{n}", str(self.dice.randint(1, 12))))
        elif kind == "command":
            rude = () if self.admin else OF_MEMBERS
            await self._say(chat, self.dice.choice((*COMMANDS, *rude)))
        elif kind == "send":
            await self.person.send(self.dice.choice(KINDS), chat)
        else:
            await self._edit()
        self.deeds[kind] += 1

    async def _say(self, chat: Group | BotAccount, text: str) -> None:
        await self.person.say(text, chat)

    async def _edit(self) -> None:
        own = [m for m in self.person.messages(self.group) if m["from"]["id"] == self.person.id and "text" in m]
        if own:
            await self.person.client.do(
                "edit",
                user_id=self.person.id,
                chat=self.group.key,
                message_id=self.dice.choice(own)["message_id"],
                text=self.dice.choice(PHRASES).replace("{n}", "2"),
            )

    async def _tap(self, chat: Group | BotAccount) -> None:
        messages = [message for message in self.person.messages(chat) if buttons_of(message)]
        if not messages:
            return
        message = self.dice.choice(messages[-3:] if self.dice.random() < 0.9 else messages)
        row, column, button = self.dice.choice(list(buttons_of(message)))
        if self.admin and button.get("callback_data", "").startswith(("x:", "t:")):
            return
        place = {"chat": self.person.key(chat), "message_id": message["message_id"]}
        tapped = await self.person.client.do("tap", user_id=self.person.id, row=row, column=column, **place)
        if "query_id" not in tapped:
            return
        answer = await self.person.client.do("callback_answer", query_id=tapped["query_id"], wait=30)
        if answer is None:
            self.unanswered.append(button.get("callback_data", ""))


@dataclass
class Table:
    ruleset: str
    language: str
    group: Group
    people: list[Person]
    game: str = ""

    def ended(self) -> bool:
        return any("🏁" in text for text in self.people[0].sees(self.group))


async def set_table(hosted: HostedSandbox, ruleset: str, number: int, tourist: Person) -> Table:
    language = LANGUAGES[number % 2]
    people = [
        await hosted.stage.person(f"{name} {number}", language_code=LANGUAGES[(number + place) % 2])
        for place, name in enumerate(NAMES[: SIZES[ruleset]])
    ]
    for person in people:
        await person.start(hosted.host)
        await person.until(lambda person=person: person.sees(hosted.host))  # type: ignore[misc]
    group = await hosted.stage.group(f"Двор {number}", [*people, tourist], hosted.host, rights=RIGHTS)
    await people[0].until(lambda: people[0].buttons(group))
    await hosted.use(group, ruleset=ruleset, language=language, afterlife=bool(number % 3))
    await people[0].say("/newgame", group)
    sit = WORDS.plain(language, "button-sit")
    await people[0].until(lambda: sit in people[0].buttons(group))
    for person in people[1:]:
        await person.tap(sit, group)
    await people[0].tap(WORDS.plain(language, "button-start"), group)
    table = Table(ruleset, language, group, people)
    assert hosted.wired is not None
    live = await hosted.wired.games.table_in(group.id)
    assert live is not None
    async with live.lock:  # a busy machine answers the tap before the cards are dealt
        assert live.state is not None, "the game has not begun"
    table.game = live.id
    return table


async def run_wild(hosted: HostedSandbox, tables: list[Table], tourists: list[Person], seed: int) -> list[Monkey]:
    """Plays until every game has ended; a table whose game is over is left alone. Nobody taps while another tap of
    theirs waits for its answer: of several alike at the same moment the host answers two."""
    overs = {table.game: asyncio.Event() for table in tables}
    monkeys = [
        (table, Monkey(person, table.group, hosted.host, random.Random(f"{seed}:{person.name}"), admin=place == 0))
        for table in tables
        for place, person in enumerate(table.people)
    ]
    monkeys += [
        (table, Monkey(tourist, table.group, hosted.host, random.Random(f"{seed}:{tourist.name}")))
        for table, tourist in zip(tables, tourists, strict=True)
    ]
    tasks = [asyncio.create_task(monkey.play(overs[table.game])) for table, monkey in monkeys]
    try:

        def all_ended() -> bool:
            hosted.check()
            for table in tables:
                if table.ended():
                    overs[table.game].set()
            return all(over.is_set() for over in overs.values())

        await tourists[0].until(all_ended, within=300)
    finally:
        for over in overs.values():
            over.set()
        await asyncio.gather(*tasks)
    return [monkey for _, monkey in monkeys]


class Clerk:
    """Keeps the calls that were refused; the sandbox itself keeps only the last ones."""

    def __init__(self, hosted: HostedSandbox) -> None:
        self._hosted = hosted
        self._last = 0
        self.refused: list[str] = []
        self.provoked = 0
        """Two taps in the same moment, or a tap and the end of a step, took an old keyboard away in private: the
        second finds it gone. So does who takes away words out of turn and then what their author has made of
        them."""

    async def write(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(1)

    async def look(self) -> None:
        for call in await self._hosted.stage.do("calls", since=self._last):
            self._last = call["number"]
            if call["refusal"] is None:
                continue
            why = call["refusal"]["description"]
            takes_keys = call["method"] in ("editMessageReplyMarkup", "editMessageText")
            if (takes_keys and "not modified" in why and call["chat"] > 0) or (
                call["method"] == "deleteMessage" and "message to delete not found" in why and call["chat"] < 0
            ):
                self.provoked += 1
            else:
                self.refused.append(f"{call['method']} {call['arguments']}: {why}")


async def check_journal(hosted: HostedSandbox, table: Table) -> None:
    """Checks that the stored game is finished, and that its record replays to the same journal."""
    assert hosted.wired is not None
    database = hosted.wired.store
    stored = await load_game(database, table.game)
    assert stored is not None
    assert stored.table.step is StepName.OVER
    assert stored.table.winner
    running = await hosted.wired.games.find(table.game)
    assert running is not None
    assert running.version == stored.version
    rows = await database.rows(
        select(events.c.payload).where(events.c.game_id == table.game).order_by(events.c.version)
    )
    journal: list[Event] = [decode(json.loads(row.payload)) for row in rows]
    assert replay(journal).table.winner == running.table.winner
    replayed = replay_record(read_record(write_record(journal)))
    assert replayed.failure is None, (table.ruleset, replayed.failure)
    assert list(replayed.journal) == journal


@pytest.mark.parametrize("first", range(0, GAMES, len(SIZES)))
async def test_monkeys_play_to_the_end(tmp_path: Path, caplog: pytest.LogCaptureFixture, first: int) -> None:
    with capture_logs([format_exc_info]) as logs:
        async with hosted_sandbox(tmp_path) as hosted:
            rulesets = list(SIZES)[: min(len(SIZES), GAMES - first)]
            tourists = [await hosted.stage.person(f"Турист {first + n}") for n in range(len(rulesets))]
            for tourist in tourists:
                await tourist.start(hosted.host)
            tables = [await set_table(hosted, name, first + n, tourists[n]) for n, name in enumerate(rulesets)]
            clerk = Clerk(hosted)
            writing = asyncio.create_task(clerk.write())
            try:
                monkeys = await run_wild(hosted, tables, tourists, first)
            finally:
                writing.cancel()
            await clerk.look()
            for table in tables:
                await check_journal(hosted, table)
            counts = await hosted.stage.counts()
    errors = [line for line in logs if line["log_level"] in ("error", "critical")]
    assert "\n".join(f"{line['event']}: {line.get('exception')}" for line in errors) == ""
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert "\n".join(clerk.refused) == ""
    assert sum(counts["refusals"].values()) == clerk.provoked
    assert [data for monkey in monkeys for data in monkey.unanswered] == []
    done = sum((monkey.deeds for monkey in monkeys), Counter())
    assert done["tap"] > 20 * len(tables), done
    assert min(done["say"], done["command"], done["send"]) > 0, done
