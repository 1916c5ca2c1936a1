"""Chats: getChat, title, description, invite link, leaving, forum topics."""

from __future__ import annotations

from typing import Any

from sandbox.behaviours import Behaviour
from sandbox.botapi.methods.call import Call, Method
from sandbox.json_values import Json
from sandbox.refusals import Refusal, Why, upgraded
from sandbox.world.access import chat_for_bot
from sandbox.world.chats import Chat, Topic
from sandbox.world.events import ChatChanged

LONGEST_TITLE = 128
LONGEST_ABOUT = 255


def get_chat(call: Call) -> Json:
    """Also works where the bot cannot write: a user who blocked it, a group that it has left."""
    chat_id = call.chat_id()
    if chat_id > 0:
        chat = call.world.private.get((chat_id, call.bot.id))
        if chat is None or not (chat.started or chat.blocked):
            raise Refusal(Why.CHAT_NOT_FOUND)
        return chat.full_info()
    group = call.world.groups.get(chat_id)
    if group is not None and group.migrated_to is not None:
        raise upgraded(group.migrated_to)
    return chat_for_bot(call.world, call.bot, chat_id).full_info()


def set_chat_title(call: Call) -> bool:
    """DialogManager.cpp, set_dialog_title: a long title is cut, an equal one changes nothing."""
    title = call.args.text("title").strip()[:LONGEST_TITLE]
    chat = call.group()
    if not title:
        raise Refusal(Why.TITLE_EMPTY)
    call.need(chat, "can_change_info", Why.NO_RIGHT_TO_RENAME)
    if title != chat.title:
        chat.title = title
        chat.refresh()
        call.world.post_service_message(chat, call.bot.user, {"new_chat_title": title})
        call.world.publish(ChatChanged(chat))
    return True


def set_chat_description(call: Call) -> bool:
    text = call.args.text("description").strip()
    chat = call.group()
    call.need(chat, "can_change_info", Why.NO_RIGHT_TO_DESCRIBE)
    if len(text) > LONGEST_ABOUT:
        raise Refusal(Why.ABOUT_TOO_LONG)
    if text == chat.description:
        raise Refusal(Why.SAME_ABOUT)
    chat.description = text
    return True


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


def get_user_profile_photos(call: Call) -> Json:
    if call.world.user(call.user_id()) is None:
        raise Refusal(Why.USER_NOT_FOUND)
    return {"total_count": 0, "photos": []}


# topics


def _forum(call: Call) -> Chat:
    chat = call.supergroup()
    if not chat.is_forum:
        raise Refusal(Why.NOT_A_FORUM)
    return chat


def _topic(call: Call, right: str, what: str) -> tuple[Chat, Topic]:
    """The topic, if the bot has the right or is its author."""
    chat = _forum(call)
    topic = chat.topics.get(call.args.number("message_thread_id") or 0)
    if topic is None:
        raise Refusal(Why.THREAD_NOT_FOUND)
    if topic.by != call.bot.id:
        call.need(chat, right, Why.NO_RIGHT_TO_TOPICS, what)
    return chat, topic


def _say(call: Call, chat: Chat, topic: Topic, content: Json) -> bool:
    thread = {"message_thread_id": topic.message_thread_id, "is_topic_message": True}
    call.world.post_service_message(chat, call.bot.user, {**thread, **content})
    call.world.publish(ChatChanged(chat))
    return True


def _name(call: Call) -> str:
    name = call.args.text("name").strip()[:LONGEST_TITLE]
    if not name:
        raise Refusal(Why.TOPIC_NAME)
    return name


def create_forum_topic(call: Call) -> Json:
    chat = _forum(call)
    call.need(chat, "can_manage_topics", Why.NO_RIGHT_TO_TOPICS, "create a topic")
    more: dict[str, Any] = {
        "icon_color": call.args.number("icon_color"),
        "icon_custom_emoji_id": call.args.text("icon_custom_emoji_id"),
    }
    return call.world.add_topic(chat, call.bot.user, _name(call), **more).as_forum_topic()


def edit_forum_topic(call: Call) -> bool:
    chat, topic = _topic(call, "can_manage_topics", "edit the topic")
    topic.name = _name(call) if call.args.given("name") else topic.name
    return _say(call, chat, topic, {"forum_topic_edited": {"name": topic.name}})


def closing(closed: bool) -> Method:
    def close_or_open(call: Call) -> bool:
        chat, topic = _topic(call, "can_manage_topics", "close or open the topic")
        if topic.closed == closed:
            raise Refusal(Why.TOPIC_SAME)
        topic.closed = closed
        return _say(call, chat, topic, {"forum_topic_closed" if closed else "forum_topic_reopened": {}})

    return close_or_open


def delete_forum_topic(call: Call) -> bool:
    chat, topic = _topic(call, "can_delete_messages", "delete the topic")
    del chat.topics[topic.message_thread_id]
    of_topic = [p for p in chat.posts.values() if p.message.get("message_thread_id") == topic.message_thread_id]
    call.world.delete(chat, of_topic)
    call.world.publish(ChatChanged(chat))
    return True


def unpin_all_forum_topic_messages(call: Call) -> bool:
    chat = _forum(call)
    number = call.args.number("message_thread_id") or 0
    if number not in chat.topics:
        raise Refusal(Why.THREAD_NOT_FOUND)
    call.need(chat, "can_pin_messages", Why.NO_RIGHT_TO_PIN)
    chat.pinned = [p for p in chat.pinned if chat.posts[p].message.get("message_thread_id") != number]
    call.world.publish(ChatChanged(chat))
    return True


METHODS: dict[str, Method] = {
    "getChat": get_chat,
    "setChatTitle": set_chat_title,
    "setChatDescription": set_chat_description,
    "createChatInviteLink": create_invite_link,
    "exportChatInviteLink": export_invite_link,
    "revokeChatInviteLink": revoke_invite_link,
    "getUserProfilePhotos": get_user_profile_photos,
    "createForumTopic": create_forum_topic,
    "editForumTopic": edit_forum_topic,
    "closeForumTopic": closing(True),
    "reopenForumTopic": closing(False),
    "deleteForumTopic": delete_forum_topic,
    "unpinAllForumTopicMessages": unpin_all_forum_topic_messages,
}

BEHAVIOURS = (
    Behaviour(
        "The same title again is no mistake, one that is too long is cut",
        "DialogManager.cpp, set_dialog_title",
        "test_groups.py::test_the_same_title_again_is_no_mistake",
    ),
    Behaviour(
        "Who has opened a topic may rename and close it without a right",
        "ForumTopicManager.cpp, edit_forum_topic",
        "test_groups.py::test_topics_are_refused_with_tdlibs_words",
    ),
)
