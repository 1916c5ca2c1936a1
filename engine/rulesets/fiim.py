"""`fiim`: the official sport rules, older edition (S0), with its geographic options switched on.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine import penalty_clauses, protest_ruling_reasons
from engine.events import StepName
from engine.options import (
    BallotSecrecy,
    BallotStyle,
    BestMoveTime,
    Draw,
    NightTalk,
    Nominations,
    Offences,
    Option,
    SingleLater,
    StandIns,
    TieAtThreeOrFour,
    Unvoted,
)
from engine.points import BonusPlaces, Scoring
from engine.ranking_criteria import Criterion
from engine.role_catalogue.sport import SPORT_ROLES
from engine.rules import RuleSet
from engine.rulesets import sport
from engine.steps.time_out_and_surrender import IN_TIME_OUT
from engine.win_conditions import sport_ending

OPTIONS = {
    # 4.1-4.2 Beginning
    "deal": Option(60, "S0 4.1.3"),
    "meet": Option(60, "S0 4.2.2"),
    # 4.3 Day
    "speech": Option(60, "S0 4.3.1"),
    # 4.4 Ballot
    "withdraw": Option(True, "S0 4.4.3"),
    "nominations": Option(Nominations.FIRST, "S0 4.4.4"),
    "ballot_style": Option(BallotStyle.SEQUENTIAL, "S0 4.4.5"),
    "ballot_window": Option(20, "S0 4.4.6"),
    "unvoted": Option(Unvoted.LAST_CANDIDATE, "S0 4.4.9"),
    "first_day_ballot": Option(True, "S0 4.4.11"),
    "ballot_secrecy": Option(BallotSecrecy.OPEN, "S0 4.4.7"),
    "change_vote": Option(False, "S0 4.4.10"),
    "confirmation": Option(False, "S0 4.4.12"),
    "single_later": Option(SingleLater.BALLOT, "S0 4.4.11"),
    "tie_speech": Option(30, "S0 4.4.13"),
    "lift_window": Option(15, "S0 4.4.13"),
    "reveal_roles": Option(False, "S0 4.4.14"),
    "last_word": Option(60, "S0 4.4.14"),
    "last_words": Option(True, "S0 4.4.14"),
    "last_word_when_decided": Option(True, "S0 4.4.14"),
    # 4.5 Night
    "first_night_kill": Option(True, "S0 4.5"),
    "night": Option(40, "S0 4.5"),
    "early_night_end": Option(True, "S0 4.5"),
    "night_talk": Option(NightTalk.OFF, "S0 4.5.9"),
    # 6-7 Discipline and special situations
    "silenced_window": Option(10, "S0 6.4"),
    "offences": Option(Offences.WARN, "S0 6.6.1"),
    "fouls_to_silence": Option(3, "S0 6.4"),
    "fouls_to_removal": Option(4, "S0 6.5"),
    "show_candidates": Option(False, "S0 7.4"),
    "tie_at_three_or_four": Option(TieAtThreeOrFour.NIGHT, "S0 7.6"),
    "draw": Option(Draw.CYCLES_3, "S0 7.8"),
    # 8 Points
    "best_move_time": Option(BestMoveTime.LAST_WORD, "S0 8.3"),
    "best_move": Option(20, "S3 4.5.9"),
    # Not in the document: what a chat needs
    "time_outs": Option(0, "S4"),
    "time_out": Option(120, "S4"),
    "surrender": Option(False, "S1"),
    "stand_ins": Option(StandIns.FILL, "S0 (silent)"),
}

RANKING = (
    Criterion.POINTS,
    Criterion.ADDITIONAL,  # S0 8.6.1
    Criterion.WINS,  # S0 8.6.2
    Criterion.WINS_AS_LEADER,  # S0 8.6.3
    Criterion.FIRST_DEATHS,  # S0 8.6.4
    Criterion.LOT,  # S0 8.6.5
)
"""Places in a tournament: each criterion decides where those before it leave players equal."""

SCORING = Scoring(
    win=200,  # 8.2.1-8.2.2
    disqualified=-100,  # 8.2.4
    team_loss=-100,
    best_move=(25, 50),  # 8.3.1
    bonus=BonusPlaces(winners=(100, 50), losers=(50,)),  # 8.4
    penalties=(),
    larger_of_bonus_and_best_move=False,
    coefficient=True,  # 8.5
    discipline_is_additional=True,  # 8.2.4
    ranking=RANKING,  # 8.6
)

FIIM = RuleSet(
    id="fiim",
    document="S0",
    official_size=sport.OFFICIAL_SIZE,
    sizes=sport.SIZES,
    roles=SPORT_ROLES,
    role_sets=sport.ROLE_SETS,
    night_order=sport.NIGHT_ORDER,
    waves=sport.WAVES,
    steps=sport.STEPS,
    in_time_out=IN_TIME_OUT,
    options=OPTIONS,
    scoring=SCORING,
    clauses=penalty_clauses.S0,  # 5-6
    ending=sport_ending,  # 1.4
    day_opens_with=StepName.SPEECH,
    last_words=sport.LAST_WORDS,
    constraints=sport.CONSTRAINTS,
    removal_cancels_ballot=True,  # 7.1-7.2
    lift_everybody=False,  # 7.9
    best_move_if_two_left=True,
    protest_minutes=10,  # 8.7.1
    rulings=protest_ruling_reasons.S0,  # 8.7.4
)
