"""The protocol as a workbook: one sheet for the form, one for the votes, one for the nights."""

from collections.abc import Sequence
from io import BytesIO

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from bot.reports.protocol_cells import DASH, Form

Cell = str | int


class _Sheet:
    """A worksheet written row by row. Text that people typed never becomes a formula or a link."""

    def __init__(self, book: Workbook, name: str, head: Format, plain: Format) -> None:
        self.sheet: Worksheet = book.add_worksheet(name[:31])
        self.head = head
        self.plain = plain
        self.row = 0

    def line(self, cells: Sequence[Cell], form: Format | None = None) -> None:
        for column, cell in enumerate(cells):
            if isinstance(cell, int):
                self.sheet.write_number(self.row, column, cell, form or self.plain)
            else:
                self.sheet.write_string(self.row, column, cell, form or self.plain)
        self.row += 1

    def title(self, *cells: str) -> None:
        self.line(cells, self.head)

    def gap(self) -> None:
        self.row += 1


def workbook_of(form: Form) -> bytes:
    made = BytesIO()
    book = Workbook(made, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties({"title": form.title, "comments": form.rules})
    head = book.add_format({"bold": True, "bg_color": "#EEF0F3", "border": 1, "text_wrap": True, "valign": "top"})
    plain = book.add_format({"border": 1, "valign": "top"})
    _form_sheet(_Sheet(book, form.title, head, plain), form)
    _votes_sheet(_Sheet(book, form.labels["ballots"], head, plain), form)
    _nights_sheet(_Sheet(book, form.labels["nights"], head, plain), form)
    book.close()
    return made.getvalue()


def _form_sheet(sheet: _Sheet, form: Form) -> None:
    labels = form.labels
    sheet.sheet.set_column(0, 0, 6)
    sheet.sheet.set_column(1, 1, 32)
    sheet.sheet.set_column(2, 8, 14)
    sheet.sheet.set_landscape()
    sheet.sheet.set_paper(9)
    sheet.sheet.fit_to_pages(1, 0)
    sheet.title(form.title, form.rules)
    for label, value in form.heading:
        sheet.line((label, value))
    sheet.gap()
    points = tuple(labels[name] for name in ("points", "extra", "total")) if form.counts_points else ()
    sheet.title("№", labels["player"], labels["role"], labels["fouls"], labels["left"], *points)
    for seat in form.seats:
        earned = (seat.points, seat.extra, seat.total) if form.counts_points else ()
        cells = (seat.number, seat.name, seat.role, seat.fouls or DASH, seat.left)
        sheet.line((*cells, *earned))
        _points(sheet, earned, len(cells))
    sheet.gap()
    for name, value in (
        ("winner", form.winner),
        ("best", form.best_move),
        ("order", form.order),
        ("judge", form.judge),
        ("protest", form.protest),
    ):
        sheet.line((labels[name], value))
    if form.remarks:
        sheet.gap()
        sheet.title(labels["remarks"])
        for remark in form.remarks:
            sheet.line((remark,))
    if form.legend:
        sheet.gap()
        sheet.line((form.legend,))


def _points(sheet: _Sheet, earned: Sequence[str], first: int) -> None:
    """Rewrites the point cells of the last row as numbers, so that a judge can add them up."""
    for column, text in enumerate(earned, start=first):
        if text != DASH:
            value = float(text.replace(",", ".").replace("−", "-"))
            sheet.sheet.write_number(sheet.row - 1, column, value, sheet.plain)


def _votes_sheet(sheet: _Sheet, form: Form) -> None:
    sheet.sheet.set_column(0, 0, 22)
    for ballot in form.ballots:
        sheet.title(ballot.title)
        for row in ballot.rows:
            sheet.line(row)
        for line in (ballot.nominated, *ballot.voters, *ballot.notes):
            sheet.line((line,))
        sheet.gap()


def _nights_sheet(sheet: _Sheet, form: Form) -> None:
    sheet.sheet.set_column(0, 0, 34)
    sheet.sheet.set_column(1, 12, 16)
    head, *rows = form.nights
    sheet.title(*head)
    for row in rows:
        sheet.line(row)
