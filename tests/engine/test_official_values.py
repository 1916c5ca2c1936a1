"""The official value of every option and the numbers of cards, written down once more beside the rule sets."""

import pytest

from engine import RULESETS, cards_for, check_role_set
from engine.options import KINDS
from engine.role_set_check import Flaw

SPORT = {
    "deal": "60",
    "meet": "60",
    "speech": "60",
    "tie_speech": "30",
    "last_word": "60",
    "ballot_window": "20",
    "lift_window": "15",
    "night": "40",
    "first_night_kill": "on",
    "best_move": "20",
    "silenced_window": "10",
    "time_outs": "0",
    "time_out": "120",
    "ballot_style": "sequential",
    "withdraw": "off",
    "nominations": "first-new",
    "show_candidates": "off",
    "unvoted": "last-candidate",
    "ballot_secrecy": "open",
    "change_vote": "off",
    "confirmation": "off",
    "tie_at_three_or_four": "lift",
    "single_later": "leaves",
    "first_day_ballot": "on",
    "best_move_time": "night",
    "last_words": "on",
    "last_word_when_decided": "off",
    "draw": "nights-3",
    "offences": "warn",
    "fouls_to_silence": "3",
    "fouls_to_removal": "4",
    "reveal_roles": "off",
    "early_night_end": "on",
    "compensation_max": "0.4",
    "stand_ins": "fill",
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
    "ballot_window": "30",
    "nominations": "last",
    "show_candidates": "on",
    "unvoted": "not-counted",
    "tie_at_three_or_four": "lift",
    "last_word_when_decided": "off",
    "draw": "off",
    "surrender": "on",
    "lover_alibi": "immunity",
    "doctor_self": "once",
    "doctor_twice": "off",
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
        "ballot_window": "30",
        "night": "40",
        "first_night_kill": "on",
        "withdraw": "off",
        "show_candidates": "on",
        "ballot_secrecy": "hidden",
        "change_vote": "off",
        "confirmation": "off",
        "lynch": "most",
        "first_day_ballot": "on",
        "tie": "none",
        "reveal_roles": "on",
        "early_night_end": "on",
        "night_talk": "choices",
        "void_check": "failed",
        "doctor_self": "never",
        "doctor_twice": "on",
        "loner_must_die": "on",
        "draw": "cycles-3",
        "offences": "warn",
        "fouls_to_removal": "4",
        "surrender": "off",
        "time_outs": "0",
        "time_out": "120",
        "stand_ins": "fill",
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


# --- cards -----------------------------------------------------------------------------------------------------

BLACKS_OF_THE_CITY = {10: 3, 11: 3, 12: 4, 13: 4, 14: 4, 15: 5}

BOX = {
    6: (4, (0, 0), 2, (0, 0)),
    7: (5, (0, 0), 2, (0, 1)),
    8: (5, (0, 1), 3, (0, 1)),
    9: (6, (0, 1), 3, (0, 1)),
    10: (7, (0, 1), 3, (0, 1)),
    11: (7, (1, 2), 4, (0, 1)),
    12: (8, (1, 2), 4, (0, 1)),
    13: (9, (1, 2), 4, (0, 1)),
    14: (9, (1, 2), 5, (0, 1)),
    15: (10, (1, 2), 5, (1, 2)),
    16: (11, (1, 2), 5, (1, 2)),
}
"""Players → the town in all, its specials from and to; the criminals in all, the special mafiosi from and to."""
IN_THE_TOWN = ("doctor", "bodyguard", "beauty")
IN_THE_MAFIA = ("lawyer", "godfather", "thief")


@pytest.mark.parametrize("size", BLACKS_OF_THE_CITY)
def test_the_city_has_so_many_blacks(size: int) -> None:
    cards = cards_for(RULESETS["city"], size)
    assert sum(card in ("don", "mafia") for card in cards) == BLACKS_OF_THE_CITY[size]


@pytest.mark.parametrize("size", BOX)
def test_the_box_advises_so_many_of_the_town_and_so_many_specials(size: int) -> None:
    town, town_specials, criminals, mafia_specials = BOX[size]
    assert town + criminals == size
    for ours in range(len(IN_THE_TOWN) + 1):
        for theirs in range(min(criminals, len(IN_THE_MAFIA)) + 1):
            specials = dict.fromkeys(IN_THE_TOWN[:ours] + IN_THE_MAFIA[:theirs], 1)
            plain = {"detective": 1, "civilian": town - 1 - ours, "mafioso": criminals - theirs}
            warnings = check_role_set(RULESETS["box"], plain | specials).warnings
            assert Flaw.TOWN_NUMBER not in warnings
            assert (Flaw.TOWN_SPECIALS in warnings) == (not town_specials[0] <= ours <= town_specials[1])
            assert (Flaw.MAFIA_SPECIALS in warnings) == (not mafia_specials[0] <= theirs <= mafia_specials[1])
