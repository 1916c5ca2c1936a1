"""People whose choices are a function of seed, step and seat: two runs with one seed are the same game.

Their updates reach the host as Telegram delivers them: again and again until acknowledged, with one update id.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from sqlalchemy import select

from bot.games.lobby import Lobby
from bot.games.running_game import RunningGame
from bot.games.submissions import Accepted, Outcome, Unknown
from bot.storage.schema import clocks
from bot.wiring import Parts
from engine.commands import NO, YES, Command, Verb
from engine.events import StepName
from engine.legal_moves import legal
from engine.state import SeatView
from tests.fuzz.oracle import mark
from tests.fuzz.stored_games import Deal, WatchedStore
from tests.simulation.program_run import ProgramRun

GROUP = -1001_000_000_001
FIRST = 11
AFTER_S = {
    StepName.DEAL: 8,
    StepName.BALLOT: 3,
    StepName.TIE_BALLOT: 3,
    StepName.LIFT_BALLOT: 3,
    StepName.NIGHT: 6,
    StepName.BEST_MOVE: 6,
    StepName.MEET: 5,
}
TALK = frozenset({StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD})
SKIPPED = frozenset({Verb.SURRENDER, Verb.TIME_OUT, Verb.EXTEND, Verb.WITHDRAW, Verb.READY})


@dataclass
class Wish:
    """One update: what a person wants, and whether the host has acknowledged it."""

    number: int
    due: int
    command: Command | None
    """None: open the table, or start it."""
    under_way: "asyncio.Task[None] | None" = None
    outcome: Outcome | None = None

    @property
    def receipt(self) -> str:
        return f"u{self.number}"


@dataclass
class SimulatedPlayers:
    seed: int
    ruleset: str
    size: int
    stand_ins: int
    store: WatchedStore
    wishes: list[Wish] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    _planned: set[tuple[int, int, int]] = field(default_factory=set)

    @property
    def game(self) -> str:
        return f"game{self.seed}"

    @property
    def deal(self) -> Deal | None:
        return self.store.deals.get(self.game)

    @property
    def people(self) -> range:
        return range(FIRST, FIRST + self.size - self.stand_ins)

    # --- what they do -------------------------------------------------------------------------------------------

    def sit_down(self, now: int) -> None:
        self.wishes += [Wish(1, now, None), Wish(2, now + 1_000, None)]

    def next_due(self) -> int | None:
        return min(
            (wish.due for wish in self.wishes if wish.outcome is None and wish.under_way is None), default=None
        )

    def deliver(self, program: ProgramRun) -> None:
        """Delivers all updates that are due and not acknowledged, in order."""
        now = program.now()
        for wish in self.wishes:
            if wish.outcome is None and wish.under_way is None and wish.due <= now:
                wish.under_way = asyncio.create_task(self._bring(program, wish))

    def forget_what_was_under_way(self) -> None:
        """Marks updates under way as not delivered, because the program was killed before it confirmed them."""
        for wish in self.wishes:
            wish.under_way = None

    async def _bring(self, program: ProgramRun, wish: Wish) -> None:
        try:
            outcome = await self._doing(program.host, wish)()
        except Exception as error:
            self.failures.append(f"{wish.receipt}: {error!r}")
            outcome = Unknown()
        if program.alive:
            wish.outcome = outcome

    def _doing(self, host: Parts, wish: Wish) -> Callable[[], Awaitable[Outcome]]:
        if wish.command is not None:
            command = wish.command
            return lambda: host.submissions.submit(self.game, command, wish.receipt, FIRST + command.actor)
        return (lambda: self._open(host, wish)) if wish.number == 1 else (lambda: self._start(host, wish))

    async def _open(self, host: Parts, wish: Wish) -> Outcome:
        rights = ("can_restrict_members", "can_delete_messages", "can_pin_messages")
        await host.groups.change(GROUP, language="ru", title="Двор", rights=rights)
        dice = random.Random(f"secret:{self.seed}")
        lobby = Lobby(
            id=self.game,
            chat_id=GROUP,
            thread_id=0,
            opener=FIRST,
            ruleset=self.ruleset,
            options=(("stand_ins", "fill"),) if self.stand_ins else (),
            role_sets=(),
            secret=f"{dice.randbytes(16).hex()}:{dice.randbytes(16).hex()}",
            starts_at=host.clock.now() + 3_600_000,
            opened_at=host.clock.now(),
        )
        for person in self.people:
            await host.people.change(person, name=mark(person), reachable=True)
            lobby = _seated(lobby.sit(person, mark(person)))
            lobby = replace(lobby, guests=(*lobby.guests[:-1], replace(lobby.guests[-1], word=f"p{person}")))
        for number in range(self.stand_ins):
            lobby = _seated(lobby.add_stand_in(f"Робот{number}"))
        await host.lobbies.open_lobby(lobby, [], wish.receipt)
        return Accepted(())

    async def _start(self, host: Parts, wish: Wish) -> Outcome:
        begun = await host.dealing.begin(self.game, wish.receipt, FIRST)
        assert begun is not None
        return Accepted(())

    # --- what they want -----------------------------------------------------------------------------------------

    def look(self, now: int) -> None:
        """Lets each person who is asked something in a running step decide."""
        deal = self.deal
        if deal is None or deal.state is None or deal.state.table.step is StepName.OVER:
            return
        table = deal.state.table
        row = self.store.now(select(clocks.c.waits, clocks.c.step).where(clocks.c.game_id == self.game))
        if not row or row[0].waits or row[0].step != table.number:
            return
        for seat in (table.speaker,) if table.speaker else table.alive:
            if not deal.seating[seat - 1]:
                continue
            view = deal.state.views[seat]
            done = len(view.me.said) if view.me.night == table.night else 0
            if (table.number, seat, done) not in self._planned:
                self._planned.add((table.number, seat, done))
                self._plan(view, seat, done, now)

    def _plan(self, view: SeatView, seat: int, done: int, now: int) -> None:
        table = view.table
        dice = random.Random(f"{self.seed}:{table.number}:{seat}:{done}")
        spread = dice.randrange(2_000)
        if table.step in TALK:
            if table.step is StepName.SPEECH and dice.random() < 0.4:
                self._wish(view, seat, now + 4_000 + spread, (Verb.NOMINATE,), dice)
            # Everybody says something: who is taken for absent is kept in memory only.
            ends = now + dice.choice((9_000, 9_000, 9_000, 30_000)) + spread
            self.wishes.append(Wish(self._next(), ends, Command(seat, Verb.PASS, step=table.number)))
        elif table.step is StepName.DISCUSSION:
            if dice.random() < 0.4:
                self._wish(view, seat, now + 1_000 * (5 + 3 * seat), (Verb.NOMINATE,), dice)
        elif table.step in AFTER_S:
            self._wish(view, seat, now + AFTER_S[table.step] * 1_000 + spread, (), dice)

    def _next(self) -> int:
        return len(self.wishes) + 1

    def _wish(self, view: SeatView, seat: int, due: int, verbs: tuple[Verb, ...], dice: random.Random) -> None:
        offers = [
            offer for offer in legal(view) if offer.verb not in SKIPPED and (not verbs or offer.verb in verbs)
        ]
        aimed = [offer for offer in offers if offer.seats or offer.values] or offers
        if not aimed:
            return
        offer = dice.choice(aimed)
        number = view.table.number
        if offer.values:
            command = Command(seat, offer.verb, (), dice.choice((YES, NO)), number)
        elif not offer.most:
            command = Command(seat, offer.verb, step=number)
        elif offer.verb is Verb.SHOOT:  # all aim at one seat, so that people leave
            others = [target for target in offer.seats if target not in view.me.mates] or list(offer.seats)
            together = random.Random(f"{self.seed}:{view.table.night}").choice(others)
            command = Command(seat, offer.verb, (together,), step=number)
        else:
            command = Command(seat, offer.verb, tuple(dice.sample(offer.seats, max(1, offer.least))), step=number)
        self.wishes.append(Wish(self._next(), due, command))


def _seated(lobby: object) -> Lobby:
    assert isinstance(lobby, Lobby), lobby
    return lobby


def is_over(live: RunningGame | Deal | None) -> bool:
    return live is not None and live.state is not None and live.state.table.step is StepName.OVER
