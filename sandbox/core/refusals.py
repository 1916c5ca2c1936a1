"""Every error of the Bot API that the sandbox answers: code, Telegram's text, source."""

from __future__ import annotations

from enum import Enum
from typing import Any

from sandbox.core.behaviours import CHECK_CHAT, ERROR_TEXTS, GUESS, SENDING


class Why(Enum):
    """Code, text, source. `GUESS`: no source known; code and text may differ from Telegram's."""

    # content
    TEXT_EMPTY = (400, "message text is empty", "Client.cpp, get_input_message_text")
    TEXT_TOO_LONG = (400, "message is too long", "MessageContent.cpp, create_input_message_content")
    CAPTION_TOO_LONG = (400, "message caption is too long", "MessageContent.cpp, get_input_message_content")
    BAD_ENTITIES = (400, "can't parse entities: {what}", "MessageEntity.cpp, parse_html and parse_markdown_v2")
    BAD_PARSE_MODE = (400, "unsupported parse_mode", "Client.cpp, get_formatted_text")
    BAD_RICH = (400, "can't parse rich message: {what}", GUESS)
    BAD_JSON = (400, "can't parse {what} JSON object", "Client.cpp, wherever JSON is read")
    BAD_UTF8 = (400, "strings must be encoded in UTF-8", "MessageEntity.cpp, fix_formatted_text")
    BAD_PARAMETERS = (400, "wrong parameters of the method {what}", GUESS)
    BUTTON_DATA = (400, "BUTTON_DATA_INVALID", GUESS)
    BUTTON_TEXT = (400, "BUTTON_TEXT_INVALID", GUESS)
    BUTTON_URL = (400, "BUTTON_URL_INVALID", GUESS)
    BAD_BUTTON = (400, "can't parse inline keyboard button: {what}", "Client.cpp, get_inline_keyboard_button")
    NO_MARKUP = (400, "object expected as reply markup", "Client.cpp, get_reply_markup")
    BAD_ROWS = (400, "field {what} must be an Array of Arrays", "Client.cpp, get_reply_markup")
    MARKUP_TOO_LONG = (400, "reply markup is too long", ERROR_TEXTS)
    NO_EFFECTS = (400, "can't use message effects in the chat", "MessageSendOptions.cpp, get_message_send_options")
    FILE_MISSING = (400, "there is no {what} in the request", "Client.cpp, process_send_photo_query and others")
    FILE_EMPTY = (400, "file must be non-empty", "FileLoaderUtils.cpp, check_full_local_location")
    FILE_UNKNOWN = (400, "wrong file identifier/HTTP URL specified", SENDING)
    FILE_ID = (400, "invalid file_id", "Client.cpp, TdOnCheckRemoteFileIdCallback")
    BAD_IMAGE = (400, "IMAGE_PROCESS_FAILED", GUESS)
    BAD_MEDIA = (400, "can't parse InputMedia: {what}", "Client.cpp, get_input_message_contents")
    ALBUM_SIZE = (400, "media group must have from 2 to 10 items", GUESS)
    BAD_DICE = (400, "EMOTICON_INVALID", GUESS)
    BAD_ACTION = (400, "wrong parameter action in request", "Client.cpp, process_send_chat_action_query")
    BAD_REACTION = (400, "REACTION_INVALID", GUESS)
    MANY_REACTIONS = (400, "REACTIONS_TOO_MANY", GUESS)
    # existing messages
    NOT_MODIFIED = (
        400,
        "message is not modified: specified new message content and reply markup are exactly the same"
        " as a current content and reply markup of the message",
        ERROR_TEXTS,
    )
    EDIT_NOT_FOUND = (400, "message to edit not found", "Client.cpp, check_message")
    DELETE_NOT_FOUND = (400, "message to delete not found", "Client.cpp, check_message")
    REPLY_NOT_FOUND = (400, "message to be replied not found", "Client.cpp, check_reply_parameters")
    COPY_NOT_FOUND = (400, "message to copy not found", "Client.cpp, check_message")
    FORWARD_NOT_FOUND = (400, "message to forward not found", "Client.cpp, check_message")
    PIN_NOT_FOUND = (400, "message to pin not found", "Client.cpp, check_message")
    UNPIN_NOT_FOUND = (400, "message to unpin not found", "Client.cpp, TdOnGetChatPinnedMessageToUnpinCallback")
    REACT_NOT_FOUND = (400, "message to react not found", "Client.cpp, check_message")
    CANT_EDIT = (400, "message can't be edited", "MessagesManager.cpp, edit_message_text")
    CANT_DELETE = (400, "message can't be deleted", "MessagesManager.cpp, can_delete_channel_message")
    CANT_DELETE_FOR_ALL = (400, "message can't be deleted for everyone", "MessagesManager.cpp, can_revoke_message")
    CANT_COPY = (400, "the message can't be copied", "MessagesManager.cpp, forward_message")
    CANT_FORWARD = (400, "the message can't be forwarded", "MessagesManager.cpp, forward_message")
    NO_TEXT_TO_EDIT = (400, "there is no text in the message to edit", "MessagesManager.cpp, edit_message_text")
    NO_CAPTION_TO_EDIT = (
        400,
        "there is no caption in the message to edit",
        "MessagesManager.cpp, edit_message_caption",
    )
    NO_MESSAGE_ID = (400, "message identifier is not specified", "Client.cpp, process_delete_message_query")
    NO_MESSAGE_IDS = (400, "message identifiers are not specified", "Client.cpp, get_message_ids")
    IDS_NO_ARRAY = (400, "expected an Array of message identifiers", "Client.cpp, get_message_ids")
    IDS_NO_NUMBER = (400, "message identifier must be a Number", "Client.cpp, get_message_ids")
    IDS_INVALID = (400, "invalid message identifier specified", "Client.cpp, get_message_ids")
    MANY_IDS = (400, "too many message identifiers specified", "Client.cpp, get_message_ids")
    # callback queries
    QUERY_TOO_OLD = (400, "query is too old and response timeout expired or query ID is invalid", ERROR_TEXTS)
    ANSWER_TOO_LONG = (400, "MESSAGE_TOO_LONG", GUESS)
    URL_INVALID = (400, "URL_INVALID", GUESS)
    # chats and users
    CHAT_ID_EMPTY = (400, "chat_id is empty", "Client.cpp, check_chat")
    CHAT_NOT_FOUND = (400, "chat not found", "Client.cpp, TdOnCheckChatCallback")
    USER_NOT_FOUND = (400, "user not found", "Client.cpp, TdOnCheckUserCallback")
    BAD_USER_ID = (400, "invalid {what} specified", "Client.cpp, get_user_id")
    THREAD_NOT_FOUND = (400, "message thread not found", "Client.cpp, check_message_topic")
    UPGRADED = (400, "group chat was upgraded to a supergroup chat", CHECK_CHAT)
    SUPERGROUPS_ONLY = (
        400,
        "method is available only for supergroups",
        "Client.cpp, process_restrict_chat_member_query",
    )
    GROUPS_ONLY = (
        400,
        "method is available for supergroup and channel chats only",
        "Client.cpp, process_promote_chat_member_query",
    )
    ANY_GROUP_ONLY = (
        400,
        "method is available only for groups and supergroups",
        "Client.cpp, process_set_chat_member_tag_query",
    )
    NOT_IN_PRIVATE = (
        400,
        "there are no administrators in the private chat",
        "Client.cpp, process_get_chat_administrators_query",
    )
    NOT_A_FORUM = (400, "the chat is not a forum", "ForumTopicManager.cpp, is_forum")
    # rights
    NO_RIGHT_TO_SEND = (
        400,
        "not enough rights to send {what} to the chat",
        "MessageContent.cpp, can_send_message_content",
    )
    WRITE_FORBIDDEN = (400, "CHAT_WRITE_FORBIDDEN", "thread vrumger/telegram-errors; the moment is a guess")
    CHAT_RESTRICTED = (400, "CHAT_RESTRICTED", GUESS)
    TOPIC_CLOSED = (400, "TOPIC_CLOSED", "DraftMessageManager.cpp; ForumTopicManager.cpp")
    NO_RIGHT_TO_RESTRICT = (
        400,
        "not enough rights to restrict/unrestrict chat member",
        "DialogParticipantManager.cpp, restrict_channel_participant",
    )
    NOT_ENOUGH_RIGHTS = (400, "not enough rights", "DialogParticipantManager.cpp, promote_channel_participant")
    ADMIN_REQUIRED = (400, "CHAT_ADMIN_REQUIRED", "thread teloxide/teloxide#1349; other moments are guesses")
    NO_RIGHT_TO_PIN = (
        400,
        "not enough rights to manage pinned messages in the chat",
        "DialogManager.cpp, can_pin_messages",
    )
    NO_RIGHT_TO_PERMIT = (
        400,
        "not enough rights to change chat permissions",
        "DialogManager.cpp, set_dialog_permissions",
    )
    NO_RIGHT_TO_RENAME = (400, "not enough rights to change chat title", "DialogManager.cpp, set_dialog_title")
    NO_RIGHT_TO_DESCRIBE = (
        400,
        "not enough rights to set chat description",
        "ChatManager.cpp, set_channel_description",
    )
    NO_RIGHT_TO_INVITE = (
        400,
        "not enough rights to manage chat invite link",
        "DialogInviteLinkManager.cpp, can_manage_dialog_invite_links",
    )
    NO_RIGHT_TO_TOPICS = (
        400,
        "not enough rights to {what}",
        "ForumTopicManager.cpp, each in its function",
    )
    IS_ADMIN = (400, "user is an administrator of the chat", ERROR_TEXTS)
    IS_OWNER = (
        400,
        "can't remove chat owner",
        "DialogParticipantManager.cpp, set_channel_participant_status_impl",
    )
    IS_SELF = (400, "can't restrict self", "DialogParticipantManager.cpp, restrict_channel_participant")
    PROMOTE_SELF = (400, "can't promote self", "DialogParticipantManager.cpp, promote_channel_participant")
    RIGHT_FORBIDDEN = (400, "RIGHT_FORBIDDEN", GUESS)
    NOT_PARTICIPANT = (400, "PARTICIPANT_ID_INVALID", "thread tdlib/telegram-bot-api#802; the moment is a guess")
    # members and groups
    PERMISSIONS_OBJECT = (400, "object expected as permissions", "Client.cpp, get_chat_permissions")
    PERMISSIONS_FIELD = (400, "can't parse chat permissions: {what}", "Client.cpp, get_chat_permissions")
    TAG_INVALID = (400, "{what}_INVALID", ERROR_TEXTS)
    TAG_EMOJI = (400, "{what}_EMOJI_NOT_ALLOWED", ERROR_TEXTS)
    TAG_FORBIDDEN = (400, "TAG_CHANGE_FORBIDDEN", ERROR_TEXTS + "; the moment is a guess")
    CREATOR_REQUIRED = (400, "CHAT_CREATOR_REQUIRED", "thread tdlib/telegram-bot-api#838")
    TITLE_OF_OWNER = (
        400,
        "only the owner can edit their custom title",
        "Client.cpp, process_set_chat_administrator_custom_title_query",
    )
    NOT_AN_ADMIN = (
        400,
        "user is not an administrator",
        "Client.cpp, process_set_chat_administrator_custom_title_query",
    )
    NO_RIGHT_TO_TITLE = (
        400,
        "not enough rights to change custom title of the user",
        "Client.cpp, process_set_chat_administrator_custom_title_query",
    )
    TITLE_EMPTY = (400, "title must be non-empty", "DialogManager.cpp, set_dialog_title")
    ABOUT_TOO_LONG = (400, "CHAT_ABOUT_TOO_LONG", GUESS)
    SAME_ABOUT = (400, "chat description is not modified", ERROR_TEXTS)
    BAD_LINK = (400, "INVITE_HASH_EXPIRED", GUESS)
    TOPIC_NAME = (400, "name must be non-empty", "ForumTopicManager.cpp, create_forum_topic")
    TOPIC_SAME = (400, "TOPIC_NOT_MODIFIED", "ForumTopicManager.cpp, EditForumTopicQuery")
    EPHEMERAL_IN_PRIVATE = (400, "ephemeral messages can be sent only to groups and supergroups", GUESS)
    # the bot itself
    NO_COMMANDS = (400, "expected an Array of BotCommand", "Client.cpp, get_bot_commands")
    BAD_COMMAND_OBJECT = (400, "can't parse BotCommand: {what}", "Client.cpp, get_bot_commands")
    COMMAND_EMPTY = (400, "command must be non-empty", "BotCommand.cpp, set_commands")
    COMMAND_TOO_LONG = (400, "command length must not exceed 32", "BotCommand.cpp, set_commands")
    BAD_COMMAND = (400, "BOT_COMMAND_INVALID", GUESS)
    DESCRIPTION_EMPTY = (400, "command description must be non-empty", "BotCommand.cpp, set_commands")
    DESCRIPTION_TOO_LONG = (400, "command description length must not exceed 256", "BotCommand.cpp, set_commands")
    MANY_COMMANDS = (400, "BOT_COMMANDS_TOO_MUCH", GUESS)
    BAD_SCOPE = (400, "can't parse BotCommandScope: {what}", "Client.cpp, get_bot_command_scope")
    BAD_LANGUAGE = (400, "invalid language code specified", "misc.cpp, validate_bot_language_code")
    BOT_TEXT_TOO_LONG = (400, "BOT_{what}_TOO_LONG", GUESS)
    BAD_MENU = (400, "can't parse menu button: {what}", "Client.cpp, get_bot_menu_button")
    BAD_WEBHOOK = (400, "bad webhook: {what}", "WebhookActor.cpp; Client.cpp, on_webhook_closed")
    LONG_SECRET = (400, "secret token is too long", "Client.cpp, do_set_webhook")
    BAD_SECRET = (400, "secret token contains unallowed characters", "Client.cpp, do_set_webhook")
    # other codes
    UNAUTHORIZED = (401, "Unauthorized", "Client.cpp, get_closing_error")
    NOT_STARTED = (403, "bot can't initiate conversation with a user", SENDING)
    BLOCKED = (403, "bot was blocked by the user", ERROR_TEXTS)
    DEACTIVATED = (403, "user is deactivated", CHECK_CHAT)
    KICKED = (403, "bot was kicked from the {what} chat", CHECK_CHAT)
    NOT_MEMBER = (403, "bot is not a member of the {what} chat", CHECK_CHAT)
    GROUP_DELETED = (403, "the group chat was deleted", CHECK_CHAT)
    NO_METHOD = (404, "method not found", "Client.cpp, on_cmd")
    OTHER_POLLER = (
        409,
        "terminated by other getUpdates request; make sure that only one bot instance is running",
        "Client.cpp, abort_long_poll",
    )
    WEBHOOK_ACTIVE = (
        409,
        "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
        "Client.cpp, process_get_updates_query",
    )
    TOO_LARGE = (413, "Request Entity Too Large", GUESS)
    TOO_MANY = (429, "retry after {seconds}", "Query.cpp, set_retry_after_error")
    RESTART = (500, "restart", "Client.cpp, get_closing_error")


PREFIXES = {
    400: "Bad Request: ",
    403: "Forbidden: ",
    404: "Not Found: ",
    409: "Conflict: ",
    429: "Too Many Requests: ",
    500: "Internal Server Error: ",
}


class Refusal(Exception):
    """A call is refused; carries the answer that the bot gets."""

    def __init__(self, why: Why, parameters: dict[str, Any] | None = None, **fill: object) -> None:
        self.code, text, _ = why.value
        self.why = why
        self.description = PREFIXES.get(self.code, "") + (text.format(**fill) if fill else text)
        self.parameters = parameters
        self.wait = 0.0  # seconds after which the call would pass: the server may hold it that long instead
        super().__init__(self.description)


def too_many(seconds: int, wait: float = 0) -> Refusal:
    refusal = Refusal(Why.TOO_MANY, {"retry_after": seconds}, seconds=seconds)
    refusal.wait = wait
    return refusal


def upgraded(new_id: int) -> Refusal:
    return Refusal(Why.UPGRADED, {"migrate_to_chat_id": new_id})
