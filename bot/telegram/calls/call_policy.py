"""For every Bot API method that the host uses: how long a call may take, and whether it may be repeated when it is
not known to have been executed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aiogram.methods import (
    AnswerCallbackQuery,
    CopyMessage,
    DeleteMessage,
    DeleteWebhook,
    EditMessageReplyMarkup,
    EditMessageText,
    GetChat,
    GetChatAdministrators,
    GetChatMember,
    GetMe,
    GetUpdates,
    GetWebhookInfo,
    PinChatMessage,
    RestrictChatMember,
    SendChatAction,
    SendDocument,
    SendMessage,
    SendPhoto,
    SendRichMessage,
    SetChatMemberTag,
    SetChatPermissions,
    SetMyCommands,
    SetWebhook,
    TelegramMethod,
    UnpinChatMessage,
)


@dataclass(frozen=True, slots=True)
class Policy:
    limit_s: int
    """Seconds after which a call is given up, unless its caller sets another limit."""
    repeatable: bool
    """Whether it may be made again if it is not known to have been executed."""


READ = Policy(limit_s=15, repeatable=True)
CHANGE = Policy(limit_s=30, repeatable=True)
"""For idempotent changes."""
SEND = Policy(limit_s=60, repeatable=True)
"""A message that comes twice is better than none. The limit is long: a call that exceeds it may be doubled."""
UPLOAD = Policy(limit_s=90, repeatable=True)
TAP = Policy(limit_s=3, repeatable=False)
"""For answers to taps: useless later, because the person who tapped waits. A second answer to a tap is refused."""
POLL = Policy(limit_s=40, repeatable=True)
UNDECLARED = Policy(limit_s=60, repeatable=False)

POLICIES: Mapping[type[TelegramMethod[Any]], Policy] = {
    GetMe: READ,
    GetChat: READ,
    GetChatMember: READ,
    GetChatAdministrators: READ,
    GetWebhookInfo: READ,
    GetUpdates: POLL,
    SendMessage: SEND,
    SendRichMessage: SEND,
    CopyMessage: SEND,
    SendPhoto: UPLOAD,
    SendDocument: UPLOAD,
    SendChatAction: READ,  # shows «typing» for a moment; the host uses it to ask whether a chat is open
    EditMessageText: CHANGE,
    EditMessageReplyMarkup: TAP,  # used only together with the answer to a tap
    DeleteMessage: CHANGE,
    PinChatMessage: CHANGE,
    UnpinChatMessage: CHANGE,
    RestrictChatMember: CHANGE,
    SetChatMemberTag: CHANGE,
    SetChatPermissions: CHANGE,
    AnswerCallbackQuery: TAP,
    SetMyCommands: CHANGE,
    SetWebhook: CHANGE,
    DeleteWebhook: CHANGE,
}


def policy_of(method: TelegramMethod[Any]) -> Policy:
    return POLICIES.get(type(method), UNDECLARED)
