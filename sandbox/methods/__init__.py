"""The Bot API's methods, one family per file. Names are found whatever their case, as Telegram finds them."""

from sandbox.methods import messages, rich, talk
from sandbox.methods.call import Call, Method

BY_NAME: dict[str, tuple[str, Method]] = {
    name.lower(): (name, method) for family in (talk, messages, rich) for name, method in family.METHODS.items()
}

__all__ = ["BY_NAME", "Call", "Method"]
