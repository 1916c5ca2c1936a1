"""People and groups that change during a game, through the real dispatcher."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiogram.exceptions import TelegramMigrateToChat
from aiogram.types import ChatMemberAdministrator
from structlog.testing import capture_logs

from bot.language.translator import Translator
from engine.events import StepName
from tests.faults.fault_log import injected
from tests.fuzz.checked_host import Sent
from tests.fuzz.messenger import BOT_ID, RIGHTS
from tests.fuzz.scripted_host import LEADER, ScriptedHost
from tests.fuzz.stored_games import Deal

WORDS = Translator()
MINUTE = 60_000


@pytest.fixture
async def script() -> AsyncIterator[ScriptedHost]:
    with capture_logs():
        script = ScriptedHost()
        yield script
        assert script.faults == []
        await script.close()


def told(script: ScriptedHost, chat: int) -> list[str]:
    return [sight.text for sight in script.told if sight.chat == chat and not sight.who]


def words_of(key: str) -> set[str]:
    return {WORDS.plain(language, key) for language in ("ru", "uk")}


async def membership(
    script: ScriptedHost, chat: int, field: str, user: dict[str, Any], old: Any, new: Any
) -> None:
    body = {"chat": script.shapes.chat(chat), "from": script.shapes.user(LEADER), "date": 1}
    body |= {"old_chat_member": {"user": user} | old, "new_chat_member": {"user": user} | new}
    await script.checked.feed(
        Sent("coming and going", {"update_id": script.shapes.number(), field: body}, 0, chat)
    )
    await script.checked.pass_time(2_000)


async def until_over(script: ScriptedHost, deal: Deal) -> None:
    """Lets nobody tap any more, until the clock and then computer players bring the game to its end."""
    assert deal.state is not None
    for _ in range(600):
        if deal.state.table.step is StepName.OVER:
            return
        await script.checked.pass_time(MINUTE)
    pytest.fail(f"stands still in {deal.state.table.step}")


@pytest.mark.parametrize("why", ["bot was blocked by the user", "user is deactivated"])
async def test_who_blocks_the_bot_still_sees_the_card_in_the_group_and_the_table_is_told(
    script: ScriptedHost, why: str
) -> None:
    deal = await script.begin("fiim-2025", range(11, 21))
    gone = deal.seating[3]
    script.checked.messenger.blocked_by.add(gone)
    script.checked.messenger.why_blocked = why
    injected("blocked", 1)
    for person in deal.seating:
        await script.tap(person, person, f"m:{deal.id}:1:seen::-1:0")
    await script.checked.pass_time(4 * MINUTE)
    notice = [text for text in told(script, deal.chat) if text.startswith("✉️")]
    assert len(notice) <= 1
    card = await script.tap(gone, deal.chat, f"c:{deal.id}")
    assert f"№ 4 Zq{gone}x" in card
    await until_over(script, deal)
    assert any(text.startswith("✉️") for text in told(script, deal.chat))


async def test_a_group_that_becomes_a_supergroup_is_followed(script: ScriptedHost) -> None:
    deal = await script.begin("fiim-2025", range(11, 21))
    old, new = deal.chat, -1009_999_999_999
    messenger = script.checked.messenger
    answer = messenger._send

    def moved(method: Any) -> Any:
        if int(method.chat_id) == old:
            injected("moved", 1)
            raise TelegramMigrateToChat(method, "group chat was upgraded to a supergroup chat", new)
        return answer(method)

    messenger._send = moved  # type: ignore[method-assign]
    messenger.groups[new] = messenger.groups.pop(old)
    script.checked.rulesets[new] = script.checked.rulesets.pop(old)
    await until_over(script, deal)
    assert any("🏁" in text for text in told(script, new))
    assert not any("🏁" in text for text in told(script, old))


async def test_rights_that_are_lost_are_told_once_and_the_bot_may_come_back(script: ScriptedHost) -> None:
    deal = await script.begin("fiim-2025", range(11, 21))
    me = {"id": BOT_ID, "is_bot": True, "first_name": "Омерта"}
    with_rights = _admin(RIGHTS)
    for _ in range(2):
        await membership(script, deal.chat, "my_chat_member", me, with_rights, _admin(()))
        injected("rights lost", 1)
    lost = [text for text in told(script, deal.chat) if text in words_of("rights-lost")]
    assert len(lost) == 1
    await membership(script, deal.chat, "my_chat_member", me, _admin(()), {"status": "left"})
    injected("removed", 1)
    await script.checked.pass_time(5_000)
    await membership(script, deal.chat, "my_chat_member", me, {"status": "left"}, with_rights)
    await until_over(script, deal)


async def test_updates_that_are_lost_for_a_while_cost_turns_and_nothing_else(script: ScriptedHost) -> None:
    deal = await script.begin("fiim-2025", range(11, 21))
    assert deal.state is not None
    injected("updates lost", len(deal.seating))
    await script.checked.pass_time(3 * MINUTE)  # no tap of that time was delivered
    assert deal.state.table.number > 1, "the clock goes on without them"
    number = deal.state.table.number
    assert await script.tap(deal.seating[0], deal.seating[0], f"m:{deal.id}:1:seen::-1:0")
    assert deal.state.table.number >= number
    await until_over(script, deal)


async def test_opener_and_players_who_vanish_or_are_renamed_end_no_game(script: ScriptedHost) -> None:
    deal = await script.begin("fiim-2025", range(11, 21))
    renamed, gone = deal.seating[0], deal.seating[1]
    script.shapes.tails[renamed] = "<b>другое имя"
    await script.say(renamed, deal.chat, "привет")
    injected("renamed", 1)
    for person in {gone, LEADER}:
        user = script.shapes.user(person)
        await membership(script, deal.chat, "chat_member", user, {"status": "member"}, {"status": "left"})
        script.checked.messenger.groups[deal.chat].discard(person)
        injected("vanished", 1)
    await until_over(script, deal)
    assert any("🏁" in text for text in told(script, deal.chat))


def _admin(rights: tuple[str, ...]) -> dict[str, Any]:
    may = {name: name in rights for name in ChatMemberAdministrator.model_fields if name.startswith("can_")}
    return {"status": "administrator", "is_anonymous": False, **may}
