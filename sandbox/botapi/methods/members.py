"""Members: getChatMember, restrict, ban, promote, tags, titles."""

from __future__ import annotations

from dataclasses import replace

from sandbox.behaviours import Behaviour
from sandbox.botapi.methods.call import Call, Method
from sandbox.formatting.entities import utf16_length
from sandbox.json_values import Json
from sandbox.refusals import Refusal, Why
from sandbox.world.chats import Chat
from sandbox.world.events import ChatChanged
from sandbox.world.members import RIGHTS, Member
from sandbox.world.permissions import PERMISSIONS, complete_permissions, restriction_end

LONGEST_TAG = 16


def until(call: Call) -> int:
    return restriction_end(call.args.number("until_date") or 0, call.world.now())


def get_chat_member(call: Call) -> Json:
    chat = call.chat()
    if chat.private:
        user = call.world.user(call.user_id())
        if user is None or user["id"] not in {chat.person_id, chat.bot_id}:
            raise Refusal(Why.USER_NOT_FOUND)
        return Member(user).as_chat_member()
    member = call.target(chat)
    if chat.hidden_members and not call.myself(chat).admin and member.user["id"] != call.bot.id:
        raise Refusal(Why.ADMIN_REQUIRED)
    return member.as_chat_member(call.bot.id)


def get_chat_administrators(call: Call) -> list[Json]:
    chat = call.chat()
    if chat.private:
        raise Refusal(Why.NOT_IN_PRIVATE)
    others = call.args.flag("return_bots")
    admins = [member for member in chat.present_members() if member.admin]
    shown = [m for m in admins if others or not m.user["is_bot"] or m.user["id"] == call.bot.id]
    return [member.as_chat_member(call.bot.id) for member in shown]


def get_chat_member_count(call: Call) -> int:
    chat = call.chat()
    return 2 if chat.private else sum(1 for _ in chat.present_members())


def becomes(call: Call, chat: Chat, member: Member, new: Member) -> bool:
    """Whether anything has to change: an equal state is accepted without a right and without an update.

    The order of the refusals is that of tdlib, DialogParticipantManager.cpp, set_channel_participant_status_impl
    and restrict_channel_participant.
    """
    if new.as_chat_member() == member.as_chat_member() and member.status != "creator":
        return False
    if member.status == "creator":
        raise Refusal(Why.IS_OWNER)
    if member.user["id"] == call.bot.id:
        raise Refusal(Why.IS_SELF)
    own = member.promoted_by == call.bot.id
    if member.status == "administrator" and new.status == "member":
        call.need(chat, "can_promote_members", Why.NOT_ENOUGH_RIGHTS)
        if not own:
            raise Refusal(Why.ADMIN_REQUIRED)
        return True
    call.need(chat, "can_restrict_members", Why.NO_RIGHT_TO_RESTRICT)
    if member.status == "administrator" and not own:
        raise Refusal(Why.IS_ADMIN)
    call.rate_limiter.check_group_action("restricts", call.bot.id, chat.id)
    return True


def permissions(call: Call) -> dict[str, bool]:
    """Client.cpp, get_chat_permissions: nothing given means that nothing is allowed."""
    try:
        given = call.args.parsed("permissions", "permissions")
    except Refusal:
        raise Refusal(Why.BAD_JSON, what="permissions") from None
    if given is None:
        given = {}
    if not isinstance(given, dict):
        raise Refusal(Why.PERMISSIONS_OBJECT)
    for name in (*PERMISSIONS, "can_send_media_messages"):
        if not isinstance(given.get(name, False), bool):
            raise Refusal(Why.PERMISSIONS_FIELD, what=f'Field "{name}" must be of type Boolean')
    complete = complete_permissions(given, call.args.flag("use_independent_chat_permissions"))
    return complete | dict.fromkeys(call.version.unknown_permissions, True)


def restrict_chat_member(call: Call) -> bool:
    given = permissions(call)
    chat = call.supergroup()
    member = call.target(chat)
    new = member.restricted(given, until(call))
    if becomes(call, chat, member, new):
        call.world.set_member(chat, call.bot.user, new)
    return True


def ban_chat_member(call: Call) -> bool:
    chat = call.group()
    member = call.target(chat)
    new = Member(member.user, "kicked", until=until(call))
    if becomes(call, chat, member, new):
        if member.present:
            call.world.post_service_message(chat, call.bot.user, {"left_chat_member": member.user})
        call.world.set_member(chat, call.bot.user, new)
    if call.args.flag("revoke_messages"):
        call.world.delete(chat, [p for p in chat.posts.values() if p.author_id == member.user["id"]])
    return True


def unban_chat_member(call: Call) -> bool:
    """Without `only_if_banned` a present member is removed, as in Telegram."""
    chat = call.supergroup()
    member = call.target(chat)
    if call.args.flag("only_if_banned") and member.status != "kicked":
        return True
    new = Member(member.user, "left")
    if becomes(call, chat, member, new):
        if member.present:
            call.world.post_service_message(chat, call.bot.user, {"left_chat_member": member.user})
        call.world.set_member(chat, call.bot.user, new)
    return True


def promote_chat_member(call: Call) -> bool:
    chat = call.group()
    if chat.type != "supergroup":
        raise Refusal(Why.GROUPS_ONLY)
    member = call.target(chat)
    if member.status == "creator":
        raise Refusal(Why.IS_OWNER)
    if member.user["id"] == call.bot.id:
        raise Refusal(Why.PROMOTE_SELF)
    call.need(chat, "can_promote_members", Why.NOT_ENOUGH_RIGHTS)
    if not member.present:
        raise Refusal(Why.NOT_PARTICIPANT)
    rights = frozenset(right for right in RIGHTS if call.args.flag(right))
    if not rights <= call.myself(chat).rights:
        raise Refusal(Why.RIGHT_FORBIDDEN)
    new = Member(member.user, tag=member.tag)
    if rights:
        new = Member(
            member.user,
            "administrator",
            rights | {"can_manage_chat"},
            call.args.flag("is_anonymous"),
            title=member.title,
            promoted_by=call.bot.id,
        )
    call.world.set_member(chat, call.bot.user, new)
    return True


def set_custom_title(call: Call) -> bool:
    """Client.cpp, process_set_chat_administrator_custom_title_query."""
    chat = call.any_group()
    member = call.target(chat)
    if member.status == "creator":
        raise Refusal(Why.TITLE_OF_OWNER)
    if member.status != "administrator":
        raise Refusal(Why.NOT_AN_ADMIN)
    if member.promoted_by != call.bot.id:
        raise Refusal(Why.NO_RIGHT_TO_TITLE)
    title = _tag(call, "custom_title", "CUSTOM_TITLE")
    call.rate_limiter.check_group_action("tags", call.bot.id, chat.id)
    call.world.set_member(chat, call.bot.user, replace(member, title=title or None))
    return True


def set_chat_member_tag(call: Call) -> bool:
    """tdlib asks for no right itself (DialogParticipantManager.cpp, set_dialog_participant_rank): all refusals are
    the server's, and their order is a guess."""
    chat = call.any_group()
    member = call.target(chat)
    if not call.myself(chat).admin:
        raise Refusal(Why.ADMIN_REQUIRED)
    call.need(chat, "can_manage_tags", Why.TAG_FORBIDDEN)
    if member.admin:
        raise Refusal(Why.CREATOR_REQUIRED)
    if not member.present:
        raise Refusal(Why.NOT_PARTICIPANT)
    tag = _tag(call, "tag", "TAG")
    call.rate_limiter.check_group_action("tags", call.bot.id, chat.id)
    call.world.set_member(chat, call.bot.user, replace(member, tag=tag or None))
    return True


def _tag(call: Call, argument: str, what: str) -> str:
    tag = call.args.text(argument).strip()
    if any(is_emoji(char) for char in tag):
        raise Refusal(Why.TAG_EMOJI, what=what)
    if utf16_length(tag) > LONGEST_TAG:
        raise Refusal(Why.TAG_INVALID, what=what)
    return tag


def is_emoji(char: str) -> bool:
    code = ord(char)
    return 0x1F000 <= code <= 0x1FAFF or 0x2600 <= code <= 0x27BF or code in {0x200D, 0xFE0F, 0x20E3}


def set_chat_permissions(call: Call) -> bool:
    given = permissions(call)
    chat = call.group()
    call.need(chat, "can_restrict_members", Why.NO_RIGHT_TO_PERMIT)
    chat.permissions = given
    call.world.publish(ChatChanged(chat))
    return True


def leave_chat(call: Call) -> bool:
    chat = call.group()
    call.world.post_service_message(chat, call.bot.user, {"left_chat_member": call.bot.user})
    call.world.set_member(chat, call.bot.user, Member(call.bot.user, "left"))
    return True


METHODS: dict[str, Method] = {
    "getChatMember": get_chat_member,
    "getChatAdministrators": get_chat_administrators,
    "getChatMemberCount": get_chat_member_count,
    "restrictChatMember": restrict_chat_member,
    "banChatMember": ban_chat_member,
    "unbanChatMember": unban_chat_member,
    "promoteChatMember": promote_chat_member,
    "setChatAdministratorCustomTitle": set_custom_title,
    "setChatMemberTag": set_chat_member_tag,
    "setChatPermissions": set_chat_permissions,
    "leaveChat": leave_chat,
}

BEHAVIOURS = (
    Behaviour(
        "A call that changes nothing returns true without a right and without an update",
        "DialogParticipantManager.cpp, set_channel_participant_status_impl",
        "test_restrictions.py::test_the_same_state_again_needs_no_right_and_is_no_news",
    ),
    Behaviour(
        "The owner is refused before the right to restrict is asked for",
        "DialogParticipantManager.cpp, set_channel_participant_status_impl",
        "test_restrictions.py::test_the_owner_is_refused_before_the_right_is_asked_for",
    ),
    Behaviour(
        "An admin is not made a member by restrictChatMember without the right to promote",
        "DialogParticipantManager.cpp, promote_channel_participant",
        "test_restrictions.py::test_an_admin_cannot_be_made_a_plain_member_this_way",
    ),
    Behaviour(
        "Restricting lifts a ban",
        "DialogParticipantManager.cpp, restrict_channel_participant",
        "test_restrictions.py::test_restricting_a_banned_person_lifts_the_ban",
    ),
    Behaviour(
        "unbanChatMember removes a present member, unless `only_if_banned`",
        "Client.cpp, process_unban_chat_member_query",
        "test_api_limits.py::test_a_banned_person_is_out_until_unbanned",
    ),
    Behaviour(
        "Where members are hidden, getChatMember of others is refused to a bot that is no admin",
        "thread teloxide/teloxide#1349",
        "test_send_permissions.py::test_hidden_members_are_told_to_admins_only",
    ),
    Behaviour(
        "getChatAdministrators leaves out other bots, unless `return_bots`",
        "Client.cpp, JsonChatMembers",
        "test_groups.py::test_admins_that_are_bots_are_told_when_asked_for",
    ),
    Behaviour(
        "A tag has at most 16 characters and no emoji; refusals are `TAG_…` codes, of a title `CUSTOM_TITLE_…`",
        "Client.cpp, fail_query_with_error",
        "test_tags.py::test_a_tag_is_taken_or_refused_by_a_code",
    ),
    Behaviour(
        "A bot cannot change tags of admins",
        "thread tdlib/telegram-bot-api#838",
        "test_tags.py::test_tags_of_admins_belong_to_the_owner",
    ),
    Behaviour(
        "Without the right a tag is refused by `TAG_CHANGE_FORBIDDEN`, to no admin by `CHAT_ADMIN_REQUIRED`",
        "guess (which code when)",
        "test_tags.py::test_a_lost_right_is_told_by_a_code",
    ),
    Behaviour(
        "A bot sets titles only of admins that it has promoted itself",
        "Client.cpp, process_set_chat_administrator_custom_title_query",
        "test_tags.py::test_a_bot_gives_titles_to_admins_it_has_made",
    ),
)
