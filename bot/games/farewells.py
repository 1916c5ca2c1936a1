"""What a player who leaves the game is told in private: how, and what comes now. Facts, no texts."""

from collections.abc import Sequence

from bot.telegram.outbox.rows import Args
from engine.events import Event, Left, StepName
from engine.options import BestMoveTime
from engine.steps.last_word_and_best_move import may_name
from engine.table import Table


def farewells(table: Table, happened: Sequence[Event]) -> dict[int, Args]:
    """Returns for each seat that has left in a batch of events what it is told; `table` is as after them."""
    departures = [event for event in happened if isinstance(event, Left)]
    return {
        seat: {"way": event.way.value, "word": _last_word(table, seat), "best_move": _is_asked_later(table, seat)}
        for event in departures
        for seat in event.seats
    }


def _last_word(table: Table, seat: int) -> str:
    if table.step is StepName.OVER:
        return "over"
    if table.step is StepName.LAST_WORD and table.speaker == seat:
        return "now"
    return "later" if seat in table.words else "none"


def _is_asked_later(table: Table, seat: int) -> bool:
    """Tells whether this seat will be asked for a best move, but is not asked now."""
    never = table.step is StepName.OVER or table.rules.options.best_move_time is BestMoveTime.NEVER
    return not never and seat in may_name(table) and seat not in table.best_moves and seat != table.speaker
