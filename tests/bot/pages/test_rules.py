"""`/rules` says what the engine declares: nights, best move, K and Ci, silence; and it fits into one message."""

import re

import pytest

from bot.language.translator import LANGUAGES, Translator
from bot.pages.rules import rules_text
from engine import SHIPPED, Position, Rules, cards_for, open_dealt, rules_for
from engine.default_outcomes import default_outcomes_of
from engine.house_rules import find_ruleset
from engine.options import KINDS, Seconds
from engine.points import write_points
from tests.kits.engine_kit import EVERY

LONGEST_MESSAGE = 4096
WORDS = Translator()
both_languages = pytest.mark.parametrize("lang", LANGUAGES)
every_ruleset = pytest.mark.parametrize("ruleset", EVERY)


def page(lang: str, rules: Rules) -> str:
    return re.sub(r"<[^>]+>", "", rules_text(WORDS, lang, rules)).replace("&amp;", "&")


def official(ruleset: str, **options: str) -> Rules:
    return rules_for(SHIPPED[ruleset], options)


def written(hundredths: int) -> str:
    """Returns points as both languages write them."""
    return write_points(hundredths).replace(".", ",")


HOUSE = "fiim-2025+box.bodyguard+box.maniac+box.thief+box.warden+city.lover"


@both_languages
@pytest.mark.parametrize("ruleset", [*EVERY, HOUSE])
def test_it_fits_into_one_message_whatever_a_group_has_changed(lang: str, ruleset: str) -> None:
    rules = find_ruleset(ruleset)
    assert len(page(lang, rules_for(rules, {}))) <= LONGEST_MESSAGE
    assert "…" not in page(lang, rules_for(rules, {}))
    slow = {key: "172740" for key, kind in KINDS.items() if isinstance(kind, Seconds) and key in rules.options}
    assert len(page(lang, rules_for(rules, {**slow, "time_outs": "3"}))) <= LONGEST_MESSAGE


@both_languages
@every_ruleset
def test_it_tells_what_silence_means_for_each_decision_and_no_other(lang: str, ruleset: str) -> None:
    for rules in (official(ruleset), official(ruleset, time_outs="2")):
        text, told = (
            page(lang, rules),
            [WORDS.plain(lang, f"silence-{each}") for each in default_outcomes_of(rules)],
        )
        assert [line for line in text.splitlines() if line in told] == told


@both_languages
def test_a_group_that_counts_no_unvoted_hands_is_told_so(lang: str) -> None:
    text = page(lang, official("fiim-2025", unvoted="not-counted"))
    assert WORDS.plain(lang, "silence-vote-lost") in text
    assert WORDS.plain(lang, "silence-vote-to-the-last") not in text


@both_languages
@every_ruleset
def test_it_counts_the_nights_as_the_engine_does(lang: str, ruleset: str) -> None:
    assert WORDS.plain(lang, "rules-nights") in page(lang, official(ruleset))
    cards = cards_for(SHIPPED[ruleset], 10)
    table = open_dealt(official(ruleset), cards, Position(day=1, at_night=True)).table
    assert table.night == 1
    assert table.day == 1


@both_languages
@every_ruleset
def test_the_best_move_is_told_as_it_is_played(lang: str, ruleset: str) -> None:
    rules = official(ruleset)
    text = page(lang, rules)
    if "best_move_time" not in rules.ruleset.options:
        assert not any(WORDS.plain(lang, f"rules-best-move-{time}") in text for time in ("night", "last-word"))
        return
    assert WORDS.plain(lang, f"rules-best-move-{rules.options.best_move_time}") in text
    assert all(written(points) in text for points in rules.ruleset.scoring.best_move)
    after_two = WORDS.plain(lang, "rules-best-move-not-after-two")
    assert (after_two in text) != rules.ruleset.best_move_if_two_left
    assert WORDS.plain(lang, "rules-best-move-never") in page(lang, official(ruleset, best_move_time="never"))


@both_languages
@every_ruleset
def test_k_and_ci_stand_where_they_are_counted(lang: str, ruleset: str) -> None:
    scoring = SHIPPED[ruleset].scoring
    text = page(lang, official(ruleset))
    assert ("K = 1 + (N/2 − n) / (N/2)" in text) == scoring.coefficient
    assert ("Ci = 0,4 · i / B" in text) == ("compensation_max" in scoring.reads)
    if "compensation_max" in scoring.reads:
        assert "Ci = 0,5 · i / B" in page(lang, official(ruleset, compensation_max="0.5"))


@both_languages
@every_ruleset
def test_points_and_minutes_are_those_of_the_engine(lang: str, ruleset: str) -> None:
    scoring, text = SHIPPED[ruleset].scoring, page(lang, official(ruleset))
    if scoring.win:
        assert re.search(rf"\b{written(scoring.win)} бал", text)
        assert re.search(rf"\b{SHIPPED[ruleset].protest_minutes} (минут|хвилин)", text)
    for penalty in {scoring.disqualified, scoring.team_loss, *scoring.penalties} - {0, -100}:
        assert written(-penalty) in text
