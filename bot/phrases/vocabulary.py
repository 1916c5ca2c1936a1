"""The words by which a phrase is recognised: `locales/<language>/phrases.toml`, all languages at once.

People mix languages, so every vocabulary is used whatever the language of the group.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import chain
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


# --- names ----------------------------------------------------------------------------------------------------


class Named(NamedTuple):
    seat: int
    declined: bool
    """Whether the form can be an object; otherwise it is a Cyrillic name as in the list of players."""


Names = Mapping[tuple[str, ...], Named]
ACCUSATIVE = {"а": "у", "я": "ю", "й": "я", "ь": "я", "о": "а"}
GENITIVE = {"а": "ы и", "я": "и ї і"}
VOWELS = frozenset("аеиіоуыэюяєї")


def spoken_names(names: Mapping[int, str]) -> Names:
    """Returns the forms of names that mean exactly one seat; names that begin with a known word are left out."""
    found: dict[tuple[str, ...], set[Named]] = {}
    for seat, name in names.items():
        words = tuple(words_of(name))
        if not words or len(words[0]) == 1 or vocabulary().knows(words[0]) or any(map(_is_number, words)):
            continue
        for form in {words, words[:1]}:
            found.setdefault(form, set()).add(Named(seat, declined=not _cyrillic(form[-1])))
            for other in _declined(form):
                found.setdefault(other, set()).add(Named(seat, declined=True))
    return {form: max(whose) for form, whose in found.items() if len({each.seat for each in whose}) == 1}


def _declined(form: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yields the name in the cases a nomination needs: «Анну», «Анны», «Ивана Петрова»."""
    if all(map(_cyrillic, form)):
        yield tuple(_accusative(word) for word in form)
        if len(form) > 1:
            yield (_accusative(form[0]), *form[1:])
        for ending in GENITIVE.get(form[-1][-1], "").split():
            yield (*form[:-1], form[-1][:-1] + ending)


def _accusative(word: str) -> str:
    last = word[-1]
    if last in ACCUSATIVE:
        return word[:-1] + ACCUSATIVE[last]
    return word if last in VOWELS else word + "а"


def _is_number(word: str) -> bool:
    return not word.isalpha() or word in vocabulary().numerals


def _cyrillic(word: str) -> bool:
    return all("а" <= sign <= "я" or sign in "іїєґ" for sign in word)


def longest_name(names: Names) -> int:
    return max(map(len, chain(names, [()])))
