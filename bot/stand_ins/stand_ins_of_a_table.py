"""The computer players of one table. They know what the journal says, so a restart changes nothing."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import Protocol

from engine import events as ev
from engine.api import replay
from engine.dice import Dice
from engine.events import Event, StepName
from engine.players import SensiblePlayer
from engine.players.player import Player
from engine.players.statements import Statement
from engine.state import SeatView, State, evolve


class StandIn(Player, Protocol):
    """A computer player that can take a seat at a table of people."""

    def sit_down(self, view: SeatView, dice: Dice) -> None:
        """Takes the seat and its card."""
        ...


NewPlayer = Callable[[], StandIn]

SPOKEN = frozenset({StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD})


class StandInsOfTable:
    """The computer players of one table."""

    __slots__ = ("players", "state", "version")

    def __init__(self, seats: Sequence[int], player: NewPlayer = SensiblePlayer) -> None:
        self.players = {seat: player() for seat in seats}
        self.state: State | None = None
        self.version = 0
        """How many events of the journal they have followed."""

    def take_in(self, happened: Sequence[Event]) -> list[tuple[int, Statement]]:
        """Follows the next batch of events; returns the statements, with their seats, that are made then."""
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
    """Returns random numbers that depend only on the game, the step, the seat and `what`, so a restart repeats
    them. Not seeded by the journal's length: it counts secret events, and public speech could reveal it."""
    return random.Random(f"{state.secret}:{number or state.table.number}:{seat}:{what}")
