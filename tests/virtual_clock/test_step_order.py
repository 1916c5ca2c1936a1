"""The group and the private chats keep in step: nobody is asked in private what the group has not come to yet, and
whoever was killed hears it first.

Games under Telegram's published limits, with and without storms of refusals. STEP_ORDER_GAMES plays more of them.
"""

import os

import pytest

from tests.kits.virtual_clock.evenings import LANGUAGES, RULESETS, SPEEDS, Evening, Plan, play
from tests.kits.virtual_clock.step_order import (
    Order,
    group_after_private,
    group_out_of_order,
    private_before_group,
    told_late,
    victims_told_late,
)

GAMES = int(os.environ.get("STEP_ORDER_GAMES", "2"))
PLAYED: dict[Plan, Evening] = {}
STAND_INS = (0, 6)
LONGEST_SILENCE_MS = 5_000
NO_ORDER = ("box", "party")
"""Where nobody appoints an order of shots with the cards of ten players."""
KINDS = [
    pytest.param(ruleset, speed, storms, id=f"{ruleset}-x{speed}{'-storms' if storms else ''}")
    for ruleset in RULESETS
    for speed in SPEEDS
    for storms in (False, True)
]


async def evenings(ruleset: str, speed: int, storms: bool) -> list[Evening]:
    found = []
    for seed in range(1, GAMES + 1):
        language = LANGUAGES[seed % len(LANGUAGES)]
        plan = Plan(ruleset, seed, language, speed, STAND_INS[seed % len(STAND_INS)], storms)
        if plan not in PLAYED:
            PLAYED[plan] = await play(plan)
        found.append(PLAYED[plan])
    return found


def words(found: dict[str, list[str]]) -> dict[str, list[str]]:
    return {plan: each for plan, each in found.items() if each}


@pytest.mark.parametrize(("ruleset", "speed", "storms"), KINDS)
async def test_the_group_sees_the_steps_in_the_order_of_the_journal(
    ruleset: str, speed: int, storms: bool
) -> None:
    played = await evenings(ruleset, speed, storms)
    assert words({str(each.plan): group_out_of_order(Order(each)) for each in played}) == {}


@pytest.mark.parametrize(("ruleset", "speed", "storms"), KINDS)
async def test_nobody_is_asked_in_private_before_the_group_is_told_the_step(
    ruleset: str, speed: int, storms: bool
) -> None:
    played = await evenings(ruleset, speed, storms)
    assert words({str(each.plan): private_before_group(Order(each), each.people) for each in played}) == {}


@pytest.mark.parametrize(("ruleset", "speed", "storms"), KINDS)
async def test_the_group_is_told_no_step_after_a_private_question_of_a_later_one(
    ruleset: str, speed: int, storms: bool
) -> None:
    played = await evenings(ruleset, speed, storms)
    assert words({str(each.plan): group_after_private(Order(each), each.people) for each in played}) == {}


@pytest.mark.parametrize(("ruleset", "speed", "storms"), KINDS)
async def test_whoever_was_killed_hears_it_before_the_group(ruleset: str, speed: int, storms: bool) -> None:
    """Some message goes to the victim's own chat between the end of the night and the group's morning."""
    played = await evenings(ruleset, speed, storms)
    assert words({str(each.plan): victims_told_late(each) for each in played}) == {}


@pytest.mark.parametrize("stand_ins", [0, 6, 10])
@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("ruleset", RULESETS)
async def test_the_group_never_stands_still(ruleset: str, speed: int, stand_ins: int) -> None:
    """Under Telegram's limits, with computer players alone, too: each step is told as soon as it has begun."""
    late = {}
    for seed in range(1, GAMES + 1):
        order = Order(await play(Plan(ruleset, seed, stand_ins=stand_ins, speed=speed)))
        assert len({seen.place for seen in order.group}) > len(order.steps) / 2
        late[seed] = told_late(order, max(LONGEST_SILENCE_MS / speed, 500))
    assert words({str(seed): each for seed, each in late.items()}) == {}


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_the_games_watched_have_questions_in_every_night(ruleset: str) -> None:
    """If the words of the questions change, the tests above would see none."""
    orders = [Order(evening) for evening in await evenings(ruleset, 1, storms=False)]
    assert any(order.is_meeting_seen() for order in orders) or ruleset in NO_ORDER
    for order in orders:
        assert order.nights_seen() == order.nights_asked()
        assert len({seen.place for seen in order.group}) > len(order.steps) / 2
