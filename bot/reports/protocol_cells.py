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
    """The ballots of one day, with one column for each candidate."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    """Table rows; the first cell of each row is its label."""
    notes: tuple[str, ...]
    nominated: str
    voters: tuple[str, ...]
    """Lines such as `5 — 3: 1, 3, 7` (candidate, votes, voters), ballot by ballot; the picture omits them."""


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
    """Titles of the ballot blocks of the sport form that this game did not need."""
    nights: tuple[tuple[str, ...], ...]
    """First the numbers of the nights, then a row for each ability of each seat, last the victims."""
    winner: str
    best_move: str
    order: str
    judge: str
    protest: str
    remarks: tuple[str, ...]
    legend: str
