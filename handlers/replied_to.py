"""The person whose message a command replies to."""

from aiogram.types import Message, User


def replied_to(message: Message) -> User | None:
    """Returns the author of the message that this one replies to; None if there is none or it is a bot.

    In a topic a message without another reply replies to the one that created the topic, which does not count.
    """
    replied = message.reply_to_message
    if replied is None or replied.forum_topic_created or replied.from_user is None or replied.from_user.is_bot:
        return None
    return replied.from_user
