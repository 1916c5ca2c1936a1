"""`box`: the Ukrainian boxed game with twenty roles (S2).

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Mapping
from math import ceil

from engine import penalty_clauses
from engine.ability_effects import Disguise, Inspect, Kill
from engine.commands import Verb
from engine.events import StepName
from engine.options import (
    BallotSecrecy,
    DoctorSelf,
    Draw,
    Lynch,
    NightTalk,
    Offences,
    Option,
    StandIns,
    Tie,
    VoidCheck,
)
from engine.points import NO_POINTS
from engine.role_catalogue.box import (
    ADMIRE,
    ARREST,
    BOX_ROLES,
    CARE,
    CHARM,
    CLEAVER,
    CONFESS,
    CONSULT,
    DETECT,
    DUEL,
    EXTRA_SHOT,
    FRAME,
    GUARD,
    HUSH,
    LONE_SHOT,
    MAFIA_SHOT,
    STEAL,
    TRICK,
    TRY,
    YAKUZA_SHOT,
)
from engine.role_set_check import Constraint, Flaw, Hand
from engine.roles import Rank, Side
from engine.rules import Cards, RuleSet
from engine.steps.box_ballot import CONFIRMATION, RETRIAL, TRIAL
from engine.steps.deal import DEAL
from engine.steps.discussion import DISCUSSION
from engine.steps.meet import MEET
from engine.steps.night import night_step
from engine.steps.time_out_and_surrender import IN_TIME_OUT
from engine.win_conditions import box_ending

OPTIONS = {
    "deal": Option(60, "S2 preparation"),
    "meet": Option(60, "S2 first night"),
    "discussion": Option(300, "S2 day"),
    "second_discussion": Option(60, "S2 judge"),
    "withdraw": Option(False, "S2 day"),
    "show_candidates": Option(True, "S2 day"),
    "ballot_window": Option(30, "S2 day"),
    "first_day_ballot": Option(True, "S2 day"),
    "ballot_secrecy": Option(BallotSecrecy.HIDDEN, "S2 day"),
    "change_vote": Option(False, "S2 day"),
    "confirmation": Option(False, "S2 day"),
    "lynch": Option(Lynch.MOST, "S2 day"),
    "tie": Option(Tie.NONE, "S2 day"),
    "reveal_roles": Option(True, "S2 day"),
    "first_night_kill": Option(True, "S2 night"),
    "night": Option(40, "S2 night"),
    "early_night_end": Option(True, "S2 night"),
    "night_talk": Option(NightTalk.CHOICES, "S2 night"),
    "doctor_self": Option(DoctorSelf.NEVER, "S2 doctor"),
    "doctor_twice": Option(True, "S2 doctor"),
    "void_check": Option(VoidCheck.FAILED, "S2 beauty"),
    "loner_must_die": Option(True, "S2 loners"),
    "draw": Option(Draw.CYCLES_3, "S2 end"),
    "offences": Option(Offences.WARN, "S1 warnings"),
    "fouls_to_removal": Option(4, "S1 warnings"),
    "surrender": Option(False, "S1 surrender"),
    "time_outs": Option(0, "S4"),
    "time_out": Option(120, "S4"),
    "stand_ins": Option(StandIns.FILL, "S2 (silent)"),
}

# players: town in all, town's specials from-to, criminals in all, special mafia from-to
COMPOSITION: Mapping[int, tuple[int, range, int, range]] = {
    6: (4, range(1), 2, range(1)),
    7: (5, range(1), 2, range(2)),
    8: (5, range(2), 3, range(2)),
    9: (6, range(2), 3, range(2)),
    10: (7, range(2), 3, range(2)),
    11: (7, range(1, 3), 4, range(2)),
    12: (8, range(1, 3), 4, range(2)),
    13: (9, range(1, 3), 4, range(2)),
    14: (9, range(1, 3), 5, range(2)),
    15: (10, range(1, 3), 5, range(1, 3)),
    16: (11, range(1, 3), 5, range(1, 3)),
}
MOST_TOWN_SPECIALS = ("doctor", "bodyguard")
MOST_MAFIA_SPECIALS = ("lawyer", "godfather")
YAKUZA_FROM = 12
LONER_FROM = 10


def _town(size: int, leader: str, specials: tuple[str, ...]) -> dict[str, int]:
    return {leader: 1} | dict.fromkeys(specials, 1) | {"civilian": COMPOSITION[size][0] - 1 - len(specials)}


def _plain(size: int) -> Cards:
    """Civilians, mafiosi and a detective, with no more specials than the table asks for."""
    _, town, criminals, mafia = COMPOSITION[size]
    specials = MOST_MAFIA_SPECIALS[: mafia[0]]
    gang = dict.fromkeys(specials, 1) | {"mafioso": criminals - len(specials)}
    return _town(size, "detective", MOST_TOWN_SPECIALS[: town[0]]) | gang


def _full(size: int) -> Cards:
    """As many specials as the table allows."""
    _, town, criminals, mafia = COMPOSITION[size]
    specials = MOST_MAFIA_SPECIALS[: mafia[-1]]
    gang = dict.fromkeys(specials, 1) | {"mafioso": criminals - len(specials)}
    return _town(size, "detective", MOST_TOWN_SPECIALS[: town[-1]]) | gang


def _with_loner(loner: str, size: int) -> Cards:
    cards = dict(_plain(size))
    return cards | {"mafioso": cards["mafioso"] - 1, loner: 1}


def _with_yakuza(size: int) -> Cards:
    _, town, criminals, _ = COMPOSITION[size]
    yakuza = criminals // 2
    return _town(size, "detective", MOST_TOWN_SPECIALS[: town[0]]) | {
        "mafioso": criminals - yakuza,
        "yakuza": yakuza,
    }


ROLE_SETS: Mapping[str, Mapping[int, Cards]] = {
    "plain": {size: _plain(size) for size in COMPOSITION},
    "full": {size: _full(size) for size in COMPOSITION},
    "maniac": {size: _with_loner("maniac", size) for size in COMPOSITION if size >= LONER_FROM},
    "butcher": {size: _with_loner("butcher", size) for size in COMPOSITION if size >= LONER_FROM},
    "swindler": {size: _with_loner("swindler", size) for size in COMPOSITION if size >= LONER_FROM},
    "yakuza": {size: _with_yakuza(size) for size in COMPOSITION if size >= YAKUZA_FROM},
}

CRIMINAL_SIDES = (Side.MAFIA, Side.YAKUZA, Side.LONER)


def _criminals(hand: Hand) -> int:
    return hand.of(*CRIMINAL_SIDES)


def _yakuza_not_half(hand: Hand) -> bool:
    yakuza, mafia = hand.of(Side.YAKUZA), hand.of(Side.MAFIA)
    return bool(yakuza) and mafia - yakuza not in (0, 1)


def _off_table(hand: Hand, column: int) -> bool:
    row = COMPOSITION.get(hand.size)
    specials = hand.of(Side.TOWN, rank=Rank.SPECIAL) if column == 1 else hand.of(Side.MAFIA, rank=Rank.SPECIAL)
    allowed = row[column] if row else range(0)
    return bool(row) and isinstance(allowed, range) and specials not in allowed


def _more_than_a_third(hand: Hand, *sides: Side) -> bool:
    """S2: about a third of each side may be neither plain civilian nor plain gangster.

    Rounded up, as the numbers of the table are: it has one special mafioso of two, and three of seven in the town.
    """
    everybody = hand.of(*sides)
    return (everybody - hand.of(*sides, rank=Rank.PLAIN)) > ceil(everybody / 3)


CONSTRAINTS = (
    Constraint(Flaw.NO_CRIMINAL, lambda hand: not _criminals(hand)),
    Constraint(Flaw.TOO_MANY_CRIMINALS, lambda hand: hand.of(Side.TOWN) <= _criminals(hand)),
    Constraint(Flaw.ONE_OF_EACH, lambda hand: hand.has_twice(Rank.SPECIAL)),  # S2 contents: one card of each
    Constraint(Flaw.TWO_LEADERS, lambda hand: hand.of(Side.TOWN, rank=Rank.LEADER) > 1),
    Constraint(Flaw.TWO_LONERS, lambda hand: hand.of(Side.LONER) > 1),
    Constraint(Flaw.YAKUZA_TOO_FEW, lambda hand: bool(hand.of(Side.YAKUZA)) and hand.size < YAKUZA_FROM),
    Constraint(Flaw.YAKUZA_WITH_LONER, lambda hand: bool(hand.of(Side.YAKUZA)) and bool(hand.of(Side.LONER))),
    Constraint(
        Flaw.YAKUZA_WITH_SPECIALS,
        lambda hand: bool(hand.of(Side.YAKUZA)) and bool(hand.of(Side.MAFIA, rank=Rank.SPECIAL)),
    ),
    Constraint(Flaw.YAKUZA_NOT_HALF, _yakuza_not_half),
    Constraint(Flaw.NO_LEADER, lambda hand: not hand.of(Side.TOWN, rank=Rank.LEADER), hard=False),
    Constraint(
        Flaw.LONER_TOO_EARLY, lambda hand: bool(hand.of(Side.LONER)) and hand.size < LONER_FROM, hard=False
    ),
    Constraint(
        Flaw.TOWN_NUMBER,
        lambda hand: hand.size in COMPOSITION and hand.of(Side.TOWN) != COMPOSITION[hand.size][0],
        hard=False,
    ),
    Constraint(Flaw.TOWN_SPECIALS, lambda hand: _off_table(hand, 1), hard=False),
    Constraint(Flaw.MAFIA_SPECIALS, lambda hand: not hand.of(Side.YAKUZA) and _off_table(hand, 3), hard=False),
    Constraint(
        Flaw.MANY_SPECIALS,
        lambda hand: _more_than_a_third(hand, Side.TOWN) or _more_than_a_third(hand, *CRIMINAL_SIDES),
        hard=False,
    ),
    Constraint(
        Flaw.INFORMER_IN_VAIN,
        lambda hand: hand.does(Disguise) and not hand.does(Inspect),
        hard=False,
    ),
    Constraint(Flaw.NO_SHOOTERS, lambda hand: not hand.does(Kill, Side.TOWN), hard=False),
)

NIGHT_ORDER = (
    (CHARM,),
    (STEAL,),
    (FRAME,),
    (CARE,),
    (GUARD,),
    (CONSULT,),
    (MAFIA_SHOT, EXTRA_SHOT, YAKUZA_SHOT),
    (DETECT, CONFESS, TRY, ARREST, DUEL),
    (LONE_SHOT, CLEAVER),
    (ADMIRE,),
    (HUSH,),
    (TRICK,),
)
BEFORE_THE_SHOT = (CHARM, STEAL, FRAME, CARE, GUARD, CONSULT)
FROM_THE_SHOT_ON = (
    MAFIA_SHOT,
    YAKUZA_SHOT,
    DETECT,
    CONFESS,
    TRY,
    ARREST,
    DUEL,
    LONE_SHOT,
    CLEAVER,
    ADMIRE,
    HUSH,
    TRICK,
)

BOX = RuleSet(
    id="box",
    document="S2",
    official_size=10,
    sizes=range(6, 17),
    roles=BOX_ROLES,
    role_sets=ROLE_SETS,
    night_order=NIGHT_ORDER,
    waves=(BEFORE_THE_SHOT, FROM_THE_SHOT_ON, (EXTRA_SHOT,)),
    steps=(
        DEAL,
        MEET,
        DISCUSSION,
        TRIAL,
        RETRIAL,
        CONFIRMATION,
        night_step(
            Verb.SHOOT,
            Verb.CHECK,
            Verb.HEAL,
            Verb.GUARD,
            Verb.CHARM,
            Verb.BLOCK,
            Verb.FRAME,
            Verb.SILENCE,
            Verb.COPY,
        ),
    ),
    in_time_out=IN_TIME_OUT,
    options=OPTIONS,
    scoring=NO_POINTS,
    clauses=penalty_clauses.S2,  # the box has none
    ending=box_ending,
    day_opens_with=StepName.DISCUSSION,
    last_words=frozenset(),
    constraints=CONSTRAINTS,
    meets_in_silence=True,  # course 2
    the_dead_act=False,
    reads=frozenset({"loner_must_die"}),
)
