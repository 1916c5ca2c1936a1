"""What a table expects of a computer player."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from engine.commands import Command
from engine.players.statements import Statement
from engine.state import SeatView

T = TypeVar("T")


class Dice(Protocol):
    """Chance is always an argument; the engine has none of its own."""

    def random(self) -> float: ...

    def choice(self, seq: Sequence[T], /) -> T: ...

    def shuffle(self, x: list[T], /) -> None: ...


class Player(Protocol):
    """Sits on one seat for one game."""

    def choose(self, view: SeatView, dice: Dice) -> Command | None:
        """The next command, or None to let the clock run."""
        ...

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:
        """What it says with the floor: in its minute, its tie speech or its last word; in a discussion, once."""
        ...

    def hear(self, seat: int, statement: Statement) -> None:
        """Another seat has said this."""
        ...

    def watch(self, view: SeatView) -> None:
        """A ballot has closed: look at who has voted how, before the next one wipes it off the table."""
        ...
