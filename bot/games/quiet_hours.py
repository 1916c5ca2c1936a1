"""Hours of the day in which no step of a slow game ends: a step that would is prolonged to their end."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.core.time_zones import local, zone_of
from bot.games.local_time import LocalTime, Place
from bot.games.slow_games import is_slow
from bot.games.step_clock import StepClock

QUARTER_MS = 15 * 60_000
"""Milliseconds of a quarter of an hour. Every time zone of today is a whole number of quarters from UTC, and
changes its clocks at one of them."""
DAY_MS = 24 * 60 * 60_000


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


# --- at a table ----------------------------------------------------------------------------------------------


def quiet_hours_of(place: Place) -> QuietHours:
    """Returns the quiet hours of a game over days; a live game has none."""
    hours = place.quiet if place.quiet and is_slow(place) else ()
    return quiet_hours(hours, zone_of(place.time_zone))


def after_quiet_hours(local_time: LocalTime, place: Place, moment: int) -> int:
    """Returns the moment itself, or the end of the quiet hours it falls into."""
    quiet = quiet_hours_of(place)
    if not quiet.ever:
        return moment
    wall = local_time.wall(place, moment)
    after = quiet.after(wall)
    return moment if after == wall else local_time.from_wall(place, after)


def prolonged_over_quiet_hours(local_time: LocalTime, place: Place, clock: StepClock) -> StepClock:
    """Returns the clock, prolonged to the end of the quiet hours if its step would end in them."""
    deadline = clock.deadline()
    if deadline is None:
        return clock
    return clock.prolonged(after_quiet_hours(local_time, place, deadline) - deadline)
