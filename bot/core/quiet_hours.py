"""Hours of the day in which no step ends: which moments they cover, and when they end."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

USUAL_ZONE: Mapping[str, str] = {"ru": "Europe/Moscow", "uk": "Europe/Kyiv"}
"""Usual time zone of the people who speak a language; a group may choose another zone."""

QUARTER_MS = 15 * 60_000
"""Milliseconds of a quarter of an hour. Every time zone of today is a whole number of quarters from UTC, and
changes its clocks at one of them."""
DAY_MS = 24 * 60 * 60_000


@lru_cache(maxsize=256)
def zone_of(name: str, language: str = "ru") -> ZoneInfo:
    """Returns the zone of that IANA name; the usual one of the language if there is none of that name."""
    usual = USUAL_ZONE.get(language, USUAL_ZONE["ru"])
    for wanted in (name, usual):
        try:
            return ZoneInfo(wanted)
        except (ValueError, OSError, LookupError):  # empty, not a name, a folder of names, unknown
            continue
    raise LookupError(f"the time zones are not installed: {usual} is missing")


class QuietHours(NamedTuple):
    """From one hour to another by the local clock, over midnight if need be; equal hours: never quiet.

    Moments are milliseconds since 1970. What counts is the local hour: when clocks are put forward,
    the skipped hour is not quiet; when they are put back, the repeated hour is quiet twice.
    """

    zone: ZoneInfo
    start: int
    end: int

    @property
    def ever(self) -> bool:
        return self.start != self.end

    def cover(self, moment: int) -> bool:
        hour = _hour_of(moment // QUARTER_MS, self.zone)
        if self.start <= self.end:
            return self.start <= hour < self.end
        return hour >= self.start or hour < self.end

    def after(self, moment: int) -> int:
        """Returns the moment itself, or the end of the quiet hours it falls into."""
        while self.cover(moment):
            moment = (moment // QUARTER_MS + 1) * QUARTER_MS
        return moment

    def began(self, moment: int) -> int:
        """Returns the moment itself, or the beginning of the quiet hours it falls into."""
        if not self.cover(moment):
            return moment
        moment = moment // QUARTER_MS * QUARTER_MS
        while self.cover(moment - 1):
            moment -= QUARTER_MS
        return moment


def quiet_hours(hours: Sequence[int], zone: ZoneInfo) -> QuietHours:
    """Returns the quiet hours that a group has chosen: two hours of the day, or none."""
    start, end = hours if len(hours) == 2 else (0, 0)
    return QuietHours(zone, start % 24, end % 24)


@lru_cache(maxsize=4096)
def _hour_of(quarter: int, zone: ZoneInfo) -> int:
    """Returns the local hour. Cached, because thousands of games ask for the same quarter of an hour."""
    return local(quarter * QUARTER_MS, zone).hour


def local(moment: int, zone: ZoneInfo) -> datetime:
    """Returns the local date and time of a moment."""
    seconds, rest = divmod(moment, 1000)
    return datetime.fromtimestamp(seconds, UTC).replace(microsecond=rest * 1000).astimezone(zone)
