"""What a button carries. Never who taps: that is the update's to say.

Every field has bounds: data that no button of ours could carry is refused while it is read, and answered as old.
"""

from enum import StrEnum
from typing import Annotated, Literal

from aiogram.filters.callback_data import CallbackData
from pydantic import Field

from bot.club.deeds import Deed, Screen
from bot.tournaments.wishes import AppealWish, CupWish
from engine.commands import Verb

FURTHEST = 2**52
"""Telegram's numbers have at most 52 bits."""
LONGEST = 64
"""Bytes that Telegram lets a button carry."""

GameId = Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{1,24}$")]
"""A table or a tournament."""
Step = Annotated[int, Field(ge=0, le=99_999)]
Seat = Annotated[int, Field(ge=0, le=99)]
Flag = Annotated[int, Field(ge=0, le=1)]
Number = Annotated[int, Field(ge=-(10**9), le=10**9)]
"""A value, a place in a list, a count of changes."""
ChatId = Annotated[int, Field(ge=-FURTHEST, le=FURTHEST)]
UserId = Annotated[int, Field(ge=0, le=FURTHEST)]
Wish = Annotated[str, Field(pattern=r"^[a-z-]{1,20}$")]
Words = Annotated[str, Field(pattern=r"^[^\x00-\x1f]{0,64}$")]
"""What a menu is about, as the settings write it."""

Seats = Annotated[str, Field(pattern=r"^(?:[0-9]{1,2}(?:\.[0-9]{1,2})*)?$", max_length=LONGEST)]
"""Seat numbers joined by dots. Anything else is somebody's invention, and no button of ours."""


Code = Annotated[str, Field(pattern=r"^[a-z0-9.-]{0,20}$")]
"""A clause: its number in the rule document, or our name for it."""


Person = Annotated[str, Field(pattern=r"^[0-9a-f]{1,14}$")]
"""A person's number, in the base that leaves room for a long clause beside it."""


class MoveTap(CallbackData, prefix="m"):
    """A move of a game: which, in which step, by which verb, at whom."""

    game: GameId
    step: Step
    verb: Verb
    seats: Seats = ""
    value: Number = -1
    sure: Flag = 0
    """1: the tap confirms what the keyboard asked about."""

    @property
    def named(self) -> tuple[int, ...]:
        return tuple(int(part) for part in self.seats.split(".") if part)


class PickTap(CallbackData, prefix="p"):
    """A choice of several seats that grows tap by tap; the keyboard itself remembers it."""

    game: GameId
    step: Step
    verb: Verb
    seats: Seats = ""
    """What is chosen after this tap."""

    @property
    def named(self) -> tuple[int, ...]:
        return tuple(int(part) for part in self.seats.split(".") if part)


class LobbyTap(CallbackData, prefix="l"):
    game: GameId
    wish: Wish


class GroupTap(CallbackData, prefix="g"):
    """Buttons that belong to a group and not to one game."""

    wish: Wish


class CardTap(CallbackData, prefix="c"):
    """«My role»: the card again, to its owner only."""

    game: GameId


class LanguageTap(CallbackData, prefix="lang"):
    language: Wish
    group: Flag = 0
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

    game: GameId
    wish: JudgeWish
    verb: Verb | None = None
    seat: Seat = 0
    code: Code = ""
    """A clause, or the reason of a correction."""
    value: Number = 0
    consent: Number = 0
    seen: Number = 0
    """What the panel showed (`bot.judging.mark`): on another state the tap is not carried out."""
    by: Person = "0"
    """Of a proposal: the side judge who is told what became of it."""

    @property
    def proposer(self) -> int:
        return int(self.by, 16)


class StopTap(CallbackData, prefix="x"):
    """Really stop this game?"""

    game: GameId
    sure: Flag


class CourseTap(CallbackData, prefix="t"):
    """The course of a game: it stands, goes on, or ends without a result."""

    game: GameId
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

    game: GameId
    paper: Paper


class ForgetTap(CallbackData, prefix="w"):
    """Really forget whoever taps?"""

    sure: Flag


class NumbersTap(CallbackData, prefix="n"):
    """Another look at statistics: whose, by which rules, of how many days; or the picture, or out of them."""

    view: Literal["stats", "top"]
    user: UserId
    rules: Words
    days: Number
    wish: Literal["show", "png", "leave", "join"] = "show"


class SeatTap(CallbackData, prefix="s"):
    """About a seat whose player is absent: replace or remove."""

    game: GameId
    seat: Seat
    wish: Wish


class LookTap(CallbackData, prefix="k"):
    """A screen of a group's settings."""

    group: ChatId
    screen: Screen
    what: Words = ""
    value: Words = ""


class ChangeTap(CallbackData, prefix="o"):
    """A change of a group's settings, as they were when the button was shown."""

    group: ChatId
    number: Number
    deed: Deed
    what: Words = ""
    value: Words = ""


class AskTap(CallbackData, prefix="q"):
    """A change whose value is to be typed."""

    group: ChatId
    number: Number
    deed: Deed
    what: Words = ""


class CupTap(CallbackData, prefix="u"):
    """A wish about a tournament."""

    cup: GameId
    wish: CupWish
    value: Number = 0


class AppealTap(CallbackData, prefix="a"):
    """What the chief judge says to the protest of a seat; step by step where more is to be asked."""

    game: GameId
    seat: Seat
    wish: AppealWish
    winner: Words = ""


class ProtestTap(CallbackData, prefix="pr"):
    """A player protests against the result of a game."""

    game: GameId


def joined(seats: tuple[int, ...]) -> str:
    return ".".join(map(str, seats))
