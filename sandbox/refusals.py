"""Every refusal with its code and text, as Telegram words them."""

from __future__ import annotations

from enum import Enum
from typing import Any


class Why(Enum):
    TEXT_EMPTY = (400, "message text is empty")
    TEXT_TOO_LONG = (400, "message is too long")
    CAPTION_TOO_LONG = (400, "message caption is too long")
    ANSWER_TOO_LONG = (400, "MESSAGE_TOO_LONG")
    BAD_ENTITIES = (400, "can't parse entities: {what}")
    BAD_JSON = (400, "can't parse {what} JSON object")
    BAD_UTF8 = (400, "strings must be encoded in UTF-8")
    BAD_REQUEST = (400, "{what}")
    BUTTON_DATA = (400, "BUTTON_DATA_INVALID")
    BUTTON_TEXT = (400, "BUTTON_TEXT_INVALID")
    BUTTON_URL = (400, "BUTTON_URL_INVALID")
    BAD_BUTTON = (400, "can't parse inline keyboard button: {what}")
    BAD_MARKUP = (400, "can't parse reply keyboard markup JSON object")
    MARKUP_TOO_LONG = (400, "reply markup is too long")
    NOT_MODIFIED = (
        400,
        "message is not modified: specified new message content and reply markup are exactly the same"
        " as a current content and reply markup of the message",
    )
    EDIT_NOT_FOUND = (400, "message to edit not found")
    DELETE_NOT_FOUND = (400, "message to delete not found")
    REPLY_NOT_FOUND = (400, "message to be replied not found")
    COPY_NOT_FOUND = (400, "message to copy not found")
    FORWARD_NOT_FOUND = (400, "message to forward not found")
    PIN_NOT_FOUND = (400, "message to pin not found")
    UNPIN_NOT_FOUND = (400, "message to unpin not found")
    REACT_NOT_FOUND = (400, "message to react not found")
    CANT_EDIT = (400, "message can't be edited")
    CANT_DELETE = (400, "message can't be deleted")
    CANT_COPY = (400, "message can't be copied")
    CANT_FORWARD = (400, "message can't be forwarded")
    NO_TEXT_TO_EDIT = (400, "there is no text in the message to edit")
    NO_CAPTION_TO_EDIT = (400, "there is no caption in the message to edit")
    NO_MESSAGE_ID = (400, "message identifier is not specified")
    QUERY_TOO_OLD = (400, "query is too old and response timeout expired or query ID is invalid")
    URL_INVALID = (400, "URL_INVALID")
    CHAT_ID_EMPTY = (400, "chat_id is empty")
    CHAT_NOT_FOUND = (400, "chat not found")
    USER_NOT_FOUND = (400, "user not found")
    BAD_USER_ID = (400, "invalid user_id specified")
    THREAD_NOT_FOUND = (400, "message thread not found")
    TOPIC_CLOSED = (400, "TOPIC_CLOSED")
    NOT_A_FORUM = (400, "the chat is not a forum")
    UPGRADED = (400, "group chat was upgraded to a supergroup chat")
    SUPERGROUPS_ONLY = (400, "method is available only for supergroups")
    GROUPS_ONLY = (400, "method is available for supergroup and channel chats only")
    NOT_IN_PRIVATE = (400, "there are no administrators in the private chat")
    NO_RIGHT_TO_RESTRICT = (400, "not enough rights to restrict/unrestrict chat member")
    NO_RIGHT_TO_PIN = (400, "not enough rights to manage pinned messages in the chat")
    NO_RIGHT_TO_SEND = (400, "not enough rights to send {what} to the chat")
    NO_RIGHT_TO_PERMIT = (400, "not enough rights to change chat permissions")
    NO_RIGHTS = (400, "not enough rights to {what}")
    NOT_ENOUGH_RIGHTS = (400, "not enough rights")
    ADMIN_REQUIRED = (400, "CHAT_ADMIN_REQUIRED")
    WRITE_FORBIDDEN = (400, "CHAT_WRITE_FORBIDDEN")
    CHAT_RESTRICTED = (400, "CHAT_RESTRICTED")
    IS_ADMIN = (400, "user is an administrator of the chat")
    IS_OWNER = (400, "can't remove chat owner")
    IS_SELF = (400, "can't restrict self")
    NOT_PARTICIPANT = (400, "PARTICIPANT_ID_INVALID")
    FILE_MISSING = (400, "there is no {what} in the request")
    FILE_EMPTY = (400, "file must be non-empty")
    FILE_UNKNOWN = (400, "wrong file identifier/HTTP URL specified")
    FILE_TOO_BIG = (400, "file is too big")
    BAD_IMAGE = (400, "IMAGE_PROCESS_FAILED")
    BAD_COMMAND = (400, "BOT_COMMAND_INVALID")
    BAD_COMMAND_DESCRIPTION = (400, "BOT_COMMAND_DESCRIPTION_INVALID")
    BAD_WEBHOOK = (400, "bad webhook: {what}")
    UNAUTHORIZED = (401, "Unauthorized")
    NOT_STARTED = (403, "bot can't initiate conversation with a user")
    BLOCKED = (403, "bot was blocked by the user")
    DEACTIVATED = (403, "user is deactivated")
    KICKED = (403, "bot was kicked from the {what} chat")
    NOT_MEMBER = (403, "bot is not a member of the {what} chat")
    GROUP_DELETED = (403, "the group chat was deleted")
    NO_METHOD = (404, "method not found")
    OTHER_POLLER = (
        409,
        "terminated by other getUpdates request; make sure that only one bot instance is running",
    )
    WEBHOOK_ACTIVE = (
        409,
        "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    )
    TOO_LARGE = (413, "Request Entity Too Large")
    TOO_MANY = (429, "retry after {seconds}")
    RESTART = (500, "restart")


PREFIXES = {
    400: "Bad Request: ",
    403: "Forbidden: ",
    404: "Not Found: ",
    409: "Conflict: ",
    429: "Too Many Requests: ",
    500: "Internal Server Error: ",
}


class Refusal(Exception):
    """A call that is not executed, and what the bot is told."""

    def __init__(self, why: Why, parameters: dict[str, Any] | None = None, **fill: object) -> None:
        self.code, text = why.value
        self.why = why
        self.description = PREFIXES.get(self.code, "") + (text.format(**fill) if fill else text)
        self.parameters = parameters
        self.wait = 0.0  # how long the server could have held the call instead
        super().__init__(self.description)


def too_many(seconds: int, wait: float = 0) -> Refusal:
    refusal = Refusal(Why.TOO_MANY, {"retry_after": seconds}, seconds=seconds)
    refusal.wait = wait
    return refusal


def upgraded(new_id: int) -> Refusal:
    return Refusal(Why.UPGRADED, {"migrate_to_chat_id": new_id})
