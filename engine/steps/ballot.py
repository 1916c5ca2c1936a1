"""The ballot and, after a tie, its second round (S0 4.4, S3 4.4, S4 3.4).

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Mapping, Sequence

from engine.commands import Verb
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
    VoteDropped,
    Way,
    WindowOpened,
)
from engine.game import Game
from engine.legal_moves import Move
from engine.options import SingleLater, TieAtThreeOrFour, Unvoted
from engine.rules import Step
from engine.state import SeatView
from engine.steps.acquittal import acquitted
from engine.steps.confirmation import ask_for_confirmation, confirmation_step
from engine.steps.copied_votes import copied, tell_how_they_voted
from engine.steps.time_out_and_surrender import SURRENDER, TIME_OUT
from engine.steps.votes import (
    ANONYMOUS,
    OPEN,
    give_vote,
    is_to_vote,
    may_vote,
    others,
    own_vote,
    shown_at_close,
    votes_given,
    wrong_candidate,
)
from engine.table import Table
from engine.table_updates import BALLOTS

LAST_CANDIDATE = Unvoted.LAST_CANDIDATE
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
    if not table.rules.one_after_another:
        seconds *= len(table.candidates)
    game.emit(StepBegan(step, seconds))
    if not _windows(table):
        _close(game)


def _windows(table: Table) -> int:
    """Returns the number of voting windows; votes left over for the last need none (S0 4.4.9, S3 4.4.6)."""
    options = table.rules.options
    if not table.rules.one_after_another:
        return 1
    return len(table.candidates) - (options.unvoted is LAST_CANDIDATE)


def _open_tie_ballot(game: Game) -> None:
    _open_windows(game, StepName.TIE_BALLOT)


def _called(view: SeatView) -> tuple[int, ...]:
    table = view.table
    if not table.rules.one_after_another:
        return table.candidates
    return (table.candidates[table.window],)


def _open_to(view: SeatView) -> tuple[int, ...]:
    called = _called(view)
    return others(view, called) if view.table.rules.options.change_vote else called


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
    left_over = _left_over(table, votes)
    for target in votes.values():
        if target in count:  # a vote against a candidate who was struck off does not count
            count[target] += 1
    count[candidates[-1]] += len(left_over)
    secrecy = table.rules.options.ballot_secrecy
    cast = () if secrecy is OPEN else shown_at_close(table, votes)
    by_default = () if secrecy is ANONYMOUS else left_over
    second_round = table.step is StepName.TIE_BALLOT
    game.emit(BallotClosed(tuple(count.items()), by_default, cast))
    votes |= dict.fromkeys(left_over, candidates[-1])
    tell_how_they_voted(game, votes)
    most = max(count.values())
    leaders = tuple(seat for seat in candidates if count[seat] == most)
    if not most:
        begin_night(game)  # nobody has got a vote
    elif len(leaders) == 1:
        condemned = leaders[0]
        _vote_out(game, condemned, tuple([seat for seat, target in votes.items() if target == condemned]))
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


def _left_over(table: Table, votes: Mapping[int, int]) -> tuple[int, ...]:
    """Returns whose votes go to the last candidate because they have not voted (S0 4.4.9, S3 4.4.6, S4 3.4.4)."""
    if table.rules.options.unvoted is not LAST_CANDIDATE:
        return ()
    return tuple([seat for seat in table.alive if seat not in votes and not table.barred(seat)])


def _counted(game: Game) -> dict[int, int]:
    """Returns the votes as they count: that of the swindler's victim is replaced by the swindler's (S2)."""
    votes = votes_given(game.state)
    given = votes.copy()
    for seat, by in copied(game.state):
        votes.pop(seat, None)
        if by in given:
            votes[seat] = given[by]
    return votes


def _vote_out(game: Game, seat: int, against: Sequence[int]) -> None:
    if game.table.rules.options.confirmation:
        ask_for_confirmation(game, seat)
    else:
        _condemn(game, seat, against)


def _condemn(game: Game, seat: int, against: Sequence[int]) -> None:
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
    view = game.state.views[seat]
    if own_vote(view) in _called(view):
        game.emit(VoteDropped(seat))


def strike(game: Game, seat: int) -> bool:
    """Strikes a removed player off the candidates; returns whether that candidate was being called."""
    table = game.table
    if seat not in table.candidates:
        return False
    one_by_one = table.rules.one_after_another
    called = one_by_one and table.step in BALLOTS and table.candidates[table.window] == seat
    game.emit(CandidateStruck(seat))
    return called


_MOVES = (
    Move(
        Verb.VOTE, give_vote, may_vote, seats=_open_to, least=1, most=1, wrong_seat=wrong_candidate, answers=True
    ),
    TIME_OUT,
    SURRENDER,
)
HOW = ("ballot_style", "ballot_secrecy", "change_vote")
_AFTER = frozenset({StepName.TIE_SPEECH, StepName.CONFIRMATION, StepName.LAST_WORD, StepName.NIGHT})

BALLOT = Step(
    name=StepName.BALLOT,
    moves=_MOVES,
    open=_open,
    expire=_expire,
    awaits=is_to_vote,
    complete=_close,
    leads_to=_AFTER,
    reads=frozenset({"ballot_window", "unvoted", "single_later", "first_day_ballot", "draw", *HOW}),
    seat_gone=seat_gone,
)
TIE_BALLOT = Step(
    name=StepName.TIE_BALLOT,
    moves=_MOVES,
    open=_open_tie_ballot,
    expire=_expire,
    awaits=is_to_vote,
    complete=_close,
    leads_to=_AFTER | {StepName.LIFT_BALLOT},
    reads=frozenset({"ballot_window", "unvoted", "tie_at_three_or_four", *HOW}),
    seat_gone=seat_gone,
)
CONFIRMATION = confirmation_step(
    _condemn,
    lambda game: skip_ballot(game, Skip.CANCELLED),
    leads_to=frozenset({StepName.LAST_WORD, StepName.NIGHT}),
)
