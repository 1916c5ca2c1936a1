"""People delete messages of the bot at random, in whole games: what is lost to the group is what they deleted.

Telegram does not tell a bot that its message was deleted. DELETED_FACTS_GAMES plays more games.
"""

import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from tests.kits.virtual_clock.evenings import GROUP, LANGUAGES, RULESETS, SPEEDS, Evening, Plan, play
from tests.kits.virtual_clock.finished_messages import finished_clocks, two_clocks
from tests.kits.virtual_clock.journal_facts import compare, public_facts
from tests.kits.virtual_clock.public_protocol import Fact, read_protocol
from tests.kits.virtual_clock.table import most_in
from tests.kits.virtual_clock.telegram import Call

GAMES = int(os.environ.get("DELETED_FACTS_GAMES", "2"))
SOME, ALL = 0.35, 1.0
MOST_IN_A_MINUTE = 18
CASTS = (0, 5, 10)
COURSES: tuple[dict[str, bool], ...] = ({}, {"restarts": True}, {"storms": True})
PLAYED: dict[Plan, Evening] = {}
KINDS = [pytest.param(ruleset, speed, id=f"{ruleset}-x{speed}") for ruleset in RULESETS for speed in SPEEDS]


async def evening_of(plan: Plan) -> Evening:
    if plan not in PLAYED:
        PLAYED[plan] = await play(plan)
    return PLAYED[plan]


async def evenings(ruleset: str, speed: int, deletes: float = SOME) -> list[Evening]:
    kind = RULESETS.index(ruleset) + SPEEDS.index(speed)
    return [
        await evening_of(
            Plan(
                ruleset,
                seed,
                LANGUAGES[(kind + seed) % len(LANGUAGES)],
                speed,
                CASTS[(kind + seed) % len(CASTS)],
                judged=True,
                deletes=deletes,
                **(COURSES[seed % len(COURSES)] if deletes == SOME else {}),
            )
        )
        for seed in range(1, GAMES + 1)
    ]


def journal_of(evening: Evening) -> list[Fact]:
    return public_facts([event for _, event in evening.journal()])


def timeless(facts: Iterable[Fact]) -> Counter[Fact]:
    """Facts without their day, because the message that began it may be gone; and without best moves, which the
    message about the end names once more."""
    return Counter(
        fact._replace(when="") for fact in facts if fact.what not in {"says", "day", "night", "best move"}
    )


@pytest.mark.parametrize("deletes", [SOME, ALL])
@pytest.mark.parametrize(("ruleset", "speed"), KINDS)
async def test_nothing_is_lost_but_what_was_deleted(ruleset: str, speed: int, deletes: float) -> None:
    """Whoever has read every message until it was deleted knows the whole course of the game: a fact that became
    public after the deletion stands in another message."""
    for evening in await evenings(ruleset, speed, deletes):
        read = read_protocol(evening.everything_ever_read(), evening.plan.language)
        missing = compare(journal_of(evening), read).missing
        assert (str(evening.plan), [*map(str, missing)]) == (str(evening.plan), [])


@pytest.mark.parametrize("deletes", [SOME, ALL])
@pytest.mark.parametrize(("ruleset", "speed"), KINDS)
async def test_nothing_is_told_twice(ruleset: str, speed: int, deletes: float) -> None:
    """What stands in the group at the end stands there once."""
    for evening in await evenings(ruleset, speed, deletes):
        told = timeless(read_protocol(evening.texts(), evening.plan.language))
        again = told - timeless(journal_of(evening))
        assert (str(evening.plan), [*map(str, again)]) == (str(evening.plan), [])


@pytest.mark.parametrize(("ruleset", "speed"), KINDS)
async def test_a_message_does_not_come_back_for_ever(ruleset: str, speed: int) -> None:
    """Where everything is deleted at once the bot makes at most half as many calls more, and stays below
    Telegram's limit for a group."""
    for evening in await evenings(ruleset, speed, ALL):
        plan = evening.plan
        undisturbed = await evening_of(replace(plan, deletes=0))
        calls, usual = calls_into_group(evening), calls_into_group(undisturbed)
        assert most_in([round(call.at * speed) for call in calls], 60_000) <= MOST_IN_A_MINUTE
        assert len(calls) <= 1.5 * len(usual), f"{plan}: {len(calls)} calls instead of {len(usual)}"


@pytest.mark.parametrize("deletes", [SOME, ALL])
@pytest.mark.parametrize(("ruleset", "speed"), KINDS)
async def test_what_comes_back_ends_with_its_step(ruleset: str, speed: int, deletes: float) -> None:
    """It has no clock after the step, and never counts beside the one that it replaces."""
    for evening in await evenings(ruleset, speed, deletes):
        if not evening.plan.storms:
            found = [*finished_clocks(evening), *two_clocks(evening)]
            assert (str(evening.plan), [*map(str, found)]) == (str(evening.plan), [])


def calls_into_group(evening: Evening) -> list[Call]:
    return [call for call in evening.telegram.calls if call.counted and call.chat == GROUP]


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_the_games_watched_have_deleted_messages(ruleset: str) -> None:
    for evening in await evenings(ruleset, 1):
        deleted = [message for message in evening.telegram.shown.values() if message.deleted_by_people]
        assert {message.chat < 0 for message in deleted} == {True} | ({False} if evening.people else set())
        assert len(deleted) > 3
        assert evening.live.table.winner is not None
