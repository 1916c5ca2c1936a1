"""Who quotes the documents: the first line of each record, options, the judge's panel, comments in the code."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine import RULESETS

ROOT = Path(__file__).parent.parent.parent
RECORDS = ROOT / "tests" / "records"
SOURCES = ("engine", "bot", "handlers")
FIRST_LINE = re.compile(r"# \[[^]]+\] (?P<quoted>S\d[^:]*): ")
IN_SOURCE = re.compile(r"\b(?P<document>S\d) (?P<clause>\d+(?:\.\d+)+(?:-\d+(?:\.\d+)+)?)")
SILENT = "silent"
"""`S4 silent`: nothing is quoted, the document says nothing about it."""
LISTS = {"S1": {"foul": "warnings", "disqualify": "removal"}}
"""Where a document counts its lists from 1 each, the panel's number is one of this chapter."""


class Quote(NamedTuple):
    by: str
    """Who quotes."""
    document: str
    clause: str
    """A number, two with a dash between them, or a chapter; empty for the document as a whole."""


def quotes_in(by: str, text: str) -> Iterator[Quote]:
    """`S3 6.5.7, 7.2.2 (S4 silent)`."""
    document = ""
    for part in re.split(r",\s*|\s*\(|\)", text):
        found = re.fullmatch(r"(?:(?P<document>S\d)\b ?)?(?P<clause>.*)", part.strip())
        assert found is not None, "matches anything"
        document = found["document"] or document
        if (found["document"] or found["clause"]) and found["clause"] != SILENT:
            yield Quote(by, document, found["clause"])


def quotes_of_records() -> Iterator[Quote]:
    for file in sorted(RECORDS.glob("*.mafia")):
        with file.open(encoding="utf-8") as lines:
            found = FIRST_LINE.match(lines.readline())
        if found:
            yield from quotes_in(file.stem, found["quoted"])


def quotes_of_rulesets() -> Iterator[Quote]:
    for ruleset in RULESETS.values():
        for key, option in ruleset.options.items():
            yield from quotes_in(f"option {key} of {ruleset.id}", option.clause)
        # A rule set that has taken over the lists of another document quotes that one.
        owner = next(other.document for other in RULESETS.values() if other.clauses is ruleset.clauses)
        for act, clauses in (*ruleset.clauses.items(), *ruleset.rulings.items()):
            chapter = LISTS.get(owner, {}).get(act, "")
            for clause in clauses:
                if clause.number:
                    yield Quote(f"{act} of {ruleset.id}", owner, f"{chapter} {clause.number}".strip())


def quotes_of_sources() -> Iterator[Quote]:
    """Numbered clauses only: a word after the name of a document may be any word."""
    for folder in SOURCES:
        for file in sorted((ROOT / folder).rglob("*.py")):
            for found in IN_SOURCE.finditer(file.read_text("utf-8")):
                yield Quote(str(file.relative_to(ROOT)), found["document"], found["clause"])


def every_other_quote() -> Iterator[Quote]:
    """Besides those of the records, which show what they quote."""
    yield from quotes_of_rulesets()
    yield from quotes_of_sources()
