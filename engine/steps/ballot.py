"""The ballot and, after a tie, its second round (S0 4.4, S3 4.4, S4 3.4).

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.commands import Command, Reason, Verb
from engine.daybreak_and_nightfall import begin_night, last_words_then_on
from engine.ending import leave
from engine.events import (
    BallotClosed,
    BallotSkipped,
    CandidateStruck,
    Skip,
    StepBegan,
    StepName,
    TieFound,
    Voted,
    VoteDropped,
    Way,
    WindowOpened,
)
from engine.game import Game
from engine.legal_moves import Move
from engine.options import BallotStyle, SingleLater, TieAtThreeOrFour, Unvoted
from engine.rules import Step
from engine.state import SeatView
from engine.steps.acquittal import acquitted
from engine.steps.copied_votes import copied, tell_how_they_voted
from engine.steps.time_out_and_surrender import SURRENDER, TIME_OUT
from engine.table import Table
from engine.table_updates import BALLOTS

SIMULTANEOUS = BallotStyle.SIMULTANEOUS
"""Bound once: Python 3.11 takes ten times as long to look an enum member up."""


def _open(game: Game) -> None:
    table = game.table
    standing = table.candidates
    if table.cancelled_day == table.day:
        skip_ballot(game, Skip.CANCELLED)
    elif table.no_ballot_today:
        skip_ballot(game, Skip.DAY_ONE)
    elif not standing:
        skip_ballot(game, Skip.NOBODY)
    elif len(standing) == 1 and table.day == 1:
        skip_ballot(game, Skip.ONE_ON_DAY_ONE)  # S0 4.4.11, S3 4.4.8, S4 3.4.6
    elif len(standing) == 1 and table.rules.options.single_later is SingleLater.LEAVES:
        game.emit(BallotClosed(((standing[0], len(table.alive)),), table.alive))  # S3 4.4.8
        _vote_out(game, standing[0], table.alive)
    else:
        _open_windows(game, StepName.BALLOT)


def skip_ballot(game: Game, why: Skip) -> None:
    game.emit(BallotSkipped(why))
    begin_night(game)


def _open_windows(game: Game, step: StepName) -> None:
    table = game.table
    options = table.rules.options
    seconds = options.ballot_window
    if options.ballot_style is BallotStyle.SIMULTANEOUS:
        seconds *= len(table.candidates)
    game.emit(StepBegan(step, seconds))
    if not _windows(table):
        _close(game)


def _windows(table: Table) -> int:
    """Returns the number of voting windows; votes left over for the last need none (S0 4.4.9, S3 4.4.6)."""
    options = table.rules.options
    if options.ballot_style is BallotStyle.SIMULTANEOUS:
        return 1
    return len(table.candidates) - (options.unvoted is Unvoted.LAST_CANDIDATE)


def _open_tie_ballot(game: Game) -> None:
    _open_windows(game, StepName.TIE_BALLOT)


def _may_vote(view: SeatView) -> Reason | None:
    table, seat = view.table, view.me.seat
    if (table.no_vote or table.prisoners) and table.barred(seat):
        return Reason.NOT_ALLOWED
    return Reason.ALREADY_DONE if table.votes[seat] else None


def _called(view: SeatView) -> tuple[int, ...]:
    table = view.table
    if table.rules.options.ballot_style is SIMULTANEOUS:
        return table.candidates
    return (table.candidates[table.window],)


def _awaits(view: SeatView) -> bool:
    table, seat = view.table, view.me.seat
    return not table.votes[seat] and not ((table.no_vote or table.prisoners) and table.barred(seat))


def _vote(game: Game, command: Command) -> None:
    game.emit(Voted(command.actor, command.seats[0]))


def _expire(game: Game) -> None:
    following = game.table.window + 1
    if following < _windows(game.table):
        game.emit(WindowOpened(following))
    else:
        _close(game)


def _close(game: Game) -> None:
    table = game.table
    candidates, votes = table.candidates, _counted(game)
    count = dict.fromkeys(candidates, 0)
    left_over = tuple(seat for seat in table.alive if not votes[seat] and not table.barred(seat))
    for vote in votes:
        if vote in count:  # a vote against a candidate who was struck off does not count
            count[vote] += 1
    if table.rules.options.unvoted is Unvoted.LAST_CANDIDATE:
        count[candidates[-1]] += len(left_over)
    else:
        left_over = ()
    second_round = table.step is StepName.TIE_BALLOT
    game.emit(BallotClosed(tuple(count.items()), left_over))
    tell_how_they_voted(game, {**dict(enumerate(votes)), **dict.fromkeys(left_over, candidates[-1])})
    most = max(count.values())
    leaders = tuple(seat for seat in candidates if count[seat] == most)
    if not most:
        begin_night(game)  # nobody has got a vote
    elif len(leaders) == 1:
        condemned = leaders[0]
        by_default = left_over if condemned == candidates[-1] else ()
        _vote_out(game, condemned, (*(seat for seat, vote in enumerate(votes) if vote == condemned), *by_default))
    elif second_round and _is_left_at_that(table, leaders):
        begin_night(game)
    elif second_round and len(leaders) == len(candidates):
        game.go(StepName.LIFT_BALLOT)
    else:
        game.emit(TieFound(leaders))  # S0 4.4.13, S3 4.4.11, S4 3.4.8-3.4.9
        game.go(StepName.TIE_SPEECH)


def _is_left_at_that(table: Table, tied: tuple[int, ...]) -> bool:
    """Whether nobody leaves after a second tie of two or three at a table of three or four (S0 7.6)."""
    spared = table.rules.options.tie_at_three_or_four is TieAtThreeOrFour.NIGHT
    return spared and len(table.alive) in (3, 4) and len(tied) in (2, 3)


def _counted(game: Game) -> list[int]:
    """Returns the votes as they count: that of the swindler's victim is replaced by the swindler's (S2)."""
    table, votes = game.table, game.table.votes.copy()
    for seat, by in copied(game.state):
        votes[seat] = table.votes[by]
    return votes


def _vote_out(game: Game, seat: int, against: tuple[int, ...]) -> None:
    if acquitted(game, seat, against):
        begin_night(game)  # these rules have no second discussion, so nobody leaves on this day
    elif not leave(game, (seat,), Way.VOTED):
        last_words_then_on(game)


def seat_gone(game: Game, seat: int) -> None:
    """Cancels the ballot after a removal (S0 7.1, S3 6.5.1), or goes on without the removed player (S1)."""
    if game.table.rules.ruleset.removal_cancels_ballot:
        skip_ballot(game, Skip.CANCELLED)
        return
    _drop_vote(game, seat)
    called = strike(game, seat)
    if not game.table.candidates:
        skip_ballot(game, Skip.STRUCK)
    elif called and game.table.window >= _windows(game.table):
        _close(game)
    else:
        if called:
            game.emit(WindowOpened(game.table.window))
        game.complete_if_all_have_answered()


def _drop_vote(game: Game, seat: int) -> None:
    """Drops a removed player's vote against the candidate being called; earlier votes stay."""
    table = game.table
    vote = table.votes[seat]
    if vote and vote in _called(game.state.views[seat]):
        game.emit(VoteDropped(seat))


def strike(game: Game, seat: int) -> bool:
    """Strikes a removed player off the candidates; returns whether that candidate was being called."""
    table = game.table
    if seat not in table.candidates:
        return False
    sequential = table.rules.options.ballot_style is BallotStyle.SEQUENTIAL
    called = sequential and table.step in BALLOTS and table.candidates[table.window] == seat
    game.emit(CandidateStruck(seat))
    return called


_MOVES = (
    Move(Verb.VOTE, _vote, _may_vote, seats=_called, least=1, most=1, answers=True),
    TIME_OUT,
    SURRENDER,
)
_AFTER = frozenset({StepName.TIE_SPEECH, StepName.LAST_WORD, StepName.NIGHT})

BALLOT = Step(
    name=StepName.BALLOT,
    moves=_MOVES,
    open=_open,
    expire=_expire,
    awaits=_awaits,
    complete=_close,
    leads_to=_AFTER,
    reads=frozenset({"ballot_window", "ballot_style", "unvoted", "single_later", "first_day_ballot", "draw"}),
    seat_gone=seat_gone,
)
TIE_BALLOT = Step(
    name=StepName.TIE_BALLOT,
    moves=_MOVES,
    open=_open_tie_ballot,
    expire=_expire,
    awaits=_awaits,
    complete=_close,
    leads_to=_AFTER | {StepName.LIFT_BALLOT},
    reads=frozenset({"ballot_window", "ballot_style", "unvoted", "tie_at_three_or_four"}),
    seat_gone=seat_gone,
)
