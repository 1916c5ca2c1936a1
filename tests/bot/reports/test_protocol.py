"""The protocol: its contents, word for word for one game of each rule set, and as picture, PDF and spreadsheet."""

import asyncio
import re
import time
from dataclasses import asdict, replace
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from bot.reports.protocol_spreadsheet import workbook_of
from bot.reports.protocol_text import message_of
from bot.reports.typesetting import Typesetter, TypesettingFailed, typeset
from engine.commands import Verb
from engine.events import StepName
from engine.protocol import CandidateVotes, NightAction, Nomination, protocol_of, standing
from engine.record import BadRecord, read_record, replay_record, write_record
from sandbox.world.files import image_size
from tests.kits.protocol_kit import GAMES, HOSTILE, WORDS, a_form, journal_of

EXPECTED = sorted(GAMES.glob("*.txt"))


def test_what_a_judge_writes_down() -> None:
    protocol = protocol_of(journal_of("fiim-2025")[0])
    first = protocol.days[0]
    assert first.nominations == (Nomination(by=1, target=5), Nomination(by=2, target=6))
    assert [vote.step for vote in first.ballots] == [StepName.BALLOT, StepName.TIE_BALLOT, StepName.LIFT_BALLOT]
    assert first.ballots[0].counts == (
        CandidateVotes(5, 5, (1, 2, 3, 7, 8)),
        CandidateVotes(6, 5, (4, 5, 6, 9, 10)),
    )
    assert (first.ballots[2].yes, first.ballots[2].passed) == ((1, 2, 3), False)
    assert protocol.order == (6, 4, 5)
    assert NightAction(1, "find-sheriff", Verb.CHECK, 4, "sheriff") in protocol.nights[0].actions
    assert [night.victims for night in protocol.nights] == [(6,), (), (4,)]
    assert protocol.best_moves == ((6, (1, 2, 9)),)
    assert protocol.official


def test_what_the_judge_took_back_stays_written_and_does_not_count() -> None:
    journal = journal_of("fiim-2025")[0]
    protocol = protocol_of(journal)
    assert [(r.kind, r.seat, r.note) for r in protocol.remarks if r.undone] == [
        ("foul", 8, "6.1.1"),
        ("penalty", 7, "7.4"),
    ]
    assert protocol.seats[7].fouls == 0
    assert protocol.seats[6].points.penalty == -40
    counted, _ = standing(journal)
    assert len(counted) < len(journal)


@pytest.mark.parametrize("file", EXPECTED, ids=lambda file: file.stem)
def test_the_protocol_of_one_game_per_rule_set_word_for_word(file: Path) -> None:
    name, language = file.stem.rsplit(".", 1)
    assert message_of(a_form(name, language), WORDS) + "\n" == file.read_text(encoding="utf-8")


def test_every_rule_set_has_its_expected_protocol() -> None:
    assert {file.stem.rsplit(".", 1)[0] for file in EXPECTED} == {"fiim", "fiim-2025", "phystech", "city", "box"}


# --- the message --------------------------------------------------------------------------------------------


def test_a_message_fits_and_names_are_escaped_whatever_they_are() -> None:
    form = a_form("fiim-2025", names=HOSTILE)
    text = message_of(form, WORDS)
    assert "&lt;script&gt;" in text
    assert "<script>" not in text
    long = a_form("box", names=("&" * 32,) * 12)
    many = long.ballots * 40
    text = message_of(replace(long, ballots=many), WORDS)
    assert len(re.sub(r"<[^>]+>", "", text).replace("&amp;", "&")) <= 4096
    assert WORDS.plain("ru", "protocol-cut") in text


# --- the spreadsheet ----------------------------------------------------------------------------------------


def test_names_stay_text_in_the_spreadsheet_and_points_are_numbers() -> None:
    form = a_form("fiim-2025", names=HOSTILE)
    book = load_workbook(BytesIO(workbook_of(form)))
    assert [sheet.title for sheet in book] == ["Протокол игры", "Голосования", "Ночи"]
    cells = [cell for row in book.worksheets[0].iter_rows() for cell in row if cell.value is not None]
    by_value = {cell.value: cell for cell in cells}
    for name in HOSTILE:
        assert by_value[name].data_type == "s", name
        assert by_value[name].hyperlink is None
    assert by_value[1.25].data_type == "n"
    assert not [cell for cell in cells if cell.data_type == "f"]
    nights = list(book.worksheets[2].iter_rows(values_only=True))
    assert nights[0] == ("Ночь", "1", "2", "3")
    assert ("1 дон: проверка", "4 шериф", "—", "—") in nights


def test_the_spreadsheet_has_every_vote() -> None:
    book = load_workbook(BytesIO(workbook_of(a_form("fiim-2025", "uk"))))
    values = {cell for row in book.worksheets[1].iter_rows(values_only=True) for cell in row}
    assert {"Голосування 1", "5 — 5: 1, 2, 3, 7, 8", "Чи йдуть усі? За: 3 (1, 2, 3). Лишаються."} <= values


# --- the picture and the PDF ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "language", "pages", "words"),
    [
        ("fiim-2025", "ru", 2, ("ПРОТОКОЛ ИГРЫ", "Голосование 7", "Порядок", "Отменено судьёй", "=1+1")),
        ("fiim", "uk", 2, ("ПРОТОКОЛ ГРИ", "Голосування 7", "мирний, Ч — чорний")),
        ("box", "ru", 2, ("ПРОТОКОЛ ИГРЫ", "Детектив", "лечение")),
    ],
)
def test_the_pdf_is_a4_and_says_it_all(name: str, language: str, pages: int, words: tuple[str, ...]) -> None:
    printed = PdfReader(BytesIO(typeset("protocol", "pdf", asdict(a_form(name, language)))))
    assert len(printed.pages) == pages
    box = printed.pages[0].mediabox
    assert (round(float(box.width)), round(float(box.height))) == (842, 595)
    text = "".join("".join(page.extract_text().split()) for page in printed.pages)
    for word in words:
        assert "".join(word.split()).lower() in text.lower(), word


def test_the_picture_is_one_page_of_the_forms_width() -> None:
    content = typeset("protocol", "png", asdict(a_form("city")))
    width, height = image_size(content)
    assert width == 1684
    assert 700 < height < 1400
    assert len(content) > 50_000


def test_no_name_breaks_the_form_or_is_read_as_markup() -> None:
    """The form has the same height with the wildest names, and shows them letter by letter."""
    tame = typeset("protocol", "png", asdict(a_form("fiim-2025")))
    wild = typeset("protocol", "png", asdict(a_form("fiim-2025", names=HOSTILE)))
    assert image_size(tame)[0] == image_size(wild)[0]
    assert abs(image_size(tame)[1] - image_size(wild)[1]) <= 20
    printed = PdfReader(BytesIO(typeset("protocol", "pdf", asdict(a_form("fiim-2025", names=HOSTILE)))))
    assert len(printed.pages) == 2
    text = printed.pages[0].extract_text()
    assert '#eval("1+1") $x^2$ *b* @a <l>' in text
    assert "=1+1" in text


@pytest.mark.realtime
async def test_printing_does_not_hold_up_the_loop() -> None:
    longest = 0.0

    async def watch() -> None:
        nonlocal longest
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.01)
            longest = max(longest, time.monotonic() - before)

    watcher = asyncio.create_task(watch())
    made = await Typesetter().print("protocol", asdict(a_form("fiim")), "png")
    watcher.cancel()
    assert image_size(made)[0] == 1684
    assert longest < 0.3


async def test_a_paper_that_takes_too_long_or_cannot_be_made_is_given_up() -> None:
    with pytest.raises(TypesettingFailed, match="longer"):
        await Typesetter(patience=0.001).print("protocol", asdict(a_form("fiim")), "png")
    with pytest.raises(TypesettingFailed, match="no-such"):
        await Typesetter().print("no-such", {}, "pdf")


# --- names in records -------------------------------------------------------------------------------------------


def test_a_record_keeps_the_names_and_still_replays() -> None:
    journal, _ = journal_of("fiim")
    text = write_record(journal, (*HOSTILE[:9], "a # b"))
    record = read_record(text)
    assert record.names == (*(name.replace("#", "＃") for name in HOSTILE[:9]), "a ＃ b")
    assert replay_record(record).journal == journal


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("name 4", "name SEAT NAME"),
        ("name 11 Anna", "11"),
        ("name x Anna", "x"),
        ("name 1 A\nname 1 B", "two names"),
    ],
)
def test_a_name_that_cannot_be_read(line: str, what: str) -> None:
    with pytest.raises(BadRecord, match=what):
        read_record(f"ruleset fiim\nplayers 10\n{line}\n")
