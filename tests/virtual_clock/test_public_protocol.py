"""Whoever comes late and reads the group from top to bottom knows the whole public course of the game.

The protocol is read from the final texts of the messages (`tests/kits/virtual_clock/public_protocol.py`) and
compared with the journal. PUBLIC_PROTOCOL_GAMES=2 plays every kind in both languages, a higher number more games.
"""

import os

import pytest

from tests.kits.virtual_clock.evenings import LANGUAGES, RULESETS, SPEEDS, Plan
from tests.kits.virtual_clock.journal_facts import Compared
from tests.kits.virtual_clock.missing_facts import CASTS, compared
from tests.kits.virtual_clock.public_protocol import Fact

GAMES = int(os.environ.get("PUBLIC_PROTOCOL_GAMES", "1"))
PLAYED: dict[Plan, Compared] = {}

EVERY = [
    pytest.param(ruleset, speed, cast, storms, id=f"{ruleset}-x{speed}-{cast}{'-storms' if storms else ''}")
    for ruleset in RULESETS
    for speed in SPEEDS
    for cast in CASTS
    for storms in (False, True)
]


async def games(ruleset: str, speed: int, cast: str, storms: bool) -> dict[str, Compared]:
    """Plays the games of one kind, in the two languages by turns."""
    kind = RULESETS.index(ruleset) + SPEEDS.index(speed) + list(CASTS).index(cast) + storms
    found = {}
    for number in range(GAMES):
        language = LANGUAGES[(kind + number) % len(LANGUAGES)]
        plan = Plan(ruleset, 1 + number // len(LANGUAGES), language, speed, CASTS[cast], storms, judged=True)
        if plan not in PLAYED:
            PLAYED[plan] = await compared(plan)
        found[str(plan)] = PLAYED[plan]
    return found


def words(found: dict[str, list[Fact]]) -> dict[str, list[str]]:
    return {plan: list(map(str, facts)) for plan, facts in found.items() if facts}


@pytest.mark.parametrize(("ruleset", "speed", "cast", "storms"), EVERY)
async def test_the_group_tells_every_public_fact(ruleset: str, speed: int, cast: str, storms: bool) -> None:
    found = await games(ruleset, speed, cast, storms)
    assert words({plan: each.missing for plan, each in found.items()}) == {}


@pytest.mark.parametrize(("ruleset", "speed", "cast", "storms"), EVERY)
async def test_the_group_tells_nothing_untrue(ruleset: str, speed: int, cast: str, storms: bool) -> None:
    """A ballot that stands for ever as it was before its last votes is untrue."""
    found = await games(ruleset, speed, cast, storms)
    assert words({plan: each.untrue for plan, each in found.items()}) == {}
