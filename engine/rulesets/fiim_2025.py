"""`fiim-2025`: the official sport rules, edition 20250105 (S3).

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
from engine.points import BonusSteps, Scoring
from engine.ranking_criteria import Criterion
from engine.role_catalogue.sport import SPORT_ROLES
from engine.rules import RuleSet
from engine.rulesets import sport
from engine.steps.time_out_and_surrender import IN_TIME_OUT
from engine.win_conditions import sport_ending

OPTIONS = {
    # 4.1-4.2 Beginning
    "deal": Option(60, "S3 4.1.3"),
    "meet": Option(60, "S3 4.2.1"),
    # 4.3 Day
    "speech": Option(60, "S3 4.3.1"),
    "nominations": Option(Nominations.FIRST_NEW, "S3 4.3.7"),
    "withdraw": Option(False, "S3 4.3.8"),
    # 4.4 Ballot
    "ballot_style": Option(BallotStyle.SEQUENTIAL, "S3 4.4.2"),
    "ballot_window": Option(20, "S3 4.4.3"),
    "unvoted": Option(Unvoted.LAST_CANDIDATE, "S3 4.4.6"),
    "first_day_ballot": Option(True, "S3 4.4.8"),
    "ballot_secrecy": Option(BallotSecrecy.OPEN, "S3 4.4.3"),
    "change_vote": Option(False, "S3 4.4.7"),
    "confirmation": Option(False, "S3 4.4.9"),
    "single_later": Option(SingleLater.LEAVES, "S3 4.4.8"),
    "reveal_roles": Option(False, "S3 4.4.10"),
    "last_word": Option(60, "S3 4.4.10"),
    "tie_speech": Option(30, "S3 4.4.11"),
    "lift_window": Option(15, "S3 4.4.11.3"),
    "tie_at_three_or_four": Option(TieAtThreeOrFour.LIFT, "S3 4.4.11.3"),
    "show_candidates": Option(False, "S3 4.4.12"),
    # 4.5-4.6 Night
    "first_night_kill": Option(True, "S3 4.5"),
    "night": Option(40, "S3 4.5"),
    "early_night_end": Option(True, "S3 4.5"),
    "night_talk": Option(NightTalk.OFF, "S3 4.5.10.1"),
    "best_move_time": Option(BestMoveTime.NIGHT, "S3 4.5.9"),
    "best_move": Option(20, "S3 4.5.9"),
    # 5-6 Discipline and special situations
    "silenced_window": Option(10, "S3 5.4"),
    "offences": Option(Offences.WARN, "S3 6.1.4"),
    "fouls_to_silence": Option(3, "S3 5.4"),
    "fouls_to_removal": Option(4, "S3 5.5"),
    "draw": Option(Draw.NIGHTS_3, "S3 6.5.6"),
    "last_words": Option(True, "S3 4.4.12"),
    "last_word_when_decided": Option(False, "S3 6.5.8"),
    # 7 Points
    "compensation_max": Option(40, "S3 7.5.2"),
    # Not in the document: what a chat needs
    "time_outs": Option(0, "S4"),
    "time_out": Option(120, "S4"),
    "surrender": Option(False, "S1"),
    "stand_ins": Option(StandIns.FILL, "S3 (silent)"),
}

RANKING = (
    Criterion.POINTS,  # S3 8.1
    Criterion.ADDITIONAL,  # S3 8.1.1
    Criterion.FEWER_PENALTIES,  # S3 8.1.2
    Criterion.FIRST_DEATHS,  # S3 8.1.3
    Criterion.WINS_AS_SHERIFF,  # S3 8.1.4
    Criterion.WINS_AS_DON,  # S3 8.1.5
    Criterion.REGISTRATION,  # S3 8.1.6
)
"""Places in a tournament: each criterion decides where those before it leave players equal."""

SCORING = Scoring(
    win=75,  # 7.2.1
    disqualified=-50,  # 7.2.3
    team_loss=-75,  # 7.2.4
    best_move=(25, 40),  # 7.2.5
    bonus=BonusSteps(
        winners=(10, 20, 30, 40, 50, 60, 70),  # 7.3.4
        winners_with_consent=(90,),
        losers=(10, 20, 30, 40, 50),  # 7.3.5
        players=5,  # 7.3.2
        players_with_consent=6,
        total=160,  # 7.3.3
        total_with_consent=200,
    ),
    penalties=(-20, -40),  # 7.4
    larger_of_bonus_and_best_move=True,  # 7.3.7
    ranking=RANKING,  # 8.1
    reads=frozenset({"compensation_max"}),  # 7.5, over a distance
)

FIIM_2025 = RuleSet(
    id="fiim-2025",
    document="S3",
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
    clauses=penalty_clauses.S3,  # 6.1-6.3, 7.4
    ending=sport_ending,  # 1.4
    day_opens_with=StepName.SPEECH,
    last_words=sport.LAST_WORDS,
    constraints=sport.CONSTRAINTS,
    removal_cancels_ballot=True,  # 6.5.1-6.5.3
    lift_everybody=False,  # 6.5.7
    best_move_if_two_left=False,  # 6.5.9
    protest_minutes=15,  # 9.2
    rulings=protest_ruling_reasons.S3,  # 9.5-9.7
)
