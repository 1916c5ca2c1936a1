"""`city`: a club's rules with Commissar, Doctor, Lover, Maniac and Don (S1).

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Mapping

from engine import penalty_clauses
from engine.commands import Verb
from engine.events import StepName, Way
from engine.options import (
    BallotSecrecy,
    BallotStyle,
    BestMoveTime,
    DoctorSelf,
    Draw,
    LoverAlibi,
    NightTalk,
    Nominations,
    Offences,
    Option,
    SingleLater,
    StandIns,
    TieAtThreeOrFour,
    Unvoted,
)
from engine.points import NO_POINTS
from engine.role_catalogue.city import (
    CITY_ROLES,
    FIND_COMMISSAR,
    HEAL,
    MANIAC_SHOT,
    VISIT,
)
from engine.role_catalogue.sport import FIND_BLACK, SHOT
from engine.role_set_check import Constraint, Flaw
from engine.roles import Side
from engine.rules import Cards, RuleSet
from engine.steps.ballot import BALLOT, CONFIRMATION, TIE_BALLOT
from engine.steps.deal import DEAL
from engine.steps.last_word_and_best_move import BEST_MOVE, LAST_WORD
from engine.steps.lift_ballot import LIFT_BALLOT
from engine.steps.meet import MEET
from engine.steps.night import night_step
from engine.steps.speech import SPEECH
from engine.steps.tie_speech import TIE_SPEECH
from engine.steps.time_out_and_surrender import IN_TIME_OUT
from engine.win_conditions import city_ending

OPTIONS = {
    "deal": Option(60, "S1 first night"),
    "meet": Option(60, "S1 first night"),
    "speech": Option(60, "S1 speech"),
    "nominations": Option(Nominations.LAST, "S1 nomination"),
    "withdraw": Option(True, "S1 nomination"),
    "show_candidates": Option(True, "S1 ballot"),
    "ballot_style": Option(BallotStyle.SEQUENTIAL, "S1 ballot"),
    "ballot_window": Option(30, "S1 ballot"),
    "unvoted": Option(Unvoted.NOT_COUNTED, "S1 ballot"),
    "first_day_ballot": Option(True, "S1 ballot"),
    "ballot_secrecy": Option(BallotSecrecy.OPEN, "S1 ballot"),
    "change_vote": Option(False, "S1 ballot"),
    "confirmation": Option(False, "S1 ballot"),
    "single_later": Option(SingleLater.BALLOT, "S1 ballot"),
    "tie_speech": Option(30, "S1 tie"),
    "lift_window": Option(15, "S1 tie"),
    "tie_at_three_or_four": Option(TieAtThreeOrFour.LIFT, "S1 tie"),
    "last_word": Option(60, "S1 last word"),
    "last_words": Option(True, "S1 last word"),
    "last_word_when_decided": Option(False, "S1 end"),
    "first_night_kill": Option(True, "S1 night"),
    "night": Option(40, "S1 night"),
    "early_night_end": Option(True, "S1 night"),
    "night_talk": Option(NightTalk.OFF, "S1 night"),
    "doctor_self": Option(DoctorSelf.ONCE, "S1 Doctor"),
    "doctor_twice": Option(False, "S1 Doctor"),
    "lover_alibi": Option(LoverAlibi.IMMUNITY, "S1 Lover"),
    "reveal_roles": Option(False, "S1 night"),
    "best_move_time": Option(BestMoveTime.LAST_WORD, "S1 best move"),
    "best_move": Option(20, "S3 4.5.9"),
    "claim_forfeits_best_move": Option(True, "S1 best move"),
    "silenced_window": Option(10, "S1 warnings"),
    "offences": Option(Offences.WARN, "S1 warnings"),
    "fouls_to_silence": Option(3, "S1 warnings"),
    "fouls_to_removal": Option(4, "S1 warnings"),
    "surrender": Option(True, "S1 surrender"),
    "draw": Option(Draw.OFF, "S1 end"),
    "time_outs": Option(0, "S4"),
    "time_out": Option(120, "S4"),
    "stand_ins": Option(StandIns.FILL, "S1 (silent)"),
}

_BLACKS = {10: 3, 11: 3, 12: 4, 13: 4, 14: 4, 15: 5}

ROLE_SETS: Mapping[str, Mapping[int, Cards]] = {
    "official": {
        size: {
            "don": 1,
            "mafia": blacks - 1,
            "commissar": 1,
            "doctor": 1,
            "lover": 1,
            "maniac": 1,
            "civilian": size - blacks - 4,
        }
        for size, blacks in _BLACKS.items()
    }
}

CONSTRAINTS = (
    Constraint(Flaw.NO_CRIMINAL, lambda hand: not hand.of(Side.BLACK)),
    Constraint(Flaw.NO_LEADER, lambda hand: not hand.cards.get("commissar"), hard=False),
    Constraint(
        Flaw.NOT_OFFICIAL_CARDS,
        lambda hand: hand.cards != {role: n for role, n in ROLE_SETS["official"].get(hand.size, {}).items() if n},
        hard=False,
    ),
)

SCORING = NO_POINTS._replace(best_move=(25, 50))

NIGHT_ORDER = ((VISIT,), (SHOT,), (FIND_COMMISSAR,), (MANIAC_SHOT,), (FIND_BLACK,), (HEAL,))
"""The Lover first: her visit may keep somebody from acting; as an alibi it could stand anywhere."""

CITY = RuleSet(
    id="city",
    document="S1",
    official_size=10,
    sizes=range(10, 16),
    roles=CITY_ROLES,
    role_sets=ROLE_SETS,
    night_order=NIGHT_ORDER,
    waves=(tuple(ability for together in NIGHT_ORDER for ability in together),),
    steps=(
        DEAL,
        MEET,
        SPEECH,
        BALLOT,
        TIE_SPEECH,
        TIE_BALLOT,
        LIFT_BALLOT,
        CONFIRMATION,
        LAST_WORD,
        night_step(Verb.SHOOT, Verb.CHECK, Verb.HEAL, Verb.VISIT),
        BEST_MOVE,
    ),
    in_time_out=IN_TIME_OUT,
    options=OPTIONS,
    scoring=SCORING,
    clauses=penalty_clauses.S1,  # warnings and removals
    ending=city_ending,
    day_opens_with=StepName.SPEECH,
    last_words=frozenset({Way.VOTED, Way.LIFTED, Way.SHOT}),
    constraints=CONSTRAINTS,
    lift_everybody=True,
    every_victim_names=True,
    short_speech_at=(3,),
    third_foul_at_once=True,
    misses_that_lose=3,
)
