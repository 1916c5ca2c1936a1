"""Reads the files of this folder: the numbers of each document, and a line for each of them."""

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent


class How(StrEnum):
    HONOURED = "honoured"
    JUDGE = "by the judge"
    IMPOSSIBLE = "not possible in a chat"


class Line(NamedTuple):
    """What the table says of one clause."""

    says: str
    how: str
    shown: tuple[str, ...] = ()
    """Records and tests, besides the records that quote the clause."""
    keys: tuple[str, ...] = ()
    """Words of the buttons or commands with which a judge does it."""
    note: str = ""
    """Why it is not possible, or where a chat differs from a table."""


class Document(NamedTuple):
    name: str
    """As the records quote it: `S0`."""
    ruleset: str
    title: str
    counting: str
    """How a reader finds a clause in a document that has no numbers of its own."""
    chapters: Mapping[str, tuple[str, ...]]
    """The numbers of all clauses, in the order of the document."""
    also: Mapping[str, str]
    """Other names of a chapter or a clause that records and options use."""
    lines: Mapping[str, Line]

    @property
    def numbers(self) -> tuple[str, ...]:
        return tuple(number for numbers in self.chapters.values() for number in numbers)

    def means(self, quoted: str) -> tuple[str, ...]:
        """The clauses that are quoted: one, all between two, or a chapter of this name; empty if unknown."""
        quoted = self.also.get(quoted, quoted)
        first, dash, last = quoted.partition("-")
        if dash:
            numbers = self.numbers
            known = first in numbers and last in numbers
            return numbers[numbers.index(first) : numbers.index(last) + 1] if known else ()
        if quoted in self.lines:
            return (quoted,)
        return self.chapters.get(quoted, ())


def read_document(text: str) -> Document:
    raw = tomllib.loads(text)
    lines = {
        number: Line(
            said["says"],
            said["how"],
            tuple(said.get("shown", ())),
            tuple(said.get("keys", ())),
            said.get("note", ""),
        )
        for number, said in raw["clauses"].items()
    }
    return Document(
        raw["document"],
        raw["ruleset"],
        raw["title"],
        raw.get("counting", ""),
        {chapter: tuple(numbers) for chapter, numbers in raw["chapters"].items()},
        raw.get("also", {}),
        lines,
    )


def read_documents() -> dict[str, Document]:
    """By name, in the order of their names."""
    found = [read_document(file.read_text("utf-8")) for file in sorted(FOLDER.glob("*.toml"))]
    return {document.name: document for document in found}
