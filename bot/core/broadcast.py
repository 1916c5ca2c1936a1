"""Tells all processes of a bot small facts that are not stored: a first tap, ticked seats, that a process runs.
A single process notifies only itself."""

from collections.abc import Callable
from typing import Any

Listener = Callable[..., None]


class Broadcast:
    def __init__(self) -> None:
        self._listeners: dict[str, Listener] = {}
        self.pass_on: Callable[[list[Any]], bool] = _no_other_process

    def on(self, kind: str, listener: Listener) -> None:
        self._listeners[kind] = listener

    def tell(self, kind: str, *what: Any) -> None:
        """Notifies the listener here and in all other processes. `what`: small values, as JSON."""
        self._listeners[kind](*what)
        self.pass_on([kind, *what])

    def receive(self, said: list[Any]) -> None:
        kind, *what = said
        listener = self._listeners.get(kind)
        if listener is not None:  # else it comes from a newer release
            listener(*what)


def _no_other_process(_: list[Any]) -> bool:
    return False
