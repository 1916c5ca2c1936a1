"""Finished games for the tests of reports."""

from pathlib import Path

from bot.language.translator import Translator
from bot.reports.protocol_cells import Form, Heading
from bot.reports.protocol_form import form_of
from engine.events import Event
from engine.protocol import protocol_of
from engine.record import read_record, replay_record

GAMES = Path(__file__).parents[1] / "protocols"
WORDS = Translator()
HOSTILE = (
    *("Щ" * 32, "W" * 32, "=1+1", "👨‍👩‍👧‍👦🎩🔫🐉👮🏽‍♀️", "שלום עולם חברים", "مرحبا بالعالم"),
    *('<script>alert("x")</script>', '#eval("1+1") $x^2$ *b* @a <l>', "\\u{1F} {{ x }} ${x} `x`", "漢字カタカナ"),
)
"""Names that break a format which interprets them."""


def journal_of(name: str) -> tuple[tuple[Event, ...], tuple[str, ...]]:
    record = read_record((GAMES / f"{name}.mafia").read_text(encoding="utf-8"))
    replay = replay_record(record)
    assert replay.failure is None, replay.failure
    return replay.journal, record.names


def a_form(name: str, language: str = "ru", names: tuple[str, ...] | None = None) -> Form:
    journal, called = journal_of(name)
    heading = Heading(names or called, game="k3Hd82mA", table="Двор", date="16.11.2026")
    return form_of(protocol_of(journal), heading, WORDS, language)
