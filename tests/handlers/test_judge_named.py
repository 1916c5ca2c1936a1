"""Who may name a judge, who sees every card, during a game: an admin known to the table who has had no card."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from bot.permissions import IN_THE_NAME_OF_A_GROUP
from tests.fuzz.scripted_host import LEADER, ScriptedHost
from tests.fuzz.stored_games import Deal

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.xdist_group("judge named")]

PLAYERS = range(11, 21)
BYSTANDER_ADMIN, ACCOMPLICE = 21, 30


Table = tuple[ScriptedHost, Deal]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table() -> AsyncIterator[Table]:
    """Yields a game without a judge; each test but the last leaves it so."""
    with capture_logs():
        script = ScriptedHost()
        deal = await script.begin("fiim-2025", PLAYERS)
        script.checked.messenger.groups[deal.chat].add(ACCOMPLICE)
        await script.say(ACCOMPLICE, ACCOMPLICE, "/start")
        yield script, deal
        assert script.faults == []
        await script.close()


async def names(script: ScriptedHost, deal: Deal, namer: int, judge: int, **more: Any) -> list[str]:
    """Sends `/judge` in reply to the judge's message; returns what the group and the namer then read."""
    before = len(script.told)
    replied = script.shapes.message(judge, deal.chat, text="Я свободен")
    said = script.shapes.words("message", namer, deal.chat, text="/judge", reply_to_message=replied, **more)
    await script.checked.feed(said)
    await script.checked.pass_time(60_000)  # the group gets at most a dozen messages a minute
    return [sight.text for sight in script.told[before:] if sight.chat == deal.chat or sight.who == namer]


def anonymous(script: ScriptedHost, deal: Deal) -> dict[str, Any]:
    account = {
        "id": IN_THE_NAME_OF_A_GROUP,
        "is_bot": True,
        "first_name": "Group",
        "username": "GroupAnonymousBot",
    }
    return {"from": account, "sender_chat": script.shapes.chat(deal.chat)}


async def test_a_seated_admin_names_no_judge_once_the_cards_are_dealt(table: Table) -> None:
    script, deal = table
    assert LEADER in deal.seating
    told = await names(script, deal, LEADER, ACCOMPLICE)
    assert not deal.judges
    assert any("адмін, який не грає" in text for text in told)


async def test_nor_after_giving_the_seat_up(table: Table) -> None:
    script, deal = table
    seat = deal.seat_of(LEADER)
    await script.say(LEADER, deal.chat, "/leave")
    await script.tap(LEADER, deal.chat, f"s:{deal.id}:{seat}:leave")
    await script.tap(LEADER, deal.chat, f"s:{deal.id}:{seat}:bot")
    assert LEADER not in deal.seating
    await names(script, deal, LEADER, ACCOMPLICE)
    assert not deal.judges


async def test_an_anonymous_admin_names_no_judge_once_the_cards_are_dealt(table: Table) -> None:
    script, deal = table
    told = await names(script, deal, IN_THE_NAME_OF_A_GROUP, ACCOMPLICE, **anonymous(script, deal))
    assert not deal.judges
    assert any("Вимкніть анонімність" in text for text in told)


async def test_nobody_who_has_had_a_card_is_named(table: Table) -> None:
    script, deal = table
    gone, seated = deal.seating[0], deal.seating[1]
    await script.say(gone, deal.chat, "/leave")
    await script.tap(gone, deal.chat, f"s:{deal.id}:1:leave")
    await script.tap(LEADER, deal.chat, f"s:{deal.id}:1:bot")
    assert gone not in deal.seating
    for person in (gone, seated):
        await names(script, deal, BYSTANDER_ADMIN, person)
        assert not deal.judges


async def test_the_table_hears_which_admin_has_named_whom(table: Table) -> None:
    script, deal = table
    told = await names(script, deal, BYSTANDER_ADMIN, ACCOMPLICE)
    assert deal.judges == {ACCOMPLICE}
    admin, judge = (script.shapes.user(person)["first_name"].strip() for person in (BYSTANDER_ADMIN, ACCOMPLICE))
    assert any(judge in text and f"вирішує адмін {admin}" in text for text in told)


async def test_before_the_deal_a_seated_or_anonymous_admin_may_name_one() -> None:
    for as_group in (False, True):
        script = ScriptedHost()
        await script.checked.open()
        group = next(iter(script.checked.rulesets))
        script.checked.messenger.groups[group].add(ACCOMPLICE)
        await script.say(ACCOMPLICE, ACCOMPLICE, "/start")
        await script.say(LEADER, LEADER, "/start")
        await script.say(LEADER, group, "/newgame")
        deal = script.checked.table_in(group)
        assert deal is not None
        namer = IN_THE_NAME_OF_A_GROUP if as_group else LEADER
        await names(script, deal, namer, ACCOMPLICE, **(anonymous(script, deal) if as_group else {}))
        assert deal.judges == {ACCOMPLICE}
        await script.close()
