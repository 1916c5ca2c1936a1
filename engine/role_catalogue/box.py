"""The twenty roles of the boxed game (S2).

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Mapping

from engine.ability_effects import (
    Agreement,
    Asks,
    Block,
    CopyVote,
    Disguise,
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
from engine.roles import Ability, Aim, Rank, Role, Side, one_use_ability

ANYBODY: tuple[Aim, ...] = ()
"""Oneself too: S2 says "another player" of the doctor and the bodyguard only."""
GANGS = (Side.MAFIA.value, Side.YAKUZA.value, Side.BLACK.value)

CHARM = one_use_ability("charm", Verb.CHARM, Block(), Protect(), aims=ANYBODY)
STEAL = one_use_ability("steal", Verb.BLOCK, Block(), aims=ANYBODY)
FRAME = one_use_ability("frame", Verb.FRAME, Disguise("mafioso"), aims=ANYBODY)
CARE = one_use_ability("care", Verb.HEAL, Protect(), aims=(Aim.AS_DOCTORS_MAY,))
GUARD = one_use_ability("guard", Verb.GUARD, Guard())
CONSULT = one_use_ability("consult", Verb.CHECK, Inspect(Asks.ROLE), aims=ANYBODY)
MAFIA_SHOT = one_use_ability("mafia-shot", Verb.SHOOT, TeamKill(Agreement.MOST), aims=ANYBODY)
EXTRA_SHOT = one_use_ability("extra-shot", Verb.SHOOT, TeamKill(Agreement.MOST), aims=ANYBODY)
"""The mafia's second shot in the night in which it killed the sleepwalker."""
YAKUZA_SHOT = one_use_ability("yakuza-shot", Verb.SHOOT, TeamKill(Agreement.MOST), aims=ANYBODY)
DETECT = Ability(
    "detective", ((Verb.SHOOT, (Kill(),)), (Verb.CHECK, (Inspect(Asks.ROLE),))), (Verb.HOLD, Verb.SLEEP), ANYBODY
)
CONFESS = Ability(
    "priest",
    ((Verb.SHOOT, (Kill(),)), (Verb.CHECK, (Inspect(Asks.ROLE), Expose()))),
    (Verb.HOLD, Verb.SLEEP),
    ANYBODY,
)
TRY = one_use_ability("judge", Verb.CHECK, Inspect(Asks.ROLE), aims=ANYBODY)
ARREST = one_use_ability("warden", Verb.CHECK, Inspect(Asks.ROLE), Jail(GANGS), aims=ANYBODY)
DUEL = one_use_ability("sheriff", Verb.SHOOT, Kill(), aims=ANYBODY)
LONE_SHOT = one_use_ability("lone-shot", Verb.SHOOT, Kill(), aims=ANYBODY)
CLEAVER = one_use_ability("cleaver", Verb.SHOOT, Kill(spares=("civilian",)), aims=ANYBODY)
ADMIRE = one_use_ability("admire", Verb.CHECK, Inspect(Asks.LEADER), aims=ANYBODY)
HUSH = one_use_ability("hush", Verb.SILENCE, Silence(), aims=ANYBODY)
TRICK = one_use_ability("trick", Verb.COPY, CopyVote(), aims=ANYBODY)

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
