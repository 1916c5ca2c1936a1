"""Computer players at the table. What they think is a fold of the journal, so a restart changes nothing.

Their choices and thinking times derive from the game's secret, the step and the seat; the time does not depend on
the card.
"""

import asyncio
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from itertools import groupby
from typing import Protocol
from weakref import WeakValueDictionary

import structlog

from bot.games.running_game import RunningGame
from bot.games.service import Accepted, Service
from bot.language.stand_in_speech import VARIANTS
from bot.storage import Conflict, UnitOfWork
from bot.storage.repositories.journals import JournalRepository
from bot.telegram.outbox.rows import Kind, Rank, Row
from engine import events as ev
from engine.api import replay
from engine.commands import JUDGE, Command, Verb
from engine.dice import Dice
from engine.events import Event, StepName
from engine.legal_moves import can
from engine.players import SensiblePlayer
from engine.players.player import Player
from engine.players.statements import Say, Statement
from engine.state import SeatView, State, evolve
from engine.steps.farewell import claim_costs
from engine.table import Table

log = structlog.get_logger()


class StandIn(Player, Protocol):
    """A computer player that can take a seat at a table of people."""

    def sit_down(self, view: SeatView, dice: Dice) -> None:
        """Take the seat and its card."""
        ...


NewPlayer = Callable[[], StandIn]

SPOKEN = frozenset({StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD})
CLAIMS = frozenset({Say.CLAIMS_SHERIFF, Say.CLAIMS_LEADER})
QUICKEST_MS, SLOWEST_MS = 2_000, 9_000


class Company:
    """The computer players of one table."""

    __slots__ = ("players", "state", "version")

    def __init__(self, seats: Sequence[int], player: NewPlayer = SensiblePlayer) -> None:
        self.players = {seat: player() for seat in seats}
        self.state: State | None = None
        self.version = 0
        """Events of the journal they have followed."""

    def take_in(self, happened: Sequence[Event]) -> list[tuple[int, Statement]]:
        """Follow the next batch of events; returns what is said in consequence."""
        self.version += len(happened)
        state = self.state = replay(happened) if self.state is None else reduce(evolve, happened, self.state)
        if not state.views:
            return []
        kinds = {type(event) for event in happened}
        if ev.CardDealt in kinds:
            for seat, player in self.players.items():
                player.sit_down(state.views[seat], dice(state, seat, "mind"))
        if ev.BallotClosed in kinds:
            for seat, player in self.players.items():
                if seat in state.table.alive:
                    player.watch(state.views[seat])
        if ev.StepBegan not in kinds:
            return []
        said = []
        for seat in self._speakers(state):
            statement = self.players[seat].speak(state.views[seat], dice(state, seat, "speech"))
            if statement is not None:
                said.append((seat, statement))
                for other, player in self.players.items():
                    if other != seat:
                        player.hear(seat, statement)
        return said

    def _speakers(self, state: State) -> Iterator[int]:
        table = state.table
        if table.step in SPOKEN and not table.silent and table.speaker in self.players:
            yield table.speaker
        elif table.step is StepName.DISCUSSION and not table.acquitted:
            yield from (seat for seat in table.alive if seat in self.players)


def dice(state: State, seat: int, what: str, number: int = 0) -> random.Random:
    """Random numbers that depend on game and step only, so a restart repeats them. Not seeded by the journal's
    length, which counts secret events and could be told from public speech."""
    return random.Random(f"{state.secret}:{number or state.table.number}:{seat}:{what}")


class StandIns:
    """Lets the computer players of all tables act through `submit`, like people."""

    def __init__(self, service: Service, player: NewPlayer = SensiblePlayer) -> None:
        self._service = service
        self._journals = JournalRepository(service.database)
        self._player = player
        self._companies: dict[str, Company] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def clear(self) -> None:
        self._companies.clear()

    async def follow(self, live: RunningGame, _: Sequence[Event]) -> None:
        await self._go_on(live)
        if live.state is not None and live.table.step is StepName.OVER:
            self.forget(live.id)

    def forget(self, game_id: str) -> None:
        """The game is over or was stopped."""
        self._companies.pop(game_id, None)

    async def wake_up(self, live: RunningGame) -> None:
        """After a restart: schedule the players whom the step waits for."""
        await self._go_on(live)

    async def _go_on(self, live: RunningGame) -> None:
        seats = _seats(live)
        if not seats or live.state is None:
            self._companies.pop(live.id, None)
            return
        # Commands follow each other faster than this: one at a time, and always in the order of the journal.
        async with self._locks.setdefault(live.id, asyncio.Lock()):
            company = self._companies.get(live.id)
            is_new = company is None or set(company.players) != set(seats)
            if company is None or is_new:
                company = self._companies[live.id] = Company(seats, self._player)
            for number, said in await self._catch_up(live, company):
                # A crash may have come between a step and its statements; older ones are not repeated.
                if not is_new or number == live.table.number:
                    await self._speak(live, number, said)
        self._schedule(live, seats)

    async def _catch_up(
        self, live: RunningGame, company: Company
    ) -> list[tuple[int, list[tuple[int, Statement]]]]:
        """Follow the journal batch by batch; returns the statements by step."""
        stored = await self._journals.between(live.id, company.version, live.version)
        found = []
        for _, batch in groupby(stored, key=lambda each: each.receipt):
            said = company.take_in([each.event for each in batch])
            if said and company.state is not None:
                found.append((company.state.table.number, said))
        return found

    async def _speak(self, live: RunningGame, number: int, said: Sequence[tuple[int, Statement]]) -> None:
        """Each statement of a step once: its receipt is stored with it."""
        await asyncio.gather(*(self._say(live, number, seat, statement) for seat, statement in said))

    async def _say(self, live: RunningGame, number: int, seat: int, statement: Statement) -> None:
        service, lobby = self._service, live.lobby
        if statement.say in CLAIMS and claim_costs(live.table, seat):
            # Later: what follows from it comes back here.
            claim = partial(self._claim, live.id, seat, number)
            service.timers.set(f"claim:{live.id}:{seat}", service.clock.now(), claim)
        row = Row(
            service.next_id(),
            lobby.chat_id,
            Kind.SEND,
            "spoken",
            Rank.NEWS,
            game_id=live.id,
            thread_id=lobby.thread_id,
            args={"seat": seat, "statement": _to_json(statement), "pick": self._wording(live, number, seat)},
        )
        work = UnitOfWork().add_receipt(key=f"said:{live.id}:{number}:{seat}", at_ms=service.clock.now())
        row.put(work)
        try:
            await service.database.commit(work)
        except Conflict:
            return
        service.outbox.add([row])

    async def _claim(self, game_id: str, seat: int, number: int) -> None:
        """Claiming a role costs a computer player its best move as it does anybody (S1)."""
        command = Command(JUDGE, Verb.CLAIM, (seat,), step=number)
        await self._service.submit(game_id, command, f"claim:{game_id}:{seat}")

    def _wording(self, live: RunningGame, number: int, seat: int) -> int:
        """Index of the wording."""
        return dice(live.position, seat, "wording", number).randrange(VARIANTS)

    def _schedule(self, live: RunningGame, seats: Sequence[int]) -> None:
        state, table = live.position, live.table
        step = table.rules.steps.get(table.step)
        if step is None or table.stopped or table.time_out_by:
            return
        asked = (table.speaker,) if table.speaker else table.alive
        for seat in asked:
            if seat in seats and step.awaits(state.views[seat]):
                done = _answers(state.views[seat], table)
                name = f"standin:{live.id}:{table.number}:{seat}:{done}:{len(table.nominations)}"
                if self._service.timers.has(name):
                    continue
                # Who is asked twice in one night has thought of both: the length of a night tells no card.
                moment = self._service.clock.now() + (0 if done else self._delay(live, seat))
                self._service.timers.set(name, moment, self._acting(live.id, seat, table.number))

    def _delay(self, live: RunningGame, seat: int) -> int:
        """Thinking time: at most half of the time left."""
        thought = dice(live.position, seat, "delay").uniform(QUICKEST_MS, SLOWEST_MS)
        left = live.clock.left(self._service.clock.now()) if live.clock else SLOWEST_MS
        return int(min(self._service.pace.scale(thought), left / 2))

    def _acting(self, game_id: str, seat: int, number: int) -> "_Action":
        return _Action(self, game_id, seat, number)

    async def act(self, game_id: str, seat: int, number: int) -> None:
        live = await self._service.live(game_id)
        company = self._companies.get(game_id)
        if live is None or live.state is None or company is None or seat not in company.players:
            return
        if live.table.number != number or not live.table.rules.steps[live.table.step].awaits(
            live.position.views[seat]
        ):
            return
        view = live.position.views[seat]
        done = _answers(view, live.table)
        moment = f"choice:{done}:{len(live.table.nominations)}"
        command = company.players[seat].choose(view, dice(live.position, seat, moment))
        if command is None:
            return
        command = command._replace(step=number)
        if not can(view, command):
            log.warning("stand_in_move_rejected", game=game_id, verb=command.verb.value)
            return
        await self._submit(game_id, command, seat, number, done)

    async def _submit(self, game_id: str, command: Command, seat: int, number: int, done: int) -> None:
        receipt = f"standin:{game_id}:{number}:{seat}:{command.verb}:{done}"
        outcome = await self._service.submit(game_id, command, receipt)
        if not isinstance(outcome, Accepted):
            log.info("stand_in_move_outdated", game=game_id, step=number)


class _Action:
    """What a timer does."""

    __slots__ = ("_game", "_number", "_seat", "_stand_ins")

    def __init__(self, stand_ins: StandIns, game: str, seat: int, number: int) -> None:
        self._stand_ins, self._game, self._seat, self._number = stand_ins, game, seat, number

    async def __call__(self) -> None:
        await self._stand_ins.act(self._game, self._seat, self._number)


def _answers(view: SeatView, table: Table) -> int:
    """How much this seat has answered in the wave of the night that runs."""
    me = view.me
    runs = table.step is StepName.NIGHT and (me.night, me.wave) == (table.night, table.wave)
    return len(me.said) if runs else 0


def _seats(live: RunningGame) -> list[int]:
    return [seat for seat, person in enumerate(live.lobby.seating, start=1) if not person]


def _to_json(statement: Statement) -> dict[str, object]:
    return {
        "say": statement.say.value,
        "seats": list(statement.seats),
        "why": statement.why.value,
        "about": list(statement.about),
        "checks": [[check.seat, check.side.value] for check in statement.checks],
        "role": statement.role,
    }
