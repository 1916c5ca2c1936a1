"""Callback data of buttons. It never says who taps: that is read from the update.

Every field has bounds: data that no button of ours could contain is refused, and answered as outdated.
"""

from enum import StrEnum
from typing import Annotated, Literal

from aiogram.filters.callback_data import CallbackData
from pydantic import Field

from bot.telegram.buttons.settings_actions import SettingsAction, SettingsScreen
from bot.telegram.buttons.tournament_actions import ProtestAction, TournamentAction
from engine.commands import Verb

FURTHEST = 2**52
"""Telegram's ids have at most 52 bits."""
LONGEST = 64
"""Most bytes of callback data."""

GameId = Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{1,24}$")]
"""Id of a table or a tournament."""
Step = Annotated[int, Field(ge=0, le=99_999)]
Seat = Annotated[int, Field(ge=0, le=99)]
Flag = Annotated[int, Field(ge=0, le=1)]
Number = Annotated[int, Field(ge=-(10**9), le=10**9)]
"""A number: a value, a position in a list, or a revision."""
ChatId = Annotated[int, Field(ge=-FURTHEST, le=FURTHEST)]
UserId = Annotated[int, Field(ge=0, le=FURTHEST)]
Wish = Annotated[str, Field(pattern=r"^[a-z-]{1,20}$")]
Words = Annotated[str, Field(pattern=r"^[^\x00-\x1f]{0,64}$")]
"""The subject of a menu, as the settings write it."""

Rules = Annotated[str, Field(pattern=r"^[a-z0-9+.-]{1,40}$")]
"""The name of a rule set."""

Seats = Annotated[str, Field(pattern=r"^(?:[0-9]{1,2}(?:\.[0-9]{1,2})*)?$", max_length=LONGEST)]
"""Seat numbers joined by dots. Anything else is forged."""


Code = Annotated[str, Field(pattern=r"^[a-z0-9.-]{0,20}$")]
"""A clause: its number in the rule document, or the project's name for it."""


Person = Annotated[str, Field(pattern=r"^[0-9a-f]{1,14}$")]
"""A person's id in hexadecimal, which leaves room for a long clause beside it."""


class MoveTap(CallbackData, prefix="m"):
    """A move in a game: the step, the verb and the seats it aims at."""

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
    """The seats that are chosen after this tap."""

    @property
    def named(self) -> tuple[int, ...]:
        return tuple(int(part) for part in self.seats.split(".") if part)


class LobbyTap(CallbackData, prefix="l"):
    game: GameId
    wish: Wish


class TableChoiceTap(CallbackData, prefix="e"):
    """What an open table plays: its rules, its pace or an option, and the value that is chosen."""

    game: GameId
    what: Words
    value: Words


class GroupTap(CallbackData, prefix="g"):
    """Buttons that belong to a group and not to one game."""

    wish: Wish


class SoloTap(CallbackData, prefix="solo"):
    """Asks by which rules a person wants to play against computer players."""


class SoloGameTap(CallbackData, prefix="sg"):
    """Begins a game of one person against computer players in their private chat."""

    ruleset: Rules
    size: Seat


class SoloHintsTap(CallbackData, prefix="sh"):
    """Switches the hints of a solo game on or off."""

    game: GameId
    on: Flag


class InvitationsOffTap(CallbackData, prefix="y"):
    """Ends the invitations to the tables of a group."""

    group: ChatId


class CardTap(CallbackData, prefix="c"):
    """«My role»: the card again, to its owner only."""

    game: GameId


class LanguageTap(CallbackData, prefix="lang"):
    language: Wish
    group: Flag = 0
    """1: the language of the group, 0: that of the person."""


class JudgeAction(StrEnum):
    """What a button of the judge's panel does: it opens a page or acts."""

    MAIN = "main"
    SEAT = "seat"
    CLAUSES = "why"
    SURE = "sure"
    NIGHT = "night"
    UNDO = "undo"
    CHAIR = "chair"
    CORRECT = "fix"
    CLOSING = "close"
    DO = "do"
    LEAVE = "leave"
    STAND_IN = "bot"
    SEEK = "seek"
    ACCEPT = "yes"
    REFUSE = "no"


class JudgeTap(CallbackData, prefix="j"):
    """The judge's panel. At every tap the game is asked whether the person judges it."""

    game: GameId
    wish: JudgeAction
    verb: Verb | None = None
    seat: Seat = 0
    code: Code = ""
    """A clause, or the reason of a correction."""
    value: Number = 0
    consent: Number = 0
    seen: Number = 0
    """What the panel showed (`bot.judge.panel_commands.mark`): on another state the tap is not carried out."""
    by: Person = "0"
    """Id of the side judge who made a proposal and is told the outcome, in hexadecimal."""

    @property
    def proposer(self) -> int:
        return int(self.by, 16)


class StopTap(CallbackData, prefix="x"):
    """Confirms that a game is to be stopped."""

    game: GameId
    sure: Flag


class GameControlTap(CallbackData, prefix="t"):
    """Pauses, resumes or stops a game."""

    game: GameId
    wish: Literal["pause", "resume", "stop"]


class Report(StrEnum):
    """Documents about a finished game."""

    TEXT = "text"
    PNG = "png"
    PDF = "pdf"
    XLSX = "xlsx"
    RECORD = "record"
    REPLAY = "html"


class ReportTap(CallbackData, prefix="f"):
    """Asks for a document about a finished game."""

    game: GameId
    report: Report


class ForgetTap(CallbackData, prefix="w"):
    """Confirms that the person who taps is to be forgotten."""

    sure: Flag


class PlanTap(CallbackData, prefix="v"):
    """An answer to a planned evening, or a change of it."""

    plan: GameId
    wish: Literal["yes", "maybe", "no", "move", "skip", "cancel"]


class PlanDraftTap(CallbackData, prefix="vd"):
    """Choosing the day and time of an evening; the keyboard itself remembers what is chosen so far."""

    wish: Literal["days", "hours", "quarters", "make", "drop"]
    day: Annotated[int, Field(ge=0, le=9999_12_31)] = 0
    """The date without hyphens; 0: none is chosen."""
    minute: Annotated[int, Field(ge=0, le=24 * 60 - 1)] = 0
    """The time, in minutes of the day."""
    weekly: Flag = 0


class StatisticsTap(CallbackData, prefix="n"):
    """Another view of statistics (whose, by which rules, of how many days), the picture, or leaving them."""

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


class SettingsScreenTap(CallbackData, prefix="k"):
    """A screen of a group's settings."""

    group: ChatId
    screen: SettingsScreen
    what: Words = ""
    value: Words = ""


class SettingsChangeTap(CallbackData, prefix="o"):
    """A change of a group's settings; `number` is their revision when the button was shown."""

    group: ChatId
    number: Number
    action: SettingsAction
    what: Words = ""
    value: Words = ""


class SettingsQuestionTap(CallbackData, prefix="q"):
    """A change whose value is to be typed."""

    group: ChatId
    number: Number
    action: SettingsAction
    what: Words = ""


class TournamentTap(CallbackData, prefix="u"):
    """An action on a tournament."""

    tournament: GameId
    wish: TournamentAction
    value: Number = 0


class AppealTap(CallbackData, prefix="a"):
    """The chief judge's decision on the protest of a seat, step by step."""

    game: GameId
    seat: Seat
    wish: ProtestAction
    winner: Words = ""


class ProtestTap(CallbackData, prefix="pr"):
    """A player protests against the result of a game."""

    game: GameId


def joined(seats: tuple[int, ...]) -> str:
    return ".".join(map(str, seats))
