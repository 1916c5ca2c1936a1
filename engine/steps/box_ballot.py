"""The ballot of the boxed game (S2), one by one or by most votes: hidden, copied, forbidden votes, an acquittal.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Sequence

from engine.commands import NO, YES, Reason, Verb
from engine.daybreak_and_nightfall import begin_night
from engine.ending import leave
from engine.events import (
    BallotClosed,
    BallotSkipped,
    CandidateStruck,
    Skip,
    StepBegan,
    StepName,
    TieFound,
    VoteDropped,
    Way,
    WindowOpened,
)
from engine.game import Game
from engine.legal_moves import Move
from engine.options import Lynch, Options, Tie
from engine.rules import Step
from engine.state import SeatView, State
from engine.steps.acquittal import acquitted
from engine.steps.confirmation import ask_for_confirmation, confirmation_step
from engine.steps.copied_votes import copied, tell_how_they_answered, tell_how_they_voted
from engine.steps.time_out_and_surrender import SURRENDER, TIME_OUT
from engine.steps.votes import (
    answers_given,
    give_vote,
    has_answered,
    is_to_answer,
    is_to_vote,
    may_answer,
    may_vote,
    others,
    own_vote,
    say_yes_or_no,
    shown_at_close,
    votes_given,
    wrong_candidate,
)


def _one_by_one(options: Options) -> bool:
    return options.lynch is Lynch.ONE_BY_ONE


def _by_most(options: Options) -> bool:
    return options.lynch is Lynch.MOST


def _open(game: Game) -> None:
    table = game.table
    windows = 1 if _one_by_one(table.rules.options) else len(table.candidates)
    game.emit(StepBegan(StepName.BALLOT, table.rules.options.ballot_window * windows))


def _open_revote(game: Game) -> None:
    table = game.table
    game.emit(StepBegan(StepName.TIE_BALLOT, table.rules.options.ballot_window * len(table.candidates)))


def _candidates(view: SeatView) -> tuple[int, ...]:
    return others(view, view.table.candidates)


def _awaits(view: SeatView) -> bool:
    return is_to_answer(view) if _one_by_one(view.table.rules.options) else is_to_vote(view)


def _not_a_question(_: SeatView, __: int) -> Reason:
    return Reason.BAD_VALUE


def counted_votes(state: State) -> dict[int, int]:
    """Returns the votes as they count: a copied one is the swindler's, or missing if the swindler cast none."""
    one_by_one = _one_by_one(state.table.rules.options)
    votes = answers_given(state) if one_by_one else votes_given(state)
    given = votes.copy()
    for seat, by in copied(state):
        votes.pop(seat, None)
        if by in given:
            votes[seat] = given[by]
    return dict(sorted(votes.items()))


def _close(game: Game) -> None:
    if _one_by_one(game.table.rules.options):
        _close_question(game)
        return
    table = game.table
    revote = table.step is StepName.TIE_BALLOT
    votes = counted_votes(game.state)
    count = dict.fromkeys(table.candidates, 0)
    for vote in votes.values():
        if vote in count:
            count[vote] += 1
    game.emit(BallotClosed(tuple(count.items()), cast=shown_at_close(table, votes)))
    tell_how_they_voted(game, votes)
    most = max(count.values())
    leaders = tuple(seat for seat, number in count.items() if number == most)
    if most and len(leaders) == 1:
        if table.rules.options.confirmation:
            ask_for_confirmation(game, leaders[0])
        else:
            _condemn(game, leaders[0], [seat for seat, vote in votes.items() if vote == leaders[0]])
    elif most and table.rules.options.tie is Tie.REVOTE and not revote:
        game.emit(TieFound(leaders))
        game.go(StepName.TIE_BALLOT)
    else:
        begin_night(game)  # nobody may be voted on twice a day


def _close_question(game: Game) -> None:
    """Counts the answers about one suspect; half of those who may vote are enough to condemn."""
    table = game.table
    votes = counted_votes(game.state)
    suspect = table.candidates[table.window]
    yes = sum(votes.values())
    entitled = sum(1 for seat in table.alive if not table.barred(seat))
    game.emit(BallotClosed(((suspect, yes),), cast=shown_at_close(table, votes)))
    tell_how_they_answered(game, suspect, votes)
    if yes * 2 >= entitled and yes:
        _condemn(game, suspect, [seat for seat, vote in votes.items() if vote == YES])
    elif table.window + 1 < len(table.candidates):
        game.emit(WindowOpened(table.window + 1))
    else:
        begin_night(game)


def _condemn(game: Game, seat: int, against: Sequence[int]) -> None:
    if acquitted(game, seat, against):
        game.go(StepName.DISCUSSION)
    elif not leave(game, (seat,), Way.VOTED):
        begin_night(game)


def _expire(game: Game) -> None:
    _close(game)


def _seat_gone(game: Game, seat: int) -> None:
    table = game.table
    view = game.state.views[seat]
    if has_answered(view) if _one_by_one(table.rules.options) else own_vote(view):
        game.emit(VoteDropped(seat))
    if seat in table.candidates:
        called = _one_by_one(table.rules.options) and table.candidates[table.window] == seat
        game.emit(CandidateStruck(seat))
        if table.window >= len(table.candidates) or not table.candidates:
            game.emit(BallotSkipped(Skip.STRUCK))
            begin_night(game)
            return
        if called:
            game.emit(WindowOpened(table.window))
    game.complete_if_all_have_answered()


_MOVES = (
    Move(
        Verb.VOTE,
        give_vote,
        may_vote,
        seats=_candidates,
        least=1,
        most=1,
        wrong_seat=wrong_candidate,
        answers=True,
        switched_on=_by_most,
    ),
    Move(
        Verb.VOTE,
        say_yes_or_no,
        may_answer,
        values=(YES, NO),
        wrong_seat=_not_a_question,
        answers=True,
        switched_on=_one_by_one,
    ),
    TIME_OUT,
    SURRENDER,
)
_AFTER = frozenset({StepName.DISCUSSION, StepName.TIE_BALLOT, StepName.CONFIRMATION, StepName.NIGHT})

TRIAL = Step(
    name=StepName.BALLOT,
    moves=_MOVES,
    open=_open,
    expire=_expire,
    awaits=_awaits,
    complete=_close,
    seat_gone=_seat_gone,
    leads_to=_AFTER,
    reads=frozenset({"ballot_window", "lynch", "tie", "ballot_secrecy", "change_vote"}),
)
RETRIAL = Step(
    name=StepName.TIE_BALLOT,
    moves=_MOVES,
    open=_open_revote,
    expire=_expire,
    awaits=_awaits,
    complete=_close,
    seat_gone=_seat_gone,
    leads_to=_AFTER,
    reads=frozenset({"ballot_window", "ballot_secrecy", "change_vote"}),
)
CONFIRMATION = confirmation_step(
    _condemn,
    begin_night,
    leads_to=frozenset({StepName.DISCUSSION, StepName.NIGHT}),
)
