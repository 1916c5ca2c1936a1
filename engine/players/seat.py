"""What a table expects of a computer player."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from engine.commands import Command
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
