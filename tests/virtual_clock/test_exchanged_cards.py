"""Two hidden cards are exchanged: nobody else can tell by any call of the Bot API.

The comparison is described in `tests/kits/virtual_clock/exchanged_cards.py`.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from aiogram.methods import SendMessage

from engine.events import GameEnded
from engine.players import SensiblePlayer
from tests.faults.fault_log import injected, saw
from tests.kits.virtual_clock.deliberate_leaks import (
    a_copied_vote_names_its_owner,
    an_answer_takes_time,
    wording_counts_the_journal,
)
from tests.kits.virtual_clock.exchanged_cards import Blind, Leak, Plan, compare, pair_of, play, with_pair
from tests.simulation.deliberate_bugs import Undo, broken

SEEDS = range(1, 1 + int(os.environ.get("EXCHANGED", "1")))
EVERY = ("fiim", "fiim-2025", "phystech", "city", "box", "party")
COMPANY: dict[str, dict[str, Any]] = {
    "people": {"stand_ins": 0},
    "mixed": {"stand_ins": 4},
    "stand-ins": {"stand_ins": 10, "player": Blind},
}


@pytest.mark.parametrize("company", COMPANY)
@pytest.mark.parametrize("ruleset", EVERY)
async def test_exchanged_cards_change_no_call_to_anybody_else(ruleset: str, company: str) -> None:
    calls = nights = 0
    for seed in SEEDS:
        plan = Plan(ruleset, seed, **COMPANY[company])
        found = await compare(with_pair(plan, of_the_town=plan.player is SensiblePlayer and plan.stand_ins > 0))
        calls, nights = calls + found.calls, nights + found.nights
    injected("cards exchanged", len(SEEDS))
    saw(f"{ruleset}, {company}: {calls} calls and {nights} nights alike")
    assert calls > 12 * len(SEEDS)
    assert nights >= len(SEEDS) // 2


async def noticed(plan: Plan, nights: int = 1) -> bool:
    try:
        await compare(plan, nights)
    except Leak:
        return True
    return False


def two(ruleset: str, stand_ins: int, *roles: str, cards: tuple[tuple[str, int], ...] = ()) -> Plan:
    """Returns the first game in which people hold both cards."""
    for seed in range(1, 200):
        plan = Plan(ruleset, seed, stand_ins=stand_ins, cards=cards)
        if (pair := pair_of(plan, roles)) is not None:
            return replace(plan, pair=pair)
    raise LookupError(roles)


SWINDLED = (("detective", 1), ("doctor", 1), ("civilian", 5), ("swindler", 1), ("mafioso", 2))


def swindled() -> Plan:
    """Returns a game in which a player's vote is copied by one of two who vote alike."""
    plan = two("box", 0, "swindler", "civilian", cards=SWINDLED)
    return replace(plan, tricked=next(seat for seat in range(1, 11) if seat not in plan.pair))


async def test_whose_vote_repeats_anothers_hears_how_it_went_and_nobody_hears_by_whom() -> None:
    """S2 swindler."""
    plan = swindled()
    assert not await noticed(plan, nights=2)
    assert [method.disable_notification for method in await heard(plan) if "🎭" in str(method.text)] == [True]
    with broken(a_copied_vote_names_its_owner):
        assert await noticed(plan, nights=2)


async def heard(plan: Plan) -> list[SendMessage]:
    world = await play(plan, nights=2)
    person = world.live.person_on(plan.tricked)
    methods = [call.method for call in world.calls_to(person, world.ended)]
    return [method for method in methods if isinstance(method, SendMessage)]


@pytest.mark.parametrize("how", [wording_counts_the_journal, an_answer_takes_time], ids=lambda how: how.__name__)
async def test_a_leak_made_on_purpose_is_noticed(how: Callable[[], Undo]) -> None:
    plan = two("fiim-2025", 4, "sheriff", "civilian")
    assert not await noticed(plan)
    with broken(how):
        assert await noticed(plan)


@pytest.mark.parametrize("ruleset", EVERY)
async def test_nothing_that_anybody_gets_in_private_in_a_whole_game_can_be_forwarded(ruleset: str) -> None:
    world = await play(Plan(ruleset, 3), nights=50)
    over = next(at for at, event in world.journal() if isinstance(event, GameEnded))
    private = [call for call in world.house.telegram.calls if call.chat > 0 and call.at < over]
    sent = [call for call in private if "protect_content" in type(call.method).model_fields]
    assert len({call.chat for call in sent}) == world.plan.size
    assert not [
        call for call in sent if call.method.model_dump(include={"protect_content"}) != {"protect_content": True}
    ]
