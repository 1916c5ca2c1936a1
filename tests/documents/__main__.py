"""`python -m tests.documents`: writes docs/clauses.md, or says what is missing and writes nothing."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping

from tests.documents.checking import Shown, complaints, records_by_clause, words
from tests.documents.quotes import ROOT, every_other_quote, quotes_of_records
from tests.documents.reading import Document, How, Line, read_documents

PAGE = ROOT / "docs" / "clauses.md"
MOST_RECORDS = 3
"""Of those that quote a clause, so many are named: a record more need not change the page."""
HEAD = """# The documents, clause by clause

What each clause of the five rule documents says, in a few words of ours, and what becomes of it here. Written by
`make clauses` from `tests/documents/`, which refuses if a clause has no line, if a record or test named here is
not there, or if a record, an option, the judge's panel or a comment quotes a clause that no document has.

- **honoured**: the program does it; the record of `tests/records/` or the test that shows it is named. Records
  that quote the clause in their first line are found by themselves.
- **by the judge**: only a person can see it, and the person in the judge's chair has a key for it
  ([the panel](judge.md)). Without a judge it is not punished, unless a record or test is named.
- **not possible in a chat**: for a reason.
"""


def label(key: str) -> str:
    """How a person finds it: a command as it is typed, a button as it is read."""
    if key.startswith("command-"):
        return f"`/{key.removeprefix('command-')}`"
    return f"**{words().plain('ru', key)}**"


def proofs(line: Line, records: tuple[str, ...]) -> str:
    quoting = [record for record in records if record not in line.shown]
    named = [*line.shown, *quoting[: max(0, MOST_RECORDS - len(line.shown))]]
    more = ["and others"] if len(line.shown) + len(quoting) > len(named) else []
    return ", ".join([*(f"`{proof}`" for proof in named), *more])


def row(number: str, line: Line, records: tuple[str, ...]) -> str:
    told = "; ".join(filter(None, [", ".join(map(label, line.keys)), proofs(line, records), line.note]))
    return f"| {number} | {line.says} | {line.how} | {told} |"


def summary(documents: Mapping[str, Document]) -> Iterator[str]:
    yield "| | document | rule set | clauses | " + " | ".join(How) + " |"
    yield "|---|---|---|---:|" + "---:|" * len(How)
    for document in documents.values():
        counts = Counter(line.how for line in document.lines.values())
        figures = " | ".join(str(counts[how]) for how in How)
        yield (
            f"| {document.name} | {document.title} | `{document.ruleset}` | {len(document.lines)} | {figures} |"
        )


def chapters(document: Document, shown: Shown) -> Iterator[str]:
    yield f"## {document.name}: {document.title}"
    if document.counting:
        yield f"\n{document.counting}"
    for title, numbers in document.chapters.items():
        yield f"\n### {document.name}, {title}\n"
        yield "| clause | says | | how, and what shows it |"
        yield "|---|---|---|---|"
        for number in numbers:
            yield row(number, document.lines[number], shown.get((document.name, number), ()))
    yield ""


def page(documents: Mapping[str, Document]) -> str:
    shown = records_by_clause(documents, quotes_of_records())
    parts = [HEAD, *summary(documents), ""]
    for document in documents.values():
        parts += chapters(document, shown)
    return "\n".join(parts)


def main() -> int:
    documents = read_documents()
    wrong = complaints(documents, quotes_of_records(), every_other_quote())
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return 1
    PAGE.write_text(page(documents), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
