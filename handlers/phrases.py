"""What a speaker says in words: nominations and the end of the minute, in both languages (S3 4.3.5-4.3.7)."""

from functools import cache
from typing import NamedTuple

from bot.language.hearing import LARGEST_TABLE, Listener


class Said(NamedTuple):
    nominated: tuple[int, ...]
    passed: bool


def heard(text: str, *, pass_anywhere: bool) -> Said:
    """`pass_anywhere`: the word ends the minute whatever the context (S4 3.3.9)."""
    said = _listener(pass_anywhere).hear(text)
    return Said(said.nominate, said.passed)


@cache
def _listener(pass_anywhere: bool) -> Listener:
    return Listener(LARGEST_TABLE, pass_anywhere=pass_anywhere)
