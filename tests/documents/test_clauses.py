"""The clause table is whole, docs/clauses.md is what it makes, and what is missing is named."""

from collections.abc import Mapping

import pytest

from engine import RULESETS
from tests.documents.__main__ import PAGE, page
from tests.documents.checking import complaints, exists, records_by_clause
from tests.documents.quotes import (
    Quote,
    every_other_quote,
    quotes_in,
    quotes_of_records,
    quotes_of_rulesets,
    quotes_of_sources,
)
from tests.documents.reading import Document, How, read_document, read_documents

DOCUMENTS = read_documents()

SMALL = """
document = "S9"
ruleset = "fiim"
title = "a document of three clauses"

[also]
"ending" = "end 1"

[chapters]
"1 Notions" = ["1.1", "1.2"]
"end" = ["end 1"]

[clauses]
"1.1" = { says = "ten players", how = "honoured", shown = ["fiim-table-of-six"] }
"1.2" = { says = "no shouting", how = "by the judge", keys = ["button-panel-foul"] }
"end 1" = { says = "masks", how = "not possible in a chat", note = "there are none" }
"""


def small(old: str = "", new: str = "") -> Mapping[str, Document]:
    assert old in SMALL
    return {"S9": read_document(SMALL.replace(old, new) if old else SMALL)}


def test_every_clause_has_a_line_and_everything_it_names_is_there() -> None:
    assert complaints(DOCUMENTS, quotes_of_records(), every_other_quote()) == []


def test_every_rule_set_has_its_document() -> None:
    found = {document.name: document.ruleset for document in DOCUMENTS.values()}
    assert found == {ruleset.document: ruleset.id for ruleset in RULESETS.values()}


def test_the_page_is_what_make_clauses_writes() -> None:
    assert PAGE.read_text("utf-8") == page(DOCUMENTS), "run: make clauses"


def test_the_page_names_every_clause_with_its_verdict() -> None:
    rows = [row for row in PAGE.read_text("utf-8").splitlines() if row.startswith("| ")]
    for document in DOCUMENTS.values():
        for number, line in document.lines.items():
            assert any(row.startswith(f"| {number} | {line.says} | {line.how} | ") for row in rows)


def test_nothing_is_wrong_with_the_small_document() -> None:
    assert complaints(small(), [Quote("a record", "S9", "1.1-1.2"), Quote("another", "S9", "ending")], []) == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"1.1", "1.2"', '"1.1", "1.2", "1.3"', "S9 1.3: has no line"),
        ('"1.1", "1.2"', '"1.1"', "S9 1.2: is a line, but no clause of the document"),
        ('"1.1", "1.2"', '"1.1", "1.1", "1.2"', "S9 1.1: stands twice in its chapters"),
        ("fiim-table-of-six", "fiim-table-of-none", "S9 1.1: no such record or test: fiim-table-of-none"),
        (', shown = ["fiim-table-of-six"]', "", "S9 1.1: nothing shows that it is honoured"),
        ("button-panel-foul", "button-panel-hug", "S9 1.2: no such word: button-panel-hug"),
        (', keys = ["button-panel-foul"]', "", "S9 1.2: no key with which the judge does it"),
        (', note = "there are none"', "", "S9 end 1: no reason why it is not possible"),
        ('"honoured"', '"hoped for"', "S9 1.1: 'hoped for' is none of " + ", ".join(How)),
    ],
)
def test_what_is_missing_is_named(old: str, new: str, complaint: str) -> None:
    assert complaints(small(old, new), [], []) == [complaint]


@pytest.mark.parametrize("clause", ["1.4", "1.1-1.9", "beginning"])
def test_a_quote_of_an_unknown_clause_is_named(clause: str) -> None:
    assert complaints(small(), [Quote("a record", "S9", clause)], []) == [f"a record: S9 has no {clause!r}"]
    assert complaints(small(), [], [Quote("an option", "S8", "1.1")]) == ["an option: S8 has no '1.1'"]


def test_how_records_quote() -> None:
    def quoted(text: str) -> list[tuple[str, str]]:
        return [(quote.document, quote.clause) for quote in quotes_in("it", text)]

    assert quoted("S3 6.5.7, 7.2.2 (S4 silent)") == [("S3", "6.5.7"), ("S3", "7.2.2")]
    assert quoted("S1 best move, end") == [("S1", "best move"), ("S1", "end")]
    assert quoted("S4") == [("S4", "")]


def test_options_the_panel_and_comments_are_read() -> None:
    assert Quote("option speech of fiim", "S0", "4.3.1") in list(quotes_of_rulesets())
    assert Quote("foul of phystech", "S3", "6.1.4") in list(quotes_of_rulesets())
    assert Quote("foul of city", "S1", "warnings 1") in list(quotes_of_rulesets())
    assert Quote("replayed of fiim-2025", "S3", "9.7.1.2") in list(quotes_of_rulesets())
    assert Quote("engine/steps/ballot.py", "S0", "4.4.9") in list(quotes_of_sources())


def test_a_record_that_quotes_a_clause_shows_it_and_one_that_quotes_a_whole_game_does_not() -> None:
    shown = records_by_clause(small(), [Quote("short", "S9", "1.1"), Quote("pair", "S9", "1.1-1.2")])
    assert shown["S9", "1.1"] == ("short", "pair")
    assert ("S0", "4.4.4") in records_by_clause(DOCUMENTS, quotes_of_records())
    whole = [Quote("game", "S0", "4.1-4.6")]
    assert not records_by_clause(DOCUMENTS, whole)


def test_a_test_is_found_by_its_name_alone() -> None:
    assert exists("tests/documents/test_clauses.py::test_how_records_quote")
    assert not exists("tests/documents/test_clauses.py::test_how_records_quo")
    assert not exists("tests/test_nowhere.py::test_how_records_quote")
