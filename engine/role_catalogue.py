"""Every role of the five rule documents. A new one that combines known effects is one more declaration here.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Mapping

from engine.ability_effects import (
    Agreement,
    Alibi,
    Asks,
    Block,
    CopyVote,
    Disguise,
    Effect,
    Expose,
    Guard,
    Inspect,
    Jail,
    Kill,
    Protect,
    Silence,
    TeamKill,
)
from engine.commands import Verb
from engine.options import LoverAlibi
from engine.roles import Ability, Aim, Rank, Role, Side


def _ability(name: str, verb: Verb, *effects: Effect, aims: tuple[Aim, ...] = (Aim.NOT_ONESELF,)) -> Ability:
    return Ability(name, ((verb, effects),), (Verb.HOLD if verb is Verb.SHOOT else Verb.SLEEP,), aims)


# --- sport (S0, S3, S4) and city (S1) --------------------------------------------------------------------------

SHOT = _ability("shot", Verb.SHOOT, TeamKill(Agreement.ALL), aims=())
FIND_SHERIFF = Ability("find-sheriff", ((Verb.CHECK, (Inspect(Asks.SHERIFF),)),), (Verb.SLEEP,), after=SHOT.id)
FIND_COMMISSAR = Ability(
    "find-commissar", ((Verb.CHECK, (Inspect(Asks.COMMISSAR),)),), (Verb.SLEEP,), after=SHOT.id
)
FIND_BLACK = _ability("find-black", Verb.CHECK, Inspect(Asks.SIDE))
MANIAC_SHOT = _ability("maniac-shot", Verb.SHOOT, Kill())
HEAL = _ability("heal", Verb.HEAL, Protect(), aims=(Aim.NOT_TWICE_RUNNING, Aim.ONESELF_ONCE))
VISIT = _ability(
    "visit",
    Verb.VISIT,
    Alibi((LoverAlibi.IMMUNITY, LoverAlibi.BOTH)),
    Block((LoverAlibi.BLOCK, LoverAlibi.BOTH)),
    aims=(Aim.NOT_ONESELF, Aim.NOT_TWICE_RUNNING),
)

CIVILIAN = Role("civilian", Side.RED)
SHERIFF = Role("sheriff", Side.RED, (FIND_BLACK,), rank=Rank.LEADER, at_most=1)
MAFIA = Role("mafia", Side.BLACK, (SHOT,), team=Side.BLACK)
DON = Role("don", Side.BLACK, (SHOT, FIND_SHERIFF), team=Side.BLACK, rank=Rank.SPECIAL, leads=True, at_most=1)

CITY_DON = Role(
    "don", Side.BLACK, (SHOT, FIND_COMMISSAR), team=Side.BLACK, rank=Rank.SPECIAL, leads=True, at_most=1
)
COMMISSAR = Role("commissar", Side.RED, (FIND_BLACK,), rank=Rank.LEADER, at_most=1)
CITY_DOCTOR = Role("doctor", Side.RED, (HEAL,), rank=Rank.SPECIAL, at_most=1)
LOVER = Role("lover", Side.RED, (VISIT,), rank=Rank.SPECIAL, at_most=1)
CITY_MANIAC = Role("maniac", Side.RED, (MANIAC_SHOT,), rank=Rank.SPECIAL, at_most=1)

# --- box (S2) --------------------------------------------------------------------------------------------------

ANYBODY: tuple[Aim, ...] = ()
"""Oneself too: S2 says "another player" of the doctor and the bodyguard only."""
GANGS = (Side.MAFIA.value, Side.YAKUZA.value, Side.BLACK.value)

CHARM = _ability("charm", Verb.CHARM, Block(), Protect(), aims=ANYBODY)
STEAL = _ability("steal", Verb.BLOCK, Block(), aims=ANYBODY)
FRAME = _ability("frame", Verb.FRAME, Disguise("mafioso"), aims=ANYBODY)
CARE = _ability("care", Verb.HEAL, Protect())
GUARD = _ability("guard", Verb.GUARD, Guard())
CONSULT = _ability("consult", Verb.CHECK, Inspect(Asks.ROLE), aims=ANYBODY)
MAFIA_SHOT = _ability("mafia-shot", Verb.SHOOT, TeamKill(Agreement.MOST), aims=ANYBODY)
EXTRA_SHOT = _ability("extra-shot", Verb.SHOOT, TeamKill(Agreement.MOST), aims=ANYBODY)
"""The mafia's second shot in the night in which it killed the sleepwalker."""
YAKUZA_SHOT = _ability("yakuza-shot", Verb.SHOOT, TeamKill(Agreement.MOST), aims=ANYBODY)
DETECT = Ability(
    "detective", ((Verb.SHOOT, (Kill(),)), (Verb.CHECK, (Inspect(Asks.ROLE),))), (Verb.HOLD, Verb.SLEEP), ANYBODY
)
CONFESS = Ability(
    "priest",
    ((Verb.SHOOT, (Kill(),)), (Verb.CHECK, (Inspect(Asks.ROLE), Expose()))),
    (Verb.HOLD, Verb.SLEEP),
    ANYBODY,
)
TRY = _ability("judge", Verb.CHECK, Inspect(Asks.ROLE), aims=ANYBODY)
ARREST = _ability("warden", Verb.CHECK, Inspect(Asks.ROLE), Jail(GANGS), aims=ANYBODY)
DUEL = _ability("sheriff", Verb.SHOOT, Kill(), aims=ANYBODY)
LONE_SHOT = _ability("lone-shot", Verb.SHOOT, Kill(), aims=ANYBODY)
CLEAVER = _ability("cleaver", Verb.SHOOT, Kill(spares=("civilian",)), aims=ANYBODY)
ADMIRE = _ability("admire", Verb.CHECK, Inspect(Asks.LEADER), aims=ANYBODY)
HUSH = _ability("hush", Verb.SILENCE, Silence(), aims=ANYBODY)
TRICK = _ability("trick", Verb.COPY, CopyVote(), aims=ANYBODY)

MOB = (MAFIA_SHOT, EXTRA_SHOT)


def _town(name: str, *abilities: Ability, rank: Rank = Rank.SPECIAL, acquits: bool = False) -> Role:
    return Role(name, Side.TOWN, abilities, rank=rank, acquits=acquits)


def _leader(name: str, ability: Ability, *, acquits: bool = False) -> Role:
    return _town(name, ability, rank=Rank.LEADER, acquits=acquits)


def _gangster(name: str, *before: Ability, after: tuple[Ability, ...] = (), rank: Rank = Rank.SPECIAL) -> Role:
    return Role(name, Side.MAFIA, (*before, *MOB, *after), team=Side.MAFIA, rank=rank)


def _loner(name: str, ability: Ability) -> Role:
    return Role(name, Side.LONER, (ability,), rank=Rank.SPECIAL)


BOX_ROLES: Mapping[str, Role] = {
    role.id: role
    for role in (
        _town("civilian", rank=Rank.PLAIN),
        _leader("detective", DETECT),
        _leader("priest", CONFESS),
        _leader("judge", TRY, acquits=True),
        _leader("warden", ARREST),
        _leader("sheriff", DUEL),
        _town("doctor", CARE),
        Role("sleepwalker", Side.TOWN, (MAFIA_SHOT,), team=Side.MAFIA, rank=Rank.SPECIAL),
        _town("bodyguard", GUARD),
        _town("beauty", CHARM),
        _town("admirer", ADMIRE),
        _loner("maniac", LONE_SHOT),
        _loner("butcher", CLEAVER),
        _loner("swindler", TRICK),
        _gangster("godfather", after=(HUSH,)),
        _gangster("thief", STEAL),
        _gangster("lawyer", CONSULT),
        _gangster("informer", FRAME),
        _gangster("mafioso", rank=Rank.PLAIN),
        Role("yakuza", Side.YAKUZA, (YAKUZA_SHOT,), team=Side.YAKUZA),
    )
}
