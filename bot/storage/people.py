"""People as the host knows them: name, language, wishes, whether they can be reached."""

from dataclasses import dataclass, replace
from typing import Any

from bot.storage.group_and_person_json import fields_from_json, record_to_json
from bot.storage.repositories.people import PersonRepository
from bot.storage.store import Store
from bot.storage.unit_of_work import UnitOfWork
from bot.storage.versioned_cache import CachedRecords

MOST_PEOPLE = 4_000
"""Most people kept in memory."""


@dataclass(frozen=True, slots=True)
class Person:
    user_id: int
    name: str = ""
    username: str = ""
    language: str = ""
    reachable: bool = False
    """Whether the person has pressed Start, and has not blocked the bot since."""
    uncounted: bool = False
    """Whether the person wants to be in no statistics."""
    forget: bool = False
    """Whether the person wants to be forgotten as soon as no game needs them."""
    hints: bool = True
    """Whether solo games give this person hints."""


class People(CachedRecords[Person]):
    """All people. An unknown one has no name and no language."""

    def __init__(self, store: Store, *, shared: bool = False) -> None:
        super().__init__(store, MOST_PEOPLE)
        self._stored = PersonRepository(store)
        self._shared = shared

    async def _read(self, number: int) -> Person:
        row = await self._stored.find(number)
        person = Person(number) if row is None else Person(**fields_from_json(Person, row.data))
        self.kept.read(number, person, None if row is None else row.revision)
        return person

    async def change(self, user_id: int, **changes: Any) -> Person:
        while True:
            old = await self.get(user_id)
            new = replace(old, **changes)
            if new == old or await self.kept.commit(user_id, self._put(UnitOfWork(), new)):
                return new

    def _put(self, work: UnitOfWork, person: Person) -> UnitOfWork:
        user_id, data = person.user_id, record_to_json(person)
        self.kept.change(user_id, person)
        known = self.kept.revision(user_id)
        if self._shared and known is None:
            return work.add_person(user_id, data)
        if self._shared and known is not None:
            work.guard_person(user_id, known)
        return work.put_person(user_id, data)

    async def guard(self, work: UnitOfWork, user_id: int) -> None:
        """Makes a work fail if another process changes the person: of two works that guard them at once, one gets
        a `Conflict`."""
        row = await self._stored.find(user_id)
        if row is not None:
            work.guard_person(user_id, row.revision)
            self.kept.forget(user_id)  # its revision grows with this work
