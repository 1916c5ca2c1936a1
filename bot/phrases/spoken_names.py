"""Names of players as they are said: in the cases of a nomination, or the first word alone; never ambiguous."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from bot.phrases.tokenizer import words_of
from bot.phrases.vocabulary import vocabulary


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
