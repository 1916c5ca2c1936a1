"""The cells of a protocol: what the message, the picture, the PDF and the spreadsheet show."""

from dataclasses import dataclass

DASH = "—"


@dataclass(frozen=True, slots=True)
class Heading:
    """Facts for the heading that the journal does not contain."""

    names: tuple[str, ...]
    game: str = ""
    table: str = ""
    date: str = ""
    tournament: str = ""
    stage: str = ""
    judge: str = ""
    protest: str = ""


@dataclass(frozen=True, slots=True)
class SeatCells:
    number: int
    name: str
    role: str
    black: bool
    fouls: str
    left: str
    points: str
    extra: str
    total: str


@dataclass(frozen=True, slots=True)
class BallotCells:
    """A day's ballots: the candidates from left to right, under each what happened to it."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    """The first cell of each is its label."""
    notes: tuple[str, ...]
    nominated: str
    voters: tuple[str, ...]
    """`5 — 3: 1, 3, 7`, ballot by ballot; too much for the picture."""


@dataclass(frozen=True, slots=True)
class Form:
    language: str
    sport: bool
    counts_points: bool
    labels: dict[str, str]
    title: str
    rules: str
    heading: tuple[tuple[str, str], ...]
    seats: tuple[SeatCells, ...]
    ballots: tuple[BallotCells, ...]
    unused: tuple[str, ...]
    """Titles of the blocks that the sport form has and this game did not need."""
    nights: tuple[tuple[str, ...], ...]
    """A row for everybody who acts; the first row numbers the nights."""
    winner: str
    best_move: str
    order: str
    judge: str
    protest: str
    remarks: tuple[str, ...]
    legend: str
