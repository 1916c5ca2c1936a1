"""Groups and people together, for callers that need both."""

from collections.abc import Iterable
from typing import TypeVar

from bot.core.cache import Cache
from bot.storage.groups import Group, Groups
from bot.storage.people import People, Person
from bot.storage.port import Store
from bot.storage.versioned_cache import Kept

T = TypeVar("T")


class Directory:
    def __init__(self, store: Store, usual: tuple[tuple[str, str], ...] = (), *, shared: bool = False) -> None:
        """`usual`: options that a new group begins with."""
        self.groups = Groups(store, usual, shared=shared)
        self.people = People(store, shared=shared)

    async def group(self, chat_id: int) -> Group:
        """Returns the group as `groups.get` does, but looks in memory first, because it is needed for every
        update."""
        return _in_memory(self.groups.kept.kept, chat_id) or await self.groups.get(chat_id)

    async def person(self, user_id: int) -> Person:
        """Returns the person as `people.get` does, but looks in memory first."""
        return _in_memory(self.people.kept.kept, user_id) or await self.people.get(user_id)

    def forget(self, ids: Iterable[int]) -> None:
        """Drops groups (negative ids) and people from memory, because another process has changed them."""
        ids = [*ids]
        self.groups.forget(ids)
        self.people.forget(ids)

    def forget_all(self) -> None:
        self.groups.forget_all()
        self.people.forget_all()


def _in_memory(kept: Cache[int, Kept[T]], number: int) -> T | None:
    if number not in kept:
        return None
    kept.move_to_end(number)  # it was used: others are evicted before it
    return kept[number].record
