"""The words by which a phrase is recognised: `locales/<language>/phrases.toml`, all languages at once.

People mix languages, so every vocabulary is used whatever the language of the group.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import NamedTuple

from bot.phrases.tokenizer import Kind, Token, words_of

LANGUAGES = ("ru", "uk")
FILE = "phrases.toml"
FORMS = ("accusative", "feminine", "genitive", "nominative", "instrumental", "cardinal", "noun")
"""Grammatical forms of a seat's number; each list in the file begins with seat 1."""
ENDINGS = ("counted_endings", "shown_endings", "noun_endings", "not_noun_endings", "predicates")


class Numeral(NamedTuple):
    form: str
    seat: int


@dataclass(frozen=True, slots=True)
class Item:
    """A word, a number, a mark or several words that mean one thing."""

    kind: Kind
    text: str
    glued: bool
    labels: frozenset[str] = frozenset()
    """Sections and keys of the vocabulary that list it: `nominate.verbs`, `around.neutral`."""
    numerals: tuple[Numeral, ...] = ()


Phrases = Mapping[str, Sequence[tuple[tuple[str, ...], frozenset[str]]]]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    phrases: Phrases
    """Phrases by their first word, the longest first."""
    numerals: Mapping[str, tuple[Numeral, ...]]
    endings: Mapping[str, tuple[str, ...]]

    def knows(self, word: str) -> bool:
        return word in self.phrases or word in self.numerals

    def items(self, tokens: Sequence[Token]) -> list[Item]:
        return [*self._items(tokens)]

    def _items(self, tokens: Sequence[Token]) -> Iterator[Item]:
        place = 0
        while place < len(tokens):
            token = tokens[place]
            length, labels = self._longest(tokens, place)
            numerals = self.numerals.get(token.text, ()) if length == 1 else ()
            text = " ".join(each.text for each in tokens[place : place + length])
            yield Item(token.kind, text, token.glued, labels, numerals)
            place += length

    def _longest(self, tokens: Sequence[Token], place: int) -> tuple[int, frozenset[str]]:
        for words, labels in self.phrases.get(tokens[place].text, ()):
            said = tokens[place : place + len(words)]
            if tuple(each.text for each in said) == words:
                return len(words), labels
        return 1, frozenset()


@cache
def vocabulary() -> Vocabulary:
    labels: dict[tuple[str, ...], set[str]] = {}
    numerals: dict[str, set[Numeral]] = {}
    endings: dict[str, tuple[str, ...]] = dict.fromkeys(ENDINGS, ())
    for language in LANGUAGES:
        for section, entries in _read(language).items():
            for key, text in entries.items():
                words = [word.strip() for word in text.split(",") if word.strip()]
                if key in ENDINGS:
                    endings[key] += tuple(words)
                elif key in FORMS:
                    for seat, word in enumerate(words, 1):
                        numerals.setdefault(words_of(word)[0], set()).add(Numeral(key, seat))
                else:
                    for word in words:
                        labels.setdefault(tuple(words_of(word)), set()).update(
                            (f"{section}.{key}", f"{language}.{section}.{key}")
                        )
    phrases: dict[str, list[tuple[tuple[str, ...], frozenset[str]]]] = {}
    for phrase in sorted(labels, key=len, reverse=True):
        phrases.setdefault(phrase[0], []).append((phrase, frozenset(labels[phrase])))
    return Vocabulary(phrases, {word: tuple(sorted(found)) for word, found in numerals.items()}, endings)


def _read(language: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((resources.files("locales") / language / FILE).read_text(encoding="utf-8"))
