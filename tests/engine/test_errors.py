"""Refusals: which reason is given when several apply, and that a tap for another step is stale."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from engine import CLOCK, JUDGE, YES, Command, Position, Reason, Verb, perform
from tests.kits.engine_kit import Scene, dump, scene

# --- the first reason of several is given -------------------------------------------------------------------


def over() -> Scene:
    return scene(position=Position(day=2, out=(5,))).judge(Verb.TEAM_LOSS, 1)


def speech() -> Scene:
    """Day 2, five is out, the speaker 2 has nominated 6; 3 has the floor."""
    return scene(position=Position(day=2, out=(5,))).does(2, Verb.NOMINATE, 6).does(2, Verb.PASS)


def ballot() -> Scene:
    """Day 2, five is out, 6 is called first, then 7."""
    return scene(position=Position(day=2, out=(5,))).nominates((2, 6), (3, 7)).does(8, Verb.VOTE, 6)


def night() -> Scene:
    return scene(position=Position(day=2, out=(5,), at_night=True)).does(6, Verb.SLEEP)


def best_move() -> Scene:
    return scene(position=Position(day=1, at_night=True)).shoots(9)


class Refusal(NamedTuple):
    reason: Reason
    over: str
    """The other reasons that would fit as well."""
    at: Callable[[], Scene]
    command: Command


PRECEDENCE = [
    Refusal(Reason.UNKNOWN_COMMAND, "game-over", over, Command(3, Verb.HEAL, (4,))),
    Refusal(Reason.UNKNOWN_COMMAND, "not-playing", speech, Command(5, Verb.HEAL, (4,))),
    Refusal(Reason.UNKNOWN_COMMAND, "not-playing: no such seat", speech, Command(11, Verb.HEAL, (4,))),
    Refusal(Reason.UNKNOWN_COMMAND, "game-over: no such seat", over, Command(11, Verb.HEAL, (4,))),
    Refusal(Reason.UNKNOWN_COMMAND, "a judge's word said by a player", speech, Command(3, Verb.FOUL, (4,))),
    Refusal(Reason.UNKNOWN_COMMAND, "a player's word said by the judge", speech, Command(JUDGE, Verb.PASS)),
    Refusal(Reason.UNKNOWN_COMMAND, "a player's word said by the clock", speech, Command(CLOCK, Verb.PASS)),
    Refusal(Reason.UNKNOWN_COMMAND, "said by nobody", speech, Command(-2, Verb.EXPIRE)),
    Refusal(Reason.GAME_OVER, "not-playing", over, Command(5, Verb.PASS)),
    Refusal(Reason.GAME_OVER, "not-playing: no such seat", over, Command(11, Verb.PASS)),
    Refusal(Reason.GAME_OVER, "wrong-step", over, Command(3, Verb.VOTE, (4,))),
    Refusal(Reason.GAME_OVER, "wrong-step: the clock", over, Command(CLOCK, Verb.EXPIRE, step=1)),
    Refusal(Reason.GAME_OVER, "not-playing: the judge", over, Command(JUDGE, Verb.FOUL, (5,))),
    Refusal(Reason.NOT_PLAYING, "wrong-step", speech, Command(5, Verb.VOTE, (6,))),
    Refusal(Reason.NOT_PLAYING, "wrong-step: no such seat", speech, Command(11, Verb.VOTE, (6,))),
    Refusal(Reason.NOT_PLAYING, "not-allowed", night, Command(5, Verb.SHOOT, (6,))),
    Refusal(Reason.NOT_PLAYING, "not-your-turn", speech, Command(5, Verb.PASS)),
    Refusal(Reason.NOT_PLAYING, "bad-target", speech, Command(5, Verb.NOMINATE, (5,))),
    Refusal(Reason.NOT_PLAYING, "only pass and best-move are left", best_move, Command(9, Verb.SUSPECT, (1,))),
    Refusal(Reason.NOT_PLAYING, "the judge names nobody", speech, Command(JUDGE, Verb.FOUL, (11,))),
    Refusal(Reason.NOT_PLAYING, "wrong-step: the judge", speech, Command(JUDGE, Verb.BONUS, (11,), 30)),
    Refusal(Reason.WRONG_STEP, "not-allowed: a red appoints", speech, Command(3, Verb.APPOINT, (4,))),
    Refusal(Reason.WRONG_STEP, "not-allowed: switched off", ballot, Command(3, Verb.WITHDRAW)),
    Refusal(Reason.WRONG_STEP, "already-done", speech, Command(2, Verb.SEEN)),
    Refusal(Reason.WRONG_STEP, "bad-target", speech, Command(3, Verb.VOTE, (5,))),
    Refusal(Reason.WRONG_STEP, "bad-target: the Don before the shot", night, Command(1, Verb.CHECK, (5,))),
    Refusal(Reason.WRONG_STEP, "bad-value", speech, Command(JUDGE, Verb.BONUS, (3,), 31)),
    Refusal(Reason.NOT_ALLOWED, "not-your-turn", speech, Command(4, Verb.WITHDRAW)),
    Refusal(Reason.NOT_ALLOWED, "already-done", night, Command(6, Verb.CHECK, (7,))),
    Refusal(Reason.NOT_ALLOWED, "bad-target", night, Command(7, Verb.SHOOT, (5,))),
    Refusal(Reason.NOT_YOUR_TURN, "already-done", speech, Command(2, Verb.NOMINATE, (8,))),
    Refusal(Reason.NOT_YOUR_TURN, "already-nominated", speech, Command(4, Verb.NOMINATE, (6,))),
    Refusal(Reason.NOT_YOUR_TURN, "bad-target", speech, Command(4, Verb.NOMINATE, (5,))),
    Refusal(Reason.NOT_YOUR_TURN, "bad-value", best_move, Command(4, Verb.BEST_MOVE, (1, 2, 3, 5))),
    Refusal(Reason.ALREADY_DONE, "bad-target", ballot, Command(8, Verb.VOTE, (7,))),
    Refusal(Reason.ALREADY_DONE, "bad-target: yes is nobody", ballot, Command(8, Verb.VOTE, (), YES)),
    Refusal(Reason.ALREADY_DONE, "bad-target: out", night, Command(6, Verb.SUSPECT, (5,))),
    Refusal(Reason.ALREADY_NOMINATED, "bad-target", speech, Command(3, Verb.NOMINATE, (5, 6))),
    Refusal(Reason.BAD_TARGET, "bad-value: the own seat", best_move, Command(9, Verb.BEST_MOVE, (1, 2, 3, 9))),
    Refusal(Reason.BAD_TARGET, "bad-value: named twice", best_move, Command(9, Verb.BEST_MOVE, (1, 2, 3, 3))),
    Refusal(Reason.BAD_TARGET, "bad-value: no such seat", best_move, Command(9, Verb.BEST_MOVE, (1, 2, 3, 11))),
    Refusal(Reason.BAD_VALUE, "nothing else", best_move, Command(9, Verb.BEST_MOVE, (1, 2, 3, 4))),
]


@pytest.mark.parametrize("case", PRECEDENCE, ids=[f"{case.reason} over {case.over}" for case in PRECEDENCE])
def test_first_reason_of_several(case: Refusal) -> None:
    at = case.at()
    before = dump(at.state)
    rejected = perform(at.game, case.command)
    assert rejected is not None
    assert rejected.reason is case.reason
    assert dump(at.state) == before


def test_the_own_nomination_a_second_time_is_already_done() -> None:
    at = scene(position=Position(day=2)).does(2, Verb.NOMINATE, 6)
    assert at.refuses(2, Verb.NOMINATE, 6) is Reason.ALREADY_DONE


@pytest.mark.parametrize("verb", [Verb.SEEN, Verb.PASS, Verb.SLEEP, Verb.HOLD])
def test_a_word_that_names_nobody_takes_no_seat_and_no_value(verb: Verb) -> None:
    at = {
        Verb.SEEN: scene(),
        Verb.PASS: scene(position=Position(day=1)),
        Verb.SLEEP: scene(position=Position(day=1, at_night=True)).does(1, Verb.HOLD),
        Verb.HOLD: scene(position=Position(day=1, at_night=True)),
    }[verb]
    assert at.refuses(1, verb, 5) is Reason.BAD_TARGET
    assert at.refuses(1, verb, value=YES) is Reason.BAD_TARGET
    at.does(1, verb)


@pytest.mark.parametrize("verb", [Verb.FOUL, Verb.DISQUALIFY, Verb.TEAM_LOSS, Verb.OFFENCE])
def test_the_judge_names_exactly_one_seat(verb: Verb) -> None:
    at = scene(position=Position(day=1))
    assert at.refuses(JUDGE, verb) is Reason.BAD_TARGET
    assert at.refuses(JUDGE, verb, 3, 4) is Reason.BAD_TARGET


# --- stale taps ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("actor", [CLOCK, 1, JUDGE])
@pytest.mark.parametrize("off", [-1, 1])
def test_a_tap_for_another_step_is_refused_and_for_this_one_accepted(actor: int, off: int) -> None:
    verb = {CLOCK: Verb.EXPIRE, JUDGE: Verb.NEXT}.get(actor, Verb.PASS)
    at = scene(position=Position(day=1))
    assert at.refuses(actor, verb, step=at.table.number + off) is Reason.WRONG_STEP
    assert perform(at.game, Command(actor, verb, step=at.table.number)) is None


def test_a_timer_that_rings_twice_ends_one_step() -> None:
    at = scene(position=Position(day=1))
    ring = Command(CLOCK, Verb.EXPIRE, step=at.table.number)
    assert perform(at.game, ring) is None
    rejected = perform(at.game, ring)
    assert rejected is not None
    assert rejected.reason is Reason.WRONG_STEP
    assert at.table.speaker == 2


def test_each_window_of_a_ballot_is_a_step_of_its_own() -> None:
    at = scene(position=Position(day=1)).nominates((1, 6), (2, 7), (3, 8))
    first = at.table.number
    at.expire()
    assert at.refuses(4, Verb.VOTE, 7, step=first) is Reason.WRONG_STEP
    at.does(4, Verb.VOTE, 7)
