"""The Bot API's methods, one family per file. Names are case-insensitive, as in Telegram."""

from sandbox.botapi.methods import (
    admins,
    bot_profile,
    callback_queries,
    chats,
    delete_messages,
    edit_messages,
    ephemeral_messages,
    forum_topics,
    forward_messages,
    get_updates,
    invite_links,
    media,
    member_tags,
    members,
    pinned_messages,
    reactions,
    restrictions,
    rich_messages,
    send_message,
    webhooks,
)
from sandbox.botapi.methods.call import Call, Method

FAMILIES = (
    get_updates,
    webhooks,
    callback_queries,
    send_message,
    edit_messages,
    delete_messages,
    forward_messages,
    pinned_messages,
    reactions,
    media,
    rich_messages,
    ephemeral_messages,
    members,
    restrictions,
    admins,
    member_tags,
    chats,
    invite_links,
    forum_topics,
    bot_profile,
)
BY_NAME: dict[str, tuple[str, Method]] = {
    name.lower(): (name, method) for family in FAMILIES for name, method in family.METHODS.items()
}

__all__ = ["BY_NAME", "Call", "Method"]
