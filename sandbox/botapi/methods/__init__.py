"""The Bot API's methods, one family per file. Names are case-insensitive, as in Telegram."""

from sandbox.botapi.methods import (
    bot_profile,
    callback_queries,
    ephemeral,
    groups,
    media,
    members,
    messages,
    rich_messages,
    updates,
)
from sandbox.botapi.methods.call import Call, Method

FAMILIES = (updates, callback_queries, messages, media, rich_messages, ephemeral, members, groups, bot_profile)
BY_NAME: dict[str, tuple[str, Method]] = {
    name.lower(): (name, method) for family in FAMILIES for name, method in family.METHODS.items()
}

__all__ = ["BY_NAME", "Call", "Method"]
