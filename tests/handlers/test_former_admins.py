"""A former admin is refused irreversible actions at once, and all others as soon as Telegram reports the
change."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiogram.types import ChatMemberAdministrator
from structlog.testing import capture_logs

from bot.language.translator import Translator
from bot.telegram.buttons.callback_data import SettingsChangeTap
from bot.telegram.buttons.settings_actions import SettingsAction
from tests.fuzz.checked_host import Sent
from tests.fuzz.messenger import BOT_ID
from tests.fuzz.scripted_host import LEADER, ScriptedHost
from tests.fuzz.stored_games import Deal

FORMER = 21
WORDS = Translator()
Table = tuple[ScriptedHost, Deal]


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    """Yields a game that an admin who does not play has just paused and resumed, so that the host has cached the
    admin."""
    with capture_logs():
        script = ScriptedHost()
        deal = await script.begin("fiim-2025", range(11, 21))
        await script.say(FORMER, FORMER, "/start")
        for word in ("/pause", "/resume"):
            await script.say(FORMER, deal.chat, word)
        yield script, deal
        await script.close()


def is_paused(deal: Deal) -> bool:
    assert deal.state is not None
    return deal.state.table.paused


async def test_without_a_word_from_telegram_nothing_irreversible_is_done(table: Table) -> None:
    script, deal = table
    script.checked.messenger.admins.discard(FORMER)
    assert "адмін" in await script.tap(FORMER, deal.chat, f"x:{deal.id}:1")
    assert deal.phase == "playing"
    replied = script.shapes.message(30, deal.chat, text="x")
    script.checked.messenger.groups[deal.chat].add(30)
    await script.say(30, 30, "/start")
    for word in ("/judge", "/keepaway"):
        await script.checked.feed(
            script.shapes.words("message", FORMER, deal.chat, text=word, reply_to_message=replied)
        )
    group = await script.checked.host.groups.get(deal.chat)
    assert (deal.judges, group.kept_away) == (set(), ())
    change = SettingsChangeTap(
        group=deal.chat, number=group.number, action=SettingsAction.SET_VALUE, what="afterlife", value="on"
    )
    assert await script.tap(FORMER, FORMER, change.pack()) == WORDS.plain("uk", "settings-admins-only")
    assert (await script.checked.host.groups.get(deal.chat)).number == group.number


async def test_what_can_be_taken_back_ends_with_the_update_of_telegrams(table: Table) -> None:
    script, deal = table
    script.checked.messenger.admins.discard(FORMER)
    await script.say(FORMER, deal.chat, "/pause")
    assert is_paused(deal), "within the minute it is remembered"
    await script.say(LEADER, deal.chat, "/resume")
    await script.checked.feed(changed(script, deal.chat, "chat_member", script.shapes.user(FORMER)))
    await script.say(FORMER, deal.chat, "/pause")
    assert not is_paused(deal)


async def test_what_the_bot_may_have_missed_while_it_was_no_admin_is_not_remembered(table: Table) -> None:
    script, deal = table
    script.checked.messenger.admins.discard(FORMER)
    bot = {"id": BOT_ID, "is_bot": True, "first_name": "Омерта"}
    await script.checked.feed(changed(script, deal.chat, "my_chat_member", bot))
    await script.say(FORMER, deal.chat, "/pause")
    assert not is_paused(deal)


def changed(script: ScriptedHost, chat: int, kind: str, user: dict[str, Any]) -> Sent:
    """Returns the update that the person is no admin any more."""
    rights = {name: True for name in ChatMemberAdministrator.model_fields if name.startswith("can_")}
    body = {
        "chat": script.shapes.chat(chat),
        "from": script.shapes.user(LEADER),
        "date": 1,
        "old_chat_member": {"status": "administrator", "user": user, "is_anonymous": False, **rights},
        "new_chat_member": {"status": "member", "user": user},
    }
    return Sent(kind, {"update_id": script.shapes.number(), kind: body}, LEADER, chat)
