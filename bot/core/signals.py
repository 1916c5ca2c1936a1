"""Signals: something happens, and the parts that were connected are called.

Used where two parts need each other, so that one of them cannot be a constructor argument of the other.
"""

from collections.abc import Awaitable, Callable
from typing import Generic, TypeVarTuple

Values = TypeVarTuple("Values")


class Signal(Generic[*Values]):
    def __init__(self) -> None:
        self._listeners: list[Callable[[*Values], None]] = []

    def connect(self, *listeners: Callable[[*Values], None]) -> None:
        self._listeners += listeners

    def send(self, *values: *Values) -> None:
        """Calls every listener, in the order in which they were connected."""
        for listener in self._listeners:
            listener(*values)


class AsyncSignal(Generic[*Values]):
    def __init__(self) -> None:
        self._listeners: list[Callable[[*Values], Awaitable[None]]] = []

    def connect(self, *listeners: Callable[[*Values], Awaitable[None]]) -> None:
        self._listeners += listeners

    async def send(self, *values: *Values) -> None:
        """Awaits every listener in turn; an error of one of them is raised and the others are not called."""
        for listener in self._listeners:
            await listener(*values)
