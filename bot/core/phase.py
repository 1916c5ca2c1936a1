"""The phases of a table, from its lobby to its end."""

from enum import StrEnum


class Phase(StrEnum):
    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    """The table ended without a result, or its game never began."""
