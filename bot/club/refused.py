"""A change that cannot be made, with its reason."""

from bot.language.words import Argument


class Refused(Exception):
    """`key` and `args` are words of the locales; a key among the arguments begins with `@` and is said first."""

    def __init__(self, key: str, **args: Argument) -> None:
        super().__init__(key)
        self.key = key
        self.args_of_words = args
