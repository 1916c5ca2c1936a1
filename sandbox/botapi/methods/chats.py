"""getChat, setChatTitle, setChatDescription, getUserProfilePhotos."""

from __future__ import annotations

from sandbox.botapi.methods.call import Call, Method
from sandbox.botapi.methods.chat_access import chat_for_bot
from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why, upgraded
from sandbox.core.size_limits import LONGEST_GROUP_DESCRIPTION, LONGEST_TITLE
from sandbox.world.events import ChatChanged


def get_chat(call: Call) -> Json:
    """Returns ChatFullInfo, also where the bot cannot write: if a user blocked it, or if it left the group."""
    chat_id = call.chat_id()
    if chat_id > 0:
        chat = call.world.chats.private.get((chat_id, call.bot.id))
        if chat is None or not (chat.started or chat.blocked):
            raise Refusal(Why.CHAT_NOT_FOUND)
        return chat.full_info()
    group = call.world.chats.groups.get(chat_id)
    if group is not None and group.migrated_to is not None:
        raise upgraded(group.migrated_to)
    return chat_for_bot(call.world, call.bot, chat_id).full_info()


def set_chat_title(call: Call) -> bool:
    """Renames a group; a long title is cut, an equal one changes nothing: DialogManager.cpp, set_dialog_title."""
    title = call.args.text("title").strip()[:LONGEST_TITLE]
    chat = call.group()
    if not title:
        raise Refusal(Why.TITLE_EMPTY)
    call.need(chat, "can_change_info", Why.NO_RIGHT_TO_RENAME)
    if title != chat.title:
        chat.title = title
        chat.refresh()
        call.world.messages.post_service_message(chat, call.bot.user, {"new_chat_title": title})
        call.world.events.publish(ChatChanged(chat))
    return True


def set_chat_description(call: Call) -> bool:
    text = call.args.text("description").strip()
    chat = call.group()
    call.need(chat, "can_change_info", Why.NO_RIGHT_TO_DESCRIBE)
    if len(text) > LONGEST_GROUP_DESCRIPTION:
        raise Refusal(Why.ABOUT_TOO_LONG)
    if text == chat.description:
        raise Refusal(Why.SAME_ABOUT)
    chat.description = text
    return True


def get_user_profile_photos(call: Call) -> Json:
    if call.world.users.get(call.user_id()) is None:
        raise Refusal(Why.USER_NOT_FOUND)
    return {"total_count": 0, "photos": []}


METHODS: dict[str, Method] = {
    "getChat": get_chat,
    "setChatTitle": set_chat_title,
    "setChatDescription": set_chat_description,
    "getUserProfilePhotos": get_user_profile_photos,
}

BEHAVIOURS = (
    Behaviour(
        "The same title again is no mistake, one that is too long is cut",
        "DialogManager.cpp, set_dialog_title",
        "botapi/methods/test_chats.py::test_the_same_title_again_is_no_mistake",
    ),
)
