"""Moments of evenings, also where the clocks are changed: in Kyiv on 28 March and 31 October 2027."""

from dataclasses import replace
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from bot.plans.appointment_time import DAY_MS, clash, moment_of, next_week, why_not_at
from bot.plans.plan import Plan, PlanRefusal

KYIV = ZoneInfo("Europe/Kyiv")


def utc(*parts: int) -> int:
    return int(datetime(*parts, tzinfo=UTC).timestamp()) * 1000  # type: ignore[misc,arg-type]


def plan(day: str, clock: str, *, weekly: bool = False, number: int = 1, thread: int = 0) -> Plan:
    at = moment_of(date.fromisoformat(day), time.fromisoformat(clock), KYIV).at
    return Plan(f"p{number}", -1, thread, 5, "Анна", day, clock, "Europe/Kyiv", at, weekly)


def test_a_time_is_that_of_the_clock_on_the_wall() -> None:
    assert moment_of(date(2026, 11, 20), time(20), KYIV) == (utc(2026, 11, 20, 18), True, False)


def test_a_time_that_the_clocks_skip_does_not_exist() -> None:
    skipped = moment_of(date(2027, 3, 28), time(3, 30), KYIV)
    assert not skipped.exists
    assert why_not_at(skipped, utc(2027, 3, 1)) is PlanRefusal.NO_SUCH_TIME


def test_of_a_time_that_comes_twice_the_first_is_meant() -> None:
    assert moment_of(date(2027, 10, 31), time(3, 30), KYIV) == (utc(2027, 10, 31, 0, 30), True, True)


@pytest.mark.parametrize(
    ("ahead_ms", "why"),
    [
        (-1, PlanRefusal.PAST),
        (0, PlanRefusal.PAST),
        (5 * 60_000, PlanRefusal.SOON),
        (10 * 60_000, None),
        (180 * DAY_MS, None),
        (181 * DAY_MS, PlanRefusal.FAR),
    ],
)
def test_how_far_ahead_an_evening_may_be(ahead_ms: int, why: PlanRefusal | None) -> None:
    moment = moment_of(date(2026, 11, 20), time(20), KYIV)
    assert why_not_at(moment, moment.at - ahead_ms) is why


def test_a_weekly_evening_keeps_its_time_when_the_clocks_are_changed() -> None:
    weekly = plan("2027-03-26", "20:00", weekly=True)
    assert weekly.at == utc(2027, 3, 26, 18)
    assert next_week(weekly, weekly.at) == ("2027-04-02", utc(2027, 4, 2, 17))


def test_a_weekly_evening_in_the_skipped_hour_is_later_that_once() -> None:
    weekly = plan("2027-03-21", "03:30", weekly=True)
    skipped, at = next_week(weekly, weekly.at)
    assert (skipped, at) == ("2027-03-28", utc(2027, 3, 28, 1, 30))
    assert next_week(replace(weekly, day=skipped, at=at), at) == ("2027-04-04", utc(2027, 4, 4, 0, 30))


def test_after_a_long_outage_the_next_week_is_not_past() -> None:
    weekly = plan("2026-11-20", "20:00", weekly=True)
    assert next_week(weekly, weekly.at + 20 * DAY_MS)[0] == "2026-12-11"


@pytest.mark.parametrize(
    ("other", "clashes"),
    [
        (plan("2026-11-20", "20:30", number=2), True),
        (plan("2026-11-20", "21:00", number=2), False),
        (plan("2026-11-20", "20:30", number=2, thread=7), False),
        (plan("2026-11-27", "20:00", number=2), False),
        (plan("2026-11-13", "19:30", number=2, weekly=True), True),
        (plan("2026-11-20", "20:30", number=1), False),
    ],
)
def test_two_evenings_at_once(other: Plan, clashes: bool) -> None:
    one = plan("2026-11-20", "20:00")
    assert clash(one, [other]) is clash(other, [one]) is clashes


def test_a_weekly_evening_clashes_with_one_of_a_later_week() -> None:
    assert clash(plan("2026-11-20", "20:00", weekly=True), [plan("2026-12-11", "20:00", number=2)])
