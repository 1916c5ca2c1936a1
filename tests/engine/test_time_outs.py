"""Time-outs (S4 appendix): what a record cannot show of them."""

from engine import CLOCK, NO, YES, Position, Reason, StepName, Verb
from engine import events as ev
from tests.kits.engine_kit import Scene, scene


def time_out() -> Scene:
    return scene("phystech", Position(day=1)).does(6, Verb.TIME_OUT)


def test_a_timer_of_the_interrupted_step_does_not_end_the_time_out() -> None:
    at = scene("phystech", Position(day=1))
    former = at.table.number
    at.does(6, Verb.TIME_OUT)
    assert at.refuses(CLOCK, Verb.EXPIRE, step=former) is Reason.WRONG_STEP
    assert at.table.length == 120


def test_a_timer_of_the_time_out_does_not_end_the_step_after_it() -> None:
    at = time_out()
    during = at.table.number
    at.does(6, Verb.READY)
    assert at.refuses(CLOCK, Verb.EXPIRE, step=during) is Reason.WRONG_STEP
    assert at.table.speaker == 1
    assert at.table.length == 60


def test_only_the_one_who_took_it_ends_a_time_out() -> None:
    at = time_out()
    assert at.refuses(1, Verb.READY) is Reason.NOT_ALLOWED
    at.does(6, Verb.READY)
    assert at.refuses(6, Verb.READY) is Reason.WRONG_STEP


def test_the_judge_may_end_a_time_out_and_the_step_goes_on() -> None:
    at = time_out().judge(Verb.NEXT)
    assert (at.table.step, at.table.speaker, at.table.length) == (StepName.SPEECH, 1, 60)


def test_each_player_has_three_time_outs_of_the_own() -> None:
    at = scene("phystech", Position(day=1))
    for _ in range(3):
        at.does(6, Verb.TIME_OUT).expire()
    assert at.refuses(6, Verb.TIME_OUT) is Reason.NOT_ALLOWED
    at.does(7, Verb.TIME_OUT)


def test_a_vote_on_the_judge_is_carried_once_by_more_than_half_of_the_living() -> None:
    at = time_out()
    for seat in range(1, 6):
        at.does(seat, Verb.VOTE, value=YES)
    assert not [event for event in at.game.journal if isinstance(event, ev.JudgeVotedOut)]
    at.does(6, Verb.VOTE, value=NO).does(7, Verb.VOTE, value=YES).does(8, Verb.VOTE, value=YES)
    assert [event for event in at.game.journal if isinstance(event, ev.JudgeVotedOut)] == [ev.JudgeVotedOut(6)]


def test_each_time_out_has_a_vote_of_its_own() -> None:
    at = time_out().does(3, Verb.VOTE, value=YES)
    assert at.refuses(3, Verb.VOTE, value=NO) is Reason.ALREADY_DONE
    at.expire().does(6, Verb.TIME_OUT).does(3, Verb.VOTE, value=NO)


def test_votes_of_the_ballot_survive_a_time_out() -> None:
    at = scene("phystech", Position(day=1)).nominates((1, 6), (2, 7)).does(3, Verb.VOTE, 6)
    at.does(8, Verb.TIME_OUT).does(3, Verb.VOTE, value=YES).expire()
    assert at.refuses(3, Verb.VOTE, 6) is Reason.ALREADY_DONE


def test_no_time_out_reaches_into_the_night() -> None:
    """A removal during a time-out may end the day; the night then has its own clock and its own answers."""
    at = scene("phystech", Position(day=1)).nominates((1, 6), (2, 7)).does(8, Verb.TIME_OUT)
    at.judge(Verb.DISQUALIFY, 9)
    assert at.table.step is StepName.NIGHT
    assert at.table.length == 40
    at.does(3, Verb.SHOOT, 10)
