"""Draining: running games are played to their end, and no new tables open."""


class Draining:
    def __init__(self) -> None:
        self._on = False

    @property
    def is_on(self) -> bool:
        return self._on

    def set(self, draining: bool) -> None:
        self._on = draining
