"""Every option an admin can set: its key, its values, and how they are written."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class BallotStyle(StrEnum):
    SEQUENTIAL = "sequential"
    SIMULTANEOUS = "simultaneous"


class Nominations(StrEnum):
    """Which of several seats named in one minute counts."""

    FIRST = "first"
    FIRST_NEW = "first-new"
    LAST = "last"


class Unvoted(StrEnum):
    LAST_CANDIDATE = "last-candidate"
    NOT_COUNTED = "not-counted"


class TieAtThreeOrFour(StrEnum):
    NIGHT = "night"
    LIFT = "lift"


class SingleLater(StrEnum):
    LEAVES = "leaves"
    BALLOT = "ballot"


class BestMoveTime(StrEnum):
    NIGHT = "night"
    LAST_WORD = "last-word"
    NEVER = "never"


class Draw(StrEnum):
    CYCLES_3 = "cycles-3"
    NIGHTS_3 = "nights-3"
    OFF = "off"


class Offences(StrEnum):
    OFF = "off"
    WARN = "warn"
    FOUL = "foul"


class StandIns(StrEnum):
    OFF = "off"
    ON_ABSENCE = "on-absence"
    FILL = "fill"


class LoverAlibi(StrEnum):
    IMMUNITY = "immunity"
    BLOCK = "block"
    BOTH = "both"


class Lynch(StrEnum):
    MOST = "most"
    ONE_BY_ONE = "one-by-one"


class Tie(StrEnum):
    NONE = "none"
    REVOTE = "revote"


class VoidCheck(StrEnum):
    FAILED = "failed"
    SILENT = "silent"


class NightTalk(StrEnum):
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
    # speeches in turn
    speech: int = 0
    tie_speech: int = 0
    last_word: int = 0
    lift_window: int = 0
    silenced_window: int = 0
    nominations: Nominations = Nominations.FIRST
    withdraw: bool = False
    ballot_style: BallotStyle = BallotStyle.SIMULTANEOUS
    unvoted: Unvoted = Unvoted.NOT_COUNTED
    single_later: SingleLater = SingleLater.BALLOT
    tie_at_three_or_four: TieAtThreeOrFour = TieAtThreeOrFour.LIFT
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
    """A length of time. Slow games go up to two days."""

    least: int = 1
    most: int = 48 * 3600

    def parse(self, text: str) -> int | None:
        return _whole_number(text, self.least, self.most)

    def write(self, value: object) -> str:
        return str(value)

    def others(self, value: object) -> tuple[str, ...]:
        return (str(int(str(value)) + 1),)


class Count(NamedTuple):
    least: int
    most: int

    def parse(self, text: str) -> int | None:
        return _whole_number(text, self.least, self.most)

    def write(self, value: object) -> str:
        return str(value)

    def others(self, value: object) -> tuple[str, ...]:
        return tuple(str(n) for n in range(self.least, self.most + 1) if n != value)


class Switch(NamedTuple):
    def parse(self, text: str) -> bool | None:
        return {"on": True, "off": False}.get(text)

    def write(self, value: object) -> str:
        return "on" if value else "off"

    def others(self, value: object) -> tuple[str, ...]:
        return ("off" if value else "on",)


class Choice(NamedTuple):
    values: type[StrEnum]

    def parse(self, text: str) -> StrEnum | None:
        return next((value for value in self.values if value == text), None)

    def write(self, value: object) -> str:
        return str(value)

    def others(self, value: object) -> tuple[str, ...]:
        return tuple(str(other) for other in self.values if other != value)


class PointChoice(NamedTuple):
    """One of a few numbers of points, kept in hundredths."""

    hundredths: tuple[int, ...]

    def parse(self, text: str) -> int | None:
        return {self.write(value): value for value in self.hundredths}.get(text)

    def write(self, value: object) -> str:
        return f"{int(str(value)) / 100:g}"

    def others(self, value: object) -> tuple[str, ...]:
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
    "tie_at_three_or_four": Choice(TieAtThreeOrFour),
    "single_later": Choice(SingleLater),
    "best_move_time": Choice(BestMoveTime),
    "last_word_when_decided": Switch(),
    "draw": Choice(Draw),
    "offences": Choice(Offences),
    "reveal_roles": Switch(),
    "early_night_end": Switch(),
    "compensation_max": PointChoice((30, 40, 50)),
    "stand_ins": Choice(StandIns),
    "surrender": Switch(),
    "night_talk": Choice(NightTalk),
    "lover_alibi": Choice(LoverAlibi),
    "claim_forfeits_best_move": Switch(),
    "lynch": Choice(Lynch),
    "tie": Choice(Tie),
    "loner_must_die": Switch(),
    "void_check": Choice(VoidCheck),
}


class Option(NamedTuple):
    """The official value of an option in one rule set, and the clause it comes from."""

    value: int | bool | StrEnum
    clause: str


class BadOption(ValueError):
    """An option nobody knows, or a value it does not have."""


def parse_option(key: str, text: str) -> int | bool | StrEnum:
    """The value that `text` writes for the option `key`."""
    kind = KINDS.get(key)
    if kind is None:
        raise BadOption(f"unknown option {key!r}")
    value = kind.parse(text)
    if value is None:
        raise BadOption(f"option {key} has no value {text!r}")
    return value


def write_option(key: str, value: object) -> str:
    return KINDS[key].write(value)


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
