"""Where the model and the engine read the documents differently, and what decides it.

The model decides by itself where a document is silent (its README lists how); the engine follows the decisions of
this project. `switches` are the model's own, set so that both play the same game. A row without switches is the
duel's to keep: it never asks for what only one of the two can do, or does not compare it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tests.independent_model.city_night import Choices
from tests.independent_model.sport import S0, S3, S4, Phase, Rules

DOCUMENTS: Mapping[str, Rules] = {"fiim": S0, "fiim-2025": S3, "phystech": S4}
SPORT = tuple(DOCUMENTS)
CITY = ("city",)


@dataclass(frozen=True)
class Settled:
    rulesets: tuple[str, ...]
    clause: str
    why: str
    switches: Mapping[str, Any] = field(default_factory=dict)


SETTLED: tuple[Settled, ...] = (
    Settled(
        ("fiim",),
        "S0 4.4.3-4.4.4",
        "one who has taken a nomination back has none and may make one again; the document does not say",
        {"withdrawal_frees_nomination": True},
    ),
    Settled(
        ("fiim", "fiim-2025"),
        "S0 7.8, S3 6.5.6",
        "nights are counted from the first with shots: in the acquaintance nobody could have left by a shot",
        {"first_night_counts_for_draw": False},
    ),
    Settled(
        ("phystech",),
        "S3 5-6, 6.5.6-6.5.7",
        "S4 has no chapter on discipline, no draw, and no word on an empty table: there the edition of 2025 holds",
        {
            "has_fouls": True,
            "draw_rounds": 3,
            "draw_ends_with": Phase.NIGHT,
            "first_night_counts_for_draw": False,
            "no_lift_of_everybody": True,
        },
    ),
    Settled(
        CITY,
        "S1 L49, L67",
        "all shots at one black are no miss, for a miss is shots at different players or a shot not fired",
        {"shot_can_kill_black": True},
    ),
    Settled(
        SPORT, "S0 4.4.9, S3 4.4.6, S4 3.4.4", "the last candidate has no window: he gets all votes left over"
    ),
    Settled(SPORT, "S0 4.4.8, S3 4.4.5, S4 3.4.3", "when all have voted, nobody is called any more"),
    Settled(SPORT, "S0 4.5.5, S3 4.5.5, S4 3.5.5", "a seat fires once, at somebody who sits at the table"),
    Settled(SPORT, "S0 4.5.6-4.5.7, S3 4.5.6-4.5.7, S4 3.5.7-3.5.8", "a check is of another one at the table"),
    Settled(SPORT, "S0 8.3, S3 4.6.1, S4 3.5.9", "a best move names others; naming nobody is to let it pass"),
    Settled(SPORT, "S0 6.4, S3 5.4", "a minute without the word lasts ten seconds in a chat, for the nomination"),
    Settled(SPORT, "S0 7.1, S3 6.5.1", "a removed candidate stays on a list that will not be voted on"),
    Settled(CITY, "S1 L70", "a second shot of the same night is refused, so nobody gets a hidden remark"),
    Settled(CITY, "S1 L2", "the model sees no day before the first shots: there the duel leaves that day quiet"),
    Settled(CITY, "S1 L72-L75", "the document knows no draw; after day 50 the engine stops, and the duel with it"),
)


def switches(ruleset: str) -> dict[str, Any]:
    return {name: value for row in SETTLED if ruleset in row.rulesets for name, value in row.switches.items()}


def rules_of(ruleset: str) -> Rules:
    """Of the model, for a sport rule set of the engine."""
    return replace(DOCUMENTS[ruleset], **switches(ruleset))


def city_choices() -> Choices:
    return replace(Choices(), **switches("city"))
