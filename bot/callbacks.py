"""What a button carries. Never who taps: that is the update's to say."""

from enum import StrEnum
from typing import Annotated, Literal

from aiogram.filters.callback_data import CallbackData
from pydantic import Field

from bot.club.deeds import Deed, Screen
from bot.tournaments.wishes import AppealWish, CupWish
from engine.commands import Verb

Seats = Annotated[str, Field(pattern=r"^([0-9]{1,2}(\.[0-9]{1,2})*)?$")]
"""Seat numbers joined by dots. Anything else is somebody's invention, and no button of ours."""


Code = Annotated[str, Field(pattern=r"^[a-z0-9.-]{0,20}$")]
"""A clause: its number in the rule document, or our name for it."""


Person = Annotated[str, Field(pattern=r"^[0-9a-f]{1,14}$")]
"""A person's number, in the base that leaves room for a long clause beside it."""


class MoveTap(CallbackData, prefix="m"):
    """A move of a game: which, in which step, by which verb, at whom."""

    game: str
    step: int
    verb: Verb
    seats: Seats = ""
    value: int = -1
    sure: int = 0
    """1: the tap confirms what the keyboard asked about."""

    @property
    def named(self) -> tuple[int, ...]:
        return tuple(int(part) for part in self.seats.split(".") if part)


class PickTap(CallbackData, prefix="p"):
    """A choice of several seats that grows tap by tap; the keyboard itself remembers it."""

    game: str
    step: int
    verb: Verb
    seats: Seats = ""
    """What is chosen after this tap."""

    @property
    def named(self) -> tuple[int, ...]:
        return tuple(int(part) for part in self.seats.split(".") if part)


class LobbyTap(CallbackData, prefix="l"):
    game: str
    wish: str


class GroupTap(CallbackData, prefix="g"):
    """Buttons that belong to a group and not to one game."""

    wish: str


class CardTap(CallbackData, prefix="c"):
    """«My role»: the card again, to its owner only."""

    game: str


class LanguageTap(CallbackData, prefix="lang"):
    language: str
    group: int = 0
    """1: of the group, not of the person."""


class JudgeWish(StrEnum):
    """What a button of the judge's panel is for: a page of it, or a deed."""

    MAIN = "main"
    SEAT = "seat"
    CLAUSES = "why"
    SURE = "sure"
    NIGHT = "night"
    UNDO = "undo"
    CHAIR = "chair"
    CORRECT = "fix"
    DO = "do"
    LEAVE = "leave"
    STAND_IN = "bot"
    SEEK = "seek"
    ACCEPT = "yes"
    REFUSE = "no"


class JudgeTap(CallbackData, prefix="j"):
    """The judge's panel. Whether the tapper judges this game is asked of the game, at every tap."""

    game: str
    wish: JudgeWish
    verb: Verb | None = None
    seat: int = 0
    code: Code = ""
    """A clause, or the reason of a correction."""
    value: int = 0
    consent: int = 0
    seen: int = 0
    """What the panel showed (`bot.judging.mark`): on another state the tap is not carried out."""
    by: Person = "0"
    """Of a proposal: the side judge who is told what became of it."""

    @property
    def proposer(self) -> int:
        return int(self.by, 16)


class StopTap(CallbackData, prefix="x"):
    """Really stop this game?"""

    game: str
    sure: int


class CourseTap(CallbackData, prefix="t"):
    """The course of a game: it stands, goes on, or ends without a result."""

    game: str
    wish: Literal["pause", "resume", "stop"]


class Paper(StrEnum):
    """What a finished game leaves."""

    TEXT = "text"
    PNG = "png"
    PDF = "pdf"
    XLSX = "xlsx"
    RECORD = "record"
    REPLAY = "html"


class PaperTap(CallbackData, prefix="f"):
    """A paper about a game that is over."""

    game: str
    paper: Paper


class ForgetTap(CallbackData, prefix="w"):
    """Really forget whoever taps?"""

    sure: int


class NumbersTap(CallbackData, prefix="n"):
    """Another look at statistics: whose, by which rules, of how many days; or the picture, or out of them."""

    view: Literal["stats", "top"]
    user: int
    rules: str
    days: int
    wish: Literal["show", "png", "leave", "join"] = "show"


class SeatTap(CallbackData, prefix="s"):
    """About a seat whose player is absent: replace or remove."""

    game: str
    seat: int
    wish: str


class LookTap(CallbackData, prefix="k"):
    """A screen of a group's settings."""

    group: int
    screen: Screen
    what: str = ""
    value: str = ""


class ChangeTap(CallbackData, prefix="o"):
    """A change of a group's settings, as they were when the button was shown."""

    group: int
    number: int
    deed: Deed
    what: str = ""
    value: str = ""


class AskTap(CallbackData, prefix="q"):
    """A change whose value is to be typed."""

    group: int
    number: int
    deed: Deed
    what: str = ""


class CupTap(CallbackData, prefix="u"):
    """A wish about a tournament."""

    cup: str
    wish: CupWish
    value: int = 0


class AppealTap(CallbackData, prefix="a"):
    """What the chief judge says to the protest of a seat; step by step where more is to be asked."""

    game: str
    seat: int
    wish: AppealWish
    winner: str = ""


class ProtestTap(CallbackData, prefix="pr"):
    """A player protests against the result of a game."""

    game: str


def joined(seats: tuple[int, ...]) -> str:
    return ".".join(map(str, seats))
