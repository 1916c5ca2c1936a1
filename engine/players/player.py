"""What a table expects of a computer player."""

from typing import Protocol

from engine.commands import Command
from engine.dice import Dice
from engine.players.statements import Statement
from engine.state import SeatView


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
