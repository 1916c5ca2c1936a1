"""A game as the engine holds it: what the table knows, what each seat knows, and what nobody knows yet."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine import events as ev
from engine.events import ACTS, JUDGE_ACTS, Event, Why, Winner
from engine.knowledge import KNOWLEDGE_FOLD, Knowledge
from engine.public_fold import TABLE_FOLD
from engine.roles import Side
from engine.rules import Rules
from engine.table import Table


@dataclass(frozen=True, slots=True)
class SeatView:
    """All that one seat may see. Players, keyboards and stand-ins get this and never the state."""

    table: Table
    me: Knowledge


class JudgeView(NamedTuple):
    """The judge sits beside the table and sees every card."""

    table: Table
    seats: tuple[Knowledge, ...]


class State:
    """Folded from the journal by `evolve`, in place; `copy` when the old position is still needed."""

    __slots__ = ("before_judge", "secret", "settled", "table", "views")

    def __init__(self, rules: Rules, size: int) -> None:
        self.table = Table(rules, size)
        self.views: list[SeatView] = []
        """By seat; index 0 is nobody. Empty until the cards are dealt."""
        self.secret = ""
        self.settled: tuple[Winner, Why] | None = None
        """Decided, but a last word is still to be heard."""
        self.before_judge: State | None = None
        """The position that `undo` would return to."""

    def view(self, seat: int) -> SeatView:
        return self.views[seat]

    def judge_view(self) -> JudgeView:
        return JudgeView(self.table, tuple(view.me for view in self.views[1:]))

    def side(self, seat: int) -> Side:
        return self.views[seat].me.role.side

    def living(self, side: Side) -> tuple[int, ...]:
        views = self.views
        return tuple([seat for seat in self.table.alive if views[seat].me.role.side is side])

    def copy(self) -> "State":
        twin = State.__new__(State)
        twin.table = table = self.table.copy()
        twin.views = [SeatView(table, view.me.copy()) for view in self.views]
        twin.secret = self.secret
        twin.settled = self.settled
        twin.before_judge = self.before_judge
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(
            getattr(self, name) == getattr(other, name) for name in State.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # changes as the game goes on


def evolve(state: State, event: Event) -> State:
    """Lay one event over the state, in place."""
    FOLD[type(event)](state, event)
    return state


# --- the fold: an event reaches the table, the seats it was sent to, or neither -----------------------------

Fold = Callable[[State, Any], None]


def _to_table(fold: Callable[[Table, Any], None]) -> Fold:
    def on_table(state: State, event: Event) -> None:
        fold(state.table, event)

    return on_table


def _act_on_table(fold: Callable[[Table, Any], None]) -> Fold:
    def act(state: State, event: Event) -> None:
        state.before_judge = None
        fold(state.table, event)

    return act


def _judge_act_on_table(fold: Callable[[Table, Any], None]) -> Fold:
    def act(state: State, event: Event) -> None:
        state.before_judge = state.copy()
        fold(state.table, event)

    return act


def _to_seat(fold: Callable[[Knowledge, Any], None]) -> Fold:
    def on_seat(state: State, event: ev.Acted | ev.Told) -> None:
        fold(state.views[event.seat].me, event)

    return on_seat


def _act_on_seat(fold: Callable[[Knowledge, Any], None]) -> Fold:
    def act(state: State, event: ev.Acted) -> None:
        state.before_judge = None
        fold(state.views[event.seat].me, event)

    return act


def _shots_appointed(state: State, event: ev.ShotsAppointed) -> None:
    state.before_judge = None
    for seat in event.to:
        KNOWLEDGE_FOLD[ev.ShotsAppointed](state.views[seat].me, event)


def _card_dealt(state: State, event: ev.CardDealt) -> None:
    roles = state.table.rules.ruleset.roles
    if not state.views:
        nobody = Knowledge(0, next(iter(roles.values())))
        state.views = [SeatView(state.table, nobody)]
    state.views.append(SeatView(state.table, Knowledge(event.seat, roles[event.role])))


def _secret_kept(state: State, event: ev.SecretKept) -> None:
    state.secret = event.secret


def _result_settled(state: State, event: ev.ResultSettled) -> None:
    state.settled = (event.winner, event.why)


def _undone(state: State, _: ev.Undone) -> None:
    before = state.before_judge
    if before is None:
        raise ValueError("nothing to undo in this journal")
    number = state.table.number
    state.table.become(before.table)
    for view, then in zip(state.views, before.views, strict=True):
        view.me.become(then.me)
    state.settled, state.before_judge = before.settled, before.before_judge
    # A step that begins again is a new step: taps and timers of the undone one are stale.
    state.table.number = number + 1


def _all_folds() -> dict[type, Fold]:
    folds: dict[type, Fold] = {}
    for kind, on_table in TABLE_FOLD.items():
        wrap = _act_on_table if kind in ACTS else _judge_act_on_table if kind in JUDGE_ACTS else _to_table
        folds[kind] = wrap(on_table)
    for kind, on_seat in KNOWLEDGE_FOLD.items():
        folds[kind] = (_act_on_seat if kind in ACTS else _to_seat)(on_seat)
    return folds | {
        ev.ShotsAppointed: _shots_appointed,
        ev.CardDealt: _card_dealt,
        ev.SecretKept: _secret_kept,
        ev.ResultSettled: _result_settled,
        ev.Undone: _undone,
    }


FOLD = _all_folds()
