"""Games over days: which games are slow, the local time at their table, steps that would end in quiet hours."""

from datetime import datetime
from functools import lru_cache
from typing import Protocol

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.quiet_hours import QuietHours, local, quiet_hours, zone_of
from bot.games.step_clock import StepClock
from engine.house_rules import find_ruleset
from engine.rules import rules_for

SLOW_FROM_S = 30 * 60
"""A game with steps this long is one over days. Quiet hours never delay a live game."""


class Place(Protocol):
    """What the local time at a table depends on: a lobby, or what is read of a game that is not in memory."""

    @property
    def id(self) -> str: ...
    @property
    def ruleset(self) -> str: ...
    @property
    def options(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def opened_at(self) -> int: ...
    @property
    def time_zone(self) -> str: ...
    @property
    def quiet(self) -> tuple[int, ...]: ...


def is_slow(place: Place) -> bool:
    """Is this a game over days? What people mostly do in it takes long: talking, voting, the night."""
    return _longest(place.ruleset, place.options) >= SLOW_FROM_S


@lru_cache(maxsize=1024)
def _longest(ruleset: str, options: tuple[tuple[str, str], ...]) -> int:
    lengths = rules_for(find_ruleset(ruleset), dict(options)).options
    return max(lengths.speech, lengths.discussion, lengths.ballot_window, lengths.night)


class LocalTime:
    """Converts between the monotonic clock, used inside, and the wall clock at a table, which people see. At a
    higher speed the days of a table are shorter, counted from the moment it was opened."""

    def __init__(self, clock: Clock, pace: Pace) -> None:
        self._clock = clock
        self._pace = pace

    def unix(self, moment: int) -> int:
        """Returns the moment in Unix seconds, for times that Telegram shows on people's devices."""
        return (moment - self._clock.ahead_of_wall()) // 1000

    def wall(self, place: Place, moment: int) -> int:
        """Returns a monotonic moment as wall-clock milliseconds since 1970 at this table."""
        since = place.opened_at
        return since + int((moment - since) * self._pace.speed) - self._clock.ahead_of_wall()

    def from_wall(self, place: Place, wall: int) -> int:
        """Returns the first monotonic moment that is not before this wall-clock time."""
        since = place.opened_at
        found = since + int((wall + self._clock.ahead_of_wall() - since) / self._pace.speed)
        while self.wall(place, found) < wall:
            found += 1
        return found

    def shown(self, place: Place, moment: int, language: str) -> datetime:
        """Returns the local date and time to show."""
        return local(self.wall(place, moment), zone_of(place.time_zone, language))

    # --- quiet hours ---------------------------------------------------------------------------------------------

    def quiet(self, place: Place) -> QuietHours:
        """Returns the quiet hours of a game over days; a live game has none."""
        hours = place.quiet if place.quiet and is_slow(place) else ()
        return quiet_hours(hours, zone_of(place.time_zone))

    def spare(self, place: Place, moment: int) -> int:
        """Returns the moment itself, or the end of the quiet hours it falls into."""
        quiet = self.quiet(place)
        if not quiet.ever:
            return moment
        wall = self.wall(place, moment)
        after = quiet.after(wall)
        return moment if after == wall else self.from_wall(place, after)

    def spared(self, place: Place, clock: StepClock) -> StepClock:
        """Returns the clock, lengthened to the end of the quiet hours if it would end in them."""
        deadline = clock.deadline()
        return clock if deadline is None else clock.lengthened(self.spare(place, deadline) - deadline)
