"""Tags and titles. Sources: Client.cpp, fail_query_with_error (the codes) and
process_set_chat_administrator_custom_title_query; a thread of the Bot API server's (838) on tags of admins."""

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    ChatMemberMember,
)

from tests.kits.sandbox.stage import Cast


@pytest.mark.parametrize(
    ("tag", "refusal"),
    [
        ("seat 7", None),
        ("ш" * 16, None),
        ("", None),
        ("ш" * 17, "TAG_INVALID"),
        ("🎩", "TAG_EMOJI_NOT_ALLOWED"),
        ("seat 7️⃣", "TAG_EMOJI_NOT_ALLOWED"),
    ],
)
async def test_a_tag_is_taken_or_refused_by_a_code(cast: Cast, tag: str, refusal: str | None) -> None:
    if refusal is None:
        assert await cast.bot.set_chat_member_tag(cast.group, cast.bob, tag)
        member = await cast.stage.call("getChatMember", chat_id=str(cast.group), user_id=str(cast.bob))
        assert member["result"].get("tag", "") == tag
    else:
        with pytest.raises(TelegramBadRequest, match=rf"Bad Request: {refusal}$"):
            await cast.bot.set_chat_member_tag(cast.group, cast.bob, tag)


async def test_a_lost_right_is_told_by_a_code(cast: Cast) -> None:
    await cast.promote(cast.bot.id, "can_pin_messages")
    with pytest.raises(TelegramBadRequest, match=r"Bad Request: TAG_CHANGE_FORBIDDEN$"):
        await cast.bot.set_chat_member_tag(cast.group, cast.bob, "seat 7")
    await cast.promote(cast.bot.id)
    with pytest.raises(TelegramBadRequest, match=r"Bad Request: CHAT_ADMIN_REQUIRED$"):
        await cast.bot.set_chat_member_tag(cast.group, cast.bob, "seat 7")


async def test_tags_of_admins_belong_to_the_owner(cast: Cast) -> None:
    await cast.promote(cast.bob, "can_delete_messages")
    for person in (cast.ann, cast.bob):
        with pytest.raises(TelegramBadRequest, match=r"Bad Request: CHAT_CREATOR_REQUIRED$"):
            await cast.bot.set_chat_member_tag(cast.group, person, "seat 7")


async def test_a_bot_gives_titles_to_admins_it_has_made(cast: Cast) -> None:
    rights = ["can_promote_members", "can_delete_messages"]
    await cast.promote(cast.bot.id, *rights)
    await cast.promote(cast.mark, "can_delete_messages")
    await cast.bot.promote_chat_member(cast.group, cast.bob, can_delete_messages=True)
    assert (await cast.stage.call("getChatMember", chat_id=str(cast.group), user_id=str(cast.bob)))["result"][
        "can_be_edited"
    ]
    assert await cast.bot.set_chat_administrator_custom_title(cast.group, cast.bob, "Judge")
    for title, refusal in (("ш" * 17, "CUSTOM_TITLE_INVALID"), ("🎩", "CUSTOM_TITLE_EMOJI_NOT_ALLOWED")):
        with pytest.raises(TelegramBadRequest, match=rf"Bad Request: {refusal}$"):
            await cast.bot.set_chat_administrator_custom_title(cast.group, cast.bob, title)
    for person, refusal in (
        (cast.ann, "only the owner can edit their custom title"),
        (cast.mark, "not enough rights to change custom title of the user"),
    ):
        with pytest.raises(TelegramBadRequest, match=rf"Bad Request: {refusal}$"):
            await cast.bot.set_chat_administrator_custom_title(cast.group, person, "Judge")
    await cast.promote(cast.mark)
    with pytest.raises(TelegramBadRequest, match=r"Bad Request: user is not an administrator$"):
        await cast.bot.set_chat_administrator_custom_title(cast.group, cast.mark, "Judge")


async def test_who_was_made_an_admin_by_the_bot_can_be_made_a_member_again(cast: Cast) -> None:
    with pytest.raises(TelegramBadRequest, match=r"Bad Request: not enough rights$"):
        await cast.bot.promote_chat_member(cast.group, cast.bob, can_delete_messages=True)
    await cast.promote(cast.bot.id, "can_promote_members", "can_delete_messages", "can_restrict_members")
    await cast.bot.promote_chat_member(cast.group, cast.bob, can_delete_messages=True)
    await cast.bot.promote_chat_member(cast.group, cast.bob)
    assert (await cast.bot.get_chat_member(cast.group, cast.bob)).status == "member"


async def test_a_tag_stands_beside_the_name(cast: Cast) -> None:
    await cast.bot.set_chat_member_tag(cast.group, cast.bob, "Seat 3")
    member = await cast.bot.get_chat_member(cast.group, cast.bob)
    assert isinstance(member, ChatMemberMember)
    assert member.tag == "Seat 3"
    with pytest.raises(TelegramBadRequest):
        await cast.bot.set_chat_member_tag(cast.group, cast.bob, "x" * 17)
    await cast.promote(cast.bot.id, "can_pin_messages")
    with pytest.raises(TelegramBadRequest, match="TAG_CHANGE_FORBIDDEN"):
        await cast.bot.set_chat_member_tag(cast.group, cast.bob, "Seat 4")
