"""Reads the day and time that somebody has typed after `/plan`: «пт 20:00», «25.11 19:30», «завтра 21:00».

The words are in `locales/<language>/plan_words.toml`; those of every language are understood.
"""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cache
from importlib import resources

from bot.language.translator import LANGUAGES
from bot.plans.appointment_time import FARTHEST_MS
from bot.plans.plan import PlanRefusal

LONGEST = 80
"""Longest text that is read, in characters."""
TOKEN = re.compile(r"[0-9]+(?:[.:/-][0-9]+)*|[^\W\d_]+(?:'[^\W\d_]+)*")
BETWEEN = re.compile(r"[\s,.;()«»\"]*")
CLOCK = re.compile(r"([0-9]{1,2})[:.-]([0-9]{2})")
DATE = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})(?:[./-]([0-9]{2}|[0-9]{4}))?")
ISO_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
NUMBER = re.compile(r"[0-9]{1,2}")
YEAR = re.compile(r"20[0-9]{2}")
FARTHEST_DAYS = FARTHEST_MS // (24 * 60 * 60_000)


@dataclass(frozen=True, slots=True)
class Appointment:
    """What was typed; `clock` is None if only a day was."""

    day: date
    clock: time | None
    weekly: bool = False


@dataclass(frozen=True, slots=True)
class _Words:
    weekdays: tuple[tuple[int, str, str], ...]
    """Number of the day from Monday on, its short form and the beginning of its name."""
    months: tuple[tuple[int, str], ...]
    days_ahead: dict[str, int]
    weekly: tuple[str, ...]
    hour_follows: frozenset[str]
    ignored: frozenset[str]


@dataclass(slots=True)
class _Read:
    """What is read so far."""

    day: date | None = None
    month_day: tuple[int, int] | None = None
    year: int = 0
    weekday: int | None = None
    clock: time | None = None
    number: int | None = None
    """A number that is a day of a month or an hour: what follows decides."""
    weekly: bool = False
    said: list[str] = field(default_factory=list)

    @property
    def has_day(self) -> bool:
        return self.day is not None or self.month_day is not None or self.weekday is not None


class _Unreadable(Exception):
    pass


def read_appointment(text: str, now: datetime) -> Appointment | PlanRefusal:
    """Reads a typed appointment; `now` is the local time there. A day without a year is the next one of that
    name."""
    said = text.strip().lower().replace("’", "'").replace("ʼ", "'").replace("`", "'")
    if not 0 < len(said) <= LONGEST:
        return PlanRefusal.UNREADABLE
    read = _Read()
    try:
        for word in _tokens(said):
            _take(read, word)
            read.said.append(word)
        if read.number is not None:
            _set_clock(read, read.number, 0)
        return _appointment(read, now)
    except _Unreadable:
        return PlanRefusal.UNREADABLE


def _tokens(said: str) -> Iterable[str]:
    at = 0
    while (at := _end_of_gap(said, at)) < len(said):
        token = TOKEN.match(said, at)
        if token is None:
            raise _Unreadable
        yield token[0]
        at = token.end()


def _end_of_gap(said: str, at: int) -> int:
    gap = BETWEEN.match(said, at)
    return at if gap is None else gap.end()


def _take(read: _Read, word: str) -> None:
    if word[0].isdecimal():
        _take_number(read, word)
    else:
        _take_word(read, word)


def _take_number(read: _Read, word: str) -> None:
    if iso := ISO_DATE.fullmatch(word):
        read.year = int(iso[1])
        _set_date(read, int(iso[3]), int(iso[2]))
    elif YEAR.fullmatch(word) and read.month_day is not None and not read.year:
        read.year = int(word)
    elif (clock := CLOCK.fullmatch(word)) and (":" in word or read.has_day or _hour_is_due(read)):
        _set_clock(read, int(clock[1]), int(clock[2]))
    elif dated := DATE.fullmatch(word):
        if dated[3]:
            read.year = int(dated[3]) + (2000 if len(dated[3]) == 2 else 0)
        _set_date(read, int(dated[1]), int(dated[2]))
    elif NUMBER.fullmatch(word) and read.number is None:
        if _hour_is_due(read) or read.month_day is not None:
            _set_clock(read, int(word), 0)
        else:
            read.number = int(word)
    else:
        raise _Unreadable


def _hour_is_due(read: _Read) -> bool:
    return bool(read.said) and read.said[-1] in _words().hour_follows


def _take_word(read: _Read, word: str) -> None:
    words = _words()
    ahead = words.days_ahead.get(word)
    month = next((number for number, begins in words.months if word.startswith(begins)), None)
    weekday = next(
        (number for number, short, begins in words.weekdays if word == short or word.startswith(begins)), None
    )
    if month is not None and read.number is not None and weekday is None:
        number, read.number = read.number, None
        _set_date(read, number, month)
    elif weekday is not None or ahead is not None:
        if read.has_day:
            raise _Unreadable
        read.weekday = weekday
        if ahead is not None:
            read.day = date.min + timedelta(days=ahead)  # counted from today later
    elif word.startswith("що") and (begins := _weekday_begin(word[2:])) is not None:
        read.weekday, read.weekly = begins, True
    elif word.startswith(tuple(begin for begin in words.weekly if begin != "що")):
        read.weekly = True
    elif word not in words.ignored | words.hour_follows:
        raise _Unreadable


def _weekday_begin(word: str) -> int | None:
    return next((number for number, _, begins in _words().weekdays if word.startswith(begins)), None)


def _set_date(read: _Read, day: int, month: int) -> None:
    if read.has_day:
        raise _Unreadable
    read.month_day = (month, day)


def _set_clock(read: _Read, hour: int, minute: int) -> None:
    if read.clock is not None or hour > 23 or minute > 59:  # of a clock
        raise _Unreadable
    read.clock, read.number = time(hour, minute), None


def _appointment(read: _Read, now: datetime) -> Appointment | PlanRefusal:
    today = now.date()
    passed = read.clock is not None and read.clock <= now.time().replace(tzinfo=None)
    if read.day is not None:
        return Appointment(today + (read.day - date.min), read.clock, read.weekly)
    if read.weekday is not None:
        ahead = (read.weekday - today.weekday()) % 7
        return Appointment(today + timedelta(days=ahead or 7 * passed), read.clock, read.weekly)
    if read.month_day is not None:
        found = _dated(*read.month_day, read.year, today)
        return found if isinstance(found, PlanRefusal) else Appointment(found, read.clock, read.weekly)
    if read.clock is None:
        return PlanRefusal.UNREADABLE
    return Appointment(today + timedelta(days=int(passed)), read.clock, read.weekly)


def _dated(month: int, day: int, year: int, today: date) -> date | PlanRefusal:
    """Returns a date; without a year that of this year, or of the next one if it is soon then."""
    years = (year,) if year else (today.year, today.year + 1)
    found = []
    for each in years:
        try:
            found.append(date(each, month, day))
        except ValueError:
            continue
    if not found:
        return PlanRefusal.NO_SUCH_DAY
    ahead = [each for each in found if 0 <= (each - today).days <= FARTHEST_DAYS]
    return ahead[0] if ahead else found[0]


@cache
def _words() -> _Words:
    read = [
        tomllib.loads((resources.files("locales") / language / "plan_words.toml").read_text(encoding="utf-8"))
        for language in LANGUAGES
    ]
    return _Words(
        weekdays=tuple(
            (number, short, begins) for words in read for number, (short, begins) in enumerate(words["weekdays"])
        ),
        months=tuple((number, begins) for words in read for number, begins in enumerate(words["months"], start=1)),
        days_ahead={
            word: ahead
            for words in read
            for ahead, key in enumerate(("today", "tomorrow", "after_tomorrow"))
            for word in words[key]
        },
        weekly=tuple(word for words in read for word in words["weekly"]),
        hour_follows=frozenset(word for words in read for word in words["hour_follows"]),
        ignored=frozenset(word for words in read for word in words["ignored"]),
    )
