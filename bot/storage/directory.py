"""Groups and people together, for those who need both."""

from collections.abc import Iterable

from bot.storage.groups import Groups
from bot.storage.people import People
from bot.storage.port import Store


class Directory:
    def __init__(self, store: Store, usual: tuple[tuple[str, str], ...] = (), *, shared: bool = False) -> None:
        """`usual`: options that a new group begins with."""
        self.groups = Groups(store, usual, shared=shared)
        self.people = People(store, shared=shared)

    def forget(self, ids: Iterable[int]) -> None:
        """Groups (negative ids) and people are read again: another process has changed them."""
        ids = [*ids]
        self.groups.forget(ids)
        self.people.forget(ids)

    def forget_all(self) -> None:
        self.groups.forget_all()
        self.people.forget_all()
