"""Forum topics: create, rename, close, reopen, delete, unpin their messages."""

from __future__ import annotations

from typing import Any

from sandbox.botapi.methods.call import Call, Method
from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why
from sandbox.core.size_limits import LONGEST_TITLE
from sandbox.world.chats import Chat, Topic
from sandbox.world.events import ChatChanged


def _forum(call: Call) -> Chat:
    chat = call.supergroup()
    if not chat.is_forum:
        raise Refusal(Why.NOT_A_FORUM)
    return chat


def _topic(call: Call, right: str, what: str) -> tuple[Chat, Topic]:
    """Returns the topic; raises Refusal if the bot neither has the right nor is its author."""
    chat = _forum(call)
    topic = chat.topics.get(call.args.number("message_thread_id") or 0)
    if topic is None:
        raise Refusal(Why.THREAD_NOT_FOUND)
    if topic.by != call.bot.id:
        call.need(chat, right, Why.NO_RIGHT_TO_TOPICS, what)
    return chat, topic


def _say(call: Call, chat: Chat, topic: Topic, content: Json) -> bool:
    thread = {"message_thread_id": topic.message_thread_id, "is_topic_message": True}
    call.world.messages.post_service_message(chat, call.bot.user, {**thread, **content})
    call.world.events.publish(ChatChanged(chat))
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
    call.world.messages.delete(chat, of_topic)
    call.world.events.publish(ChatChanged(chat))
    return True


def unpin_all_forum_topic_messages(call: Call) -> bool:
    chat = _forum(call)
    number = call.args.number("message_thread_id") or 0
    if number not in chat.topics:
        raise Refusal(Why.THREAD_NOT_FOUND)
    call.need(chat, "can_pin_messages", Why.NO_RIGHT_TO_PIN)
    chat.pinned = [p for p in chat.pinned if chat.posts[p].message.get("message_thread_id") != number]
    call.world.events.publish(ChatChanged(chat))
    return True


METHODS: dict[str, Method] = {
    "createForumTopic": create_forum_topic,
    "editForumTopic": edit_forum_topic,
    "closeForumTopic": closing(True),
    "reopenForumTopic": closing(False),
    "deleteForumTopic": delete_forum_topic,
    "unpinAllForumTopicMessages": unpin_all_forum_topic_messages,
}


BEHAVIOURS = (
    Behaviour(
        "Who has opened a topic may rename and close it without a right",
        "ForumTopicManager.cpp, edit_forum_topic",
        "botapi/methods/test_forum_topics.py::test_topics_are_refused_with_tdlibs_words",
    ),
)
