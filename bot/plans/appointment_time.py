"""When an evening is: the moment of a date and time in a zone, and the weeks after it. Pure."""

from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.plans.plan import Plan, PlanRefusal

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
SOONEST_MS = 10 * MINUTE_MS
"""A plan is made at least this long before its time: until then nobody could answer."""
FARTHEST_MS = 180 * DAY_MS
APART_MS = HOUR_MS
"""Two evenings of one place are at least this far apart."""
WEEK = timedelta(days=7)


class Moment(NamedTuple):
    at: int
    """In milliseconds since 1970. Of a time that exists twice it is the first, of one that does not exist the time
    as much later as the clocks are put forward."""
    exists: bool = True
    twice: bool = False


def moment_of(day: date, clock: time, zone: ZoneInfo) -> Moment:
    naive = datetime.combine(day, clock)
    first, second = (naive.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    exists = first.astimezone(zone).replace(tzinfo=None) == naive
    return Moment(round(first.timestamp()) * 1000, exists, exists and first != second)


def why_not_at(moment: Moment, now: int) -> PlanRefusal | None:
    """Returns why nobody can plan an evening for that moment."""
    if not moment.exists:
        return PlanRefusal.NO_SUCH_TIME
    if moment.at <= now:
        return PlanRefusal.PAST
    if moment.at < now + SOONEST_MS:
        return PlanRefusal.SOON
    return PlanRefusal.FAR if moment.at > now + FARTHEST_MS else None


def next_week(plan: Plan, now: int) -> tuple[str, int]:
    """Returns day and moment of the next evening of a weekly one that is not past."""
    return next((day, at) for day, at in _weeks(plan) if at > max(now, plan.at))


def clash(plan: Plan, others: Collection[Plan]) -> bool:
    """Is another evening of the same place planned for about the same time, in some week?"""
    until = max(plan.at, *(other.at for other in others), 0) + FARTHEST_MS
    own = _moments(plan, until)
    here = (other for other in others if other.id != plan.id and other.thread_id == plan.thread_id)
    theirs = [moment for other in here for moment in _moments(other, until)]
    return any(abs(mine - other) < APART_MS for other in theirs for mine in own)


def _moments(plan: Plan, until: int) -> list[int]:
    found = []
    for _, at in _weeks(plan):
        if at > until:
            break
        found.append(at)
        if not plan.weekly:
            break
    return found


def _weeks(plan: Plan) -> Iterator[tuple[str, int]]:
    """The evenings of a weekly plan, this one first."""
    first, clock, zone = date.fromisoformat(plan.day), time.fromisoformat(plan.time), ZoneInfo(plan.zone)
    for number in count():
        day = first + number * WEEK
        yield day.isoformat(), moment_of(day, clock, zone).at
