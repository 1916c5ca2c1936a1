"""A game as the engine holds it: what the table knows, what each seat knows, and what nobody knows yet."""

from collections.abc import Callable
from typing import Any, NamedTuple

from engine import events as ev
from engine.errors import BadEvent, BadJournal, NoSuchSeat
from engine.events import Event, Why, Winner
from engine.options import Lynch
from engine.read_only_views import knowledge_for_judge, read_only_knowledge, read_only_table
from engine.roles import Side
from engine.rules import Rules
from engine.seat_knowledge import KNOWLEDGE_AT_TABLE_FOLD, KNOWLEDGE_FOLD, LEARNT, Knowledge, Learnt
from engine.table import Table
from engine.table_updates import TABLE_FOLD
from engine.undo import CAN_BE_UNDONE, END_UNDO, UNDONE_AT_MOST

# Bound once: Python 3.11 takes ten times as long to look an enum member up.
ONE_BY_ONE = Lynch.ONE_BY_ONE


class SeatView(NamedTuple):
    """All that one seat may see: the table, and its own knowledge. It follows the game and cannot change it.

    Players, keyboards and stand-ins get this and never the state.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> view = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10)).state.view(3)
    >>> view
    <SeatView of seat 3, deal, 10 of 10 alive>
    >>> view.table.alive = ()
    Traceback (most recent call last):
    AttributeError: a ReadOnlyTable cannot be changed: a view only reads the game
    """

    table: Table
    """What everybody at the table knows."""
    me: Knowledge
    """What this seat knows besides."""

    def __repr__(self) -> str:
        # The own card is left out: a view in a log or a traceback must not tell it.
        return f"<SeatView of seat {self.me.seat}, {self.table.summary()}>"


class LiveView(SeatView):
    """What `State.view` hands out: read-only, and it remembers the engine's own view for a quick answer."""

    _live: SeatView


class Undoable(NamedTuple):
    """An act of the judge that can be taken back, and the position before it."""

    act: Event
    before: "State"
    """It remembers no earlier ones."""


class JudgeView(NamedTuple):
    """What the judge sees, who sits beside the table: everything that is public, and every seat's card.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> view = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10)).state.judge_view()
    >>> [seat.role.id for seat in view.seats][:3]
    ['don', 'mafia', 'mafia']
    """

    table: Table
    seats: tuple[Knowledge, ...]
    """From seat 1 on."""

    def __repr__(self) -> str:
        return f"<JudgeView, {self.table.summary()}>"


class State:
    """A position: what the table knows, what each seat knows, and what nobody knows yet.

    `evolve` changes it in place; `copy` it when the old position is still needed.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> state = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10)).state
    >>> state
    <State fiim, deal, 10 of 10 alive>
    >>> state.view(11)
    Traceback (most recent call last):
    engine.errors.NoSuchSeat: no seat 11: 10 seats hold a card
    """

    __slots__ = (
        "_shown",
        "before_judge",
        "choices",
        "copies",
        "misses",
        "secret",
        "settled",
        "table",
        "views",
        "votes",
    )

    def __init__(self, rules: Rules, size: int) -> None:
        self.table = Table(rules, size)
        self.views: list[SeatView] = []
        """The engine's own views, by seat; index 0 is nobody. Empty until the cards are dealt."""
        self._shown: list[SeatView] | None = None
        """The same, read-only; made when somebody first asks."""
        self.secret = ""
        self.settled: tuple[Winner, Why] | None = None
        """Decided, but a last word is still to be heard."""
        self.choices: list[ev.Acted] = []
        """The latest night's choices in the order they were made."""
        self.votes: dict[int, int] = {}
        """Hidden votes of the ballot that runs."""
        self.copies: dict[int, int] = {}
        """Whose vote is replaced by whose today."""
        self.misses: tuple[int, ...] = ()
        """Nights in which the team missed."""
        self.before_judge: tuple[Undoable, ...] = ()
        """What `undo` would take back, the latest last."""

    def view(self, seat: int) -> SeatView:
        """All that a seat may see: it follows the game and cannot be used to change it.

        `NoSuchSeat` if the table has no such seat, or no cards are dealt yet.
        """
        shown = self._shown
        if shown is None:
            shown = self._show()
        if 0 < seat < len(shown):
            return shown[seat]
        raise NoSuchSeat(f"no seat {seat}: {max(len(shown) - 1, 0)} seats hold a card")

    def _show(self) -> list[SeatView]:
        table = read_only_table(self.table)
        shown: list[SeatView] = []
        self._shown = shown
        for live in self.views:
            view = LiveView(table, read_only_knowledge(live.me))
            view._live = live
            shown.append(view)
        return shown

    def judge_view(self) -> JudgeView:
        """What the judge sees: the table and every seat's card. It cannot be used to change the game either."""
        shown = self._shown or self._show()
        table = shown[0].table if shown else read_only_table(self.table)
        return JudgeView(table, tuple([knowledge_for_judge(view.me) for view in self.views[1:]]))

    def side(self, seat: int) -> Side:
        """The side of a seat's card; `NoSuchSeat` if the table has no such seat, or no cards are dealt yet."""
        if 0 <= seat < len(self.views):
            return self.views[seat].me.role.side
        raise NoSuchSeat(f"no seat {seat}: {max(len(self.views) - 1, 0)} seats hold a card")

    def living(self, side: Side) -> tuple[int, ...]:
        """The living seats of a side."""
        views = self.views
        return tuple([seat for seat in self.table.alive if views[seat].me.role.side is side])

    def sides(self) -> dict[Side, int]:
        """How many of each side live."""
        count: dict[Side, int] = {}
        views = self.views
        for seat in self.table.alive:
            side = views[seat].me.role.side
            count[side] = count.get(side, 0) + 1
        return count

    def team(self, team: Side) -> tuple[int, ...]:
        """The living who wake together."""
        views = self.views
        return tuple([seat for seat in self.table.alive if views[seat].me.role.team is team])

    def choices_of(self, night: int) -> list[ev.Acted]:
        """The choices of a night in the order they were made; only the latest night's are kept."""
        return self.choices if self.choices and self.choices[0].night == night else []

    def copy(self) -> "State":
        """A position of its own: what happens in one is not seen in the other."""
        twin = State.__new__(State)
        twin.table = table = self.table.copy()
        twin.views = [SeatView(table, view.me.copy()) for view in self.views]
        twin.secret = self.secret
        twin.settled = self.settled
        twin.choices = self.choices.copy()
        twin.votes = self.votes.copy()
        twin.copies = self.copies.copy()
        twin.misses = self.misses
        twin.before_judge = self.before_judge
        twin._shown = None
        return twin

    def __repr__(self) -> str:
        return f"<State {self.table.rules.ruleset.id}, {self.table.summary()}>"

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        return None, {name: getattr(self, name) for name in POSITION}

    def __setstate__(self, state: tuple[None, dict[str, object]]) -> None:
        self._shown = None
        for name, value in state[1].items():
            setattr(self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(getattr(self, name) == getattr(other, name) for name in POSITION)

    __hash__ = None  # type: ignore[assignment]  # changes as the game goes on


POSITION = tuple(name for name in State.__slots__ if name != "_shown")
"""The fields that make two states equal: all but the views made of them."""


def evolve(state: State, event: Event) -> State:
    """Let one event take effect on the state, in place; the state is returned. `BadEvent` if it is no event.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> state = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10)).state
    >>> evolve(state, engine.events.CardSeen(3)).table.seen
    (3,)
    """
    try:
        fold = FOLD[type(event)]
    except KeyError:
        raise BadEvent(f"not an event: {event!r}") from None
    fold(state, event)
    return state


# --- how events take effect: on the table, on the seats they were sent to, or on neither --------------------

Fold = Callable[[State, Any], None]


def _to_table(fold: Callable[[Table, Any], None]) -> Fold:
    def on_table(state: State, event: Event) -> None:
        fold(state.table, event)

    return on_table


def _act_on_table(fold: Callable[[Table, Any], None]) -> Fold:
    def act(state: State, event: Event) -> None:
        state.before_judge = ()
        fold(state.table, event)

    return act


def _judge_act_on_table(fold: Callable[[Table, Any], None]) -> Fold:
    def act(state: State, event: Event) -> None:
        then = state.copy()
        then.before_judge = ()
        state.before_judge = (*state.before_judge, Undoable(event, then))[-UNDONE_AT_MOST:]
        fold(state.table, event)

    return act


def _to_seat(fold: Callable[[Knowledge, Any], None]) -> Fold:
    def on_seat(state: State, event: ev.Told) -> None:
        fold(state.views[event.seat].me, event)

    return on_seat


def _acted(state: State, event: ev.Acted) -> None:
    state.before_judge = ()
    if state.choices and state.choices[0].night != event.night:
        state.choices = []
    state.choices.append(event)
    KNOWLEDGE_FOLD[ev.Acted](state.views[event.seat].me, event)


def _told(state: State, event: ev.Told) -> None:
    me, table = state.views[event.seat].me, state.table
    KNOWLEDGE_FOLD[ev.Told](me, event)
    if event.topic in LEARNT:
        me.learnt += (Learnt(table.night, table.wave, event),)


def _hidden_vote(state: State, event: ev.VoteCast | ev.DoomVoted) -> None:
    state.before_judge = ()
    state.votes[event.seat] = int(event[1])
    KNOWLEDGE_FOLD[type(event)](state.views[event.seat].me, event)


def _step_began(state: State, event: ev.StepBegan) -> None:
    _heard_by_all(state, event)
    if state.votes:
        state.votes = {}


def _heard_by_all(state: State, event: ev.StepBegan | ev.WindowOpened | ev.VoteDropped) -> None:
    known = KNOWLEDGE_AT_TABLE_FOLD[type(event)]
    for view in state.views[1:]:
        known(view.me, state.table, event)
    TABLE_FOLD[type(event)](state.table, event)


def _window_opened(state: State, event: ev.WindowOpened) -> None:
    _heard_by_all(state, event)
    if state.table.rules.options.lynch is ONE_BY_ONE:
        state.votes = {}


def _night_fell(state: State, event: ev.NightFell) -> None:
    TABLE_FOLD[ev.NightFell](state.table, event)
    state.copies = {}


def _vote_dropped(state: State, event: ev.VoteDropped) -> None:
    _heard_by_all(state, event)
    state.votes.pop(event.seat, None)


def _copy_set(state: State, event: ev.CopySet) -> None:
    state.copies[event.seat] = event.by


def _team_shot(state: State, event: ev.TeamShot) -> None:
    if not event.target:
        state.misses += (event.night,)


def _shots_appointed(state: State, event: ev.ShotsAppointed) -> None:
    state.before_judge = ()
    for seat in event.to:
        KNOWLEDGE_FOLD[ev.ShotsAppointed](state.views[seat].me, event)


def _card_dealt(state: State, event: ev.CardDealt) -> None:
    roles = state.table.rules.ruleset.roles
    state._shown = None
    if not state.views:
        nobody = Knowledge(0, next(iter(roles.values())))
        state.views = [SeatView(state.table, nobody)]
    state.views.append(SeatView(state.table, Knowledge(event.seat, roles[event.role])))


def _secret_kept(state: State, event: ev.SecretKept) -> None:
    state.secret = event.secret


def _result_settled(state: State, event: ev.ResultSettled) -> None:
    state.settled = (event.winner, event.why)


def _undone(state: State, _: ev.Undone) -> None:
    if not state.before_judge:
        raise BadJournal("an event Undone, and nothing to undo before it")
    *earlier, undone = state.before_judge
    before = undone.before
    number = state.table.number
    state.table.become(before.table)
    for view, then in zip(state.views, before.views, strict=True):
        view.me.become(then.me)
    state.choices, state.copies, state.misses = before.choices.copy(), before.copies.copy(), before.misses
    state.votes = before.votes.copy()
    state.settled, state.before_judge = before.settled, tuple(earlier)
    # A step that begins again is a new step: taps and timers of the undone one are stale.
    state.table.number = number + 1


def _all_folds() -> dict[type, Fold]:
    folds: dict[type, Fold] = {}
    for kind, on_table in TABLE_FOLD.items():
        wrap = _act_on_table if kind in END_UNDO else _judge_act_on_table if kind in CAN_BE_UNDONE else _to_table
        folds[kind] = wrap(on_table)
    for kind, on_seat in KNOWLEDGE_FOLD.items():
        folds[kind] = _to_seat(on_seat)
    return folds | {
        ev.Acted: _acted,
        ev.Told: _told,
        ev.VoteCast: _hidden_vote,
        ev.DoomVoted: _hidden_vote,
        ev.StepBegan: _step_began,
        ev.WindowOpened: _window_opened,
        ev.NightFell: _night_fell,
        ev.VoteDropped: _vote_dropped,
        ev.CopySet: _copy_set,
        ev.TeamShot: _team_shot,
        ev.ShotsAppointed: _shots_appointed,
        ev.CardDealt: _card_dealt,
        ev.SecretKept: _secret_kept,
        ev.ResultSettled: _result_settled,
        ev.Undone: _undone,
    }


FOLD = _all_folds()
