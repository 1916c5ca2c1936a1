"""Keeps records in memory with the revision they were read at, and commits changes of them."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from bot.core.cache import Cache
from bot.storage.database import Conflict
from bot.storage.store import Store
from bot.storage.unit_of_work import UnitOfWork

T = TypeVar("T")


class Kept(NamedTuple, Generic[T]):
    record: T
    revision: int | None
    """The revision of the stored row; None: there is no row."""


class VersionedCache(Generic[T]):
    """Records by chat id or user id; those not used for the longest time are evicted."""

    def __init__(self, store: Store, most: int) -> None:
        self._store = store
        self.kept: Cache[int, Kept[T]] = Cache(most)

    def get(self, number: int) -> T | None:
        # Written out, without another call: groups and people are looked up for every update.
        if number not in self.kept:
            return None
        self.kept.move_to_end(number)  # it was used: others are evicted before it
        return self.kept[number].record

    def revision(self, number: int) -> int | None:
        """Returns the revision of the row; None if there is no row, or the record is not kept."""
        kept = self.kept.get(number)
        return None if kept is None else kept.revision

    def read(self, number: int, record: T, revision: int | None) -> None:
        """Keeps a record as it was read."""
        self.kept[number] = Kept(record, revision)

    def change(self, number: int, record: T) -> None:
        """Keeps a record that is about to be stored."""
        self.kept[number] = Kept(record, self.revision(number))

    async def commit(self, number: int, work: UnitOfWork) -> bool:
        """Stores a change. Returns False if another process has changed the record, which is dropped from memory
        then."""
        known = self.revision(number)
        try:
            await self._store.commit(work)
        except Conflict:
            self.forget(number)
            return False
        except BaseException:
            self.forget(number)  # memory must not be ahead of what is stored
            raise
        kept = self.kept.get(number)
        if kept is not None:
            self.kept[number] = Kept(kept.record, 0 if known is None else known + 1)
        return True

    def forget(self, number: int) -> None:
        self.kept.pop(number, None)

    def clear(self) -> None:
        self.kept.clear()


class CachedRecords(ABC, Generic[T]):
    """Records, read once and then kept in memory.

    Where other processes change the same rows, what they announce is dropped (`forget`), and a change made to an
    outdated record is made again to the new one.
    """

    def __init__(self, store: Store, most: int) -> None:
        self.kept: VersionedCache[T] = VersionedCache(store, most)

    async def get(self, number: int) -> T:
        """Returns the record with this chat id or user id; one that is not stored has default values."""
        known = self.kept.get(number)
        return await self._read(number) if known is None else known

    @abstractmethod
    async def _read(self, number: int) -> T:
        """Reads the record from the store, and keeps it."""

    def forget(self, numbers: Iterable[int]) -> None:
        """Drops records from memory, because another process has changed them."""
        for number in numbers:
            self.kept.forget(number)

    def forget_all(self) -> None:
        self.kept.clear()
