"""The official value of every option, written down once more beside the rule sets."""

import pytest

from engine import RULESETS
from engine.options import KINDS

SPORT = {
    "deal": "60",
    "meet": "60",
    "speech": "60",
    "tie_speech": "30",
    "last_word": "60",
    "ballot_window": "10",
    "lift_window": "15",
    "night": "40",
    "best_move": "20",
    "silenced_window": "10",
    "time_outs": "0",
    "time_out": "120",
    "ballot_style": "sequential",
    "withdraw": "off",
    "nominations": "first-new",
    "show_candidates": "off",
    "unvoted": "last-candidate",
    "tie_at_three_or_four": "lift",
    "single_later": "leaves",
    "best_move_time": "night",
    "last_word_when_decided": "off",
    "draw": "nights-3",
    "offences": "warn",
    "reveal_roles": "off",
    "early_night_end": "on",
    "compensation_max": "0.4",
    "stand_ins": "on-absence",
    "surrender": "off",
    "night_talk": "off",
}
FIIM = SPORT | {
    "withdraw": "on",
    "nominations": "first",
    "tie_at_three_or_four": "night",
    "single_later": "ballot",
    "best_move_time": "last-word",
    "last_word_when_decided": "on",
    "draw": "cycles-3",
}
del FIIM["compensation_max"]
CITY = FIIM | {
    "nominations": "last",
    "show_candidates": "on",
    "unvoted": "not-counted",
    "tie_at_three_or_four": "lift",
    "last_word_when_decided": "off",
    "draw": "off",
    "surrender": "on",
    "lover_alibi": "immunity",
    "claim_forfeits_best_move": "on",
}
OFFICIAL = {
    "fiim-2025": SPORT,
    "fiim": FIIM,
    "phystech": SPORT | {"show_candidates": "on", "single_later": "ballot", "time_outs": "3"},
    "city": CITY,
    "box": {
        "deal": "60",
        "meet": "60",
        "discussion": "300",
        "second_discussion": "60",
        "ballot_window": "10",
        "night": "40",
        "withdraw": "off",
        "show_candidates": "on",
        "lynch": "most",
        "tie": "none",
        "reveal_roles": "on",
        "early_night_end": "on",
        "night_talk": "choices",
        "void_check": "failed",
        "loner_must_die": "on",
        "draw": "cycles-3",
        "offences": "warn",
        "surrender": "off",
        "time_outs": "0",
        "time_out": "120",
        "stand_ins": "on-absence",
    },
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_official_values(ruleset: str) -> None:
    declared = {key: KINDS[key].write(option.value) for key, option in RULESETS[ruleset].options.items()}
    assert declared == OFFICIAL[ruleset]


def test_what_else_differs_between_the_documents() -> None:
    traits = {
        name: (
            rules.official_size,
            (rules.sizes[0], rules.sizes[-1]),
            rules.removal_cancels_ballot,
            rules.lift_everybody,
            rules.best_move_if_two_left,
            rules.the_dead_act,
            rules.short_speech_at,
            rules.misses_that_lose,
            rules.protest_minutes,
        )
        for name, rules in RULESETS.items()
    }
    assert traits == {
        "fiim": (10, (6, 12), True, False, True, True, (3, 4), 0, 10),
        "fiim-2025": (10, (6, 12), True, False, False, True, (3, 4), 0, 15),
        "phystech": (10, (6, 12), True, False, False, True, (3, 4), 0, 15),
        "city": (10, (10, 15), False, True, True, True, (3,), 3, 10),
        "box": (10, (6, 16), False, False, True, False, (3, 4), 0, 10),
    }
