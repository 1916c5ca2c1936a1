"""One evening from one seed: who plays, what the weather is like, where the program dies."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field

from sqlalchemy import select

from bot.games.lost_taps import TAP_KEPT_MS
from bot.storage.schema import mutes
from bot.telegram.restrictions.member_permissions import NAMES
from tests.fuzz.messenger import Messenger, Sight
from tests.fuzz.oracle import Oracle
from tests.fuzz.truth import WatchedStore
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.member_rights import State
from tests.simulation.crowd import GROUP, Crowd, is_over
from tests.simulation.life import Life
from tests.simulation.network import Network
from tests.simulation.weather import CALM, Fate, Weather, weather

TABLES = (("fiim", 6), ("fiim-2025", 6), ("phystech", 6), ("box", 6), ("fiim-2025", 7), ("phystech", 7))
LONGEST_MS = 6 * 3_600_000
RESTRICTED = 0.2
DOINGS = 900
"""About so many commits and calls has a game: a death comes at one of them."""


class StandsStill(AssertionError):
    pass


@dataclass
class Evening:
    seed: int
    weather: Weather
    faults: list[str] = field(default_factory=list)
    deaths: Counter[str] = field(default_factory=Counter)
    injected: Counter[str] = field(default_factory=Counter)
    outages: int = 0
    """In which taps were lost."""

    def __post_init__(self) -> None:
        dice = random.Random(f"table:{self.seed}")
        ruleset, size = dice.choice(TABLES)
        stand_ins = dice.choice((0, 0, 0, 2))
        self.clock = VirtualClock()
        self.store = WatchedStore()
        self.oracle = Oracle(self.store.deals)
        self.crowd = Crowd(self.seed, ruleset, size, stand_ins, self.store)
        self.messenger = Messenger({GROUP: set(self.crowd.people)}, set(), self._look)
        luck = random.Random(f"luck:{self.seed}")
        self.network = Network(self.clock, self.messenger, luck, self.weather)
        self.fate = Fate(luck, self.weather.deaths, DOINGS)
        self.members = self._before_the_game(dice)
        self.life = self._born()

    def _before_the_game(self, dice: random.Random) -> dict[int, State]:
        """Some have been restricted by an admin: for ever, for a day, or until some time in the game."""
        now_s = self.clock.now() // 1000
        for person in self.crowd.people:
            if dice.random() < RESTRICTED:
                flags = tuple(name for name in NAMES if name == "can_send_messages" or dice.random() < 0.5)
                until = dice.choice((0, now_s + 86_400, now_s + 600))
                self.network.members.states[person] = State("restricted", flags, until)
        return dict(self.network.members.states)

    def _look(self, sight: Sight) -> None:
        for fault in self.oracle.faults(sight):
            self.faults.append(f"to {sight.who or 'the group'}: {fault}: {sight.text!r}")

    def _born(self) -> Life:
        life = Life(self.clock, self.store, self.network, self.fate)
        self._waking = asyncio.create_task(life.begin())
        return life

    async def run(self) -> "Evening":
        own = asyncio.current_task()
        assert own is not None
        limit = self.clock.now() + LONGEST_MS
        self.crowd.sit_down(self.clock.now())
        while not self._is_done():
            await self.clock.settle()
            if not self.life.alive:
                await self._die(own)
                continue
            self.crowd.look(self.clock.now())
            # Whoever wakes up takes no updates yet: what the crowd has to say does not hold the clock.
            awake = self._waking.done()
            if awake:
                self.crowd.deliver(self.life)
            due = self.crowd.next_due() if awake else None
            if not await self.clock.step(limit if due is None else max(due, self.clock.now())):
                if due is None:
                    raise StandsStill(f"seed {self.seed} at {self.crowd.deal}")
                await self.clock.on_to(due)
            if self.clock.now() > limit or self.crowd.failures:
                raise StandsStill(f"seed {self.seed} does not come to its end: {self.crowd.failures}")
        await self._put_right()
        self.injected = self.network.injected
        self.deaths = self.fate.met
        self.faults += self.life.troubles
        await self.life.end({own})
        return self

    async def _put_right(self) -> None:
        """What could not be asked for in bad weather is asked for by the chore of every minute."""
        host = self.life.host
        for _ in range(10):
            await host.muting.tend()
            while host.muting.busy:
                await self.clock.step(self.clock.now() + 600_000)
            if not self.store.now(select(mutes)):
                return
            await self.clock.on_to(self.clock.now() + 60_000)

    def _is_done(self) -> bool:
        if not (is_over(self.crowd.deal) and self.life.alive and self._waking.done()):
            return False
        return not self.life.host.outbox.waiting and not self.life.host.muting.busy

    async def _die(self, own: "asyncio.Task[None]") -> None:
        self.faults += self.life.troubles
        await self.life.end({own})
        self.crowd.forget_what_was_under_way()
        down_ms = self.fate.downtime()
        self.outages += down_ms > TAP_KEPT_MS
        await self.clock.on_to(self.clock.now() + down_ms)
        self.life = self._born()


async def calm(seed: int) -> Evening:
    return await Evening(seed, CALM).run()


async def stormy(seed: int) -> Evening:
    return await Evening(seed, weather(random.Random(f"weather:{seed}"))).run()
