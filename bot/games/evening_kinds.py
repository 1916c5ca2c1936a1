"""The kinds of evening that a group chooses between before its first table, and which fit those who sit."""

from collections.abc import Mapping
from typing import NamedTuple

from bot.games.lobby import Lobby
from engine.house_rules import find_ruleset

MOST_OFFERED = 2


class EveningKind(NamedTuple):
    """A kind of evening; its texts are `evening-<id>` and `evening-<id>-about`."""

    id: str
    rulesets: tuple[str, ...]
    """Its rule sets, the usual one first; of several one more tap chooses."""
    least: int
    most: int
    """For how many players it is meant. Unofficial tables may be smaller and larger."""


EVENING_KINDS: Mapping[str, EveningKind] = {
    kind.id: kind
    for kind in (
        EveningKind("party", ("party",), 4, 16),
        EveningKind("box", ("box",), 6, 16),
        EveningKind("city", ("city",), 10, 15),
        EveningKind("sport", ("fiim-2025", "fiim", "phystech"), 10, 10),
    )
}


def kind_of(ruleset: str) -> str:
    """Returns the id of the kind to which a rule set belongs, house rules made from it included."""
    base = ruleset.partition("+")[0]
    return next((kind.id for kind in EVENING_KINDS.values() if base in kind.rulesets), "")


def sizes_of(kind: EveningKind) -> tuple[int, ...]:
    """Returns the numbers of players for which the kind has usual cards, in ascending order."""
    ruleset = find_ruleset(kind.rulesets[0])
    return tuple(sorted(set(next(iter(ruleset.role_sets.values()))) & set(ruleset.sizes)))


def fitting_now(lobby: Lobby) -> tuple[EveningKind, ...]:
    """Returns other kinds that those who sit could play now: where they are too few for the rules of the table, or
    have taken its last seat."""
    seated, sizes = len(lobby.guests), lobby.sizes
    if lobby.tournament or sizes[0] <= seated < sizes[-1]:
        return ()
    needed = seated if seated < sizes[0] else seated + 1
    others = (kind for kind in EVENING_KINDS.values() if kind.id != kind_of(lobby.ruleset))
    return tuple(kind for kind in others if needed in sizes_of(kind))[:MOST_OFFERED]
