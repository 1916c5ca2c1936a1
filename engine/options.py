"""Every option an admin can set: its key, its values, and how they are written.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.errors import BadOption


class BallotStyle(StrEnum):
    """Are candidates called one after another, or does everybody vote at once?"""

    SEQUENTIAL = "sequential"
    SIMULTANEOUS = "simultaneous"


class Nominations(StrEnum):
    """Which of several seats named in one minute counts."""

    FIRST = "first"
    FIRST_NEW = "first-new"
    LAST = "last"


class Unvoted(StrEnum):
    """What becomes of a vote that nobody cast."""

    LAST_CANDIDATE = "last-candidate"
    NOT_COUNTED = "not-counted"


class BallotSecrecy(StrEnum):
    """Who learns how a seat has voted: everybody at once, everybody at the close, or nobody ever."""

    OPEN = "open"
    HIDDEN = "hidden"
    ANONYMOUS = "anonymous"


class TieAtThreeOrFour(StrEnum):
    """What follows a second tie with three or four left."""

    NIGHT = "night"
    LIFT = "lift"


class SingleLater(StrEnum):
    """A single candidate on a later day: out without a ballot, or voted on."""

    LEAVES = "leaves"
    BALLOT = "ballot"


class BestMoveTime(StrEnum):
    """When the first night's victim names three."""

    NIGHT = "night"
    LAST_WORD = "last-word"
    NEVER = "never"


class Draw(StrEnum):
    """When a game without departures is a draw."""

    CYCLES_3 = "cycles-3"
    NIGHTS_3 = "nights-3"
    OFF = "off"


class Offences(StrEnum):
    """What follows when somebody writes out of turn."""

    OFF = "off"
    WARN = "warn"
    FOUL = "foul"


class StandIns(StrEnum):
    """Whether computer players take seats: never, for the absent, or also to fill the table."""

    OFF = "off"
    ON_ABSENCE = "on-absence"
    FILL = "fill"


class LoverAlibi(StrEnum):
    """What the Lover's visit does (S1): shields from nomination, blocks the night, or both."""

    IMMUNITY = "immunity"
    BLOCK = "block"
    BOTH = "both"


class Lynch(StrEnum):
    """The trial of the boxed game (S2): most votes, or yes and no on one after another."""

    MOST = "most"
    ONE_BY_ONE = "one-by-one"


class Tie(StrEnum):
    """What a tie of the boxed game leads to (S2)."""

    NONE = "none"
    REVOTE = "revote"


class DoctorSelf(StrEnum):
    """How often the doctor may heal the doctor."""

    NEVER = "never"
    ONCE = "once"
    ANY = "any"


class VoidCheck(StrEnum):
    """What one is told whose check came to nothing."""

    FAILED = "failed"
    SILENT = "silent"


class NightTalk(StrEnum):
    """What the members of a team may tell each other at night."""

    OFF = "off"
    CHOICES = "choices"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Options:
    """The values in force at one table. What a rule set does not have keeps a value that changes nothing."""

    deal: int
    meet: int
    ballot_window: int
    night: int
    time_out: int
    time_outs: int
    show_candidates: bool
    draw: Draw
    offences: Offences
    reveal_roles: bool
    early_night_end: bool
    stand_ins: StandIns
    surrender: bool
    night_talk: NightTalk
    first_day_ballot: bool = True
    first_night_kill: bool = True
    fouls_to_removal: int = 4
    doctor_self: DoctorSelf = DoctorSelf.NEVER
    doctor_twice: bool = True
    # speeches in turn
    speech: int = 0
    tie_speech: int = 0
    last_word: int = 0
    lift_window: int = 0
    silenced_window: int = 0
    fouls_to_silence: int = 3
    nominations: Nominations = Nominations.FIRST
    withdraw: bool = False
    ballot_style: BallotStyle = BallotStyle.SIMULTANEOUS
    unvoted: Unvoted = Unvoted.NOT_COUNTED
    ballot_secrecy: BallotSecrecy = BallotSecrecy.OPEN
    change_vote: bool = False
    confirmation: bool = False
    single_later: SingleLater = SingleLater.BALLOT
    tie_at_three_or_four: TieAtThreeOrFour = TieAtThreeOrFour.LIFT
    last_words: bool = True
    last_word_when_decided: bool = False
    best_move_time: BestMoveTime = BestMoveTime.NEVER
    best_move: int = 0
    compensation_max: int = 0
    # city
    lover_alibi: LoverAlibi = LoverAlibi.IMMUNITY
    claim_forfeits_best_move: bool = False
    # box
    discussion: int = 0
    second_discussion: int = 0
    lynch: Lynch = Lynch.MOST
    tie: Tie = Tie.NONE
    loner_must_die: bool = True
    void_check: VoidCheck = VoidCheck.FAILED


class Seconds(NamedTuple):
    """A kind of option: a length of time. Slow games go up to two days."""

    least: int = 1
    most: int = 48 * 3600

    def parse(self, text: str) -> int | None:
        """The value that a text writes; None if it writes none."""
        return _whole_number(text, self.least, self.most)

    def write(self, value: object) -> str:
        """A value as text."""
        return str(value)

    def others(self, value: object) -> tuple[str, ...]:
        """Another value, as text, for tests that change an option."""
        return (str(int(str(value)) + 1),)


class Count(NamedTuple):
    """A kind of option: a whole number between two bounds."""

    least: int
    most: int

    def parse(self, text: str) -> int | None:
        """The value that a text writes; None if it writes none."""
        return _whole_number(text, self.least, self.most)

    def write(self, value: object) -> str:
        """A value as text."""
        return str(value)

    def others(self, value: object) -> tuple[str, ...]:
        """All other values, as text."""
        return tuple(str(n) for n in range(self.least, self.most + 1) if n != value)


class Switch(NamedTuple):
    """A kind of option: on or off."""

    def parse(self, text: str) -> bool | None:
        """The value that a text writes; None if it writes none."""
        return {"on": True, "off": False}.get(text)

    def write(self, value: object) -> str:
        """A value as text."""
        return "on" if value else "off"

    def others(self, value: object) -> tuple[str, ...]:
        """The other value, as text."""
        return ("off" if value else "on",)


class Choice(NamedTuple):
    """A kind of option: one of the values of an enum."""

    values: type[StrEnum]

    def parse(self, text: str) -> StrEnum | None:
        """The value that a text writes; None if it writes none."""
        return next((value for value in self.values if value == text), None)

    def write(self, value: object) -> str:
        """A value as text."""
        return str(value)

    def others(self, value: object) -> tuple[str, ...]:
        """All other values, as text."""
        return tuple(str(other) for other in self.values if other != value)


class PointChoice(NamedTuple):
    """A kind of option: one of a few numbers of points, kept in hundredths."""

    hundredths: tuple[int, ...]

    def parse(self, text: str) -> int | None:
        """The value that a text writes; None if it writes none."""
        return {self.write(value): value for value in self.hundredths}.get(text)

    def write(self, value: object) -> str:
        """A value as text."""
        return f"{int(str(value)) / 100:g}"

    def others(self, value: object) -> tuple[str, ...]:
        """All other values, as text."""
        return tuple(self.write(other) for other in self.hundredths if other != value)


Kind = Seconds | Count | Switch | Choice | PointChoice

KINDS: Mapping[str, Kind] = {
    "deal": Seconds(),
    "meet": Seconds(),
    "speech": Seconds(),
    "tie_speech": Seconds(),
    "last_word": Seconds(),
    "ballot_window": Seconds(),
    "lift_window": Seconds(),
    "night": Seconds(),
    "discussion": Seconds(),
    "second_discussion": Seconds(),
    "best_move": Seconds(),
    "silenced_window": Seconds(),
    "time_out": Seconds(),
    "time_outs": Count(0, 9),
    "ballot_style": Choice(BallotStyle),
    "withdraw": Switch(),
    "nominations": Choice(Nominations),
    "show_candidates": Switch(),
    "unvoted": Choice(Unvoted),
    "ballot_secrecy": Choice(BallotSecrecy),
    "change_vote": Switch(),
    "confirmation": Switch(),
    "tie_at_three_or_four": Choice(TieAtThreeOrFour),
    "single_later": Choice(SingleLater),
    "first_day_ballot": Switch(),
    "best_move_time": Choice(BestMoveTime),
    "last_words": Switch(),
    "last_word_when_decided": Switch(),
    "draw": Choice(Draw),
    "offences": Choice(Offences),
    "fouls_to_silence": Count(1, 3),
    "fouls_to_removal": Count(4, 9),
    "reveal_roles": Switch(),
    "early_night_end": Switch(),
    "compensation_max": PointChoice((30, 40, 50)),
    "stand_ins": Choice(StandIns),
    "surrender": Switch(),
    "night_talk": Choice(NightTalk),
    "lover_alibi": Choice(LoverAlibi),
    "claim_forfeits_best_move": Switch(),
    "first_night_kill": Switch(),
    "doctor_self": Choice(DoctorSelf),
    "doctor_twice": Switch(),
    "lynch": Choice(Lynch),
    "tie": Choice(Tie),
    "loner_must_die": Switch(),
    "void_check": Choice(VoidCheck),
}


class Option(NamedTuple):
    """The official value of an option in one rule set, and the clause it comes from."""

    value: int | bool | StrEnum
    clause: str


def parse_option(key: str, text: str) -> int | bool | StrEnum:
    """The value that `text` writes for the option `key`. `BadOption` if there is no such option or value.

    >>> parse_option("speech", "45"), parse_option("reveal_roles", "on")
    (45, True)
    >>> parse_option("speech", "long")
    Traceback (most recent call last):
    engine.errors.BadOption: option speech has no value 'long'
    """
    kind = KINDS.get(key)
    if kind is None:
        raise BadOption(f"unknown option {key!r}")
    value = kind.parse(text) if isinstance(text, str) else None
    if value is None:
        raise BadOption(f"option {key} has no value {text!r}")
    return value


def write_option(key: str, value: object) -> str:
    """A value of the option `key` as text; `parse_option` reads it again.

    `BadOption` if there is no such option, or the option cannot take the value.

    >>> write_option("reveal_roles", True)
    'on'
    >>> write_option("speech", "long")
    Traceback (most recent call last):
    engine.errors.BadOption: option speech has no value 'long'
    """
    kind = KINDS.get(key)
    if kind is None:
        raise BadOption(f"unknown option {key!r}")
    try:
        text = kind.write(value)
    except ValueError:  # no number where one is needed
        text = ""
    if kind.parse(text) != value:
        raise BadOption(f"option {key} has no value {value!r}")
    return text


def resolve(official: Mapping[str, Option], changed: Mapping[str, str]) -> Options:
    """The official values of a rule set with an admin's changes laid over them."""
    values: dict[str, int | bool | StrEnum] = {key: option.value for key, option in official.items()}
    for key, text in changed.items():
        values[key] = parse_option(key, text)
    return Options(**values)  # type: ignore[arg-type]  # the kinds of KINDS are those of the fields: tested


def _whole_number(text: str, least: int, most: int) -> int | None:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
        return None
    number = int(text)
    return number if least <= number <= most else None
