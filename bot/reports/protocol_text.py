"""The protocol as a message: the result and the roles are visible, days and nights are in an expandable quote."""

from collections.abc import Iterator
from html import escape

from bot.language.translator import Html, Translator
from bot.reports.protocol_cells import DASH, BallotCells, Form, SeatCells

LONGEST = 4000
"""Longest text with its tags. Telegram allows 4096 characters without tags, so this limit is safe."""


def message_of(form: Form, words: Translator) -> Html:
    """Returns the message as HTML; days and nights that do not fit are cut and stand in the files only."""
    open_part = "\n".join(_open_part(form, words))
    folded: list[str] = []
    room = LONGEST - len(open_part)
    for line in _folded_part(form):
        room -= len(line) + 1
        if room < 0:
            folded.append(words.say(form.language, "protocol-cut"))
            break
        folded.append(line)
    return Html(f"{open_part}\n<blockquote expandable>" + "\n".join(folded) + "</blockquote>")


def _open_part(form: Form, words: Translator) -> Iterator[str]:
    say, language = words.say, form.language
    yield f"<b>{_safe(form.title)}</b> · {_safe(form.rules)}"
    yield " · ".join(f"{_safe(label)} {_safe(value)}" for label, value in form.heading if value != DASH)
    yield f"{_safe(form.labels['winner'])}: <b>{_safe(form.winner)}</b>"
    yield ""
    for seat in form.seats:
        yield _seat(seat, form)
    yield ""
    yield f"{_safe(form.labels['best'])}: {_safe(form.best_move)}"
    if form.order != DASH:
        yield f"{_safe(form.labels['order'])}: {_safe(form.order)}"
    yield f"{_safe(form.labels['judge'])}: {_safe(form.judge)}"
    yield f"{_safe(form.labels['protest'])}: {_safe(form.protest)}"
    if form.legend:
        yield say(language, "protocol-small", text=form.legend)


def _seat(seat: SeatCells, form: Form) -> str:
    parts = [f"№ {seat.number} {_safe(seat.name)} — <b>{_safe(seat.role)}</b>"]
    parts += [_safe(cell) for cell in (seat.left, seat.fouls) if cell not in ("", DASH)]
    if form.counts_points:
        extra = "" if seat.extra == DASH else f" ({seat.points} + {seat.extra})".replace("+ −", "− ")
        parts.append(f"{seat.total}{extra}")
    return " · ".join(parts)


def _folded_part(form: Form) -> Iterator[str]:
    for ballot in form.ballots:
        yield f"<b>{_safe(ballot.title)}</b>"
        yield from _ballot(ballot)
    head, *rows = form.nights
    for column, number in enumerate(head[1:], start=1):
        yield f"<b>{_safe(head[0])} {number}</b>"
        yield from (f"{_safe(row[0])} {_safe(row[column])}" for row in rows)
    if form.remarks:
        yield f"<b>{_safe(form.labels['remarks'])}</b>"
        yield from map(_safe, form.remarks)


def _ballot(ballot: BallotCells) -> Iterator[str]:
    yield from map(_safe, (ballot.nominated, *ballot.voters, *ballot.notes))


def _safe(text: str) -> str:
    return escape(text, quote=False)
