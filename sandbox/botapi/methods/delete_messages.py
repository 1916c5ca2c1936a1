"""deleteMessage, deleteMessages."""

from __future__ import annotations

from sandbox.botapi.methods.call import Call, Method
from sandbox.core.behaviours import Behaviour
from sandbox.core.refusals import Refusal, Why
from sandbox.world.chats import Chat
from sandbox.world.messages import Post

DELETABLE = 48 * 3600  # seconds; also for admins


DICE_STAYS = 24 * 3600


LASTING = frozenset({"supergroup_chat_created", "migrate_from_chat_id", "forum_topic_created"})


def delete_message(call: Call) -> bool:
    chat = call.chat()
    post = call.post(chat, Why.DELETE_NOT_FOUND)
    check_deleting(call, chat, post)
    call.world.messages.delete(chat, [post])
    return True


def check_deleting(call: Call, chat: Chat, post: Post) -> None:
    """Raises Refusal if the bot may not delete a message. MessagesManager.cpp: can_delete_channel_message for
    supergroups, can_revoke_message for all others."""
    age = int(call.world.now()) - post.message["date"]
    own = post.author_id == call.bot.id and not post.service
    if chat.type == "supergroup":
        lasting = post.id == 1 or any(kind in post.message for kind in LASTING)
        if age >= DELETABLE or lasting or not (own or call.myself(chat).has_right("can_delete_messages")):
            raise Refusal(Why.CANT_DELETE)
        return
    fresh_die = chat.private and "dice" in post.message and age < DICE_STAYS
    theirs = chat.private or call.myself(chat).admin
    if fresh_die or age > DELETABLE or not (own or theirs):
        raise Refusal(Why.CANT_DELETE_FOR_ALL)


def delete_messages(call: Call) -> bool:
    """Deletes several messages; missing ones are skipped, one that may not be deleted fails the whole call."""
    chat = call.chat()
    posts = [post for number in call.message_ids() if (post := chat.posts.get(number))]
    for post in posts:
        check_deleting(call, chat, post)
    call.world.messages.delete(chat, posts)
    return True


METHODS: dict[str, Method] = {
    "deleteMessage": delete_message,
    "deleteMessages": delete_messages,
}


BEHAVIOURS = (
    Behaviour(
        "In a supergroup nothing older than 48 hours is deleted, with or without the right",
        "MessagesManager.cpp, can_delete_channel_message",
        "botapi/methods/test_delete_messages.py::test_two_days_bind_admins_too",
    ),
    Behaviour(
        "The service message that created a group or a topic cannot be deleted",
        "MessagesManager.cpp, can_delete_channel_message",
        "botapi/methods/test_delete_messages.py::test_what_made_a_group_or_a_topic_stays",
    ),
    Behaviour(
        "Elsewhere 48 hours, too; a die in a private chat stays for a day",
        "MessagesManager.cpp, can_revoke_message",
        "botapi/methods/test_delete_messages.py::test_a_die_in_a_private_chat_stays_for_a_day",
    ),
)
