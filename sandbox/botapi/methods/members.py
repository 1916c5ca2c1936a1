"""getChatMember, getChatMemberCount, leaveChat."""

from __future__ import annotations

from sandbox.botapi.methods.call import Call, Method
from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why
from sandbox.world.members import Member


def get_chat_member(call: Call) -> Json:
    chat = call.chat()
    if chat.private:
        user = call.world.users.get(call.user_id())
        if user is None or user["id"] not in {chat.person_id, chat.bot_id}:
            raise Refusal(Why.USER_NOT_FOUND)
        return Member(user).as_chat_member()
    member = call.target(chat)
    if chat.hidden_members and not call.myself(chat).admin and member.user["id"] != call.bot.id:
        raise Refusal(Why.ADMIN_REQUIRED)
    return member.as_chat_member(call.bot.id)


def get_chat_member_count(call: Call) -> int:
    chat = call.chat()
    return 2 if chat.private else sum(1 for _ in chat.present_members())


def leave_chat(call: Call) -> bool:
    chat = call.group()
    call.world.messages.post_service_message(chat, call.bot.user, {"left_chat_member": call.bot.user})
    call.world.members.set(chat, call.bot.user, Member(call.bot.user, "left"))
    return True


METHODS: dict[str, Method] = {
    "getChatMember": get_chat_member,
    "getChatMemberCount": get_chat_member_count,
    "leaveChat": leave_chat,
}

BEHAVIOURS = (
    Behaviour(
        "Where members are hidden, getChatMember of others is refused to a bot that is no admin",
        "thread teloxide/teloxide#1349",
        "botapi/methods/test_send_permissions.py::test_hidden_members_are_told_to_admins_only",
    ),
)
