"""What a speaker says in words: nominations and the end of the minute, in both languages (S3 4.3.5-4.3.7)."""

import re
from typing import NamedTuple

NOMINATES = re.compile(
    r"\b(?:выставляю|виставляю)\b"
    r"(?:\s+(?:кандидатуру|гравця|игрока|игрока\s+под\s+номером|номер|№|под\s+номером|під\s+номером|гравця\s+під\s+номером))*"
    r"\s*№?\s*(\d{1,2})\b",
    re.IGNORECASE,
)
PASS_ALONE = re.compile(r"^\s*(?:пас|спасибо|дякую)\s*[.!…]*\s*$", re.IGNORECASE)
PASS_SENTENCE = re.compile(r"(?:^|[.!?…\n])\s*(?:пас|спасибо|дякую)\s*[.!…]*\s*$", re.IGNORECASE)
PASS_ANYWHERE = re.compile(r"\bпас\b", re.IGNORECASE)


class Said(NamedTuple):
    nominated: tuple[int, ...]
    passed: bool


def heard(text: str, *, pass_anywhere: bool) -> Said:
    """`pass_anywhere`: the word ends the minute whatever the context (S4 3.3.9)."""
    nominated = tuple(int(number) for number in NOMINATES.findall(text))
    passed = bool(PASS_ALONE.match(text) or PASS_SENTENCE.search(text))
    return Said(nominated, passed or (pass_anywhere and bool(PASS_ANYWHERE.search(text))))
