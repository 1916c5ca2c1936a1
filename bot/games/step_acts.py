"""What players have done publicly in the running step: nominations, withdrawals, a best move."""

from collections.abc import Iterable
from typing import NamedTuple

from bot.games.news import Line, said
from engine.events import BestMoveMade, Event, Nominated, StepBegan, StepName, Undone, Withdrew
from engine.undo import CAN_BE_UNDONE, END_UNDO

CHANGE_LINES: frozenset[type] = frozenset({StepBegan, Nominated, Withdrew, BestMoveMade, Undone}) | CAN_BE_UNDONE
"""Events that change the lines, or that can be undone. All others at most end what the judge can undo."""


class Acts(NamedTuple):
    """Lines about the acts of a step. They are computed from the journal, so that a restart changes nothing."""

    lines: tuple[Line, ...] = ()
    before_judge: tuple[tuple[Line, ...], ...] = ()
    """The lines as they were before each of the judge's acts that can still be undone."""

    def after(self, happened: Iterable[Event]) -> "Acts":
        lines, before_judge = self
        for event in happened:
            if type(event) in CAN_BE_UNDONE:
                before_judge = (*before_judge, lines)
            elif type(event) in END_UNDO:
                before_judge = ()
            match event:
                case StepBegan(step=StepName.NIGHT):
                    lines = lines if event.wave > 1 else ()
                case StepBegan():
                    lines = ()
                case Undone() if before_judge:
                    lines, before_judge = before_judge[-1], before_judge[:-1]
                case _:
                    lines += tuple(said(event))
        return Acts(lines, before_judge)
