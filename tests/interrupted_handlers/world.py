"""A group, its people and a host that may die; what is so at the end, as far as it must not depend on that."""

import copy
import json
import random
import re
import secrets
import sqlite3
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from aiogram.methods import GetChatMember, RestrictChatMember, TelegramMethod
from aiogram.types import ChatMemberAdministrator, ChatMemberRestricted

import bot.games.lobby
import bot.games.lobby_opening
import bot.games.solo_games
import bot.plans.plan_timers
import bot.plans.planning
import bot.tournaments.final_stage
import bot.tournaments.game_opening
import bot.tournaments.tournament_store
from bot.games.running_game import RunningGame
from bot.storage.schema import failed_updates, games, metadata, outbox, plans, receipts, tournaments
from engine.commands import JUDGE, Command, Verb
from engine.events import StepName
from tests.fuzz.messenger import BOT_ID, RIGHTS, Messenger, Sight
from tests.fuzz.update_shapes import Shapes
from tests.interrupted_handlers.mortal_host import ProgramRun, copied
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.memory_storage import InlineStore

GROUP, OTHER_GROUP = -1001_000_000_001, -1001_000_000_002
LEADER = 11
PLAYERS = range(11, 17)
"""Who sit at the table."""
GUEST, STRANGER, JUDGE_PERSON, SIDE_JUDGE = 21, 22, 30, 31
"""Who does not sit; who has never written to the bot; who judges."""
EVERYBODY = (*range(11, 22), JUDGE_PERSON, SIDE_JUDGE)

MOMENT = re.compile(r"\b1[789]\d{8}(?:\d{3})?\b|(?<=>)\d\d:\d\d(?=<)|(?<=format=)\"\w+\"")
"""In milliseconds, in seconds, and as people read it: in less than an hour, or at such a time."""
SEAL = re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{16})\b")
"""A seal, or as much of it as a lobby shows."""
"""What is shown of a secret."""
LEFT_OUT = frozenset({"revision", "message_id", "left_ms", "under_ms"})
NAMED_BY_CHANCE = (
    bot.games.lobby_opening,
    bot.plans.plan_timers,
    bot.plans.planning,
    bot.games.solo_games,
    bot.tournaments.game_opening,
    bot.tournaments.final_stage,
    bot.tournaments.tournament_store,
)


def _nobody_looks(_: Sight) -> None:
    """Until there is a world."""


@dataclass
class GroupMessenger(Messenger):
    """A messenger in which people can be muted."""

    muted: dict[tuple[int, int], int] = field(default_factory=dict)

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        found = await super().__call__(method, request_timeout)
        if isinstance(method, RestrictChatMember):
            key = int(method.chat_id), method.user_id
            if method.permissions.can_send_messages:
                self.muted.pop(key, None)
            else:
                assert isinstance(method.until_date, int)
                self.muted[key] = method.until_date
        elif isinstance(method, GetChatMember) and (
            until := self.muted.get((int(method.chat_id), method.user_id))
        ):
            may = dict.fromkeys((name for name in ChatMemberRestricted.model_fields if name[:4] == "can_"), False)
            values = {"user": found.user, "is_member": True, "until_date": until, **may}
            return ChatMemberRestricted.model_validate(values)
        return found


class Chance:
    """Names and secrets from a seed; what was drawn is known, so that it can be told apart from what was said."""

    def __init__(self) -> None:
        self._dice = random.Random(0)
        self.drawn: list[str] = []

    def seed(self, what: str) -> None:
        self._dice.seed(what)
        self.drawn.clear()

    def install(self, patch: Any) -> None:
        for module in NAMED_BY_CHANCE:
            patch.setattr(module, "new_game_id", lambda: self._draw(bot.games.lobby.ALPHABET, 8))
        patch.setattr(secrets, "token_hex", lambda size=16: self._draw("0123456789abcdef", size * 2))
        patch.setattr(secrets, "token_urlsafe", lambda size=16: self._draw("abcdefghijk", size * 4 // 3 + 1))

    def _draw(self, alphabet: str, length: int) -> str:
        self.drawn.append("".join(self._dice.choices(alphabet, k=length)))
        return self.drawn[-1]


class Saved(NamedTuple):
    """A moment of the world, without the program."""

    database: sqlite3.Connection
    messenger: Messenger
    now: int
    number: int


@dataclass
class Ended:
    """What is so at the end."""

    tables: dict[str, list[str]]
    seen: dict[int, Counter[str]]
    """The messages that stand in each chat, and those that are owed to it."""

    def without_buttons(self) -> "Ended":
        return Ended(
            self.tables,
            {chat: Counter({text.partition(" [")[0]: 1 for text in seen}) for chat, seen in self.seen.items()},
        )

    def faults_of(self, other: "Ended") -> Iterable[str]:
        """What is otherwise in the world in which the program has died."""
        for name, rows in self.tables.items():
            if rows != other.tables[name]:
                lost, more = (
                    Counter(rows) - Counter(other.tables[name]),
                    Counter(other.tables[name]) - Counter(rows),
                )
                yield f"{name}: without {[*lost]}, with {[*more]}"
        for chat in self.seen.keys() | other.seen.keys():
            before, after = self.seen.get(chat, Counter()), other.seen.get(chat, Counter())
            if lost := before - after:
                yield f"in {chat} nobody sees {[*lost]}, but {[*(after - before)]}"
            elif (after - before).total() > 1:
                yield f"in {chat} everybody sees also {[*(after - before)]}"


@dataclass
class World:
    chance: Chance
    store: InlineStore = field(default_factory=InlineStore)
    clock: VirtualClock = field(default_factory=VirtualClock)
    messenger: Messenger = field(
        default_factory=lambda: GroupMessenger(
            {GROUP: {*EVERYBODY, STRANGER}, OTHER_GROUP: {*EVERYBODY}}, {LEADER}, _nobody_looks
        )
    )
    shapes: Shapes = field(default_factory=Shapes)

    def __post_init__(self) -> None:
        self.program = ProgramRun(self.store, self.clock, self.messenger)
        self._names: list[str] = []
        self.messenger.why_blocked = "bot was kicked from the supergroup chat"
        self.toasts: list[str] = []
        """What was shown in the windows of taps."""
        self.messenger.look = lambda sight: self.toasts.append(sight.text) if sight.toast else None

    async def save(self) -> Saved:
        await self.program.end()
        self.messenger.look = _nobody_looks
        return Saved(copied(self.store), copy.deepcopy(self.messenger), self.clock.now(), self.shapes._number)

    @classmethod
    def again(cls, chance: Chance, saved: Saved) -> "World":
        store, clock, shapes = _one_store(), VirtualClock(saved.now), Shapes()
        store.become(saved.database)
        shapes._number = saved.number
        return cls(chance, store, clock, copy.deepcopy(saved.messenger), shapes)

    async def reborn(self) -> None:
        """The program is started again, on what the last one has stored."""
        troubles = self.program.troubles
        await self.program.end()
        # Numbers of rows grow with time: no program is started again within a millisecond.
        self.clock.set_to(self.clock.now() + 10)
        self.program = ProgramRun(self.store, self.clock, self.messenger)
        self.program.troubles += troubles
        await self.program.begin()

    async def pass_time(self, seconds: float) -> None:
        await self.clock.on_to(self.clock.now() + int(seconds * 1000))

    async def do(self, body: dict[str, Any]) -> None:
        """An update on the way to the scene."""
        self._expects(body)
        assert await self.program.take(body)
        await self.pass_time(12)

    def _expects(self, body: dict[str, Any]) -> None:
        if (query := body.get("callback_query")) is not None:
            self.messenger.tapped[query["id"]] = query["from"]["id"]

    async def handle(self, body: dict[str, Any]) -> bool:
        self._expects(body)
        return await self.program.take(body)

    # --- updates ------------------------------------------------------------------------------------------------

    def say(self, person: int, chat: int, text: str = "", **more: Any) -> dict[str, Any]:
        date = self.clock.now() // 1000
        said = {"text": text} if text else {}
        return self.shapes.words("", person, chat, date=date, **said, **more).body

    def reply(self, person: int, text: str, to: int) -> dict[str, Any]:
        """In the group, to something that somebody has written."""
        return self.say(person, GROUP, text, reply_to_message=self.shapes.message(to, GROUP, text="x"))

    def tap(self, person: int, chat: int, data: str) -> dict[str, Any]:
        """On the newest message that has this button; of a message that is gone if none has."""
        standing = [*self.messenger.posted.get(chat, {}).values()]
        found = [message for message in standing if any(each.data == data for each in message.buttons)]
        shown = found or standing
        return self.shapes.tap("", person, shown[-1] if shown else None, chat, data).body

    def moves(self, kind: str, chat: int, person: int, before: str, after: str, **more: Any) -> dict[str, Any]:
        """Somebody, or the bot itself, comes, goes, or is given other rights."""
        mine = kind == "my_chat_member"
        user = {"id": BOT_ID, "is_bot": True, "first_name": "Омерта"} if mine else self.shapes.user(person)
        old, new = ({"status": status, "user": user, **_of(status)} for status in (before, after))
        change = {"chat": self.shapes.chat(chat), "from": self.shapes.user(person), "date": 1}
        change |= {"old_chat_member": old, "new_chat_member": new | more}
        return {"update_id": self.shapes.number(), kind: change}

    # --- what is so ---------------------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The newest table."""
        question = games.select().order_by(games.c.changed_ms.desc(), games.c.id)
        return str(self.store.now(question)[0].id)

    @property
    def cup(self) -> str:
        return str(self.store.now(tournaments.select().order_by(tournaments.c.changed_ms.desc()))[0].id)

    @property
    def plan(self) -> str:
        return str(self.store.now(plans.select().order_by(plans.c.changed_ms.desc()))[0].id)

    async def live(self) -> RunningGame:
        found = await self.program.host.games.find(self.game)
        assert found is not None
        return found

    async def until(self, step: StepName) -> None:
        live = await self.live()
        while live.table.step is not step:
            assert await self.clock.step(self.clock.now() + 3_600_000), f"stands still before {step}"
        await self.pass_time(8)

    async def judged(self, verb: Verb, *seats: int, note: str = "") -> None:
        service = self.program.host.submissions
        await service.submit(self.game, Command(JUDGE, verb, seats, note=note), f"scene:{verb}:{self.game}")
        await self.pass_time(12)

    def ended(self) -> Ended:
        stored = " ".join(
            str(value)
            for table in metadata.sorted_tables
            for row in self.store.now(table.select())
            for value in row
        )
        self._names = [name for name in self.chance.drawn if name in stored]
        tables = {
            table.name: sorted(self._line(row._asdict()) for row in self.store.now(table.select()))
            for table in metadata.sorted_tables
            if table not in (receipts, outbox, failed_updates)
        }
        seen = {
            chat: Counter(self._plain(f"{each.html} {[*each.buttons]}") for each in messages.values())
            for chat, messages in self.messenger.posted.items()
        }
        for row in self.store.now(outbox.select()):
            owed = {name: value for name, value in row._asdict().items() if name not in ("id", "due_ms")}
            seen.setdefault(row.chat_id, Counter())[self._line(owed)] += 1
        return Ended(tables, seen)

    def _line(self, row: dict[str, Any]) -> str:
        kept = {name: value for name, value in row.items() if name not in LEFT_OUT}
        if "runs_since" in kept:
            kept["runs_since"] = kept["runs_since"] is not None
        return self._plain(json.dumps(kept, ensure_ascii=False, sort_keys=True))

    def _plain(self, text: str) -> str:
        """Without moments, and with what chance has drawn since the scene numbered in order of appearance."""
        for number, name in enumerate(self._names):
            text = text.replace(name, f"#{number}")
        return SEAL.sub("S", MOMENT.sub("T", text))


@cache
def _one_store() -> InlineStore:
    """One world after the other: what it has learnt about statements is kept."""
    return InlineStore()


def _of(status: str) -> dict[str, Any]:
    match status:
        case "kicked":
            return {"until_date": 0}
        case "administrator":
            may = (name for name in ChatMemberAdministrator.model_fields if name.startswith("can_"))
            return {name: name in RIGHTS for name in may} | {"is_anonymous": False}
        case _:
            return {}
