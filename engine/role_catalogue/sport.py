"""Roles of the sport rules, which city has too in part (S0, S3, S4)."""

from collections.abc import Mapping

from engine.ability_effects import Agreement, Asks, Inspect, TeamKill
from engine.commands import Verb
from engine.roles import Ability, Rank, Role, Side, one_use_ability

SHOT = one_use_ability("shot", Verb.SHOOT, TeamKill(Agreement.ALL), aims=())
FIND_SHERIFF = Ability("find-sheriff", ((Verb.CHECK, (Inspect(Asks.SHERIFF),)),), (Verb.SLEEP,), after=SHOT.id)
FIND_BLACK = one_use_ability("find-black", Verb.CHECK, Inspect(Asks.SIDE))

CIVILIAN = Role("civilian", Side.RED)
SHERIFF = Role("sheriff", Side.RED, (FIND_BLACK,), rank=Rank.LEADER, at_most=1)
MAFIA = Role("mafia", Side.BLACK, (SHOT,), team=Side.BLACK)
DON = Role("don", Side.BLACK, (SHOT, FIND_SHERIFF), team=Side.BLACK, rank=Rank.SPECIAL, leads=True, at_most=1)

SPORT_ROLES: Mapping[str, Role] = {role.id: role for role in (CIVILIAN, SHERIFF, MAFIA, DON)}
