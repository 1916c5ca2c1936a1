"""The Bot API's methods, one family per file. Names are found whatever their case, as Telegram finds them."""

from sandbox.methods import ephemeral, groups, media, members, messages, profile, rich, talk
from sandbox.methods.call import Call, Method

FAMILIES = (talk, messages, media, rich, ephemeral, members, groups, profile)
BY_NAME: dict[str, tuple[str, Method]] = {
    name.lower(): (name, method) for family in FAMILIES for name, method in family.METHODS.items()
}

__all__ = ["BY_NAME", "Call", "Method"]
