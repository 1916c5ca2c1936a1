"""promoteChatMember, setChatAdministratorCustomTitle, getChatAdministrators."""

from __future__ import annotations

from dataclasses import replace

from sandbox.botapi.methods.call import Call, Method
from sandbox.botapi.methods.member_tags import checked_tag
from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why
from sandbox.world.members import RIGHTS, Member


def get_chat_administrators(call: Call) -> list[Json]:
    chat = call.chat()
    if chat.private:
        raise Refusal(Why.NOT_IN_PRIVATE)
    others = call.args.flag("return_bots")
    admins = [member for member in chat.present_members() if member.admin]
    shown = [m for m in admins if others or not m.user["is_bot"] or m.user["id"] == call.bot.id]
    return [member.as_chat_member(call.bot.id) for member in shown]


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
    call.world.members.set(chat, call.bot.user, new)
    return True


def set_custom_title(call: Call) -> bool:
    """Sets an admin's title: Client.cpp, process_set_chat_administrator_custom_title_query."""
    chat = call.any_group()
    member = call.target(chat)
    if member.status == "creator":
        raise Refusal(Why.TITLE_OF_OWNER)
    if member.status != "administrator":
        raise Refusal(Why.NOT_AN_ADMIN)
    if member.promoted_by != call.bot.id:
        raise Refusal(Why.NO_RIGHT_TO_TITLE)
    title = checked_tag(call, "custom_title", "CUSTOM_TITLE")
    call.rate_limiter.check_group_action("tags", call.bot.id, chat.id)
    call.world.members.set(chat, call.bot.user, replace(member, title=title or None))
    return True


METHODS: dict[str, Method] = {
    "getChatAdministrators": get_chat_administrators,
    "promoteChatMember": promote_chat_member,
    "setChatAdministratorCustomTitle": set_custom_title,
}


BEHAVIOURS = (
    Behaviour(
        "getChatAdministrators leaves out other bots, unless `return_bots`",
        "Client.cpp, JsonChatMembers",
        "botapi/methods/test_members.py::test_admins_that_are_bots_are_told_when_asked_for",
    ),
    Behaviour(
        "A bot sets titles only of admins that it has promoted itself",
        "Client.cpp, process_set_chat_administrator_custom_title_query",
        "botapi/methods/test_member_tags.py::test_a_bot_gives_titles_to_admins_it_has_made",
    ),
)
