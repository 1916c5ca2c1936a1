"""A change that cannot be made, with its reason."""

from bot.language.translator import Argument


class ChangeRefused(Exception):
    """`key` and `args` name a message of the locales; an argument that begins with `@` is itself a message key."""

    def __init__(self, key: str, **args: Argument) -> None:
        super().__init__(key)
        self.key = key
        self.args_of_words = args
