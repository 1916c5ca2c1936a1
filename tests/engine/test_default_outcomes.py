"""What silence means is what the engine does: each meaning is played, under every rule set that declares it."""

from collections.abc import Callable

import pytest

from engine import SHIPPED, YES, Position, Reason, StepName, Verb, rules_for
from engine.default_outcomes import DefaultOutcome, default_outcomes_of, silence_in_vote
from engine.events import JudgeVotedOut, Told, Topic
from engine.options import KINDS, Choice
from tests.kits.engine_kit import EVERY, Scene, example_cards, scene

CITY = ("don", "mafia", "mafia", "commissar", "doctor", "lover", "maniac", *("civilian",) * 3)
BOX = ("mafioso", "mafioso", "lawyer", "sheriff", "doctor", *("civilian",) * 5)
PARTY = ("don", "mafioso", "lawyer", "commissar", "doctor", *("civilian",) * 5)
CARDS = {"city": CITY, "box": BOX, "party": PARTY}
OPTIONS = {
    "city": {"time_outs": "1"},
    "fiim": {"time_outs": "1"},
    "fiim-2025": {"time_outs": "1"},
    "box": {"time_outs": "1"},
    "party": {"time_outs": "1"},
}
SHERIFF = 4
"""Or commissar, as the cards lie."""


def table(ruleset: str, position: Position | None = None, **options: str) -> Scene:
    cards = CARDS.get(ruleset, example_cards())
    return scene(ruleset, position, dealt=cards, options={**OPTIONS.get(ruleset, {}), **options})


def day(ruleset: str, **options: str) -> Scene:
    return table(ruleset, Position(day=2), **options)


def night(ruleset: str, number: int = 1, **options: str) -> Scene:
    return table(ruleset, Position(day=number, at_night=True), **options)


def everybody(at: Scene) -> bool:
    return len(at.table.alive) == at.table.size


def ballot(ruleset: str, **options: str) -> Scene:
    """Seats 5 and 6 stand, and the ballot is open."""
    at = day(ruleset, **options)
    if at.table.step is StepName.DISCUSSION:
        return at.does(3, Verb.NOMINATE, 5).does(4, Verb.NOMINATE, 6).until(StepName.BALLOT)
    return at.nominates((3, 5), (4, 6))


def vote_against(at: Scene, seat: int) -> Scene:
    return at.does(1, Verb.VOTE, seat).until(StepName.NIGHT)


def card(ruleset: str) -> None:
    assert table(ruleset).expire().table.step is StepName.MEET


def order(ruleset: str) -> None:
    at = table(ruleset).until(StepName.MEET).expire()
    assert at.table.day == 1
    assert not at.state.view(1).me.appointed


def minute(ruleset: str) -> None:
    at = day(ruleset).expire()
    assert at.table.step is StepName.SPEECH
    assert not at.until(StepName.NIGHT).table.candidates


def talk(ruleset: str) -> None:
    at = day(ruleset)
    for seat in at.table.alive[1:]:
        at.does(seat, Verb.READY)
    assert at.table.step is StepName.DISCUSSION


def vote_to_the_last(ruleset: str) -> None:
    assert 6 not in vote_against(ballot(ruleset, unvoted="last-candidate"), 5).table.alive


def vote_lost(ruleset: str) -> None:
    options = {"unvoted": "not-counted"} if "unvoted" in SHIPPED[ruleset].options else {}
    assert 5 not in vote_against(ballot(ruleset, **options), 5).table.alive


def verdict(ruleset: str) -> None:
    at = ballot(ruleset, lynch="one-by-one").does(1, Verb.VOTE, value=YES)
    assert everybody(at.until(StepName.NIGHT))


def lift(ruleset: str) -> None:
    at = ballot(ruleset)
    half = len(at.table.alive) // 2
    for step in (StepName.BALLOT, StepName.TIE_BALLOT):
        at.until(step)
        for candidate, voters in ((5, at.table.alive[:half]), (6, at.table.alive[half:])):
            for seat in voters:
                if at.table.step is step and candidate in at.table.candidates[at.table.window :]:
                    at.does(seat, Verb.VOTE, candidate)
            if at.table.step is step:
                at.expire()
    assert at.table.step is StepName.LIFT_BALLOT
    for seat in at.table.alive[:half]:
        at.does(seat, Verb.VOTE, value=YES)
    assert everybody(at.expire())


def shot_missed(ruleset: str) -> None:
    assert everybody(night(ruleset).does(1, Verb.SHOOT, 9).does(2, Verb.SHOOT, 9).until_morning())


def shot_by_others(ruleset: str) -> None:
    at = night(ruleset).expire()  # the lawyer's wave
    assert 9 not in at.does(1, Verb.SHOOT, 9).until_morning().table.alive


def shot_of_ones_own(ruleset: str) -> None:
    assert everybody(night(ruleset).until_morning())


def check(ruleset: str) -> None:
    at = night(ruleset).until_morning()
    assert not any(isinstance(event, Told) and event.topic is Topic.CHECK for event in at.game.journal)


def check_after_shot(ruleset: str) -> None:
    at = night(ruleset)
    if len(SHIPPED[ruleset].waves) > 1:
        at.expire()
    assert at.refuses(1, Verb.CHECK, SHERIFF) is Reason.WRONG_STEP
    at.does(1, Verb.HOLD).does(1, Verb.CHECK, SHERIFF)


def choice(ruleset: str) -> None:
    """The doctor chooses nobody, so nobody is saved."""
    at = night(ruleset)
    if len(SHIPPED[ruleset].waves) > 1:
        at.expire()
    for seat in (1, 2, 3):
        at.does(seat, Verb.SHOOT, 9)
    assert 9 not in at.until_morning().table.alive


def best_move(ruleset: str) -> None:
    at = night(ruleset).shoots(9)
    while at.table.step in (StepName.BEST_MOVE, StepName.LAST_WORD):
        at.expire()
    assert at.table.day == 2
    assert not at.table.best_moves


def judge(ruleset: str) -> None:
    at = day(ruleset).does(1, Verb.TIME_OUT)
    for seat in at.table.alive[: len(at.table.alive) // 2]:
        at.does(seat, Verb.VOTE, value=YES)
    at.expire()
    assert not any(isinstance(event, JudgeVotedOut) for event in at.game.journal)


PLAYED: dict[DefaultOutcome, Callable[[str], None]] = {
    DefaultOutcome.CARD: card,
    DefaultOutcome.ORDER: order,
    DefaultOutcome.MINUTE: minute,
    DefaultOutcome.TALK: talk,
    DefaultOutcome.VOTE_TO_THE_LAST: vote_to_the_last,
    DefaultOutcome.VOTE_LOST: vote_lost,
    DefaultOutcome.VERDICT: verdict,
    DefaultOutcome.LIFT: lift,
    DefaultOutcome.SHOT_MISSED: shot_missed,
    DefaultOutcome.SHOT_BY_OTHERS: shot_by_others,
    DefaultOutcome.SHOT_OF_ONES_OWN: shot_of_ones_own,
    DefaultOutcome.CHECK: check,
    DefaultOutcome.CHECK_AFTER_SHOT: check_after_shot,
    DefaultOutcome.CHOICE: choice,
    DefaultOutcome.BEST_MOVE: best_move,
    DefaultOutcome.JUDGE: judge,
}


def ever_declared(ruleset: str) -> list[DefaultOutcome]:
    """By the official options, or with one of them changed."""
    found = dict.fromkeys(default_outcomes_of(rules_for(SHIPPED[ruleset], OPTIONS.get(ruleset, {}))))
    for key, option in SHIPPED[ruleset].options.items():
        if isinstance(KINDS[key], Choice):
            for value in KINDS[key].others(option.value):
                found |= dict.fromkeys(default_outcomes_of(rules_for(SHIPPED[ruleset], {key: value})))
    return list(found)


@pytest.mark.parametrize(
    ("ruleset", "meaning"), [(ruleset, meaning) for ruleset in EVERY for meaning in ever_declared(ruleset)]
)
def test_silence_comes_to_what_is_declared(ruleset: str, meaning: DefaultOutcome) -> None:
    PLAYED[meaning](ruleset)


def test_every_meaning_is_declared_somewhere() -> None:
    assert {meaning for ruleset in EVERY for meaning in ever_declared(ruleset)} == set(DefaultOutcome)


@pytest.mark.parametrize("ruleset", EVERY)
def test_options_that_decide_about_silence_change_what_is_declared(ruleset: str) -> None:
    official = SHIPPED[ruleset]
    for key, value, there, not_there in (
        ("unvoted", "last-candidate", DefaultOutcome.VOTE_TO_THE_LAST, DefaultOutcome.VOTE_LOST),
        ("unvoted", "not-counted", DefaultOutcome.VOTE_LOST, DefaultOutcome.VOTE_TO_THE_LAST),
        ("lynch", "one-by-one", DefaultOutcome.VERDICT, DefaultOutcome.VOTE_LOST),
        ("best_move_time", "never", DefaultOutcome.CARD, DefaultOutcome.BEST_MOVE),
        ("time_outs", "0", DefaultOutcome.CARD, DefaultOutcome.JUDGE),
    ):
        if key in official.options:
            found = default_outcomes_of(rules_for(official, {key: value}))
            assert there in found
            assert not_there not in found


@pytest.mark.parametrize("ruleset", EVERY)
def test_the_message_of_a_vote_says_the_silence_that_is_declared(ruleset: str) -> None:
    official = SHIPPED[ruleset]
    changes = [
        {},
        *(
            {key: value}
            for key in ("unvoted", "lynch")
            if key in official.options
            for value in _others(ruleset, key)
        ),
    ]
    for changed in changes:
        rules = rules_for(official, changed)
        declared = default_outcomes_of(rules)
        for step in (StepName.BALLOT, StepName.TIE_BALLOT, StepName.LIFT_BALLOT):
            if step in rules.steps:
                assert silence_in_vote(rules, step) in declared
                assert (silence_in_vote(rules, step) is DefaultOutcome.LIFT) == (step is StepName.LIFT_BALLOT)


def _others(ruleset: str, key: str) -> tuple[str, ...]:
    return KINDS[key].others(SHIPPED[ruleset].options[key].value)
