"""Splits a message into sentences of words and leaves out quotations, in linear time for any input."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby

LONGEST = 4_096
"""Longest message in Telegram, in characters; a longer text is cut."""
QUOTATION = "\ue000"
"""Replaces a quotation, so that the words on both sides of it are not read as neighbours."""
COMPOSED = {"и\u0306": "й", "і\u0308": "ї", "е\u0308": "е", "ё": "е", "\U0001f51f": "10"}
UNSEEN = re.compile(r"[\u0300-\u036f\u20e3\ufe0f\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff\x00]")
"""Stress marks, keycap signs and characters without width."""
LOOKALIKES = str.maketrans("aceiopxy", "асеіорху")
"""Cyrillic letters for Latin ones in a Cyrillic word; some keyboards have no Cyrillic «і»."""
CODE = "```"
GUILLEMETS = {"«": "»", "‹": "›"}
CLOSING = frozenset(GUILLEMETS.values())
DOUBLE = frozenset('"“”„‟')
SINGLE = frozenset("'’‘`´ʼ′")
APOSTROPHE = re.compile(r"['’‘`´ʼ′]")
DOUBLE_END = re.compile(r'["“”]')
SINGLE_END = re.compile(r"['’‘`´](?!\w)")
REPLIED = (">", "—", "–", "&gt;")
"""Beginnings of a line that quotes somebody else."""
PIECE = re.compile(r"[0-9]+|[^\W0-9_]+|[^\w\s]|\n")
ENDS = frozenset(".!?…\n;")
PAUSES = frozenset(",:()-—–−[]{}/+%$€₽₴°=" + QUOTATION)
"""Signs that divide a sentence. Signs in neither set, such as emoji, are dropped."""
NUMBERING = frozenset("№#")
DIGITS = frozenset("0123456789")
DASHES = frozenset("-—–−")
STRETCHED = 3


class Kind(Enum):
    WORD = "word"
    NUMBER = "number"
    MARK = "mark"


@dataclass(slots=True)
class Token:
    kind: Kind
    text: str
    glued: bool
    """Whether nothing or only a hyphen separates the token from the one before."""


@dataclass(slots=True)
class Sentence:
    tokens: list[Token] = field(default_factory=list)
    asks: bool = False
    trails: bool = False
    """Whether the sentence ends with dots, so that the next one may continue it."""


def sentences(text: str) -> list[Sentence]:
    """Returns the sentences without quotations and code; a sentence with a question mark has `asks` set."""
    found, last = [Sentence()], ""
    for token in _tokens(_unquoted(_visible(text))):
        if token.kind is Kind.MARK and token.text in ENDS:
            if found[-1].tokens:
                found.append(Sentence())
            if len(found) > 1:
                found[-2].asks |= token.text == "?"
                found[-2].trails |= token.text == "…" or token.text == last == "."
        elif token.text != last or token.text not in DASHES:
            found[-1].tokens.append(token)
        last = token.text
    return found if found[-1].tokens else found[:-1]


def words_of(text: str) -> list[str]:
    """Returns all words and numbers of a text, including those in quotations."""
    return [token.text for token in _tokens(_joined(_visible(text))) if token.kind is not Kind.MARK]


def _visible(text: str) -> str:
    text = text[:LONGEST].lower()
    for written, meant in COMPOSED.items():
        text = text.replace(written, meant)
    return UNSEEN.sub("", text)


def _joined(text: str) -> str:
    """Returns the text without apostrophes, whichever sign they are written with."""
    return APOSTROPHE.sub("", text)


def _unquoted(text: str) -> str:
    """Returns the text without quotations; a quotation or code that is not closed ends with its line."""
    lines: list[list[str]] = [[]]
    nowhere: set[str] = set()
    """Closing signs that do not occur in the rest of the text; each is searched in vain only once."""
    place = 0
    while place < len(text):
        sign = text[place]
        if not lines[-1] and not sign.isspace() and text.startswith(REPLIED, place):
            place = _end_of_line(text, place)
        elif sign == "\n":
            lines.append([])
            place += 1
        elif sign in GUILLEMETS or sign in DOUBLE or text.startswith(CODE, place):
            lines[-1].append(QUOTATION)
            end = _closed(text, place, nowhere)
            place = end if end > 0 else _end_of_line(text, place)
        elif sign in CLOSING:  # closes a quotation that contained another one
            del lines[-1][_last_quotation(lines[-1]) :]
            lines[-1].append(QUOTATION)
            place += 1
        elif sign in SINGLE:
            within = 0 < place < len(text) - 1 and text[place - 1].isalnum() and text[place + 1].isalnum()
            end = 0 if within or (place and text[place - 1].isalnum()) else _closed(text, place, nowhere)
            if end > 0:
                lines[-1].append(QUOTATION)
            place = max(end, place + 1)
        else:
            if lines[-1] or not sign.isspace():
                lines[-1].append(sign)
            place += 1
    return "\n".join("".join(line) for line in lines)


def _closed(text: str, place: int, nowhere: set[str]) -> int:
    """Returns where the quotation that begins at `place` ends; 0 if it is not closed."""
    sign = text[place]
    if text.startswith(CODE, place):
        closing, begin = CODE, place + len(CODE)
    else:
        closing, begin = GUILLEMETS.get(sign, '"' if sign in DOUBLE else "'"), place + 1
    if closing in nowhere:
        return 0
    if closing in CLOSING or closing == CODE:
        end = text.find(closing, begin)
    else:
        match = (DOUBLE_END if closing == '"' else SINGLE_END).search(text, begin)
        end = match.start() if match else -1
    if end < 0:
        nowhere.add(closing)
        return 0
    return end + len(closing)


def _last_quotation(line: list[str]) -> int:
    return next((place for place in range(len(line) - 1, -1, -1) if line[place] == QUOTATION), 0)


def _end_of_line(text: str, place: int) -> int:
    end = text.find("\n", place)
    return len(text) if end < 0 else end


def _tokens(text: str) -> Iterator[Token]:
    last = 0
    for match in PIECE.finditer(text):
        sign, (begin, end) = match.group(), match.span()
        glued, last = begin == last, end
        if sign[0] in DIGITS:
            yield Token(Kind.NUMBER, sign, glued)
        elif sign.isalpha() or sign in NUMBERING:
            yield Token(Kind.WORD, _plain(sign), glued)
        elif sign in ".-" and _between(text, begin):
            if text[begin - 1] in DIGITS and text[end] in DIGITS:
                yield Token(Kind.MARK, "/", glued)  # 0.5 and 5-6 name no seat
        elif sign in ENDS or sign in PAUSES:
            yield Token(Kind.MARK, sign, glued)


def _between(text: str, place: int) -> bool:
    """Returns whether the sign is a hyphen within a word or number, or a point within a number."""
    if not 0 < place < len(text) - 1:
        return False
    before, after = text[place - 1], text[place + 1]
    if text[place] == ".":
        return before in DIGITS and after in DIGITS
    return before.isalnum() and after.isalnum()


def _plain(word: str) -> str:
    if not word.isascii():
        word = word.translate(LOOKALIKES)
    if len(word) < STRETCHED:
        return word
    runs = ((sign, len([*run])) for sign, run in groupby(word))
    return "".join(sign if length >= STRETCHED else sign * length for sign, length in runs)
