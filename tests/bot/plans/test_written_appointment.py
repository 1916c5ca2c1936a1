"""What people type after /plan, in both languages, on Thursday 19 November 2026 at six in the evening."""

from datetime import date, datetime, time

import pytest

from bot.plans.plan import PlanRefusal
from bot.plans.written_appointment import Appointment, read_appointment

NOW = datetime(2026, 11, 19, 18, 0)
EIGHT = time(20)
FRIDAY, SATURDAY, WEDNESDAY = date(2026, 11, 20), date(2026, 11, 21), date(2026, 11, 25)


@pytest.mark.parametrize(
    ("typed", "day", "clock"),
    [
        ("пт 20:00", FRIDAY, EIGHT),
        ("Пт. 20:00", FRIDAY, EIGHT),
        ("в пятницу в 20:00", FRIDAY, EIGHT),
        ("пятница 20", FRIDAY, EIGHT),
        ("в субботу в 20", SATURDAY, EIGHT),
        ("20:00 пт", FRIDAY, EIGHT),
        ("сб 20.00", SATURDAY, EIGHT),
        ("25.11 19:30", WEDNESDAY, time(19, 30)),
        ("25.11 19.30", WEDNESDAY, time(19, 30)),
        ("25.11.2026 19:30", WEDNESDAY, time(19, 30)),
        ("25.11.26, 19:30", WEDNESDAY, time(19, 30)),
        ("25/11 19:30", WEDNESDAY, time(19, 30)),
        ("2026-11-25 19:30", WEDNESDAY, time(19, 30)),
        ("25 ноября 19:30", WEDNESDAY, time(19, 30)),
        ("25 ноября 2026 года в 19:30", WEDNESDAY, time(19, 30)),
        ("25 листопада о 19:30", WEDNESDAY, time(19, 30)),
        ("завтра 21:00", FRIDAY, time(21)),
        ("послезавтра в 21", SATURDAY, time(21)),
        ("післязавтра о 21:00", SATURDAY, time(21)),
        ("сегодня 21:00", date(2026, 11, 19), time(21)),
        ("сьогодні о 21", date(2026, 11, 19), time(21)),
        ("21:00", date(2026, 11, 19), time(21)),
        ("17:00", FRIDAY, time(17)),
        ("чт 21:00", date(2026, 11, 19), time(21)),
        ("чт 17:00", date(2026, 11, 26), time(17)),
        ("п'ятниця 20:00", FRIDAY, EIGHT),
        ("у п’ятницю о 20:00", FRIDAY, EIGHT),
        ("нд 20:00", date(2026, 11, 22), EIGHT),
        ("в середу 20:00", WEDNESDAY, EIGHT),
        ("3 серпня 20:00", date(2026, 8, 3), EIGHT),
        ("2 січня 20:00", date(2027, 1, 2), EIGHT),
        ("18.11 20:00", date(2026, 11, 18), EIGHT),
        ("пт", FRIDAY, None),
        ("25.11", WEDNESDAY, None),
    ],
)
def test_a_day_and_a_time(typed: str, day: date, clock: time | None) -> None:
    assert read_appointment(typed, NOW) == Appointment(day, clock)


@pytest.mark.parametrize(
    "typed",
    [
        "каждую пятницу 20:00",
        "пт 20:00 каждую неделю",
        "еженедельно пт 20:00",
        "щоп'ятниці о 20:00",
        "кожної п'ятниці о 20:00",
        "пт 20:00 щотижня",
    ],
)
def test_every_week(typed: str) -> None:
    assert read_appointment(typed, NOW) == Appointment(FRIDAY, EIGHT, weekly=True)


@pytest.mark.parametrize(
    "typed",
    ["", "когда-нибудь", "пт 25:00", "пт 20:60", "пт сб 20:00", "20:00 21:00", "25.11 26.11", "пт 20:00 или 21:00",
     "1" * 81, "🎭", "каждую неделю", "пт 20:00 <b>"],
)  # fmt: skip
def test_what_cannot_be_understood_is_no_plan(typed: str) -> None:
    read = read_appointment(typed, NOW)
    assert read is PlanRefusal.UNREADABLE


@pytest.mark.parametrize("typed", ["31.02 20:00", "32.01 20:00", "30 февраля 20:00", "25.13 20:00"])
def test_a_day_that_no_calendar_has(typed: str) -> None:
    assert read_appointment(typed, NOW) is PlanRefusal.NO_SUCH_DAY
