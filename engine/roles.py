"""What a role is: a side, a team, and what its holder is asked at night. The roles are in `role_catalogue`."""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.ability_effects import Effect, Guess, TeamKill
from engine.commands import Verb


class Side(StrEnum):
    """Who wins together."""

    RED = "red"
    BLACK = "black"
    TOWN = "town"
    MAFIA = "mafia"
    YAKUZA = "yakuza"
    LONER = "loner"


class Rank(StrEnum):
    """How a role counts when cards are put together."""

    PLAIN = "plain"
    SPECIAL = "special"
    LEADER = "leader"


class Aim(StrEnum):
    """Whom an ability may be aimed at, beyond that the target lives."""

    NOT_ONESELF = "not-oneself"
    NOT_TWICE_RUNNING = "not-twice-running"
    """Not the target of the night before."""
    AS_DOCTORS_MAY = "as-doctors-may"
    """As the table has it for doctors: oneself or not, and the same patient two nights running or not."""


Uses = tuple[tuple[Verb, tuple[Effect, ...]], ...]


@dataclass(frozen=True, slots=True)
class Ability:
    """One thing that the holder of a role is asked at night.

    >>> from engine.role_catalogue.city import HEAL
    >>> HEAL
    <Ability heal>
    """

    id: str
    uses: Uses
    """Each verb it can be used with, and what that does."""
    declines: tuple[Verb, ...]
    aims: tuple[Aim, ...] = (Aim.NOT_ONESELF,)
    after: str = ""
    """Another ability of the same holder that must have been answered before."""
    verbs: tuple[Verb, ...] = field(init=False, compare=False)
    by_team: bool = field(init=False, compare=False)
    """One shot of several members."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "verbs", (*(verb for verb, _ in self.uses), *self.declines))
        object.__setattr__(self, "by_team", any(isinstance(effect, TeamKill) for effect in self.uses[0][1]))

    def __repr__(self) -> str:
        return f"<Ability {self.id}>"

    def effects(self, verb: Verb) -> tuple[Effect, ...]:
        """What using it with this verb does; nothing for a verb it does not have."""
        for used, effects in self.uses:
            if used is verb:
                return effects
        return ()


def one_use_ability(
    name: str, verb: Verb, *effects: Effect, aims: tuple[Aim, ...] = (Aim.NOT_ONESELF,)
) -> Ability:
    """Returns an ability with one verb, which can be declined."""
    return Ability(name, ((verb, effects),), (Verb.HOLD if verb is Verb.SHOOT else Verb.SLEEP,), aims)


@dataclass(frozen=True, slots=True)
class Role:
    """A role: its side, the team it wakes with, and what it is asked at night.

    >>> from engine.role_catalogue.sport import DON
    >>> DON
    <Role don, black>
    """

    id: str
    side: Side
    abilities: tuple[Ability, ...] = ()
    team: Side | None = None
    """Wakes with these and is known to them, whatever the side."""
    rank: Rank = Rank.PLAIN
    leads: bool = False
    """Appoints the order of shots and is known to the team as its head."""
    acquits: bool = False
    """A condemned player without this one's vote goes free, once a day."""
    at_most: int = 0
    """How many of it one table may have; 0: any number."""

    def __repr__(self) -> str:
        return f"<Role {self.id}, {self.side}>"

    def does(self, kind: type[Effect]) -> bool:
        """Has it an ability with this effect?"""
        return any(
            isinstance(effect, kind)
            for ability in self.abilities
            for _, effects in ability.uses
            for effect in effects
        )


SUSPECT = Ability("suspect", ((Verb.SUSPECT, (Guess(),)),), (Verb.SLEEP,))
"""The harmless prompt of everybody without an ability: nobody is idle, so nothing shows by traffic."""
