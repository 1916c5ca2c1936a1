"""The judge beside the table: stopping, repeating, taking back, and the offences that the bot sees."""

import pytest

from engine import CLOCK, JUDGE, NO, RULESETS, YES, Position, Reason, StepName, Verb, game_points, legal, replay
from engine.events import FoulGiven
from engine.penalty_clauses import LEFT_THE_TABLE, S1, S3, Clause, code_of, find_clause
from engine.record import read_record, replay_record, write_record
from engine.rules import RuleSet
from engine.undo import UNDONE_AT_MOST
from tests.kits.engine_kit import scene

# --- the judge stops the game -------------------------------------------------------------------------------


def test_while_paused_nobody_plays_and_nothing_is_offered() -> None:
    at = scene(position=Position(day=1)).judge(Verb.PAUSE)
    assert legal(at.state.view(1)) == []
    assert at.refuses(1, Verb.PASS) is Reason.WRONG_STEP
    assert at.refuses(CLOCK, Verb.EXPIRE) is Reason.WRONG_STEP
    assert at.refuses(JUDGE, Verb.NEXT) is Reason.WRONG_STEP
    assert at.refuses(JUDGE, Verb.REPEAT) is Reason.WRONG_STEP


def test_the_judge_gives_fouls_while_paused_too() -> None:
    at = scene(position=Position(day=1)).judge(Verb.PAUSE).judge(Verb.FOUL, 3)
    assert at.table.fouls[3] == 1
    assert at.table.paused


def test_resuming_goes_on_in_the_same_step() -> None:
    at = scene(position=Position(day=1))
    number = at.table.number
    at.judge(Verb.PAUSE).judge(Verb.RESUME)
    assert at.table.number == number
    at.does(1, Verb.PASS)


def test_a_held_game_waits_for_the_judge_before_every_step() -> None:
    at = scene(position=Position(day=1)).judge(Verb.HOLD).does(1, Verb.PASS)
    assert at.table.speaker == 2
    assert legal(at.state.view(2)) == []
    assert at.refuses(2, Verb.PASS) is Reason.WRONG_STEP
    assert at.refuses(CLOCK, Verb.EXPIRE) is Reason.WRONG_STEP
    at.judge(Verb.NEXT)
    assert at.table.speaker == 2, "the judge lets the step begin, and does not end it"
    at.does(2, Verb.PASS)
    assert at.refuses(3, Verb.PASS) is Reason.WRONG_STEP


def test_letting_the_bot_lead_again_releases_the_step() -> None:
    at = scene(position=Position(day=1)).judge(Verb.HOLD).does(1, Verb.PASS).judge(Verb.HOLD)
    at.does(2, Verb.PASS).does(3, Verb.PASS)
    assert at.table.speaker == 4


# --- the judge repeats a step -------------------------------------------------------------------------------


def test_a_repeated_ballot_begins_with_its_first_candidate_and_no_votes() -> None:
    at = scene(position=Position(day=1)).nominates((1, 6), (2, 7), (3, 8))
    at.does(4, Verb.VOTE, 6).expire().judge(Verb.REPEAT)
    assert at.table.candidates == (6, 7, 8)
    assert at.refuses(4, Verb.VOTE, 7) is Reason.BAD_TARGET
    at.does(4, Verb.VOTE, 6)


def test_a_repeated_lift_ballot_asks_everybody_again() -> None:
    at = scene(position=Position(day=1)).nominates((1, 6), (2, 7))
    for _ in range(2):
        for seat in (1, 2, 3, 4, 5):
            at.does(seat, Verb.VOTE, 6)
        at.until(StepName.LIFT_BALLOT if at.table.step is StepName.TIE_BALLOT else StepName.TIE_BALLOT)
    at.does(1, Verb.VOTE, value=YES).judge(Verb.REPEAT)
    assert at.table.step is StepName.LIFT_BALLOT
    at.does(1, Verb.VOTE, value=NO)


def test_a_repeated_step_is_a_new_one() -> None:
    at = scene(position=Position(day=1))
    former = at.table.number
    at.judge(Verb.REPEAT)
    assert at.refuses(CLOCK, Verb.EXPIRE, step=former) is Reason.WRONG_STEP
    assert at.table.speaker == 1


def test_a_repeated_speech_keeps_the_nomination() -> None:
    at = scene(position=Position(day=1)).does(1, Verb.NOMINATE, 5).judge(Verb.REPEAT)
    assert at.table.candidates == (5,)
    assert at.refuses(1, Verb.NOMINATE, 6) is Reason.ALREADY_DONE


def test_a_repeated_silent_minute_stays_silent() -> None:
    at = scene(position=Position(day=1, fouls=((1, 3),)))
    assert at.table.silent
    at.judge(Verb.REPEAT)
    assert at.table.silent
    assert at.table.length == 10


def test_repeating_the_minute_of_a_third_foul_does_not_forgive_the_silence() -> None:
    """S3 5.4: it takes the *next* own minute; the present one beginning again is not that one."""
    at = scene(position=Position(day=1, fouls=((2, 2),))).does(1, Verb.PASS).judge(Verb.FOUL, 2)
    at.judge(Verb.REPEAT).until(StepName.NIGHT).until(StepName.SPEECH)
    assert at.table.speaker == 2
    assert at.table.silent


def test_no_repeating_in_a_time_out_or_before_a_held_step_has_begun() -> None:
    at = scene("phystech", Position(day=1)).does(5, Verb.TIME_OUT)
    assert at.refuses(JUDGE, Verb.REPEAT) is Reason.WRONG_STEP
    at = scene(position=Position(day=1)).judge(Verb.HOLD).does(1, Verb.PASS)
    assert at.refuses(JUDGE, Verb.REPEAT) is Reason.WRONG_STEP


# --- the judge takes something back -------------------------------------------------------------------------


def test_undo_brings_a_broken_ballot_back_with_its_votes_and_its_window() -> None:
    at = scene(position=Position(day=1)).nominates((1, 6), (2, 7), (3, 8)).does(4, Verb.VOTE, 6).expire()
    at.does(5, Verb.VOTE, 7).judge(Verb.DISQUALIFY, 7).judge(Verb.UNDO)
    assert at.table.step is StepName.BALLOT
    assert at.refuses(5, Verb.VOTE, 7) is Reason.ALREADY_DONE
    at.does(9, Verb.VOTE, 7).expire()
    assert dict(at.table.tally) == {6: 1, 7: 2, 8: 7}


def test_undo_of_a_team_loss_opens_the_game_again() -> None:
    at = scene(position=Position(day=1)).judge(Verb.TEAM_LOSS, 4)
    assert at.table.step is StepName.OVER
    at.judge(Verb.UNDO)
    assert at.table.winner is None
    at.does(1, Verb.PASS)


def test_undo_goes_back_through_several_judge_commands() -> None:
    at = scene(position=Position(day=1)).judge(Verb.FOUL, 3).judge(Verb.FOUL, 3).judge(Verb.FOUL, 4)
    at.judge(Verb.UNDO).judge(Verb.UNDO)
    assert (at.table.fouls[3], at.table.fouls[4]) == (1, 0)
    at.judge(Verb.UNDO)
    assert at.table.fouls[3] == 0
    assert at.refuses(JUDGE, Verb.UNDO) is Reason.WRONG_STEP


def test_the_latest_of_very_many_penalties_can_be_taken_back_one_by_one() -> None:
    """However many there are, a game stays small, and can be compared and copied."""
    at = scene(position=Position(day=1)).judge(Verb.TEAM_LOSS, 4)
    for _ in range(600):
        at.judge(Verb.PENALTY, 3, value=-20)
    assert at.state == replay(at.game.journal)
    assert len(at.state.before_judge) == UNDONE_AT_MOST
    assert all(undoable.before.before_judge == () for undoable in at.state.before_judge)
    for _ in range(UNDONE_AT_MOST):
        at.judge(Verb.UNDO)
    assert len(at.table.penalties) == 600 - UNDONE_AT_MOST
    assert at.refuses(JUDGE, Verb.UNDO) is Reason.WRONG_STEP
    assert at.state == replay(at.game.journal)


@pytest.mark.parametrize(
    ("actor", "verb"),
    [(1, Verb.PASS), (CLOCK, Verb.EXPIRE), (JUDGE, Verb.NEXT), (JUDGE, Verb.PAUSE), (JUDGE, Verb.REPEAT)],
)
def test_what_was_accepted_in_between_makes_a_foul_final(actor: int, verb: Verb) -> None:
    at = scene(position=Position(day=1)).judge(Verb.FOUL, 3).does(actor, verb)
    assert at.refuses(JUDGE, Verb.UNDO) is Reason.WRONG_STEP
    assert at.table.fouls[3] == 1


def test_a_hidden_answer_at_night_makes_a_foul_final_too() -> None:
    at = scene(position=Position(day=1, at_night=True)).judge(Verb.FOUL, 3).does(9, Verb.SLEEP)
    assert at.refuses(JUDGE, Verb.UNDO) is Reason.WRONG_STEP


def test_a_refused_command_in_between_does_not() -> None:
    at = scene(position=Position(day=1)).judge(Verb.FOUL, 3)
    at.refuses(5, Verb.PASS)
    at.judge(Verb.UNDO)
    assert at.table.fouls[3] == 0


def test_undo_takes_a_third_foul_and_its_silence_back() -> None:
    at = scene(position=Position(day=1, fouls=((2, 2),))).judge(Verb.FOUL, 2).judge(Verb.UNDO).does(1, Verb.PASS)
    assert at.table.speaker == 2
    assert not at.table.silent


def test_undo_brings_back_the_cancelled_ballot() -> None:
    at = scene(position=Position(day=1)).judge(Verb.DISQUALIFY, 9).judge(Verb.UNDO)
    at.nominates((1, 6), (2, 7))
    assert at.table.step is StepName.BALLOT


def test_after_an_undo_taps_and_timers_of_the_undone_step_are_stale() -> None:
    at = scene(position=Position(day=1)).judge(Verb.DISQUALIFY, 1)
    undone = at.table.number
    at.judge(Verb.UNDO)
    assert at.table.number > undone
    assert at.refuses(CLOCK, Verb.EXPIRE, step=undone) is Reason.WRONG_STEP


def test_undo_takes_back_what_blacks_were_told_in_a_meeting_that_was_too_early() -> None:
    at = scene()
    for seat in range(1, 10):
        at.does(seat, Verb.SEEN)
    at.judge(Verb.DISQUALIFY, 10)
    assert at.state.view(2).me.mates == (1, 2, 3)
    at.judge(Verb.UNDO)
    assert at.state.view(2).me.mates == ()
    assert at.table.step is StepName.DEAL


def test_undo_takes_back_a_result_that_was_settled_by_a_removal_at_night() -> None:
    """Only the removed had not answered; the night closed, and its shot decided the game (S0 4.4.14)."""
    at = scene("fiim", Position(day=3, at_night=True, out=(5, 6)))
    for seat in (1, 2, 3):
        at.does(seat, Verb.SHOOT, 10)
    for seat in (1, 4, 7, 8, 10):
        at.does(seat, Verb.SLEEP)
    at.judge(Verb.DISQUALIFY, 9)
    assert (at.table.step, at.table.winner) == (StepName.LAST_WORD, None)
    at.judge(Verb.UNDO).does(9, Verb.SLEEP).expire()
    assert (at.table.step, at.table.winner) == (StepName.SPEECH, None)


def test_undo_takes_a_foul_of_the_bot_back() -> None:
    at = scene(position=Position(day=1), options={"offences": "foul"}).judge(Verb.OFFENCE, 3).judge(Verb.UNDO)
    assert at.table.fouls[3] == 0


# --- offences -----------------------------------------------------------------------------------------------


def test_one_offence_for_one_turn_of_another_player() -> None:
    at = scene(position=Position(day=1), options={"offences": "foul"}).judge(Verb.OFFENCE, 3)
    assert at.refuses(JUDGE, Verb.OFFENCE, 3) is Reason.ALREADY_DONE
    at.judge(Verb.OFFENCE, 4).does(1, Verb.PASS).judge(Verb.OFFENCE, 3)
    assert (at.table.fouls[3], at.table.fouls[4]) == (2, 1)


def test_a_fourth_foul_by_offences_removes() -> None:
    at = scene(position=Position(day=1, fouls=((9, 3),)), options={"offences": "foul"}).judge(Verb.OFFENCE, 9)
    assert 9 not in at.table.alive


def test_what_nobody_may_say_under_these_rules_is_refused_to_the_judge() -> None:
    """`claim` belongs to the club rules, where a best move can be forfeited by it."""
    assert scene(position=Position(day=1)).refuses(JUDGE, Verb.CLAIM, 3)


def test_an_offence_names_its_clause_by_day_and_by_night() -> None:
    for ruleset, by_day, by_night in (
        ("fiim", "6.6.1", "6.7.6"),
        ("fiim-2025", "6.1.4", "6.2.2"),
    ):
        foul = {"offences": "foul"}
        at = scene(ruleset, Position(day=1), options=foul).judge(Verb.OFFENCE, 3)
        assert at.game.journal[-1] == FoulGiven(3, by_day, by_bot=True)
        at = scene(ruleset, Position(day=1, at_night=True), options=foul).judge(Verb.OFFENCE, 3)
        assert at.game.journal[-1] == FoulGiven(3, by_night, by_bot=True)


# --- a foul less --------------------------------------------------------------------------------------------


def test_a_pardon_takes_a_foul_and_the_silence_that_it_owed() -> None:
    at = scene(position=Position(day=1, fouls=((2, 2),))).judge(Verb.FOUL, 2).judge(Verb.PAUSE).judge(Verb.RESUME)
    assert at.refuses(JUDGE, Verb.UNDO) is Reason.WRONG_STEP
    at.judge(Verb.PARDON, 2).does(1, Verb.PASS)
    assert (at.table.fouls[2], at.table.silent) == (2, False)
    at.judge(Verb.FOUL, 2).until(StepName.NIGHT).until(StepName.SPEECH)
    assert (at.table.speaker, at.table.silent) == (2, True)


def test_a_pardon_of_one_of_two_fouls_and_back() -> None:
    at = scene(position=Position(day=1, fouls=((2, 2),))).judge(Verb.PARDON, 2)
    assert at.table.fouls[2] == 1
    at.judge(Verb.UNDO)
    assert at.table.fouls[2] == 2


def test_who_has_no_fouls_or_has_left_is_not_pardoned() -> None:
    at = scene(position=Position(day=1, fouls=((2, 3),)))
    assert at.refuses(JUDGE, Verb.PARDON, 3) is Reason.BAD_TARGET
    at.judge(Verb.FOUL, 2)
    assert at.refuses(JUDGE, Verb.PARDON, 2) is Reason.NOT_PLAYING


# --- the protocol -------------------------------------------------------------------------------------------


def test_before_the_end_there_is_no_protocol_to_close_or_to_correct() -> None:
    at = scene(position=Position(day=1))
    assert at.refuses(JUDGE, Verb.CLOSE) is Reason.WRONG_STEP
    assert at.refuses(JUDGE, Verb.CORRECT, 3, value=-20) is Reason.WRONG_STEP


def test_a_closed_protocol_is_only_corrected_and_only_with_a_reason() -> None:
    at = scene(position=Position(day=1)).judge(Verb.TEAM_LOSS, 4).judge(Verb.PENALTY, 3, value=-20)
    at.judge(Verb.CLOSE)
    for verb, value in ((Verb.BONUS, 10), (Verb.PENALTY, -20)):
        assert at.refuses(JUDGE, verb, 1, value=value) is Reason.NOT_ALLOWED
    assert at.refuses(JUDGE, Verb.UNDO) is Reason.NOT_ALLOWED
    assert at.refuses(JUDGE, Verb.CLOSE) is Reason.ALREADY_DONE
    assert at.refuses(JUDGE, Verb.CORRECT, 3, value=20) is Reason.BAD_VALUE
    before = game_points(at.state)[2].total
    at.judge(Verb.CORRECT, 3, value=20, note="the penalty was  seat 4's")
    assert game_points(at.state)[2].total == before + 20
    assert at.table.corrections == ((3, 20, "the penalty was seat 4's"),)


@pytest.mark.parametrize("value", [None, 301, -301])
def test_a_correction_has_its_bounds(value: int | None) -> None:
    at = scene(position=Position(day=1)).judge(Verb.TEAM_LOSS, 4)
    assert at.refuses(JUDGE, Verb.CORRECT, 3, value=value, note="why") is Reason.BAD_VALUE


def test_what_the_judge_did_after_the_game_is_written_and_replays() -> None:
    at = scene(position=Position(day=1)).judge(Verb.FOUL, 5, note="6.1.4").judge(Verb.PARDON, 5, note="mistake")
    at.judge(Verb.TEAM_LOSS, 4).judge(Verb.BONUS, 1, value=90, consent=True).judge(Verb.CLOSE)
    at.judge(Verb.CORRECT, 1, value=-90, note="no consent # after all").judge(
        Verb.CORRECT, 2, value=0, note="late"
    )
    again = replay_record(read_record(write_record(at.game.journal)))
    assert (again.failure, list(again.journal)) == (None, at.game.journal)


# --- the clauses --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_punishment_has_clauses_to_choose_from(ruleset: RuleSet) -> None:
    clauses = ruleset.clauses
    verbs = {Verb.FOUL, Verb.DISQUALIFY, Verb.TEAM_LOSS} | ({Verb.PENALTY} if ruleset.scoring.penalties else set())
    verbs |= {Verb.WARN} if ruleset.id != "city" else set()
    verbs |= {Verb.EXPEL} if ruleset.scoring.ranking else set()
    assert set(clauses) == verbs
    assert clauses.get(Verb.WARN, clauses[Verb.FOUL]) == clauses[Verb.FOUL]
    for verb, listed in clauses.items():
        assert len({(clause.code, clause.points) for clause in listed}) == len(listed), verb
        for clause in listed:
            found = find_clause(clauses, verb, clause.code)
            assert found is not None
            assert found.id == clause.id
    penalties = {clause.points for clause in clauses.get(Verb.PENALTY, ())}
    assert penalties == set(ruleset.scoring.penalties)


def test_a_clause_is_found_by_its_name_where_another_verb_has_it() -> None:
    assert code_of(S3, LEFT_THE_TABLE) == "6.2.3"
    assert find_clause(S3, Verb.FOUL, "6.2.2") == Clause("night-conduct", "6.2.2")
    assert find_clause(S3, Verb.FOUL, "some words") is None
    assert code_of(S1, LEFT_THE_TABLE) == LEFT_THE_TABLE
    assert code_of(S1, "night-conduct", "out-of-turn") == "1"
