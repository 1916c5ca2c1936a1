"""Time zones: the zone of a group or of a language, and the local date and time of a moment."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

USUAL_ZONE: Mapping[str, str] = {"ru": "Europe/Moscow", "uk": "Europe/Kyiv"}
"""Usual time zone of the people who speak a language; a group may choose another zone."""


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


def local(moment: int, zone: ZoneInfo) -> datetime:
    """Returns the local date and time of a moment."""
    seconds, rest = divmod(moment, 1000)
    return datetime.fromtimestamp(seconds, UTC).replace(microsecond=rest * 1000).astimezone(zone)
