"""What is wrong with the clause table: a clause without a line, a line that shows nothing, a quote of nothing."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from bot.language.translator import LANGUAGES, Translator
from tests.documents.quotes import RECORDS, ROOT, Quote
from tests.documents.reading import Document, How, Line

WIDEST_PROOF = 3
"""A record that quotes more clauses at once than this shows a game, and none of them."""

Shown = Mapping[tuple[str, str], tuple[str, ...]]
"""The records that quote a clause of a document."""


def records_by_clause(documents: Mapping[str, Document], quotes: Iterable[Quote]) -> Shown:
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for by, name, clause in quotes:
        numbers = documents[name].means(clause) if name in documents else ()
        if len(numbers) <= WIDEST_PROOF:
            for number in numbers:
                found[name, number].append(by)
    return {clause: tuple(dict.fromkeys(records)) for clause, records in found.items()}


def complaints(
    documents: Mapping[str, Document], of_records: Iterable[Quote], of_others: Iterable[Quote]
) -> list[str]:
    """Why the page cannot be written; empty if it can."""
    by_records = list(of_records)
    shown = records_by_clause(documents, by_records)
    return [
        *(f"{quote.by}: {quote.document} has no {quote.clause!r}" for quote in _unknown(documents, by_records)),
        *(f"{quote.by}: {quote.document} has no {quote.clause!r}" for quote in _unknown(documents, of_others)),
        *(
            f"{document.name} {number}: {wrong}"
            for document in documents.values()
            for number, wrong in _wrong_in(document, shown)
        ),
    ]


def _unknown(documents: Mapping[str, Document], quotes: Iterable[Quote]) -> Iterator[Quote]:
    for quote in quotes:
        document = documents.get(quote.document)
        if document is None or (quote.clause and not document.means(quote.clause)):
            yield quote


def _wrong_in(document: Document, shown: Shown) -> Iterator[tuple[str, str]]:
    numbers = document.numbers
    for number in dict.fromkeys(number for number in numbers if numbers.count(number) > 1):
        yield number, "stands twice in its chapters"
    for number in numbers:
        if number not in document.lines:
            yield number, "has no line"
    for number, line in document.lines.items():
        if number not in numbers:
            yield number, "is a line, but no clause of the document"
        for wrong in _wrong_with(line, shown.get((document.name, number), ())):
            yield number, wrong


def _wrong_with(line: Line, records: tuple[str, ...]) -> Iterator[str]:
    match line.how:
        case How.HONOURED if not (line.shown or records):
            yield "nothing shows that it is honoured"
        case How.JUDGE if not line.keys:
            yield "no key with which the judge does it"
        case How.IMPOSSIBLE if not line.note:
            yield "no reason why it is not possible"
        case How.HONOURED | How.JUDGE | How.IMPOSSIBLE:
            pass
        case _:
            yield f"{line.how!r} is none of {', '.join(How)}"
    for proof in line.shown:
        if not exists(proof):
            yield f"no such record or test: {proof}"
    for key in line.keys:
        if not all(words().has(language, key) for language in LANGUAGES):
            yield f"no such word: {key}"


@cache
def words() -> Translator:
    return Translator()


def exists(proof: str) -> bool:
    """A record by its name, or a test as pytest names it."""
    path, test, name = proof.partition("::")
    if not test:
        return (RECORDS / f"{proof}.mafia").is_file()
    return name in _tests_in(path)


@cache
def _tests_in(path: str) -> frozenset[str]:
    file = ROOT / path
    return frozenset(re.findall(r"def (test_\w+)", file.read_text("utf-8"))) if file.is_file() else frozenset()
