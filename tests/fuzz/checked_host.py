"""One host with several groups in memory; every update is checked: nothing broke, nothing leaked."""

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from aiogram import Bot
from aiogram.client.default import DefaultBotProperties
from aiogram.enums import ParseMode
from aiogram.types import Update
from pydantic import ValidationError

import bot.games.lobby
import bot.games.lobby_opening
from bot.app import make_dispatcher
from bot.core.error_reports import described
from bot.core.pace import Pace
from bot.operations.metrics import Metrics
from bot.settings import Settings
from bot.storage import Database
from bot.telegram.outbox.rate_limits import Limits
from bot.telegram.updates.failed_updates import FailedUpdates
from bot.telegram.updates.intake import Intake
from bot.telegram.updates.update_trim import read_update
from bot.wiring import Hooks, wire
from engine.commands import Command, Verb
from engine.legal_moves import can
from tests.fuzz.messenger import BOT_ID, RIGHTS, Messenger, Posted, Sight, Wire
from tests.fuzz.oracle import Oracle, is_end
from tests.fuzz.stored_games import Change, DatabaseClock, Deal, WatchedDatabase, WatchedStore
from tests.kits.virtual_clock.alarms import SleepingAlarms
from tests.kits.virtual_clock.clock import VirtualClock

SIZES = {"fiim": 6, "fiim-2025": 7, "phystech": 6, "city": 10, "box": 8, "party": 7}
PEOPLE = range(11, 47)
ADMINS = frozenset({11, 21, 31, 41})
OUTSIDER = 46
"""A person in no group."""


@dataclass(frozen=True, slots=True)
class Sent:
    """An update that was sent to the host."""

    kind: str
    body: dict[str, Any]
    who: int = 0
    chat: int = 0
    data: str = ""


@dataclass
class CheckedHost:
    seed: int
    database: Database | None = None
    """None: everything is in memory."""
    faults: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.store: WatchedStore | WatchedDatabase
        if self.database is None:
            self.clock, self.store = VirtualClock(), WatchedStore()
        else:
            self.store = WatchedDatabase(self.database)
            self.clock = DatabaseClock(self.store)
        self.deals: dict[str, Deal] = self.store.deals
        self.oracle = Oracle(self.deals)
        numbers = [-1001_000_000_001 - place for place in range(len(SIZES))]
        self.rulesets = dict(zip(numbers, SIZES, strict=True))
        members = {group: set(self.dice.sample([*PEOPLE][:-1], 22)) | set(ADMINS) for group in numbers}
        self.messenger = Messenger(members, set(ADMINS), self._look)
        self.bot = Bot(
            "1:x", session=Wire(self.messenger), default=DefaultBotProperties(parse_mode=ParseMode.HTML)
        )
        settings = Settings.model_validate({"bot_token": "1:x", "lobby_minutes": 60, "owner_id": 0})
        self.host = wire(
            settings,
            self.store,
            self.clock,
            self.bot,
            Pace(1),
            Limits(),
            BOT_ID,
            "omerta_bot",
            alarms=SleepingAlarms(self.clock),
            hooks=Hooks(report_error=self._on_trouble),
        )
        # The same seed gives the same run: nothing here is drawn from elsewhere.
        alphabet = bot.games.lobby.ALPHABET
        bot.games.lobby_opening.new_game_id = lambda: "".join(self.dice.choices(alphabet, k=8))  # type: ignore[attr-defined]
        self.host.lobby_opening.draw_secret = lambda: (
            f"{self.dice.randbytes(16).hex()}:{self.dice.randbytes(16).hex()}"
        )
        dispatcher = make_dispatcher(self.host)

        async def handle(update: Update) -> None:
            await dispatcher.feed_update(self.bot, update)

        self.intake = Intake(
            self.host.replies,
            self.host.answer_limits,
            self.host.transport,
            handle,
            Metrics(),
            self._on_trouble,
            FailedUpdates(self.store, self.clock),
            self.clock,
        )
        self.known: set[int] = set()
        """People who have pressed Start."""
        self._effective: set[int] = set()
        """Numbers of the updates that have had an effect."""

    def _on_trouble(self, place: str, error: BaseException) -> None:
        self.faults.append(f"{place}: {described(error)} {error!r:.200}")

    def _look(self, sight: Sight) -> None:
        self.counts["sights"] += 1
        self.counts["ends"] += is_end(sight) and not sight.who
        for fault in self.oracle.faults(sight):
            where = f"in {sight.chat}" if not sight.who else f"to {sight.who}"
            self.faults.append(f"{where}: {fault}: {sight.text!r}")

    # --- the run ------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        await self.host.recovery.recover(0)
        for place, (group, ruleset) in enumerate(self.rulesets.items()):
            await self.host.groups.change(
                group,
                language=("ru", "uk")[place % 2],
                title=f"Двор {place}",
                rights=RIGHTS if place != 3 else (),
                ruleset=ruleset,
                afterlife=place % 2 == 0,
                several_tables=place != 2,
                is_supergroup=place != 3,
                options=(("stand_ins", "fill"),) if place in (1, 4) else (),
            )

    async def close(self) -> None:
        while self.host.muting.busy and await self.clock.step(self.clock.now() + 600_000):
            pass
        await self.host.recovery.rest()

    async def pass_time(self, milliseconds: int) -> None:
        await self.clock.on_to(self.clock.now() + milliseconds)
        self.store.changed()

    async def feed(self, sent: Sent) -> None:
        """Handles one update alone, so that every change is its effect. Every other one comes as JSON."""
        body = sent.body if self.counts.total() % 2 else read_update(json.dumps(sent.body))
        try:
            update = Update.model_validate(body, context={"bot": self.bot})
        except ValidationError:
            self.counts["not understood"] += 1
            return
        self.counts[sent.kind] += 1
        query = update.callback_query
        if query is not None:
            self.messenger.tapped[query.id] = query.from_user.id
        may = self._may_change(sent, update.update_id)
        self.store.changed()
        if not await self.intake.take(update):
            self.faults.append(f"not taken: {sent}")
        await self.clock.settle()
        changed = self.store.changed()
        if changed:
            self._effective.add(update.update_id)
            self.counts["effective"] += 1
        if not (changed.events <= may.events and changed.tables <= may.tables | self._new(changed, sent)):
            self.faults.append(f"{sent.kind} {sent.data!r} of {sent.who} in {sent.chat} has changed {changed}")
        if query is not None and query.id in self.messenger.tapped:
            del self.messenger.tapped[query.id]
            self.faults.append(f"not answered: {sent.data!r}")
        self.faults += self.oracle.of_seats()
        self.faults += self.messenger.mistakes
        self.messenger.mistakes.clear()

    # --- the law ------------------------------------------------------------------------------------------------

    def _new(self, changed: Change, sent: Sent) -> set[str]:
        """Returns tables that were opened where somebody asked for one."""
        asked = sent.kind in ("message", "director") or sent.data == "g:open" or sent.data.endswith(":again")
        return {game for game in changed.tables if asked and self.deals[game].chat == sent.chat < 0}

    def _may_change(self, sent: Sent, number: int) -> Change:
        """Returns what this update may change, judged by the state before it."""
        if number in self._effective:
            return Change()
        if sent.chat < 0 and "my_chat_member" in sent.body:  # a game is paused while the bot is away
            return Change({deal.id for deal in self.deals.values() if deal.chat == sent.chat})
        if not sent.data:
            return self._may_change_by_words(sent)
        kind, *parts = sent.data.split(":")
        deal = self.deals.get(parts[0]) if parts else None
        if deal is None:
            return Change()
        seats = [int(part) for part in (parts[3] if len(parts) > 3 else "").split(".") if part.isdecimal()]
        self.oracle.picks(sent.who, deal.id, seats)
        if kind == "j":
            rightly = {deal.id} if sent.who in deal.judges else set()
            return Change(rightly, rightly)
        if kind not in ("m", "l", "e", "x", "s", "t"):
            return Change()
        if kind == "m":
            return Change({deal.id}, {deal.id}) if self._is_lawful(deal, sent.who, parts, seats) else Change()
        if deal.chat != sent.chat and not (kind == "s" and parts[-1] == "back"):
            return Change()
        leads = sent.who == deal.opener or sent.who in self.messenger.admins
        if kind == "t":
            rules = {deal.id} if leads or sent.who in deal.judges else set()
            return Change(rules, rules)
        if kind == "e":
            return Change(set(), {deal.id} if leads and deal.phase == "open" else set())
        if kind == "x":
            return Change(set(), {deal.id} if sent.who in self.messenger.admins else set())
        begins = kind == "l" and parts[-1] == "start" and leads and deal.phase == "open"
        takes = kind == "s" and deal.phase == "playing"
        return Change({deal.id} if begins else set(), {deal.id} if takes or deal.phase == "open" else set())

    def _is_lawful(self, deal: Deal, who: int, parts: list[str], seats: list[int]) -> bool:
        seat = deal.seat_of(who)
        if deal.phase != "playing" or not seat or deal.state is None or len(parts) != 6:
            return False
        try:
            verb, step, value = Verb(parts[2]), int(parts[1]), int(parts[4])
        except ValueError:
            return False
        command = Command(seat, verb, tuple(seats), None if value < 0 else value, step)
        return step == deal.state.table.number and bool(can(deal.state.views[seat], command))

    def _may_change_by_words(self, sent: Sent) -> Change:
        if sent.chat < 0:
            here = {deal.id for deal in self.deals.values() if deal.chat == sent.chat}
            playing = {game for game in here if self.deals[game].phase == "playing"}
            seated = {game for game in playing if self.deals[game].seat_of(sent.who)}
            leads = {
                game
                for game in playing
                if sent.who in {self.deals[game].opener, *self.deals[game].judges, *self.messenger.admins}
            }
            return Change(seated | leads, {game for game in here if self.deals[game].phase in ("open", "playing")})
        own = {d.id for d in self.deals.values() if d.phase == "playing" and d.seat_of(sent.who)}
        opened = {d.id for d in self.deals.values() if d.phase == "open"}
        return Change(own, own | opened)

    # --- what people see ----------------------------------------------------------------------------------------

    def chats_of(self, person: int) -> list[int]:
        return [person, *(group for group, members in self.messenger.groups.items() if person in members)]

    def with_buttons(self, chat: int) -> list[Posted]:
        return [message for message in self.messenger.posted.get(chat, {}).values() if message.buttons]

    def table_in(self, group: int) -> Deal | None:
        return next((d for d in self.deals.values() if d.chat == group and d.phase in ("open", "playing")), None)
