"""Invite links of groups: create, export, revoke."""

from __future__ import annotations

from sandbox.botapi.methods.call import Call, Method
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why
from sandbox.world.chats import Chat


def _link(call: Call) -> str:
    return f"https://t.me/+{call.world.next_unique_number():x}sandbox"


def _need_inviting(call: Call) -> Chat:
    chat = call.group()
    call.need(chat, "can_invite_users", Why.NO_RIGHT_TO_INVITE)
    return chat


def create_invite_link(call: Call) -> Json:
    _need_inviting(call)
    fields: Json = {
        "invite_link": _link(call),
        "creator": call.bot.user,
        "creates_join_request": call.args.flag("creates_join_request"),
        "is_primary": False,
        "is_revoked": False,
    }
    if name := call.args.text("name"):
        fields["name"] = name[:32]
    for key in ("expire_date", "member_limit"):
        if (value := call.args.number(key)) is not None and value > 0:
            fields[key] = value
    return fields


def export_invite_link(call: Call) -> str:
    chat = _need_inviting(call)
    chat.invite_link = _link(call)
    return chat.invite_link


def revoke_invite_link(call: Call) -> Json:
    chat = _need_inviting(call)
    link = call.args.text("invite_link")
    if not link.startswith("https://t.me/+"):
        raise Refusal(Why.BAD_LINK)
    if chat.invite_link == link:
        chat.invite_link = None
    return {
        "invite_link": link,
        "creator": call.bot.user,
        "creates_join_request": False,
        "is_primary": False,
        "is_revoked": True,
    }


METHODS: dict[str, Method] = {
    "createChatInviteLink": create_invite_link,
    "exportChatInviteLink": export_invite_link,
    "revokeChatInviteLink": revoke_invite_link,
}
