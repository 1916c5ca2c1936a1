"""`party`: house rules for an evening with friends: the boxed game with roles of the city, for four to sixteen.

No rule document stands behind it; what it takes from one names the clause.
Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Mapping
from dataclasses import replace

from engine.options import (
    BallotSecrecy,
    DoctorSelf,
    Draw,
    LoverAlibi,
    Lynch,
    NightTalk,
    Offences,
    Option,
    StandIns,
    Tie,
    VoidCheck,
)
from engine.role_set_check import Flaw
from engine.rules import Cards, RuleSet

NAME = "party"
ROLES_OF_CITY = ("city.commissar", "city.don", "city.lover")
"""Beside the roles of the box, which has a doctor, a maniac and civilians of its own."""
SIZES = range(4, 17)
USUAL_SIZE = 8

OPTIONS = {
    "deal": Option(45, "party"),
    "meet": Option(45, "party"),
    "discussion": Option(240, "party"),
    "second_discussion": Option(60, "S2 judge"),
    "withdraw": Option(True, "S1 nomination"),
    "show_candidates": Option(True, "S2 day"),
    "ballot_window": Option(20, "party"),
    "first_day_ballot": Option(True, "S2 day"),
    "ballot_secrecy": Option(BallotSecrecy.HIDDEN, "S2 day"),
    "change_vote": Option(True, "party"),
    "confirmation": Option(False, "party"),
    "lynch": Option(Lynch.MOST, "S2 day"),
    "tie": Option(Tie.REVOTE, "S2 day"),
    "reveal_roles": Option(True, "S2 day"),
    "first_night_kill": Option(True, "S2 night"),
    "night": Option(40, "S2 night"),
    "early_night_end": Option(True, "S2 night"),
    "night_talk": Option(NightTalk.CHOICES, "S2 night"),
    "doctor_self": Option(DoctorSelf.NEVER, "S2 doctor"),
    "doctor_twice": Option(True, "S2 doctor"),
    "void_check": Option(VoidCheck.FAILED, "S2 beauty"),
    "lover_alibi": Option(LoverAlibi.IMMUNITY, "S1 Lover"),
    "loner_must_die": Option(True, "S2 loners"),
    "draw": Option(Draw.CYCLES_3, "S2 end"),
    "offences": Option(Offences.OFF, "party"),
    "fouls_to_removal": Option(4, "S1 warnings"),
    "surrender": Option(False, "S1 surrender"),
    "time_outs": Option(0, "S4"),
    "time_out": Option(120, "S4"),
    "stand_ins": Option(StandIns.FILL, "party"),
}

DECKS: Mapping[int, Cards] = {
    4: {"commissar": 1, "civilian": 2, "mafioso": 1},
    5: {"commissar": 1, "doctor": 1, "civilian": 2, "thief": 1},
    6: {"commissar": 1, "doctor": 1, "bodyguard": 1, "civilian": 1, "mafioso": 2},
    7: {"detective": 1, "doctor": 1, "lover": 1, "civilian": 2, "mafioso": 2},
    8: {"commissar": 1, "doctor": 1, "bodyguard": 1, "lover": 1, "civilian": 2, "thief": 1, "mafioso": 1},
    9: {"commissar": 1, "doctor": 1, "sleepwalker": 1, "civilian": 3, "don": 1, "mafioso": 2},
    10: {"commissar": 1, "doctor": 1, "lover": 1, "civilian": 4, "maniac": 1, "mafioso": 2},
    11: {"detective": 1, "doctor": 1, "lover": 1, "bodyguard": 1, "civilian": 3, "maniac": 1, "mafioso": 3},
    12: {"commissar": 1, "doctor": 1, "bodyguard": 1, "beauty": 1, "civilian": 4, "godfather": 1, "mafioso": 3},
    13: {
        "commissar": 1,
        "doctor": 1,
        "lover": 1,
        "bodyguard": 1,
        "civilian": 5,
        "maniac": 1,
        "don": 1,
        "mafioso": 2,
    },
    14: {"detective": 1, "doctor": 1, "lover": 1, "bodyguard": 1, "civilian": 5, "godfather": 1, "mafioso": 4},
    15: {
        "commissar": 1,
        "doctor": 1,
        "lover": 1,
        "bodyguard": 1,
        "civilian": 6,
        "don": 1,
        "thief": 1,
        "mafioso": 3,
    },
    16: {
        "detective": 1,
        "doctor": 1,
        "lover": 1,
        "bodyguard": 1,
        "sleepwalker": 1,
        "civilian": 5,
        "maniac": 1,
        "godfather": 1,
        "mafioso": 4,
    },
}
"""Found by simulation: the town wins between 40 % and 60 % of the games (docs/balance.md)."""

RECOMMENDED_IN_THE_BOX = frozenset(
    {
        *(Flaw.NO_LEADER, Flaw.LONER_TOO_EARLY, Flaw.TOWN_NUMBER, Flaw.TOWN_SPECIALS, Flaw.MAFIA_SPECIALS),
        *(Flaw.MANY_SPECIALS, Flaw.NO_SHOOTERS),
    }
)
"""What S2 advises for its own numbers of players; an evening has livelier cards."""


def rules_of_an_evening(mixed: RuleSet) -> RuleSet:
    """The boxed game with the roles of the city, as friends play it in an evening."""
    return replace(
        mixed,
        id=NAME,
        official_size=USUAL_SIZE,
        sizes=SIZES,
        role_sets={"party": DECKS},
        options=OPTIONS,
        among_friends=True,
        constraints=tuple(each for each in mixed.constraints if each.flaw not in RECOMMENDED_IN_THE_BOX),
    )
