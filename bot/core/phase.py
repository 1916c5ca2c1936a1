"""The phases of a table, from its lobby to its end."""

from enum import StrEnum


class Phase(StrEnum):
    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    """Ended without a result, or never begun."""
