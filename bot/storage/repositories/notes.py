"""Notes: single stored values that deserve no table of their own.

Each note is declared once, in the module that owns it: a `Note` where there is one of it, `Notes` where there is
one for each game, link or member. Only `term` is read elsewhere: it belongs to `bot.storage.leader_lock`.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from sqlalchemy import select

from bot.storage.schema import notes
from bot.storage.store import Store
from bot.storage.unit_of_work import UnitOfWork

T = TypeVar("T")


class Note(Generic[T]):
    """One stored value. `parse` and `write` convert it from and to text."""

    def __init__(self, key: str, parse: Callable[[str], T], write: Callable[[T], str] = str) -> None:
        self.key = key
        self._parse = parse
        self._write = write

    async def read(self, store: Store) -> T | None:
        """Returns the value; None if it is not stored."""
        row = await store.row(select(notes.c.value).where(notes.c.key == self.key))
        return None if row is None else self._parse(row.value)

    def put(self, work: UnitOfWork, value: T) -> UnitOfWork:
        return work.put_note(key=self.key, value=self._write(value))

    def drop(self, work: UnitOfWork) -> UnitOfWork:
        return work.drop_note(name=self.key)


class Notes(Generic[T]):
    """A value for each of many names; the key of a note is the prefix and the name."""

    def __init__(self, prefix: str, parse: Callable[[str], T], write: Callable[[T], str] = str) -> None:
        self.prefix = prefix
        self._parse = parse
        self._write = write

    def of(self, name: str) -> Note[T]:
        return Note(f"{self.prefix}{name}", self._parse, self._write)

    async def read(self, store: Store, name: str) -> T | None:
        return await self.of(name).read(store)

    async def read_all(self, store: Store) -> dict[str, T]:
        """Returns all values by name."""
        stored = await store.rows(select(notes).where(notes.c.key.startswith(self.prefix)))
        return {row.key.removeprefix(self.prefix): self._parse(row.value) for row in stored}

    def put(self, work: UnitOfWork, name: str, value: T) -> UnitOfWork:
        return self.of(name).put(work, value)

    def drop(self, work: UnitOfWork, name: str) -> UnitOfWork:
        return self.of(name).drop(work)
