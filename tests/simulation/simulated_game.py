"""One game from one seed: who plays, which calls fail, when the program is killed."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field

from sqlalchemy import select

from bot.games.ask_again_after_outage import TAP_KEPT_MS
from bot.storage.schema import mutes
from bot.telegram.restrictions.member_permissions import NAMES
from tests.fuzz.messenger import Messenger, Sight
from tests.fuzz.oracle import Oracle
from tests.fuzz.stored_games import WatchedStore
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.member_rights import State
from tests.simulation.fault_rates import NO_FAULTS, FaultRates, KillSchedule, fault_rates
from tests.simulation.network import Network
from tests.simulation.players import GROUP, SimulatedPlayers, is_over
from tests.simulation.program_run import ProgramRun

TABLES = (
    ("fiim", 6),
    ("fiim-2025", 6),
    ("phystech", 6),
    ("box", 6),
    ("party", 5),
    ("fiim-2025", 7),
    ("phystech", 7),
)
LONGEST_MS = 6 * 3_600_000
RESTRICTED = 0.2
DOINGS = 900
"""Approximate number of commits and calls of a game; a kill comes at one of them."""


class StandsStill(AssertionError):
    pass


@dataclass
class SimulatedGame:
    seed: int
    fault_rates: FaultRates
    faults: list[str] = field(default_factory=list)
    deaths: Counter[str] = field(default_factory=Counter)
    injected: Counter[str] = field(default_factory=Counter)
    outages: int = 0
    """Number of outages in which taps were lost."""

    def __post_init__(self) -> None:
        dice = random.Random(f"table:{self.seed}")
        ruleset, size = dice.choice(TABLES)
        stand_ins = dice.choice((0, 0, 0, 2))
        self.clock = VirtualClock()
        self.store = WatchedStore()
        self.oracle = Oracle(self.store.deals)
        self.players = SimulatedPlayers(self.seed, ruleset, size, stand_ins, self.store)
        self.messenger = Messenger({GROUP: set(self.players.people)}, set(), self._look)
        luck = random.Random(f"luck:{self.seed}")
        self.network = Network(self.clock, self.messenger, luck, self.fault_rates)
        self.kill_schedule = KillSchedule(luck, self.fault_rates.deaths, DOINGS)
        self.members = self._before_the_game(dice)
        self.program = self._start_program()

    def _before_the_game(self, dice: random.Random) -> dict[int, State]:
        """Lets an admin restrict some members: for ever, for a day, or until some time in the game."""
        now_s = self.clock.now() // 1000
        for person in self.players.people:
            if dice.random() < RESTRICTED:
                flags = tuple(name for name in NAMES if name == "can_send_messages" or dice.random() < 0.5)
                until = dice.choice((0, now_s + 86_400, now_s + 600))
                self.network.members.states[person] = State("restricted", flags, until)
        return dict(self.network.members.states)

    def _look(self, sight: Sight) -> None:
        for fault in self.oracle.faults(sight):
            self.faults.append(f"to {sight.who or 'the group'}: {fault}: {sight.text!r}")

    def _start_program(self) -> ProgramRun:
        program = ProgramRun(self.clock, self.store, self.network, self.kill_schedule)
        self._waking = asyncio.create_task(program.begin())
        return program

    async def run(self) -> "SimulatedGame":
        own = asyncio.current_task()
        assert own is not None
        limit = self.clock.now() + LONGEST_MS
        self.players.sit_down(self.clock.now())
        while not self._is_done():
            await self.clock.settle()
            if not self.program.alive:
                await self._restart(own)
                continue
            self.players.look(self.clock.now())
            # A program that is starting takes no updates yet: what players want to say does not stop the clock.
            awake = self._waking.done()
            if awake:
                self.players.deliver(self.program)
            due = self.players.next_due() if awake else None
            if not await self.clock.step(limit if due is None else max(due, self.clock.now())):
                if due is None:
                    raise StandsStill(f"seed {self.seed} at {self.players.deal}")
                await self.clock.on_to(due)
            if self.clock.now() > limit or self.players.failures:
                raise StandsStill(f"seed {self.seed} does not come to its end: {self.players.failures}")
        await self._put_right()
        self.injected = self.network.injected
        self.deaths = self.kill_schedule.met
        self.faults += self.program.troubles
        await self.program.end({own})
        return self

    async def _put_right(self) -> None:
        """Lets the job of every minute change mutes that could not be changed because of faults."""
        host = self.program.host
        for _ in range(10):
            await host.muting.tend()
            while host.muting.busy:
                await self.clock.step(self.clock.now() + 600_000)
            if not self.store.now(select(mutes)):
                return
            await self.clock.on_to(self.clock.now() + 60_000)

    def _is_done(self) -> bool:
        if not (is_over(self.players.deal) and self.program.alive and self._waking.done()):
            return False
        return not self.program.host.outbox.waiting and not self.program.host.muting.busy

    async def _restart(self, own: "asyncio.Task[None]") -> None:
        self.faults += self.program.troubles
        await self.program.end({own})
        self.players.forget_what_was_under_way()
        down_ms = self.kill_schedule.downtime()
        self.outages += down_ms > TAP_KEPT_MS
        await self.clock.on_to(self.clock.now() + down_ms)
        self.program = self._start_program()


async def undisturbed(seed: int) -> SimulatedGame:
    return await SimulatedGame(seed, NO_FAULTS).run()


async def disturbed(seed: int) -> SimulatedGame:
    return await SimulatedGame(seed, fault_rates(random.Random(f"weather:{seed}"))).run()
