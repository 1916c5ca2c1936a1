"""A game on the virtual clock with people who do as they are told: full speeches, answers after a while."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from aiogram.methods import RestrictChatMember, SendMessage, SetChatPermissions
from sqlalchemy import select

from bot.core.pace import Pace
from bot.games.lobby import Lobby, new_game_id
from bot.games.running_game import RunningGame
from bot.settings import Settings
from bot.storage.schema import events as events_table
from bot.telegram.outbox.rate_limits import Limits
from bot.wiring import Hooks, Parts, wire
from engine.commands import NO, YES, Command, Verb
from engine.events import StepName
from engine.legal_moves import Offer, legal
from tests.kits.virtual_clock.alarms import SleepingAlarms
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.memory_storage import InlineStore
from tests.kits.virtual_clock.telegram import Call, CountingTelegram

TALK = frozenset({StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD})


@dataclass
class Manners:
    """After how many seconds people answer in each step; a step that is not listed runs to its end."""

    after: Mapping[StepName, int] = field(
        default_factory=lambda: {
            StepName.BALLOT: 3,
            StepName.TIE_BALLOT: 3,
            StepName.LIFT_BALLOT: 3,
            StepName.NIGHT: 15,
            StepName.BEST_MOVE: 10,
        }
    )
    nominates: float = 0.35


class House:
    """A host on the virtual clock for any number of tables."""

    def __init__(
        self,
        telegram: Callable[[VirtualClock], CountingTelegram] = CountingTelegram,
        hooks: Hooks | None = None,
        speed: float = 1,
    ) -> None:
        self._hooks = hooks
        self._speed = speed
        self.clock = VirtualClock()
        self.store = InlineStore()
        self.telegram = telegram(self.clock)
        self.host = self._wired()

    def _wired(self) -> Parts:
        settings = Settings.model_validate({"bot_token": "1:x", "lobby_minutes": 60})
        return wire(
            settings,
            self.store,
            self.clock,
            self.telegram,
            Pace(self._speed),
            Limits(),
            1,
            "omerta_bot",
            alarms=SleepingAlarms(self.clock),
            hooks=self._hooks,
        )

    async def open(self) -> None:
        # The calls that it makes at the start take time of this clock.
        waking = asyncio.ensure_future(self.host.recovery.recover(0))
        while not waking.done() and await self.clock.step(self.clock.now() + 600_000):
            pass
        await waking

    async def restart(self) -> None:
        """Starts another program on the same store."""
        await self.close()
        self.host = self._wired()
        await self.open()

    async def play(self, tables: Sequence["VirtualTable"], longest_minutes: int = 300, apart_ms: int = 0) -> None:
        """Plays all tables, begun one after the other, until they are over and the outbox is empty."""
        for place, table in enumerate(tables):
            self.host.timers.set(f"begin:{place}", self.clock.now() + place * apart_ms, table.begin)
        await self.go_on(tables, longest_minutes)

    async def go_on(self, tables: Sequence["VirtualTable"], longest_minutes: int = 300) -> None:
        """Continues tables that have begun, or begins them."""
        limit = self.clock.now() + longest_minutes * 60_000
        while any(not table.over for table in tables):
            for table in tables:
                table.ask()
            if not await self.clock.step(limit):
                still = [f"seed {table.seed}" for table in tables if not table.over]
                raise AssertionError(f"stands still: {', '.join(still)}")
        while self.host.outbox.waiting and await self.clock.step(self.clock.now() + 600_000):
            pass

    async def close(self) -> None:
        while self.host.muting.busy and await self.clock.step(self.clock.now() + 600_000):
            pass
        # The calls on their way are waited for, and they take time of this clock.
        closing = asyncio.ensure_future(self.host.recovery.rest())
        while not closing.done() and await self.clock.step(self.clock.now() + 600_000):
            pass
        await closing


class VirtualTable:
    def __init__(self, ruleset: str, size: int, seed: int, house: House | None = None, number: int = 1) -> None:
        self.house = house or House()
        self.clock, self.store, self.telegram = self.house.clock, self.house.store, self.house.telegram
        self.host = self.house.host
        self.ruleset, self.size, self.group, self.thread = ruleset, size, -1001_000_000_000 - number, 0
        self.first_person = 1000 * number + 1
        self.dice = random.Random(seed)
        self.seed = seed
        self.manners = Manners()
        self.house_rules: dict[str, str] = {}
        self.rights: tuple[str, ...] = ("can_restrict_members", "can_delete_messages", "can_pin_messages")
        self.time_zone = "Europe/Kyiv"
        self.quiet: tuple[int, ...] = ()
        self._asked: set[tuple[int, int, int]] = set()
        self.began = self.ended = 0
        self.live: RunningGame | None = None

    async def play(self, longest_minutes: int = 300) -> RunningGame:
        """Plays one whole game alone in the house; returns it finished."""
        await self.house.open()
        await self.house.play([self], longest_minutes)
        assert self.live is not None
        return self.live

    async def close(self) -> None:
        await self.house.close()

    @property
    def game_id(self) -> str:
        assert self.live is not None
        return self.live.id

    async def found_again(self) -> RunningGame:
        """Finds the table again after a restart; players who had not answered yet are asked again."""
        self.host = self.house.host
        self.live = await self.host.games.find(self.game_id)
        assert self.live is not None
        self._asked.clear()
        return self.live

    @property
    def over(self) -> bool:
        if self.live is None or self.live.table.step is not StepName.OVER:
            return False
        self.ended = self.ended or self.clock.now()
        return True

    async def begin(self) -> None:
        host, people = self.host, range(self.first_person, self.first_person + self.size)
        await host.groups.change(self.group, language="ru", title="Двор", rights=self.rights)
        lobby = Lobby(
            id=new_game_id(),
            chat_id=self.group,
            thread_id=self.thread,
            opener=self.first_person,
            ruleset=self.ruleset,
            options=tuple(self.house_rules.items()),
            role_sets=(),
            secret=f"{self.dice.randbytes(16).hex()}:{self.dice.randbytes(16).hex()}",
            starts_at=self.clock.now() + 3_600_000,
            opened_at=self.clock.now(),
            time_zone=self.time_zone,
            quiet=self.quiet,
        )
        for place, person in enumerate(people, start=1):
            await host.people.change(person, name=f"Игрок {place}", reachable=True)
            seated = lobby.sit(person, f"Игрок {place}")
            assert isinstance(seated, Lobby)
            # The record's words must not depend on who plays: the same seed is the same game in any house.
            lobby = replace(seated, guests=(*seated.guests[:-1], replace(seated.guests[-1], word=f"u{place}")))
        assert await host.lobbies.open_lobby(lobby, [], "")
        live = await host.dealing.begin(lobby.id, f"begin:{lobby.id}", self.first_person)
        assert isinstance(live, RunningGame)
        self.live = live
        self.began = self.clock.now()

    def ask(self) -> None:
        if self.live is not None:
            self._ask(self.live)

    def _ask(self, live: RunningGame) -> None:
        """Lets each player who is awaited in a new step answer after the time that `Manners` gives."""
        table = live.table
        wait = self.manners.after.get(table.step)
        if live.clock is None or live.clock.waits or live.announces_vote or table.step is StepName.OVER:
            return
        for seat in (table.speaker,) if table.speaker else table.alive:
            view = live.position.views[seat]
            done = len(view.me.said) if view.me.night == table.night else 0
            key = (table.number, seat, done)
            if key in self._asked:
                continue
            self._asked.add(key)
            if table.step in TALK:
                self._heard(live, seat)
                if table.step is StepName.SPEECH and self.dice.random() < self.manners.nominates:
                    self._later(live, seat, 20, Verb.NOMINATE)
            elif table.step is StepName.DISCUSSION:
                if self.dice.random() < self.manners.nominates:
                    self._later(live, seat, self.dice.randrange(20, 240), Verb.NOMINATE)
            elif wait is not None:
                self._later(live, seat, wait, None)

    def _heard(self, live: RunningGame, seat: int) -> None:
        """Tells the host that the speaker is present."""
        name = f"heard:{live.id}:{live.table.number}:{seat}"
        self.host.timers.set(name, self.clock.now(), lambda: self.host.absence.heard(live, seat))

    def _later(self, live: RunningGame, seat: int, seconds: int, verb: Verb | None) -> None:
        number = live.table.number
        moment = self.clock.now() + seconds * 1000 + self.dice.randrange(1500)
        name = f"player:{live.id}:{number}:{seat}:{verb}:{len(self._asked)}"

        async def act() -> None:
            if live.table.number != number:
                return
            if live.table.paused:  # a player who wants to act waits until the game goes on
                self.host.timers.set(name, self.clock.now() + 1_000, act)
                return
            command = self._choose(live, seat, verb)
            if command is not None:
                await self.host.submissions.submit(live.id, command._replace(step=number), name, 1000 + seat)
                await self.host.absence.heard(live, seat)

        self.host.timers.set(name, moment, act)

    def _choose(self, live: RunningGame, seat: int, verb: Verb | None) -> Command | None:
        view = live.position.views[seat]
        skip = {Verb.SURRENDER, Verb.TIME_OUT, Verb.EXTEND, Verb.WITHDRAW}
        offers = [offer for offer in legal(view) if offer.verb not in skip and verb in (None, offer.verb)]
        if not offers:
            return None
        offer = self._prefer(offers)
        if offer.values:
            return Command(seat, offer.verb, (), self.dice.choice((YES, NO)))
        if not offer.most:
            return Command(seat, offer.verb)
        if live.table.step in (StepName.BALLOT, StepName.TIE_BALLOT) and self.dice.random() < 0.45:
            return None
        chosen = tuple(self.dice.sample(offer.seats, min(offer.most, len(offer.seats), 3)))
        return Command(seat, offer.verb, chosen if offer.most > 1 else (self._aim(live, seat, offer),))

    def _aim(self, live: RunningGame, seat: int, offer: Offer) -> int:
        """The team shoots together, so that people leave."""
        if offer.verb is Verb.SHOOT:
            mates = live.position.views[seat].me.mates
            others = [target for target in offer.seats if target not in mates] or list(offer.seats)
            return random.Random(f"{self.seed}:{live.table.night}").choice(others)
        return self.dice.choice(offer.seats)

    def _prefer(self, offers: list[Offer]) -> Offer:
        aimed = [offer for offer in offers if offer.seats or offer.values]
        return self.dice.choice(aimed or offers)

    # --- figures ------------------------------------------------------------------------------------------------

    @property
    def minutes(self) -> float:
        return (self.ended - self.began) / 60_000

    def counted(self) -> list[Call]:
        """Returns sends and edits for this table, in its group and its people's private chats."""
        own = {self.group, *range(self.first_person, self.first_person + self.size)}
        return [call for call in self.telegram.calls if call.counted and call.chat in own]

    def busiest_minute(self) -> int:
        """Returns the most sends and edits in the group in any 60 seconds."""
        times = [call.at for call in self.counted() if call.chat == self.group]
        return max((sum(1 for other in times if start <= other < start + 60_000) for start in times), default=0)

    def restrictions(self) -> list[int]:
        """Returns when somebody was muted or freed in the group."""
        kinds = (RestrictChatMember, SetChatPermissions)
        return [
            call.at for call in self.telegram.calls if isinstance(call.method, kinds) and call.chat == self.group
        ]

    def by_kind(self) -> Counter[str]:
        return Counter(
            f"{type(call.method).__name__} {'group' if call.chat < 0 else 'private'}"
            for call in self.telegram.calls
        )

    def journal(self) -> list[str]:
        t = events_table.c
        rows = self.store.now(select(t.payload).order_by(t.version))
        return [row.payload for row in rows]

    def shortest_speech(self) -> int:
        """Returns the milliseconds between the delivery of a minute's message and the end of that minute, at the
        least."""
        t = events_table.c
        began: list[int] = []
        lengths = []
        sends = [
            call for call in self.counted() if call.chat == self.group and isinstance(call.method, SendMessage)
        ]
        for row in self.store.now(select(t.payload, t.at_ms).order_by(t.version)):
            if began and '"event":"Expired"' in row.payload:
                delivered = [call.at + self.telegram.delay for call in sends if call.at >= began[-1]][:1]
                lengths += [row.at_ms - moment for moment in delivered]
                began = []
            if '"step":"speech"' in row.payload and '"silent":false' in row.payload:
                began = [row.at_ms]
        return int(min(lengths))


def most_in(times: Sequence[int], length: int) -> int:
    """Returns the most of these moments within any stretch of that length."""
    return max((sum(start <= other < start + length for other in times) for start in times), default=0)
