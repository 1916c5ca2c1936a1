"""The ballot of the boxed game (S2), one by one or by most votes: hidden, copied, forbidden votes, an acquittal.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Sequence

from engine.commands import NO, YES, Command, Reason, Verb
from engine.daybreak_and_nightfall import begin_night
from engine.ending import leave
from engine.events import (
    BallotClosed,
    BallotSkipped,
    CandidateStruck,
    DoomVoted,
    HandRaised,
    Skip,
    StepBegan,
    StepName,
    TieFound,
    VoteCast,
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
from engine.steps.copied_votes import copied, tell_how_they_answered, tell_how_they_voted
from engine.steps.time_out_and_surrender import SURRENDER, TIME_OUT


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


def _may_vote(view: SeatView) -> Reason | None:
    table, me = view.table, view.me.seat
    if table.barred(me):
        return Reason.NOT_ALLOWED
    return Reason.ALREADY_DONE if me in table.hands else None


def _awaits(view: SeatView) -> bool:
    return view.me.seat not in view.table.hands and not view.table.barred(view.me.seat)


def _candidates(view: SeatView) -> tuple[int, ...]:
    return view.table.candidates


def _not_a_question(_: SeatView, __: int) -> Reason:
    return Reason.BAD_VALUE


def _vote(game: Game, command: Command) -> None:
    game.emit(VoteCast(command.actor, command.seats[0]))
    game.emit(HandRaised(command.actor))


def _doom(game: Game, command: Command) -> None:
    game.emit(DoomVoted(command.actor, command.value == YES))
    game.emit(HandRaised(command.actor))


def counted_votes(state: State) -> dict[int, int]:
    """Returns the votes as they count: a copied one is the swindler's, or missing if the swindler cast none."""
    votes = dict(state.votes)
    for seat, by in copied(state):
        votes.pop(seat, None)
        if by in state.votes:
            votes[seat] = state.votes[by]
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
    game.emit(BallotClosed(tuple(count.items()), cast=tuple(votes.items())))
    tell_how_they_voted(game, votes)
    most = max(count.values())
    leaders = tuple(seat for seat, number in count.items() if number == most)
    if most and len(leaders) == 1:
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
    game.emit(BallotClosed(((suspect, yes),), cast=tuple(votes.items())))
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
    if seat in table.hands:
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
    Move(Verb.VOTE, _vote, _may_vote, seats=_candidates, least=1, most=1, answers=True, switched_on=_by_most),
    Move(
        Verb.VOTE,
        _doom,
        _may_vote,
        values=(YES, NO),
        wrong_seat=_not_a_question,
        answers=True,
        switched_on=_one_by_one,
    ),
    TIME_OUT,
    SURRENDER,
)
_AFTER = frozenset({StepName.DISCUSSION, StepName.TIE_BALLOT, StepName.NIGHT})

TRIAL = Step(
    name=StepName.BALLOT,
    moves=_MOVES,
    open=_open,
    expire=_expire,
    awaits=_awaits,
    complete=_close,
    seat_gone=_seat_gone,
    leads_to=_AFTER,
    reads=frozenset({"ballot_window", "lynch", "tie"}),
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
    reads=frozenset({"ballot_window"}),
)
