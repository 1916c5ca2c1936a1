"""What the bot suggests to the judge after a game (S3 7.3-7.4), and what it rests on."""

import pytest

from engine import Position, StepName, Verb
from engine.penalty_clauses import S3
from engine.point_suggestions import CLAUSES, Evidence, Ground, Suggestion, suggest
from tests.kits.engine_kit import Scene, scene

# 1 is the Don, 2 and 3 are the mafia, 4 is the Sheriff.


def night(at: Scene, *, shots: dict[int, int], sheriff: int = 0, don: int = 0) -> Scene:
    """A night in which the named act and the others do not."""
    for seat, target in shots.items():
        at.does(seat, Verb.SHOOT, target)
    if don:
        at.does(1, Verb.CHECK, don)
    if sheriff:
        at.does(4, Verb.CHECK, sheriff)
    return at.until_morning()


def together(target: int) -> dict[int, int]:
    return {1: target, 2: target, 3: target}


def given_up(at: Scene, seat: int = 10) -> Scene:
    """The game ends here by a team loss."""
    while at.table.step is StepName.BEST_MOVE:
        at.expire()
    return at.judge(Verb.TEAM_LOSS, seat)


def grounds(at: Scene) -> dict[tuple[int, Ground], tuple[Evidence, ...]]:
    return {(each.seat, each.ground): each.evidence for each in suggest(at.game.journal, at.state)}


def opened(*order: int) -> Scene:
    """From the deal on; the Don names these."""
    at = scene().until(StepName.MEET)
    if order:
        at.does(1, Verb.APPOINT, *order)
    return at.until(StepName.NIGHT)


def test_every_ground_for_a_penalty_is_a_clause_of_the_document() -> None:
    listed = {(clause.code, clause.points) for clause in S3[Verb.PENALTY]}
    assert {(code, points) for code, points in CLAUSES.values()} <= listed


def test_a_sheriff_who_slept_one_night() -> None:
    at = night(opened(9, 8), shots=together(9), don=4)
    at = night(at.until(StepName.NIGHT), shots=together(8), sheriff=1)
    found = grounds(given_up(at))
    assert found[4, Ground.SHERIFF_SLEPT] == (Evidence(night=1),)
    assert (4, Ground.SHERIFF_SLEPT_TWICE) not in found


def test_a_sheriff_who_slept_two_nights() -> None:
    at = night(opened(9, 8), shots=together(9))
    at = night(at.until(StepName.NIGHT), shots=together(8))
    found = grounds(given_up(at))
    assert found[4, Ground.SHERIFF_SLEPT_TWICE] == (Evidence(night=1), Evidence(night=2))
    assert (4, Ground.SHERIFF_SLEPT) not in found


def test_what_the_judge_has_taken_back_is_no_evidence() -> None:
    """The removal of the Sheriff was a slip: who sits at the table again has slept."""
    at = scene().until(StepName.MEET).does(1, Verb.APPOINT, 9).until(StepName.SPEECH)
    at.judge(Verb.DISQUALIFY, 4).judge(Verb.UNDO).until(StepName.NIGHT)
    found = grounds(given_up(night(at, shots=together(9), don=5)))
    assert found[4, Ground.SHERIFF_SLEPT] == (Evidence(night=1),)


def test_a_don_who_slept_is_named_only_until_the_sheriff_is_found() -> None:
    at = night(opened(9, 8, 7), shots=together(9))
    at = night(at.until(StepName.NIGHT), shots=together(8), don=4)
    at = night(at.until(StepName.NIGHT), shots=together(7))
    found = grounds(given_up(at, 1))
    assert found[1, Ground.DON_SLEPT] == (Evidence(night=1),)
    assert found[1, Ground.FOUND_THE_SHERIFF] == (Evidence(night=2, seats=(4,)),)


def test_who_missed_a_shot_that_was_appointed() -> None:
    at = night(opened(9), shots={1: 9, 2: 9, 3: 8}, don=4, sheriff=5)
    found = grounds(given_up(at))
    assert found[3, Ground.MISSED_APPOINTED] == (Evidence(night=1, seats=(9,)),)
    assert not {(1, Ground.MISSED_APPOINTED), (2, Ground.MISSED_APPOINTED)} & set(found)


def test_a_plan_that_was_changed_by_all_is_no_miss() -> None:
    found = grounds(given_up(night(opened(9), shots=together(8))))
    assert not any(ground is Ground.MISSED_APPOINTED for _, ground in found)


def test_a_don_who_appointed_nothing_and_one_who_appointed_too_little() -> None:
    found = grounds(given_up(night(opened(), shots=together(9))))
    assert (1, Ground.NO_ORDER_AT_ALL) in found
    at = night(opened(9), shots=together(9))
    at = night(at.until(StepName.NIGHT), shots={1: 8, 2: 7, 3: 8})
    found = grounds(given_up(at))
    assert found[1, Ground.NOT_APPOINTED] == (Evidence(night=2),)
    assert (1, Ground.NO_ORDER_AT_ALL) not in found


def test_a_red_who_divided_twice_at_three() -> None:
    """5 and 10 vote against each other twice; 1 lets the vote fall to the last candidate, himself."""
    at = scene("fiim-2025", Position(day=5, out=(2, 3, 4, 6, 7, 8, 9), opener=5))
    at.nominates((5, 10), (10, 5), (1, 1))
    for _ in range(2):
        while at.table.step is StepName.TIE_SPEECH:
            at.expire()
        at.does(5, Verb.VOTE, 10).expire().does(10, Verb.VOTE, 5).expire()
    found = grounds(at.until(StepName.OVER))
    assert [evidence.seats for evidence in found[5, Ground.DIVIDED_AT_THREE]] == [(10,), (10,)]
    assert (1, Ground.DIVIDED_AT_THREE) not in found


def test_one_who_voted_oneself_out_with_the_deciding_hand() -> None:
    at = scene("fiim-2025", Position(day=3, out=(2, 3), opener=4)).nominates((5, 9), (6, 10))
    for seat in (9, 5, 6, 7, 8):
        at.does(seat, Verb.VOTE, 9)
    at.expire()
    assert 9 not in at.table.alive
    found = grounds(at.judge(Verb.TEAM_LOSS, 10))
    assert found[9, Ground.VOTED_ONESELF_OUT] == (Evidence(day=3),)


def test_a_black_who_did_not_vote_against_the_red_in_the_last_ballot() -> None:
    at = scene("fiim-2025", Position(day=4, out=(2, 9, 10), opener=4)).nominates((4, 1), (5, 6))
    for seat in (4, 5, 6, 7):
        at.does(seat, Verb.VOTE, 1)
    at.does(3, Verb.VOTE, 1).expire()
    found = grounds(at.judge(Verb.DISQUALIFY, 3))
    assert found[3, Ground.SPARED_A_RED] == (Evidence(day=4, seats=(1,)),)


def test_bonus_candidates_by_their_votes_nominations_and_checks() -> None:
    at = scene("fiim-2025", Position(day=2)).nominates((4, 2), (5, 6))
    for seat in (4, 5, 6, 7, 8, 9):
        at.does(seat, Verb.VOTE, 2)
    at.expire()
    at.until(StepName.NIGHT)
    at = night(at, shots={1: 9, 3: 9}, sheriff=1)
    at.until(StepName.SPEECH).nominates((4, 3), (5, 6))
    for seat in (4, 5, 6):
        at.does(seat, Verb.VOTE, 3)
    at.until(StepName.NIGHT)
    at = night(at, shots={1: 8}, sheriff=3) if 4 in at.table.alive else at
    found = grounds(given_up(at, 1))
    assert len(found[4, Ground.NOMINATED_BLACKS]) == 2
    assert len(found[4, Ground.FOUND_BLACKS]) == 2
    assert (6, Ground.NOMINATED_BLACKS) not in found


def test_in_a_draw_nobody_is_a_candidate_for_a_bonus() -> None:
    at = scene("fiim-2025", Position(day=4, at_night=True, out=(5, 6))).until(StepName.OVER)
    assert not [each for each in suggest(at.game.journal, at.state) if not each.points]


@pytest.mark.parametrize("ruleset", ["fiim"])
def test_rules_without_penalties_suggest_nothing(ruleset: str) -> None:
    at = scene(ruleset, Position(day=1, at_night=True)).judge(Verb.TEAM_LOSS, 1)
    assert suggest(at.game.journal, at.state) == ()


def test_before_the_end_nothing_is_suggested() -> None:
    at = opened()
    assert suggest(at.game.journal, at.state) == ()


def test_a_suggestion_carries_clause_and_points() -> None:
    at = given_up(night(opened(9), shots={1: 9, 2: 9}, don=4, sheriff=5))
    assert Suggestion(3, Ground.MISSED_APPOINTED, -20, "7.4.2.3", (Evidence(night=1, seats=(9,)),)) in suggest(
        at.game.journal, at.state
    )
