"""What a speaker says in words: nominations and the end of the minute, in both languages (S3 4.3.5-4.3.7).

Anybody may write anything here, so it is read in one go: from no place are there two ways on.
"""

import re
from typing import NamedTuple

NOMINATES = re.compile(
    r"\bв[ыи]ставляю\b\s*"
    r"(?:(?:кандидатуру|игрока|гравця|номер|п[оі]д\s+номером|№)\s*)*"
    r"(\d{1,2})\b",
    re.IGNORECASE,
)
PASS_ANYWHERE = re.compile(r"\bпас\b", re.IGNORECASE)
LAST_WORDS = ("пас", "спасибо", "дякую")
ENDS_A_SENTENCE = ".!?…"


class Said(NamedTuple):
    nominated: tuple[int, ...]
    passed: bool


def heard(text: str, *, pass_anywhere: bool) -> Said:
    """`pass_anywhere`: the word ends the minute whatever the context (S4 3.3.9)."""
    nominated = tuple(int(number) for number in NOMINATES.findall(text))
    passed = _ends_with_thanks(text) or (pass_anywhere and bool(PASS_ANYWHERE.search(text)))
    return Said(nominated, passed)


def _ends_with_thanks(text: str) -> bool:
    """The last sentence is one of the words and nothing else."""
    said = text.rstrip().rstrip(".!…").rstrip().lower()
    word = next((word for word in LAST_WORDS if said.endswith(word)), "")
    before = said.removesuffix(word)
    spoken = before.rstrip()
    return bool(word) and (not spoken or spoken[-1] in ENDS_A_SENTENCE or "\n" in before[len(spoken) :])
