"""Roles of the city rules (S1): those of its own, beside civilian and mafia of the sport rules."""

from collections.abc import Mapping

from engine.ability_effects import Alibi, Asks, Block, Inspect, Kill, Protect
from engine.commands import Verb
from engine.options import LoverAlibi
from engine.role_catalogue.sport import CIVILIAN, FIND_BLACK, MAFIA, SHOT
from engine.roles import Ability, Aim, Rank, Role, Side, one_use_ability

FIND_COMMISSAR = Ability(
    "find-commissar", ((Verb.CHECK, (Inspect(Asks.COMMISSAR),)),), (Verb.SLEEP,), after=SHOT.id
)
MANIAC_SHOT = one_use_ability("maniac-shot", Verb.SHOOT, Kill())
HEAL = one_use_ability("heal", Verb.HEAL, Protect(), aims=(Aim.AS_DOCTORS_MAY,))
VISIT = one_use_ability(
    "visit",
    Verb.VISIT,
    Alibi((LoverAlibi.IMMUNITY, LoverAlibi.BOTH)),
    Block((LoverAlibi.BLOCK, LoverAlibi.BOTH)),
    aims=(Aim.NOT_ONESELF, Aim.NOT_TWICE_RUNNING),
)

CITY_DON = Role(
    "don", Side.BLACK, (SHOT, FIND_COMMISSAR), team=Side.BLACK, rank=Rank.SPECIAL, leads=True, at_most=1
)
COMMISSAR = Role("commissar", Side.RED, (FIND_BLACK,), rank=Rank.LEADER, at_most=1)
CITY_DOCTOR = Role("doctor", Side.RED, (HEAL,), rank=Rank.SPECIAL, at_most=1)
LOVER = Role("lover", Side.RED, (VISIT,), rank=Rank.SPECIAL, at_most=1)
CITY_MANIAC = Role("maniac", Side.RED, (MANIAC_SHOT,), rank=Rank.SPECIAL, at_most=1)

CITY_ROLES: Mapping[str, Role] = {
    role.id: role for role in (CIVILIAN, COMMISSAR, CITY_DOCTOR, LOVER, CITY_MANIAC, MAFIA, CITY_DON)
}
