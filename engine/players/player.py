"""The interface of a computer player."""

from typing import Protocol

from engine.commands import Command
from engine.dice import Dice
from engine.players.statements import Statement
from engine.state import SeatView


class Player(Protocol):
    """The methods that a computer player must have; it plays one seat for one game.

    >>> from engine.players import RandomPlayer
    >>> player: Player = RandomPlayer()
    """

    def choose(self, view: SeatView, dice: Dice) -> Command | None:
        """Returns the next command, or None to let the step end by the clock."""
        ...

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:
        """Returns its statement in a minute, tie speech or last word, or once in a discussion; None for none."""
        ...

    def hear(self, seat: int, statement: Statement) -> None:
        """Receives what another seat has said."""
        ...

    def watch(self, view: SeatView) -> None:
        """Called when a ballot has closed, while the view still shows its votes."""
        ...
