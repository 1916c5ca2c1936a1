"""The message and the person to whom a command replies."""

from aiogram.types import Message, User


def message_replied_to(message: Message) -> Message | None:
    """Returns the message that this one replies to; None if there is none.

    In a topic a message without another reply replies to the one that created the topic, which does not count.
    """
    replied = message.reply_to_message
    return None if replied is None or replied.forum_topic_created else replied


def replied_to(message: Message) -> User | None:
    """Returns the author of the message that this one replies to; None if there is none or it is a bot."""
    replied = message_replied_to(message)
    if replied is None or replied.from_user is None or replied.from_user.is_bot:
        return None
    return replied.from_user
