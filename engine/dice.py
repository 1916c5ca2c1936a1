"""Where chance comes from: the engine has none of its own."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Dice(Protocol):
    """Where chance comes from; `random.Random` fits. The engine has none of its own.

    >>> from random import Random
    >>> dice: Dice = Random(7)
    """

    def random(self) -> float:
        """A number from 0 up to, not including, 1."""
        ...

    def choice(self, seq: Sequence[T], /) -> T:
        """One of these."""
        ...

    def shuffle(self, x: list[T], /) -> None:
        """Put a list into any order, in place."""
        ...
