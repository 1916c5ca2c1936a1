"""Texts of the values of options."""

from typing import assert_never

from bot.language.ruleset_wording import ruleset_key
from bot.language.translator import Html, Translator
from engine.options import KINDS, Choice, Count, PointChoice, Seconds, Switch

MINUTE = 60
HOUR = 60 * MINUTE
SPOKEN_IN_SECONDS = 2 * MINUTE
"""Shorter durations are shown in seconds: players say sixty seconds, not one minute."""


def option_key(key: str) -> str:
    """Returns the key of an option's name; `-about` is appended for its explanation, `-<value>` for a choice."""
    return "option-" + key.replace("_", "-")


def duration(words: Translator, lang: str, seconds: int) -> Html:
    if seconds < SPOKEN_IN_SECONDS:
        return words.say(lang, "option-seconds", n=seconds)
    hours, rest = divmod(seconds, HOUR)
    units = {"hours": hours, "minutes": rest // MINUTE, "seconds": rest % MINUTE}
    return Html(" ".join(words.say(lang, f"option-{unit}", n=n) for unit, n in units.items() if n))


def option_value(words: Translator, lang: str, key: str, value: object, ruleset: str = "") -> Html:
    """Returns the text of an option's value; a rule set may have its own wording."""
    kind = KINDS[key]
    match kind:
        case Seconds():
            return duration(words, lang, int(str(value)))
        case Count():
            return words.say(lang, "option-count", n=int(str(value)))
        case PointChoice():
            return words.say(lang, "option-points", n=int(str(value)) / 100)
        case Switch():
            return words.say(lang, "option-on" if value else "option-off")
        case Choice():
            return words.say(lang, ruleset_key(ruleset, f"{option_key(key)}-{value}"))
        case _:
            assert_never(kind)
