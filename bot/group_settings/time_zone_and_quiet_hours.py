"""A group's time zone and quiet hours: what is offered, and how a typed value is read."""

import re
from collections.abc import Mapping
from functools import cache
from zoneinfo import available_timezones

USUAL_ZONE = "usual"
ZONES = (
    *("Europe/Kyiv", "Europe/Warsaw", "Europe/Berlin", "Europe/London", "Europe/Chisinau", "Europe/Minsk"),
    *("Europe/Moscow", "Asia/Tbilisi", "Asia/Yerevan", "Asia/Almaty", "Asia/Tashkent", "Asia/Jerusalem"),
)
"""Time zones offered as buttons; any other can be typed."""
HOURS = ("22-8", "22-9", "23-8", "23-9", "0-8", "0-9")
NEVER = "never"
LONGEST_ZONE = 40


def write_hours(value: tuple[int, ...]) -> str:
    return f"{value[0]}-{value[1]}" if value else NEVER


def read_hours(text: str) -> tuple[int, ...] | None:
    """Reads `23-9`, `23:00–9:00` or `23 9`; returns None if the text is none of these."""
    if text == NEVER:
        return ()
    found = re.fullmatch(r"([0-9]{1,2})(?::00)?(?:[-–—]\s*|\s+(?:[-–—]\s*)?)([0-9]{1,2})(?::00)?", text.strip())
    if found is None:
        return None
    first, last = (int(hour) for hour in found.groups())
    return (first, last) if first != last and max(first, last) < 24 else None


@cache
def _zones() -> Mapping[str, str]:
    """Returns every zone by its name in lower case, and by its city alone."""
    names = sorted(available_timezones(), key=lambda name: ("/" in name, len(name), name), reverse=True)
    return {name.rpartition("/")[2].lower(): name for name in names} | {name.lower(): name for name in names}


def read_zone(text: str) -> str | None:
    """Reads `Europe/Kyiv` or `kyiv` in any case; empty for the usual zone, None if there is no such zone."""
    said = "_".join(text.split()).lower()
    if said == USUAL_ZONE:
        return ""
    return _zones().get(said) if len(said) <= LONGEST_ZONE else None
