"""Time zones: an unknown one is the usual one of the language, and a moment is shown as the clock on the wall."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.core.time_zones import local, zone_of

KYIV = ZoneInfo("Europe/Kyiv")


@pytest.mark.parametrize(
    "name", ["", "Nowhere/Town", "Europe", "../etc/passwd", "/etc/localtime", "Киев", "x" * 500]
)
def test_a_zone_nobody_knows_is_the_usual_one(name: str) -> None:
    assert zone_of(name, "ru").key == "Europe/Moscow"
    assert zone_of(name, "uk").key == "Europe/Kyiv"


def test_the_clock_on_the_wall() -> None:
    moment = int(datetime(2026, 11, 16, 23, 30, tzinfo=KYIV).timestamp()) * 1000
    assert local(moment, KYIV).isoformat() == "2026-11-16T23:30:00+02:00"
