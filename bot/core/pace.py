"""The speed of games: 1 in Telegram, more in the sandbox. Every length of time is divided by it."""

LEAST_FOR_A_PERSON_MS = 10_000
"""Shortest time of a step that waits for a person, unless the rules give it less."""


class Pace:
    __slots__ = ("floor_ms", "speed")

    def __init__(self, speed: float = 1, floor_ms: int = LEAST_FOR_A_PERSON_MS) -> None:
        self.speed = speed
        self.floor_ms = floor_ms

    def scale(self, milliseconds: float) -> int:
        return int(milliseconds / self.speed)

    def step(self, seconds: int, *, for_person: bool) -> int:
        """Returns the length of a step at this speed, in milliseconds."""
        full = seconds * 1000
        if self.speed <= 1 or not for_person:
            return self.scale(full)
        return max(self.scale(full), min(full, self.floor_ms))
