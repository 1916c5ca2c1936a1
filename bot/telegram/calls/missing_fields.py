"""Fields that aiogram requires and an older Bot API server does not send, filled in before an answer is validated.

Which fields those are is read from aiogram's models, so that a newer aiogram needs no change here.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any

from aiogram.enums import ChatMemberStatus
from aiogram.methods import GetChat, GetChatAdministrators, GetChatMember, TelegramMethod
from aiogram.types import (
    AcceptedGiftTypes,
    ChatFullInfo,
    ChatMemberAdministrator,
    ChatMemberBanned,
    ChatMemberLeft,
    ChatMemberMember,
    ChatMemberOwner,
    ChatMemberRestricted,
)
from pydantic import BaseModel

EMPTY: Mapping[Any, Any] = {bool: False, int: 0, datetime: 0}
"""Values for missing fields, by type: what the server did not send is not allowed, absent, or without end."""
NESTED: Mapping[type[BaseModel], Mapping[str, type[BaseModel]]] = {
    ChatFullInfo: {"accepted_gift_types": AcceptedGiftTypes},
}
"""Nested objects that have required fields of their own."""
IDENTITY = frozenset({"id", "user", "status", "type"})
"""Fields that are never filled in, because they say who or what an object is."""
INSTEAD: Mapping[str, Any] = {"is_member": True}
"""Values for missing fields that differ from `EMPTY`. Of a restricted member of a small group the server sends the
status alone (JsonChatMember)."""
FOLLOWS: Mapping[str, str] = {
    "can_edit_tag": "can_pin_messages",
    "can_manage_topics": "can_pin_messages",
    "can_react_to_messages": "can_send_messages",
}
"""A permission that was not sent has the value of another, as the server itself reads restrictChatMember."""
MEMBERS: Mapping[str, type[BaseModel]] = {
    ChatMemberStatus(kind.model_fields["status"].default).value: kind
    for kind in (
        *(ChatMemberOwner, ChatMemberAdministrator, ChatMemberMember),
        *(ChatMemberRestricted, ChatMemberLeft, ChatMemberBanned),
    )
}
CHANGES = ("my_chat_member", "chat_member")
"""Updates that contain members."""


@cache
def required(kind: type[BaseModel]) -> Mapping[str, Any]:
    """Returns the required fields of a model, with the value to fill in where one is missing."""
    fields = {name: field.annotation for name, field in kind.model_fields.items() if field.is_required()}
    return {
        name: INSTEAD.get(name, EMPTY[annotation])
        for name, annotation in fields.items()
        if name not in IDENTITY and annotation in EMPTY
    }


def complete(kind: type[BaseModel], raw: dict[str, Any]) -> None:
    for name, empty in required(kind).items():
        if name not in raw:
            raw[name] = raw.get(FOLLOWS[name], empty) if name in FOLLOWS else empty
    for name, nested in NESTED.get(kind, {}).items():
        inner = raw.setdefault(name, {})
        if isinstance(inner, dict):
            complete(nested, inner)


def complete_member(raw: Any) -> None:
    if isinstance(raw, dict) and isinstance(raw.get("status"), str) and raw["status"] in MEMBERS:
        complete(MEMBERS[raw["status"]], raw)


def complete_update(raw: Any) -> None:
    for change in (raw.get(name) for name in CHANGES if name in raw) if isinstance(raw, dict) else ():
        if isinstance(change, dict):
            complete_member(change.get("old_chat_member"))
            complete_member(change.get("new_chat_member"))


def complete_result(method: TelegramMethod[Any], raw: Any) -> None:
    """Fills in the missing fields of an answer in place, before it is validated."""
    match method:
        case GetChatMember():
            complete_member(raw)
        case GetChatAdministrators() if isinstance(raw, list):
            for member in raw:
                complete_member(member)
        case GetChat() if isinstance(raw, dict):
            complete(ChatFullInfo, raw)
