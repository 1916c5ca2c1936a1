"""How public events change the table."""

from collections.abc import Callable
from typing import Any

from engine import events as ev
from engine.events import StepName, Way
from engine.options import Lynch
from engine.table import Ballot, Departure, Table

# Bound once: Python 3.11 takes ten times as long to look an enum member up.
SPEECH = StepName.SPEECH
LAST_WORD = StepName.LAST_WORD
LIFT_BALLOT = StepName.LIFT_BALLOT
CONFIRMATION = StepName.CONFIRMATION
DISCUSSION = StepName.DISCUSSION
ONE_BY_ONE = Lynch.ONE_BY_ONE

BALLOTS = (StepName.BALLOT, StepName.TIE_BALLOT)
NIGHTLY = (StepName.NIGHT, StepName.BEST_MOVE)


def _opened(table: Table, event: ev.Opened) -> None:
    table.cards = event.cards
    table.commitment = event.commitment


def _seats_drawn(table: Table, event: ev.SeatsDrawn) -> None:
    table.guests = event.guests


def _position_set(table: Table, event: ev.PositionSet) -> None:
    table.alive = tuple(s for s in table.alive if s not in event.out)
    table.departures = tuple(Departure(s, Way.VOTED, 0, False) for s in event.out)
    for seat, count in event.fouls:
        table.fouls[seat] = count
    table.silence_owed = tuple(
        seat for seat, count in event.fouls if count == table.rules.options.fouls_to_silence
    )
    table.day = event.day
    table.opener = event.opener


def _day_broke(table: Table, event: ev.DayBroke) -> None:
    table.day = event.day
    table.opener = event.opener
    table.nominations = ()
    table.candidates = ()
    table.voted_on = ()
    table.acquitted = False
    table.settled = False


def _opener_moved(table: Table, event: ev.OpenerMoved) -> None:
    table.opener = event.opener


def _night_fell(table: Table, event: ev.NightFell) -> None:
    table.quiet_cycles = table.quiet_cycles + 1 if table.calm else 0
    table.night = event.night
    table.time_out_by = 0
    table.alibis = ()
    table.no_vote = ()
    table.calm = True
    table.settled = True


def _step_began(table: Table, event: ev.StepBegan) -> None:
    step = event.step
    table.step = step
    table.number += 1
    table.seconds = event.seconds
    table.speaker = seat = event.seat
    table.silent = event.silent
    table.wave = event.wave
    if step is SPEECH:
        if seat in table.silence_owed and not event.again:
            table.silence_owed = tuple(s for s in table.silence_owed if s != seat)
    elif step is LAST_WORD:
        table.words = tuple(s for s in table.words if s != seat)
    elif step in BALLOTS:
        table.votes = [0] * (table.size + 1)
        table.window = 0
        _open_box(table)
    elif step is LIFT_BALLOT or step is CONFIRMATION:
        _open_box(table)
    elif step is DISCUSSION:
        table.ready = ()
        table.extend_asked = ()
    table.held = table.holding


def _open_box(table: Table) -> None:
    """Nobody has voted yet."""
    table.hands = ()
    table.received = 0
    table.lift_votes = {}


def _night_closed(table: Table, event: ev.NightClosed) -> None:
    table.quiet_nights = table.quiet_nights + 1 if table.calm else 0
    table.victims[event.night] = event.victims
    table.may_name = event.may_name


def _ballot_skipped(table: Table, _: ev.BallotSkipped) -> None:
    table.settled = True


def _candidate_struck(table: Table, event: ev.CandidateStruck) -> None:
    place = table.candidates.index(event.seat)
    table.candidates = tuple(s for s in table.candidates if s != event.seat)
    table.nominations = tuple(pair for pair in table.nominations if pair[1] != event.seat)
    if place < table.window:
        table.window -= 1


def _vote_dropped(table: Table, event: ev.VoteDropped) -> None:
    table.votes[event.seat] = 0
    table.lift_votes.pop(event.seat, None)
    table.hands = tuple(s for s in table.hands if s != event.seat)
    table.received = max(table.received - 1, 0)


def _imprisoned(table: Table, event: ev.Imprisoned) -> None:
    table.prisoners += event.seats


def _freed(table: Table, event: ev.Freed) -> None:
    table.prisoners = tuple(s for s in table.prisoners if s not in event.seats)


def _vote_taken(table: Table, event: ev.VoteTaken) -> None:
    table.no_vote = event.seats


def _alibi_given(table: Table, event: ev.AlibiGiven) -> None:
    table.alibis = event.seats


def _hand_raised(table: Table, event: ev.HandRaised) -> None:
    table.hands += (event.seat,)


def _vote_received(table: Table, _: ev.VoteReceived) -> None:
    table.received += 1


def _acquitted(table: Table, _: ev.Acquitted) -> None:
    one_by_one = table.rules.options.lynch is ONE_BY_ONE
    table.acquitted = True
    table.voted_on += table.candidates[: table.window + 1] if one_by_one else table.candidates
    table.nominations = ()
    table.candidates = ()


def _extended(table: Table, event: ev.Extended) -> None:
    table.seconds = event.seconds
    table.extend_asked = ()
    table.number += 1


def _ready_said(table: Table, event: ev.ReadySaid) -> None:
    table.ready += (event.seat,)


def _more_time_asked(table: Table, event: ev.MoreTimeAsked) -> None:
    table.extend_asked += (event.seat,)


def _claim_seen(table: Table, event: ev.ClaimSeen) -> None:
    table.claimed += (event.seat,)


def _window_opened(table: Table, event: ev.WindowOpened) -> None:
    table.window = event.window
    table.number += 1
    if table.rules.options.lynch is ONE_BY_ONE:
        _open_box(table)


def _ballot_closed(table: Table, event: ev.BallotClosed) -> None:
    table.tally = event.tally
    table.ballots += (Ballot(table.day, event.tally, _against(table, event)),)
    table.hands = ()
    table.received = 0


def _against(table: Table, event: ev.BallotClosed) -> tuple[tuple[int, int], ...]:
    """The hands that the close has shown; of one suspect each has said yes or no."""
    if table.rules.options.lynch is ONE_BY_ONE and event.cast:
        suspect = event.tally[0][0]
        return tuple((seat, suspect) for seat, yes in event.cast if yes)
    return event.cast


def _confirmation_asked(table: Table, event: ev.ConfirmationAsked) -> None:
    table.condemned = event.seat


def _lift_closed(table: Table, _: ev.LiftClosed | ev.ConfirmationClosed) -> None:
    table.hands = ()
    table.received = 0


def _tie_found(table: Table, event: ev.TieFound) -> None:
    table.candidates = event.seats


def _left(table: Table, event: ev.Left) -> None:
    gone = event.seats
    at_night = table.step in NIGHTLY
    table.alive = tuple(s for s in table.alive if s not in gone)
    table.departures += tuple(Departure(s, event.way, table.day, at_night) for s in gone)
    table.prisoners = tuple(s for s in table.prisoners if s not in gone)
    table.calm = False
    table.quiet_nights = table.quiet_cycles = 0
    if event.way is Way.VOTED or event.way is Way.LIFTED:
        table.settled = True
    elif event.way is Way.REMOVED:
        table.disqualified += tuple(s for s in gone if s not in table.disqualified)
    if event.way in table.rules.last_words:
        table.words += gone


def _word_lost(table: Table, event: ev.WordLost) -> None:
    table.words = tuple(s for s in table.words if s != event.seat)
    if event.seat not in table.disqualified:
        table.disqualified += (event.seat,)


def _role_shown(table: Table, event: ev.RoleShown) -> None:
    table.roles_shown[event.seat] = event.role


def _ballot_cancelled(table: Table, event: ev.BallotCancelled) -> None:
    if event.day != table.cancelled_day:
        table.cancelled_by = ()
    table.cancelled_day = event.day
    table.cancelled_by += (event.seat,)


def _cancellation_lifted(table: Table, _: ev.CancellationLifted) -> None:
    table.cancelled_day = 0
    table.cancelled_by = ()


def _game_ended(table: Table, event: ev.GameEnded) -> None:
    table.step = StepName.OVER
    table.number += 1
    table.seconds = 0
    table.speaker = 0
    table.winner = event.winner
    table.why = event.why
    table.words = ()
    table.time_out_by = 0
    table.held = table.paused = False


def _cards_shown(table: Table, event: ev.CardsShown) -> None:
    table.roles_shown = dict(enumerate(event.roles, start=1))


def _secret_shown(table: Table, event: ev.SecretShown) -> None:
    table.secret = event.secret


def _card_seen(table: Table, event: ev.CardSeen) -> None:
    table.seen += (event.seat,)


def _nominated(table: Table, event: ev.Nominated) -> None:
    others = tuple(pair for pair in table.nominations if pair[0] != event.seat)
    table.nominations = (*others, (event.seat, event.target))
    table.candidates = tuple(target for _, target in table.nominations)


def _withdrew(table: Table, event: ev.Withdrew) -> None:
    table.nominations = tuple(pair for pair in table.nominations if pair[0] != event.seat)
    table.candidates = tuple(target for _, target in table.nominations)


def _voted(table: Table, event: ev.Voted) -> None:
    table.votes[event.seat] = event.target


def _lift_voted(table: Table, event: ev.LiftVoted) -> None:
    table.lift_votes[event.seat] = event.yes


def _best_move_made(table: Table, event: ev.BestMoveMade) -> None:
    table.best_moves[event.seat] = event.named


def _time_out_taken(table: Table, event: ev.TimeOutTaken) -> None:
    table.time_out_by = event.seat
    table.time_outs_used[event.seat] += 1
    table.judge_votes = {}
    table.number += 1


def _time_out_over(table: Table, _: ev.TimeOutEnded | ev.Expired | ev.StepEnded) -> None:
    if table.time_out_by:
        table.time_out_by = 0
        table.number += 1


def _judge_voted(table: Table, event: ev.JudgeVoted) -> None:
    table.judge_votes[event.seat] = event.yes


def _warned(table: Table, event: ev.Warned) -> None:
    table.warnings[event.seat] += 1


def _foul_given(table: Table, event: ev.FoulGiven) -> None:
    seat = event.seat
    table.fouls[seat] += 1
    if table.fouls[seat] == table.rules.options.fouls_to_silence:
        table.silence_owed += (seat,)


def _minute_cut(table: Table, event: ev.MinuteCut) -> None:
    table.seconds = min(table.seconds, event.seconds)
    table.silent = event.silent
    table.silence_owed = tuple(s for s in table.silence_owed if s != event.seat)


def _foul_pardoned(table: Table, event: ev.FoulPardoned) -> None:
    seat = event.seat
    table.fouls[seat] -= 1
    if table.fouls[seat] < table.rules.options.fouls_to_silence:
        table.silence_owed = tuple(s for s in table.silence_owed if s != seat)


def _disqualified(table: Table, event: ev.Disqualified) -> None:
    table.disqualified += (event.seat,)


def _team_lost(table: Table, event: ev.TeamLost) -> None:
    table.team_lost = event.seat


def _expelled(table: Table, event: ev.Expelled) -> None:
    table.expelled += (event.seat,)


def _offence_seen(table: Table, event: ev.OffenceSeen) -> None:
    table.offended[event.seat] = table.number


def _bonus_given(table: Table, event: ev.BonusGiven) -> None:
    table.bonuses[event.seat] = (event.points, event.consent)


def _penalty_given(table: Table, event: ev.PenaltyGiven) -> None:
    table.penalties += ((event.seat, event.points, event.note),)


def _protocol_closed(table: Table, _: ev.ProtocolClosed) -> None:
    table.closed = True


def _corrected(table: Table, event: ev.Corrected) -> None:
    table.corrections += ((event.seat, event.points, event.note),)


def _paused(table: Table, _: ev.Paused) -> None:
    table.paused = True


def _resumed(table: Table, _: ev.Resumed) -> None:
    table.paused = False


def _hold_set(table: Table, event: ev.HoldSet) -> None:
    table.holding = event.on
    table.held = table.held and event.on


def _step_released(table: Table, _: ev.StepReleased) -> None:
    table.held = False


def _nothing(_: Table, __: object) -> None:
    """Heard by all, and changes nothing that a later command could depend on."""


TABLE_FOLD: dict[type, Callable[[Table, Any], None]] = {
    ev.Opened: _opened,
    ev.SeatsDrawn: _seats_drawn,
    ev.PositionSet: _position_set,
    ev.DayBroke: _day_broke,
    ev.OpenerMoved: _opener_moved,
    ev.NightFell: _night_fell,
    ev.StepBegan: _step_began,
    ev.NightClosed: _night_closed,
    ev.BallotSkipped: _ballot_skipped,
    ev.BallotClosed: _ballot_closed,
    ev.WindowOpened: _window_opened,
    ev.CandidateStruck: _candidate_struck,
    ev.VoteDropped: _vote_dropped,
    ev.Imprisoned: _imprisoned,
    ev.Freed: _freed,
    ev.VoteTaken: _vote_taken,
    ev.AlibiGiven: _alibi_given,
    ev.HandRaised: _hand_raised,
    ev.VoteReceived: _vote_received,
    ev.Acquitted: _acquitted,
    ev.Extended: _extended,
    ev.ReadySaid: _ready_said,
    ev.MoreTimeAsked: _more_time_asked,
    ev.ClaimSeen: _claim_seen,
    ev.TieFound: _tie_found,
    ev.LiftClosed: _lift_closed,
    ev.ConfirmationAsked: _confirmation_asked,
    ev.ConfirmationClosed: _lift_closed,
    ev.Left: _left,
    ev.WordLost: _word_lost,
    ev.RoleShown: _role_shown,
    ev.BallotCancelled: _ballot_cancelled,
    ev.CancellationLifted: _cancellation_lifted,
    ev.GameEnded: _game_ended,
    ev.CardsShown: _cards_shown,
    ev.SecretShown: _secret_shown,
    ev.CardSeen: _card_seen,
    ev.Nominated: _nominated,
    ev.Withdrew: _withdrew,
    ev.Passed: _nothing,
    ev.Voted: _voted,
    ev.LiftVoted: _lift_voted,
    ev.BestMoveMade: _best_move_made,
    ev.TimeOutTaken: _time_out_taken,
    ev.TimeOutEnded: _time_out_over,
    ev.JudgeVoted: _judge_voted,
    ev.JudgeVotedOut: _nothing,
    ev.Surrendered: _nothing,
    ev.Expired: _time_out_over,
    ev.Warned: _warned,
    ev.FoulGiven: _foul_given,
    ev.MinuteCut: _minute_cut,
    ev.FoulPardoned: _foul_pardoned,
    ev.Disqualified: _disqualified,
    ev.TeamLost: _team_lost,
    ev.Expelled: _expelled,
    ev.OffenceSeen: _offence_seen,
    ev.BonusGiven: _bonus_given,
    ev.PenaltyGiven: _penalty_given,
    ev.ProtocolClosed: _protocol_closed,
    ev.Corrected: _corrected,
    ev.Paused: _paused,
    ev.Resumed: _resumed,
    ev.HoldSet: _hold_set,
    ev.StepReleased: _step_released,
    ev.StepEnded: _time_out_over,
    ev.StepRepeated: _nothing,
}
