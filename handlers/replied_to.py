"""The person whose message a command replies to."""

from aiogram.types import Message, User


def replied_to(message: Message) -> User | None:
    """None: nobody, or a bot.

    In a topic every message replies to the one that opened it, unless to another: that one names nobody.
    """
    replied = message.reply_to_message
    if replied is None or replied.forum_topic_created or replied.from_user is None or replied.from_user.is_bot:
        return None
    return replied.from_user
