"""The local date and time at a table."""

from datetime import datetime
from typing import Protocol

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.time_zones import local, zone_of


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
