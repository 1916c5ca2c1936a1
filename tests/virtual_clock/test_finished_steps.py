"""A step that is over is over in every chat: no key that would be refused, no clock that counts to nothing.

Random games of people, of computer players and of both, with a judge, restarts of the program and games that are
stopped, under Telegram's published limits. FINISHED_STEPS_GAMES plays more of them.
"""

import os
from random import Random

import pytest

from tests.kits.virtual_clock.evenings import LANGUAGES, RULESETS, SPEEDS, Evening, Plan, play
from tests.kits.virtual_clock.finished_messages import (
    STEP_KEY,
    Finding,
    facts_told_late,
    finished_clocks,
    other_ends_in_the_table,
    stale_keys,
    two_clocks,
)

GAMES = int(os.environ.get("FINISHED_STEPS_GAMES", "3"))
PLAYED: dict[Plan, Evening] = {}
KINDS = [pytest.param(ruleset, speed, id=f"{ruleset}-x{speed}") for ruleset in RULESETS for speed in SPEEDS]
COURSES: tuple[dict[str, bool], ...] = ({}, {"restarts": True}, {"stops": True})


def plans(ruleset: str, speed: int) -> list[Plan]:
    found = []
    for seed in range(1, GAMES + 1):
        dice = Random(f"plan:{ruleset}:{speed}:{seed}")
        course = COURSES[seed % len(COURSES)]
        stand_ins = dice.choice((0, 3, 7, 10))
        found.append(Plan(ruleset, seed, dice.choice(LANGUAGES), speed, stand_ins, judged=True, **course))
    return found


async def evenings(ruleset: str, speed: int) -> list[Evening]:
    found = []
    for plan in plans(ruleset, speed):
        if plan not in PLAYED:
            PLAYED[plan] = await play(plan)
        found.append(PLAYED[plan])
    return found


def words(found: dict[str, list[Finding]]) -> dict[str, list[str]]:
    return {plan: list(map(str, each)) for plan, each in found.items() if each}


@pytest.mark.parametrize(("ruleset", "speed"), KINDS)
async def test_no_chat_holds_a_key_of_a_step_that_is_over(ruleset: str, speed: int) -> None:
    played = await evenings(ruleset, speed)
    assert words({str(evening.plan): stale_keys(evening) for evening in played}) == {}


@pytest.mark.parametrize(("ruleset", "speed"), KINDS)
async def test_no_message_shows_the_clock_of_a_step_that_is_over(ruleset: str, speed: int) -> None:
    played = await evenings(ruleset, speed)
    assert words({str(evening.plan): finished_clocks(evening) for evening in played}) == {}


@pytest.mark.parametrize(("ruleset", "speed"), KINDS)
async def test_no_chat_ever_shows_two_running_clocks(ruleset: str, speed: int) -> None:
    """Not even for the moment between two calls."""
    played = await evenings(ruleset, speed)
    assert words({str(evening.plan): two_clocks(evening) for evening in played}) == {}


@pytest.mark.parametrize(("ruleset", "speed"), KINDS)
async def test_the_pinned_table_counts_to_no_other_end_than_the_running_step(ruleset: str, speed: int) -> None:
    played = await evenings(ruleset, speed)
    assert words({str(evening.plan): other_ends_in_the_table(evening) for evening in played}) == {}


@pytest.mark.parametrize(("ruleset", "speed"), KINDS)
async def test_what_has_happened_in_a_step_is_told_when_it_is_over(ruleset: str, speed: int) -> None:
    """Nobody has to wait for the end of the day, or of the game, to read who was nominated."""
    played = await evenings(ruleset, speed)
    late = {str(evening.plan): facts_told_late(evening) for evening in played}
    assert {plan: facts for plan, facts in late.items() if facts} == {}


@pytest.mark.parametrize(("ruleset", "speed"), KINDS)
async def test_the_games_watched_have_keys_and_clocks(ruleset: str, speed: int) -> None:
    """If the form of keys or clocks changes, the tests above would see none."""
    looks = [
        look
        for evening in await evenings(ruleset, speed)
        for message in evening.telegram.shown.values()
        for look in message.looks
    ]
    assert sum(bool(STEP_KEY.match(key.data)) for look in looks for key in look.keys) > 10
    assert sum(bool(look.ends) for look in looks) > 10


async def test_the_games_watched_are_restarted_and_stopped() -> None:
    played = [evening for ruleset in RULESETS for evening in await evenings(ruleset, 1)]
    assert sum(evening.restarts for evening in played) >= len(RULESETS)
    assert sum(evening.stopped_at is not None for evening in played) >= len(RULESETS) - 1
