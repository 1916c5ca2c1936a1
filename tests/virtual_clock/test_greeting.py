"""The greeting in a group asks for the admin rights that the bot lacks there, and for nothing that it has."""

from typing import Any

import pytest
from aiogram.types import (
    Chat,
    ChatMemberAdministrator,
    ChatMemberLeft,
    ChatMemberMember,
    ChatMemberUnion,
    ChatMemberUpdated,
    User,
)

from handlers import membership
from tests.kits.handler_calls import with_parts
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.standing_messages import Standing, standing
from tests.kits.virtual_clock.table import House
from tests.kits.virtual_clock.telegram import EPOCH

GROUP = -1001_000_000_999
BOT = User(id=1, is_bot=True, first_name="Омерта")
AWAY, MEMBER = ChatMemberLeft(user=BOT), ChatMemberMember(user=BOT)
ASKED = {
    "can_restrict_members": {"ru": "блокировать пользователей", "uk": "блокувати користувачів"},
    "can_delete_messages": {"ru": "удалять сообщения", "uk": "видаляти повідомлення"},
    "can_pin_messages": {"ru": "закреплять сообщения", "uk": "закріплювати повідомлення"},
    "can_manage_tags": {"ru": "менять теги", "uk": "змінювати теги"},
}
EVERY = tuple(ASKED)


def admin(*rights: str) -> ChatMemberAdministrator:
    flags = {name: False for name in ChatMemberAdministrator.model_fields if name.startswith("can_")}
    own: dict[str, Any] = {"user": BOT, "is_anonymous": False, **flags}
    return ChatMemberAdministrator.model_validate(own | dict.fromkeys(("can_manage_chat", *rights), True))


async def becomes(home: House, *members: ChatMemberUnion) -> Standing:
    """Makes the bot of the group one after the other; returns the greeting as it stands in the end."""
    for old, new in zip((AWAY, *members[:-1]), members, strict=True):
        update = ChatMemberUpdated(
            chat=Chat(id=GROUP, type="supergroup", title="Двор"),
            from_user=User(id=2, is_bot=False, first_name="x"),
            date=EPOCH,
            old_chat_member=old,
            new_chat_member=new,
        )
        await with_parts(membership.bot_in_group, home.host)(update)
        await home.clock.on_to(home.clock.now() + 3_000)
    (greeting,) = standing(home.telegram, GROUP)
    return greeting


def asked(greeting: Standing, language: str) -> set[str]:
    """Returns the rights that the greeting asks for."""
    return {right for right, words in ASKED.items() if words[language] in greeting.text}


@pytest.mark.parametrize("language", ["ru", "uk"])
@pytest.mark.parametrize(
    "has", [(), ("can_pin_messages",), EVERY[:3], EVERY], ids=["no right", "one", "all but one", "all"]
)
async def test_whoever_is_added_as_an_admin_asks_for_the_other_rights(
    home: House, language: str, has: tuple[str, ...]
) -> None:
    await home.host.groups.change(GROUP, language=language)
    greeting = await becomes(home, admin(*has))
    assert asked(greeting, language) == {*EVERY} - {*has}
    assert ("•" in greeting.text) is (has != EVERY)
    assert len(greeting.keys) == 2


async def test_whoever_is_no_admin_asks_for_everything(home: House) -> None:
    await home.host.groups.change(GROUP, language="ru")
    greeting = await becomes(home, MEMBER)
    assert asked(greeting, "ru") == {*EVERY}
    assert "видит речи" in greeting.text


async def test_an_admin_is_not_told_what_admins_see(home: House) -> None:
    await home.host.groups.change(GROUP, language="ru")
    assert "видит речи" not in (await becomes(home, admin(*EVERY[:2]))).text


async def test_the_greeting_follows_the_rights(home: House) -> None:
    await home.host.groups.change(GROUP, language="ru")
    assert asked(await becomes(home, MEMBER, admin(*EVERY[:3])), "ru") == {"can_manage_tags"}


async def test_the_greeting_asks_for_nothing_once_everything_is_given(home: House) -> None:
    await home.host.groups.change(GROUP, language="ru")
    greeting = await becomes(home, MEMBER, admin(*EVERY[:3]), admin(*EVERY))
    assert asked(greeting, "ru") == set()
    assert "право" not in greeting.text
    assert "Играть можно сразу" in greeting.text


async def test_a_right_that_was_taken_back_is_asked_for_again(home: House) -> None:
    await home.host.groups.change(GROUP, language="ru")
    assert asked(await becomes(home, admin(*EVERY), admin(*EVERY[1:])), "ru") == {EVERY[0]}


async def test_the_answer_to_start_asks_for_what_is_lacking(home: House) -> None:
    await home.host.groups.change(GROUP, language="ru", rights=("can_manage_chat", *EVERY[1:]))
    await People(home).say(7, "/start", GROUP)
    await home.clock.on_to(home.clock.now() + 3_000)
    (greeting,) = standing(home.telegram, GROUP)
    assert asked(greeting, "ru") == {EVERY[0]}
