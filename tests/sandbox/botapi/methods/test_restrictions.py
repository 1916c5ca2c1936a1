"""restrictChatMember as the real server converts it, and what a restricted person may do.

Sources: tdlib, DialogParticipant.cpp (DialogParticipantStatus) and DialogParticipantManager.cpp
(set_channel_participant_status_impl, restrict_channel_participant); Bot API server, Client.cpp
(get_chat_permissions).
"""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    ChatMemberRestricted,
    ChatPermissions,
)

from sandbox.botapi.methods.restrictions import complete_permissions
from sandbox.world.permissions import PERMISSIONS
from tests.kits.sandbox.stage import Cast, Refused, forget, updates_of

MUTED = ChatPermissions(can_send_messages=False)
EVERYTHING = dict.fromkeys(PERMISSIONS, True)
MEDIA = ("audios", "documents", "photos", "videos", "video_notes", "voice_notes")


async def member(cast: Cast, user_id: int | None = None) -> dict[str, Any]:
    told = await cast.stage.call("getChatMember", chat_id=str(cast.group), user_id=str(user_id or cast.bob))
    result: dict[str, Any] = told["result"]
    return result


async def restrict(cast: Cast, permissions: dict[str, Any], user_id: int | None = None, **more: Any) -> None:
    await cast.bot.restrict_chat_member(
        cast.group, user_id or cast.bob, ChatPermissions.model_validate(permissions), **more
    )


@pytest.mark.parametrize("missing", PERMISSIONS)
async def test_one_missing_permission_leaves_a_person_restricted(cast: Cast, missing: str) -> None:
    await restrict(cast, {**EVERYTHING, missing: False}, use_independent_chat_permissions=True)
    told = await member(cast)
    assert told["status"] == "restricted"
    assert [name for name in PERMISSIONS if not told[name]] == [missing]


async def test_every_permission_makes_a_plain_member_whatever_the_group_allows(cast: Cast) -> None:
    await restrict(cast, {})
    await restrict(cast, EVERYTHING)
    assert (await member(cast)) == {"status": "member", "user": (await member(cast))["user"]}
    defaults = (await cast.bot.get_chat(cast.group)).permissions
    assert defaults is not None
    assert not defaults.can_pin_messages, "the group allows less than everything"


async def test_what_the_group_allows_is_not_enough(cast: Cast) -> None:
    defaults = (await cast.bot.get_chat(cast.group)).permissions
    assert defaults is not None
    await cast.bot.restrict_chat_member(cast.group, cast.bob, defaults)
    assert (await member(cast))["status"] == "restricted"


@pytest.mark.parametrize("independent", [False, True])
def test_absent_fields_are_filled_in_from_their_neighbours(independent: bool) -> None:
    pinner = complete_permissions({"can_pin_messages": True}, independent)
    assert [name for name, allowed in pinner.items() if allowed] == [
        "can_edit_tag",
        "can_pin_messages",
        "can_manage_topics",
    ]
    writer = complete_permissions({"can_send_messages": True}, independent)
    assert [name for name, allowed in writer.items() if allowed] == ["can_send_messages", "can_react_to_messages"]
    named = {"can_pin_messages": True, "can_manage_topics": False, "can_edit_tag": False}
    assert [name for name, allowed in complete_permissions(named, independent).items() if allowed] == [
        "can_pin_messages"
    ]


def test_media_are_read_from_the_old_field_only_when_none_is_named() -> None:
    old = complete_permissions({"can_send_media_messages": True}, False)
    assert all(old[f"can_send_{kind}"] for kind in MEDIA)
    assert old["can_send_messages"]
    assert old["can_react_to_messages"]
    apart = complete_permissions({"can_send_media_messages": True}, True)
    assert all(apart[f"can_send_{kind}"] for kind in MEDIA)
    assert not apart["can_send_messages"]
    named = complete_permissions({"can_send_media_messages": True, "can_send_photos": False}, False)
    assert not any(named.values())


@pytest.mark.parametrize("wide", ["can_send_other_messages", "can_add_web_page_previews"])
def test_stickers_and_previews_imply_media_and_text_unless_independent(wide: str) -> None:
    told = complete_permissions({wide: True}, False)
    assert {name for name, allowed in told.items() if allowed} == {
        wide,
        "can_send_messages",
        *(f"can_send_{kind}" for kind in MEDIA),
    }, "reactions are read before text is implied"
    assert [name for name, allowed in complete_permissions({wide: True}, True).items() if allowed] == [wide]


def test_polls_imply_text_unless_independent() -> None:
    told = complete_permissions({"can_send_polls": True}, False)
    assert {name for name, allowed in told.items() if allowed} == {"can_send_polls", "can_send_messages"}
    assert not complete_permissions({"can_send_polls": True}, True)["can_send_messages"]


@pytest.mark.parametrize("independent", [False, True])
def test_a_kind_of_media_does_not_imply_text(independent: bool) -> None:
    told = complete_permissions({"can_send_photos": True}, independent)
    assert [name for name, allowed in told.items() if allowed] == ["can_send_photos"]


async def test_without_permissions_everything_is_taken(cast: Cast) -> None:
    assert (await cast.stage.call("restrictChatMember", chat_id=str(cast.group), user_id=str(cast.bob)))["ok"]
    told = await member(cast)
    assert told["status"] == "restricted"
    assert not any(told[name] for name in PERMISSIONS)


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("{", "can't parse permissions JSON object"),
        ("[]", "object expected as permissions"),
        ('{"can_send_polls": "a"}', "can't parse chat permissions: "),
    ],
)
async def test_permissions_of_the_wrong_shape_are_refused(cast: Cast, given: str, text: str) -> None:
    for method in ("restrictChatMember", "setChatPermissions"):
        told = await cast.stage.call(method, chat_id=str(cast.group), user_id=str(cast.bob), permissions=given)
        assert told["description"].startswith(f"Bad Request: {text}")


@pytest.mark.parametrize(
    ("ahead", "lasts"), [(29, False), (31, True), (366 * 86_400, True), (366 * 86_401, False)]
)
async def test_an_end_too_near_or_too_far_is_no_end(cast: Cast, ahead: int, lasts: bool) -> None:
    cast.stage.clock.stop()
    until = int(cast.stage.clock()) + ahead
    await cast.stage.call(
        "restrictChatMember",
        chat_id=str(cast.group),
        user_id=str(cast.bob),
        until_date=str(until),
        permissions="{}",
    )
    assert (await member(cast))["until_date"] == (until if lasts else 0)


async def test_the_last_second_of_a_restriction_still_binds(cast: Cast) -> None:
    cast.stage.clock.stop()
    until = int(cast.stage.clock()) + 60
    await cast.stage.call(
        "restrictChatMember",
        chat_id=str(cast.group),
        user_id=str(cast.bob),
        until_date=str(until),
        permissions="{}",
    )
    cast.stage.clock.forward(seconds=60)
    assert (await member(cast))["status"] == "restricted"
    cast.stage.clock.forward(seconds=1)
    assert (await member(cast))["status"] == "member"


async def test_a_restriction_that_ends_outside_leaves_nothing(cast: Cast) -> None:
    await cast.stage.do("leave", chat=cast.group, user_id=cast.bob)
    until = int(cast.stage.clock()) + 600
    await restrict(cast, {}, until_date=until)
    told = await member(cast)
    assert (told["status"], told["is_member"]) == ("restricted", False)
    cast.stage.clock.forward(minutes=11)
    assert (await member(cast))["status"] == "left"


async def test_one_who_left_is_restricted_outside_and_freed_outside(cast: Cast) -> None:
    await cast.stage.do("leave", chat=cast.group, user_id=cast.bob)
    await restrict(cast, {})
    assert (await member(cast))["is_member"] is False
    await cast.stage.do("join", chat=cast.group, user_id=cast.bob)
    assert (await member(cast))["is_member"] is True
    await cast.stage.do("leave", chat=cast.group, user_id=cast.bob)
    await restrict(cast, EVERYTHING)
    assert (await member(cast))["status"] == "left"


async def test_restricting_a_banned_person_lifts_the_ban(cast: Cast) -> None:
    await cast.bot.ban_chat_member(cast.group, cast.bob)
    await restrict(cast, {})
    told = await member(cast)
    assert (told["status"], told["is_member"]) == ("restricted", False)


async def test_the_same_state_again_needs_no_right_and_is_no_news(cast: Cast) -> None:
    await cast.promote(cast.bot.id)
    await restrict(cast, EVERYTHING)
    with pytest.raises(TelegramBadRequest, match="not enough rights to restrict/unrestrict chat member"):
        await restrict(cast, {})
    await cast.promote(cast.bot.id, "can_restrict_members")
    await cast.bot.get_updates(allowed_updates=["chat_member", "message"], timeout=0)
    await forget(cast.bot)
    await restrict(cast, {})
    await restrict(cast, {})
    await cast.say("after")
    updates = await updates_of(cast.bot, 2)
    assert [update.event_type for update in updates] == ["chat_member", "message"]


async def test_an_admin_cannot_be_made_a_plain_member_this_way(cast: Cast) -> None:
    await cast.promote(cast.bob, "can_delete_messages")
    with pytest.raises(TelegramBadRequest, match=r"not enough rights$"):
        await restrict(cast, EVERYTHING)
    with pytest.raises(TelegramBadRequest, match="user is an administrator of the chat"):
        await restrict(cast, {})


async def test_the_owner_is_refused_before_the_right_is_asked_for(cast: Cast) -> None:
    await cast.promote(cast.bot.id)
    with pytest.raises(TelegramBadRequest, match="can't remove chat owner"):
        await restrict(cast, {}, cast.ann)


async def test_a_bot_pins_only_as_an_admin_whatever_the_group_allows(cast: Cast) -> None:
    """DialogParticipant.cpp, apply_restrictions: bots have such rights only as admins."""
    await cast.stage.do("set_permissions", chat=cast.group, permissions={"can_pin_messages": True})
    sent = await cast.bot.send_message(cast.group, "Table")
    await cast.promote(cast.bot.id)
    with pytest.raises(TelegramBadRequest, match="not enough rights to manage pinned messages in the chat"):
        await cast.bot.pin_chat_message(cast.group, sent.message_id)


# What a person may do


async def test_both_the_restriction_and_the_group_bind(cast: Cast) -> None:
    photos = {"can_send_photos": True}
    await restrict(cast, photos)
    with pytest.raises(Refused, match="muted"):
        await cast.say("words", user_id=cast.bob)
    await cast.stage.do("send", user_id=cast.bob, chat=cast.group, kind="photo")
    await cast.stage.do("set_permissions", chat=cast.group, permissions={"can_send_photos": False})
    with pytest.raises(Refused, match="muted"):
        await cast.stage.do("send", user_id=cast.bob, chat=cast.group, kind="photo")


async def test_a_person_who_may_not_react_does_not(cast: Cast) -> None:
    said = await cast.say("I am red")
    await restrict(cast, {"can_send_messages": True, "can_react_to_messages": False})
    with pytest.raises(Refused, match="muted"):
        await cast.stage.do("react", user_id=cast.bob, chat=cast.group, message_id=said, emoji="👍")
    await restrict(cast, EVERYTHING)
    await cast.stage.do("react", user_id=cast.bob, chat=cast.group, message_id=said, emoji="👍")


# The command


async def test_an_admin_restricts_somebody_with_flags_and_an_end(cast: Cast) -> None:
    until = int(cast.stage.clock()) + 86_400
    await cast.stage.do(
        "restrict",
        chat=cast.group,
        target_id=cast.bob,
        user_id=cast.ann,
        permissions={"can_send_photos": False, "can_send_polls": False},
        until_date=until,
    )
    told = await member(cast)
    assert (told["status"], told["until_date"]) == ("restricted", until)
    assert [name for name in PERMISSIONS if not told[name]] == ["can_send_photos", "can_send_polls"]
    lifted = {"can_send_photos": True, "can_send_polls": True}
    await cast.stage.do("restrict", chat=cast.group, target_id=cast.bob, user_id=cast.ann, permissions=lifted)
    assert (await member(cast))["status"] == "member"


async def test_only_an_admin_with_the_right_restricts(cast: Cast) -> None:
    order = {"chat": cast.group, "target_id": cast.bob, "permissions": {"can_send_messages": False}}
    with pytest.raises(Refused, match="no-right"):
        await cast.stage.do("restrict", user_id=cast.mark, **order)
    await cast.promote(cast.mark, "can_pin_messages")
    with pytest.raises(Refused, match="no-right"):
        await cast.stage.do("restrict", user_id=cast.mark, **order)
    await cast.promote(cast.mark, "can_restrict_members")
    await cast.stage.do("restrict", user_id=cast.mark, **order)
    with pytest.raises(Refused, match="no-right"):
        await cast.stage.do("restrict", user_id=cast.mark, **{**order, "target_id": cast.ann})
    with pytest.raises(Refused, match="bad-arguments"):
        await cast.stage.do("restrict", user_id=cast.ann, **{**order, "permissions": {"can_fly": False}})
    with pytest.raises(Refused, match="no-such-person"):
        await cast.stage.do("restrict", user_id=cast.ann, **{**order, "target_id": 7})


async def test_a_restricted_bot_is_told_so(cast: Cast) -> None:
    await cast.promote(cast.bot.id)
    await forget(cast.bot)
    mute = {"can_send_messages": False}
    await cast.stage.do("restrict", chat=cast.group, target_id=cast.bot.id, user_id=cast.ann, permissions=mute)
    [update] = await updates_of(cast.bot, 1)
    assert update.my_chat_member is not None
    assert update.my_chat_member.new_chat_member.status == "restricted"
    assert update.my_chat_member.from_user.id == cast.ann
    with pytest.raises(TelegramBadRequest, match="not enough rights to send text messages to the chat"):
        await cast.bot.send_message(cast.group, "Night")


OPEN = ChatPermissions(
    can_send_messages=True,
    can_send_photos=True,
    can_send_other_messages=True,
    can_add_web_page_previews=True,
)


async def write(cast: Cast) -> bool:
    """Whether Bob can write now, and what the messenger shows him agrees."""
    chats = (await cast.stage.do("view_as", user_id=cast.bob))["chats"]
    [group] = [chat for chat in chats if chat["id"] == cast.group]
    try:
        await cast.say("I can speak", user_id=cast.bob)
    except Refused:
        assert not group["can_write"]
        assert group["cannot_write_why"] == "muted"
        return False
    assert group["can_write"]
    assert group["cannot_write_why"] is None
    return True


async def restricted(cast: Cast) -> ChatMemberRestricted:
    member = await cast.bot.get_chat_member(cast.group, cast.bob)
    assert isinstance(member, ChatMemberRestricted)
    return member


async def test_a_muted_person_cannot_write_and_can_again_afterwards(cast: Cast) -> None:
    assert await write(cast)
    await cast.bot.restrict_chat_member(cast.group, cast.bob, MUTED)
    assert not await write(cast)
    member = await restricted(cast)
    assert member.is_member
    assert not member.can_send_messages
    await cast.bot.restrict_chat_member(cast.group, cast.bob, OPEN)
    assert await write(cast)


async def test_only_what_is_restricted_is_refused(cast: Cast) -> None:
    await cast.bot.restrict_chat_member(cast.group, cast.bob, ChatPermissions(can_send_messages=True))
    assert await write(cast)
    for kind in ("sticker", "photo", "voice"):
        with pytest.raises(Refused):
            await cast.stage.do("send", user_id=cast.bob, chat=cast.group, kind=kind)
        await cast.stage.do("send", user_id=cast.mark, chat=cast.group, kind=kind)


@pytest.mark.parametrize(
    ("ahead", "lasts"),
    [
        (timedelta(minutes=10), True),
        (timedelta(seconds=50), True),
        (timedelta(days=365), True),
        (timedelta(seconds=20), False),
        (timedelta(seconds=-100), False),
        (timedelta(days=367), False),
    ],
)
async def test_until_date_too_near_or_too_far_means_for_ever(cast: Cast, ahead: timedelta, lasts: bool) -> None:
    until = datetime.now(UTC).replace(microsecond=0) + ahead
    await cast.bot.restrict_chat_member(cast.group, cast.bob, MUTED, until_date=until)
    assert not await write(cast)
    told = (await restricted(cast)).until_date
    assert int(told.timestamp()) == (int(until.timestamp()) if lasts else 0)


async def test_a_restriction_ends_by_itself(cast: Cast) -> None:
    until = datetime.now(UTC) + timedelta(minutes=10)
    await cast.bot.restrict_chat_member(cast.group, cast.bob, MUTED, until_date=until)
    cast.stage.clock.forward(minutes=9)
    assert not await write(cast)
    cast.stage.clock.forward(minutes=2)
    assert await write(cast)
    assert (await cast.bot.get_chat_member(cast.group, cast.bob)).status == "member"


async def test_a_restriction_for_ever_does_not_end(cast: Cast) -> None:
    await cast.bot.restrict_chat_member(cast.group, cast.bob, MUTED, until_date=timedelta(seconds=20))
    cast.stage.clock.forward(days=400)
    assert not await write(cast)


async def test_permissions_of_the_group_bind_members_but_not_admins(cast: Cast) -> None:
    await cast.promote(cast.mark, "can_delete_messages")
    await cast.stage.do("set_permissions", chat=cast.group, permissions={"can_send_messages": False})
    with pytest.raises(Refused):
        await cast.say("a", user_id=cast.bob)
    await cast.say("b", user_id=cast.mark)
    await cast.say("c", user_id=cast.ann)
    chat = await cast.bot.get_chat(cast.group)
    assert chat.permissions is not None
    assert not chat.permissions.can_send_messages


async def test_a_banned_person_is_out_until_unbanned(cast: Cast) -> None:
    await cast.bot.ban_chat_member(cast.group, cast.bob)
    assert (await cast.bot.get_chat_member(cast.group, cast.bob)).status == "kicked"
    with pytest.raises(Refused):
        await cast.say("a", user_id=cast.bob)
    with pytest.raises(Refused):
        await cast.stage.do("join", chat=cast.group, user_id=cast.bob)
    await cast.bot.unban_chat_member(cast.group, cast.bob)
    await cast.stage.do("join", chat=cast.group, user_id=cast.bob)
    await cast.say("b", user_id=cast.bob)
