"""Small facts that all processes of a bot should know at once, and that nobody keeps: who has tapped once, which
keypad stands open, who has been heard of. One process alone tells only itself."""

from collections.abc import Callable
from typing import Any

Listener = Callable[..., None]


class Broadcast:
    def __init__(self) -> None:
        self._deeds: dict[str, Listener] = {}
        self.pass_on: Callable[[list[Any]], bool] = _nobody_else

    def on(self, kind: str, deed: Listener) -> None:
        self._deeds[kind] = deed

    def tell(self, kind: str, *what: Any) -> None:
        """JSON, small."""
        self._deeds[kind](*what)
        self.pass_on([kind, *what])

    def overhear(self, said: list[Any]) -> None:
        kind, *what = said
        deed = self._deeds.get(kind)
        if deed is not None:  # else a release that knows more facts is at work beside this one
            deed(*what)


def _nobody_else(_: list[Any]) -> bool:
    return False
