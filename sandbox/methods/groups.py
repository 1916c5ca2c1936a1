"""A chat as a whole: what it is called, how one gets in, its topics."""

from __future__ import annotations

from typing import Any

from sandbox.chats import Chat, Topic
from sandbox.happenings import ChatChanged
from sandbox.methods.call import Call, Method
from sandbox.refusals import Refusal, Why, upgraded
from sandbox.wire import Json

GENERAL = 1


def get_chat(call: Call) -> Json:
    """Works where the bot may not write: a person who blocked it, a group that it has left."""
    chat_id = call.chat_id()
    if chat_id > 0:
        chat = call.world.private.get((chat_id, call.bot.id))
        if chat is None or not (chat.started or chat.blocked):
            raise Refusal(Why.CHAT_NOT_FOUND)
        return chat.full()
    group = call.world.groups.get(chat_id)
    if group is not None and group.migrated_to is not None:
        raise upgraded(group.migrated_to)
    return call.world.reach(call.bot, chat_id).full()


def _need_info(call: Call, chat: Chat, what: str) -> None:
    call.need(chat, "can_change_info", Why.NO_RIGHTS, what)


def set_chat_title(call: Call) -> bool:
    title = call.args.text("title").strip()
    chat = call.group()
    _need_info(call, chat, "change chat title")
    if not 1 <= len(title) <= 128:
        raise Refusal(Why.BAD_REQUEST, what="CHAT_TITLE_EMPTY")
    if title == chat.title:
        raise Refusal(Why.BAD_REQUEST, what="CHAT_NOT_MODIFIED")
    chat.title = title
    chat.refresh()
    call.world.serve(chat, call.bot.user, {"new_chat_title": title})
    call.world.tell(ChatChanged(chat))
    return True


def set_chat_description(call: Call) -> bool:
    text = call.args.text("description").strip()
    chat = call.group()
    _need_info(call, chat, "set chat description")
    if len(text) > 255:
        raise Refusal(Why.BAD_REQUEST, what="CHAT_ABOUT_TOO_LONG")
    if text == chat.description:
        raise Refusal(Why.BAD_REQUEST, what="chat description is not modified")
    chat.description = text
    return True


def _link(call: Call) -> str:
    return f"https://t.me/+{call.world.next_album():x}sandbox"


def _need_inviting(call: Call) -> Chat:
    chat = call.group()
    call.need(chat, "can_invite_users", Why.NO_RIGHTS, "manage chat invite link")
    return chat


def create_invite_link(call: Call) -> Json:
    _need_inviting(call)
    told: Json = {
        "invite_link": _link(call),
        "creator": call.bot.user,
        "creates_join_request": call.args.flag("creates_join_request"),
        "is_primary": False,
        "is_revoked": False,
    }
    if name := call.args.text("name"):
        told["name"] = name[:32]
    for key in ("expire_date", "member_limit"):
        if (value := call.args.number(key)) is not None and value > 0:
            told[key] = value
    return told


def export_invite_link(call: Call) -> str:
    chat = _need_inviting(call)
    chat.invite_link = _link(call)
    return chat.invite_link


def revoke_invite_link(call: Call) -> Json:
    chat = _need_inviting(call)
    link = call.args.text("invite_link")
    if not link.startswith("https://t.me/+"):
        raise Refusal(Why.BAD_REQUEST, what="INVITE_HASH_EXPIRED")
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
    call.need(chat, "can_manage_topics", Why.NO_RIGHTS, "manage topics")
    return chat


def _topic(call: Call, chat: Chat) -> Topic:
    topic = chat.topics.get(call.args.number("message_thread_id") or 0)
    if topic is None:
        raise Refusal(Why.THREAD_NOT_FOUND)
    return topic


def _say(call: Call, chat: Chat, topic: Topic, content: Json) -> bool:
    thread = {"message_thread_id": topic.message_thread_id, "is_topic_message": True}
    call.world.serve(chat, call.bot.user, {**thread, **content})
    call.world.tell(ChatChanged(chat))
    return True


def _name(call: Call) -> str:
    name = call.args.text("name").strip()
    if not 1 <= len(name) <= 128:
        raise Refusal(Why.BAD_REQUEST, what="TOPIC_TITLE_EMPTY")
    return name


def create_forum_topic(call: Call) -> Json:
    chat = _forum(call)
    more: dict[str, Any] = {
        "icon_color": call.args.number("icon_color"),
        "icon_custom_emoji_id": call.args.text("icon_custom_emoji_id"),
    }
    return call.world.add_topic(chat, call.bot.user, _name(call), **more).as_forum_topic()


def edit_forum_topic(call: Call) -> bool:
    chat = _forum(call)
    topic = _topic(call, chat)
    topic.name = _name(call) if call.args.given("name") else topic.name
    return _say(call, chat, topic, {"forum_topic_edited": {"name": topic.name}})


def close_forum_topic(call: Call) -> bool:
    chat = _forum(call)
    topic = _topic(call, chat)
    if topic.closed:
        raise Refusal(Why.BAD_REQUEST, what="TOPIC_NOT_MODIFIED")
    topic.closed = True
    return _say(call, chat, topic, {"forum_topic_closed": {}})


def reopen_forum_topic(call: Call) -> bool:
    chat = _forum(call)
    topic = _topic(call, chat)
    if not topic.closed:
        raise Refusal(Why.BAD_REQUEST, what="TOPIC_NOT_MODIFIED")
    topic.closed = False
    return _say(call, chat, topic, {"forum_topic_reopened": {}})


def delete_forum_topic(call: Call) -> bool:
    chat = _forum(call)
    topic = _topic(call, chat)
    call.need(chat, "can_delete_messages", Why.NO_RIGHTS, "delete a topic")
    del chat.topics[topic.message_thread_id]
    of_topic = [p for p in chat.posts.values() if p.message.get("message_thread_id") == topic.message_thread_id]
    call.world.delete(chat, of_topic)
    call.world.tell(ChatChanged(chat))
    return True


def unpin_all_forum_topic_messages(call: Call) -> bool:
    chat = _forum(call)
    topic = _topic(call, chat)
    call.need(chat, "can_pin_messages", Why.NO_RIGHT_TO_PIN)
    number = topic.message_thread_id
    chat.pinned = [p for p in chat.pinned if chat.posts[p].message.get("message_thread_id") != number]
    call.world.tell(ChatChanged(chat))
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
    "closeForumTopic": close_forum_topic,
    "reopenForumTopic": reopen_forum_topic,
    "deleteForumTopic": delete_forum_topic,
    "unpinAllForumTopicMessages": unpin_all_forum_topic_messages,
}
