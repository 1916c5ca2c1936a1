"""Quiet hours: no step ends in them, none ends earlier because of them, and none ends more than one night
later."""

from datetime import UTC, datetime
from itertools import product
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from bot.games.quiet_hours import DAY_MS, QuietHours, quiet_hours

HOUR_MS = 3_600_000
KYIV, LORD_HOWE, KATHMANDU = (
    ZoneInfo(f"{name}") for name in ("Europe/Kyiv", "Australia/Lord_Howe", "Asia/Kathmandu")
)

zones = st.sampled_from(sorted(available_timezones() - {"localtime"})).map(ZoneInfo)
hours = st.integers(0, 23)
quiet = st.builds(QuietHours, zones, hours, hours)
moments = st.integers(1_700_000_000_000, 2_200_000_000_000)


def at(text: str, zone: ZoneInfo, fold: int = 0) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=zone, fold=fold).timestamp()) * 1000


@given(quiet, moments)
def test_nothing_ends_in_them_nor_earlier_and_it_is_done_once(hours: QuietHours, moment: int) -> None:
    after = hours.after(moment)
    assert not hours.cover(after)
    assert after >= moment
    assert hours.after(after) == after
    # Where clocks are put back, the night is an hour longer.
    assert after - moment <= ((hours.end - hours.start) % 24 + 1) * HOUR_MS


@given(quiet, moments)
def test_at_most_one_quiet_span_later(hours: QuietHours, moment: int) -> None:
    """Between a moment and the one it is moved to there are only quiet hours."""
    after = hours.after(moment)
    assert all(hours.cover(between) for between in range(moment, after, 7 * 60_000))
    assert after == moment or hours.cover(after - 1)


@given(quiet, moments)
def test_the_beginning_of_the_span(hours: QuietHours, moment: int) -> None:
    began = hours.began(moment)
    assert began <= moment
    assert not hours.cover(began - 1) or began == moment
    assert hours.after(began) == hours.after(moment)


@given(zones, hours, moments)
def test_equal_hours_are_never_quiet(zone: ZoneInfo, hour: int, moment: int) -> None:
    hours = QuietHours(zone, hour, hour)
    assert not hours.ever
    assert hours.after(moment) == moment == hours.began(moment)


@given(zones, hours, hours, moments)
def test_what_is_quiet_from_one_hour_to_the_other_is_loud_the_other_way_round(
    zone: ZoneInfo, start: int, end: int, moment: int
) -> None:
    assume(start != end)
    assert QuietHours(zone, start, end).cover(moment) != QuietHours(zone, end, start).cover(moment)


@given(quiet, moments, st.integers(0, 2 * DAY_MS))
@example(QuietHours(KYIV, 23, 9), at("2026-10-24T22:00", KYIV), 4 * HOUR_MS)
def test_more_time_never_ends_earlier(hours: QuietHours, moment: int, more: int) -> None:
    assert hours.after(moment) <= hours.after(moment + more)


SPANS = [
    ("over midnight, before it", KYIV, 23, 9, "2026-11-16T23:30", "2026-11-17T09:00"),
    ("over midnight, after it", KYIV, 23, 9, "2026-11-17T02:00", "2026-11-17T09:00"),
    ("the first moment", KYIV, 23, 9, "2026-11-16T23:00", "2026-11-17T09:00"),
    ("the last moment before", KYIV, 23, 9, "2026-11-16T22:59:59", "2026-11-16T22:59:59"),
    ("the end is not quiet", KYIV, 23, 9, "2026-11-17T09:00", "2026-11-17T09:00"),
    ("within a day", KYIV, 13, 15, "2026-11-16T13:20", "2026-11-16T15:00"),
    ("until midnight", KYIV, 22, 0, "2026-11-16T22:20", "2026-11-17T00:00"),
    ("clocks put back in it", KYIV, 23, 9, "2026-10-25T01:00", "2026-10-25T09:00"),
    ("clocks put forward in it", KYIV, 23, 9, "2026-03-29T01:00", "2026-03-29T09:00"),
    ("its end is left out", KYIV, 1, 3, "2026-03-29T02:30", "2026-03-29T04:00"),
    ("clocks put back by half an hour", LORD_HOWE, 23, 2, "2026-04-05T01:40", "2026-04-05T02:00"),
    ("a zone of quarters", KATHMANDU, 23, 9, "2026-11-16T23:30", "2026-11-17T09:00"),
]


@pytest.mark.parametrize(
    ("zone", "start", "end", "moment", "after"), [case[1:] for case in SPANS], ids=[case[0] for case in SPANS]
)
def test_quiet_hours_end_at_their_local_hour(
    zone: ZoneInfo, start: int, end: int, moment: str, after: str
) -> None:
    found = QuietHours(zone, start, end).after(at(moment, zone))
    assert datetime.fromtimestamp(found / 1000, zone).replace(tzinfo=None) == datetime.fromisoformat(after)


def test_the_hour_that_comes_twice_is_quiet_both_times() -> None:
    hours = QuietHours(KYIV, 3, 4)
    first, second = (at("2026-10-25T03:30", KYIV, fold) for fold in (0, 1))
    assert second - first == HOUR_MS
    assert hours.after(first) == hours.after(second) == at("2026-10-25T04:00", KYIV)


def test_an_hour_that_is_left_out_is_quiet_for_nobody() -> None:
    hours, before = QuietHours(KYIV, 3, 4), at("2026-03-29T02:59:59", KYIV)
    assert [hours.cover(before + second * 1000) for second in range(3)] == [False] * 3


def test_a_group_s_choice() -> None:
    assert quiet_hours((), KYIV).after(0) == 0
    assert quiet_hours((23, 24), KYIV) == QuietHours(KYIV, 23, 0)
    assert not quiet_hours((7,), KYIV).ever


def test_every_zone_of_today_keeps_to_quarters() -> None:
    """`after` steps by quarters of an hour."""
    for name, year, month in product(sorted(available_timezones() - {"localtime"}), (2025, 2030), range(1, 13)):
        offset = datetime(year, month, 1, tzinfo=UTC).astimezone(ZoneInfo(name)).utcoffset()
        assert offset is not None
        assert offset.total_seconds() % 900 == 0, name
