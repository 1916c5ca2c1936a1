"""restrictChatMember, banChatMember, unbanChatMember, setChatPermissions."""

from __future__ import annotations

from typing import Any

from sandbox.botapi.methods.call import Call, Method
from sandbox.core.behaviours import Behaviour
from sandbox.core.refusals import Refusal, Why
from sandbox.world.chats import Chat
from sandbox.world.events import ChatChanged
from sandbox.world.members import Member
from sandbox.world.permissions import MEDIA, PERMISSIONS, restriction_end


def restricted_until(call: Call) -> int:
    return restriction_end(call.args.number("until_date") or 0, call.world.now())


def check_change(call: Call, chat: Chat, member: Member, new: Member) -> bool:
    """Raises Refusal if the bot may not make this change. Returns whether anything changes.

    A change to the present state is accepted without a right and causes no update.

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


def complete_permissions(given: dict[str, Any], independent: bool) -> dict[str, bool]:
    """Returns all permissions, the absent ones filled in as in Client.cpp, get_chat_permissions.

    The permission to react is copied from that to send text before wider permissions imply narrower ones.
    """
    complete = {name: bool(given.get(name)) for name in PERMISSIONS}
    for name in ("can_manage_topics", "can_edit_tag"):
        if name not in given:
            complete[name] = complete["can_pin_messages"]
    if not any(name in given for name in MEDIA):
        complete |= dict.fromkeys(MEDIA, bool(given.get("can_send_media_messages")))
        if given.get("can_send_media_messages") and not independent:
            complete["can_send_messages"] = True
    if "can_react_to_messages" not in given:
        complete["can_react_to_messages"] = complete["can_send_messages"]
    if not independent:
        if complete["can_send_other_messages"] or complete["can_add_web_page_previews"]:
            complete |= dict.fromkeys((*MEDIA, "can_send_messages"), True)
        if complete["can_send_polls"]:
            complete["can_send_messages"] = True
    return complete


def permissions(call: Call) -> dict[str, bool]:
    """Returns a call's permissions; if none are given, nothing is allowed: Client.cpp, get_chat_permissions."""
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
    new = member.restricted(given, restricted_until(call))
    if check_change(call, chat, member, new):
        call.world.members.set(chat, call.bot.user, new)
    return True


def _remove(call: Call, chat: Chat, member: Member, new: Member) -> None:
    """Bans or removes a member; a present one leaves with a service message."""
    if check_change(call, chat, member, new):
        if member.present:
            call.world.messages.post_service_message(chat, call.bot.user, {"left_chat_member": member.user})
        call.world.members.set(chat, call.bot.user, new)


def ban_chat_member(call: Call) -> bool:
    chat = call.group()
    member = call.target(chat)
    new = Member(member.user, "kicked", until=restricted_until(call))
    _remove(call, chat, member, new)
    if call.args.flag("revoke_messages"):
        call.world.messages.delete(chat, [p for p in chat.posts.values() if p.author_id == member.user["id"]])
    return True


def unban_chat_member(call: Call) -> bool:
    """Lifts a ban; without `only_if_banned` a present member is removed, as in Telegram."""
    chat = call.supergroup()
    member = call.target(chat)
    if call.args.flag("only_if_banned") and member.status != "kicked":
        return True
    new = Member(member.user, "left")
    _remove(call, chat, member, new)
    return True


def set_chat_permissions(call: Call) -> bool:
    given = permissions(call)
    chat = call.group()
    call.need(chat, "can_restrict_members", Why.NO_RIGHT_TO_PERMIT)
    chat.permissions = given
    call.world.events.publish(ChatChanged(chat))
    return True


METHODS: dict[str, Method] = {
    "restrictChatMember": restrict_chat_member,
    "banChatMember": ban_chat_member,
    "unbanChatMember": unban_chat_member,
    "setChatPermissions": set_chat_permissions,
}


BEHAVIOURS = (
    Behaviour(
        "restrictChatMember and setChatPermissions: absent `can_manage_topics` and `can_edit_tag` follow"
        " `can_pin_messages`, absent `can_react_to_messages` follows `can_send_messages`, absent kinds of"
        " media follow `can_send_media_messages` if none is named",
        "Client.cpp, get_chat_permissions",
        "botapi/methods/test_restrictions.py::test_absent_fields_are_filled_in_from_their_neighbours",
    ),
    Behaviour(
        "Unless permissions are independent, other messages and previews imply media and text, polls imply text",
        "Client.cpp, get_chat_permissions",
        "botapi/methods/test_restrictions.py::test_stickers_and_previews_imply_media_and_text_unless_independent",
    ),
    Behaviour(
        "A kind of media alone does not imply text",
        "Client.cpp, get_chat_permissions",
        "botapi/methods/test_restrictions.py::test_a_kind_of_media_does_not_imply_text",
    ),
    Behaviour(
        "Without `permissions` every permission is taken away",
        "Client.cpp, get_chat_permissions",
        "botapi/methods/test_restrictions.py::test_without_permissions_everything_is_taken",
    ),
    Behaviour(
        "A call that changes nothing returns true without a right and without an update",
        "DialogParticipantManager.cpp, set_channel_participant_status_impl",
        "botapi/methods/test_restrictions.py::test_the_same_state_again_needs_no_right_and_is_no_news",
    ),
    Behaviour(
        "The owner is refused before the right to restrict is asked for",
        "DialogParticipantManager.cpp, set_channel_participant_status_impl",
        "botapi/methods/test_restrictions.py::test_the_owner_is_refused_before_the_right_is_asked_for",
    ),
    Behaviour(
        "An admin is not made a member by restrictChatMember without the right to promote",
        "DialogParticipantManager.cpp, promote_channel_participant",
        "botapi/methods/test_restrictions.py::test_an_admin_cannot_be_made_a_plain_member_this_way",
    ),
    Behaviour(
        "Restricting lifts a ban",
        "DialogParticipantManager.cpp, restrict_channel_participant",
        "botapi/methods/test_restrictions.py::test_restricting_a_banned_person_lifts_the_ban",
    ),
    Behaviour(
        "unbanChatMember removes a present member, unless `only_if_banned`",
        "Client.cpp, process_unban_chat_member_query",
        "botapi/methods/test_restrictions.py::test_a_banned_person_is_out_until_unbanned",
    ),
)
