"""What a table expects of a computer player."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from engine.commands import Command
from engine.players.statements import Statement
from engine.state import SeatView

T = TypeVar("T")


class Dice(Protocol):
    """Where chance comes from; `random.Random` fits. The engine has none of its own.

    >>> from random import Random
    >>> dice: Dice = Random(7)
    """

    def random(self) -> float:
        """A number from 0 up to, not including, 1."""
        ...

    def choice(self, seq: Sequence[T], /) -> T:
        """One of these."""
        ...

    def shuffle(self, x: list[T], /) -> None:
        """Put a list into any order, in place."""
        ...


class Player(Protocol):
    """What a table expects of a computer player, who sits on one seat for one game.

    >>> from engine.players import RandomPlayer
    >>> player: Player = RandomPlayer()
    """

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
