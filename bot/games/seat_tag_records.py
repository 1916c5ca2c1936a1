"""Member tags that show seat numbers: stored before Telegram is asked, with the tag that stood there before."""

import json
from collections.abc import Iterable
from typing import NamedTuple

from bot.storage import Store, UnitOfWork
from bot.storage.repositories.notes import Notes

Key = tuple[str, int]
"""The game and the person."""


class StoredTag(NamedTuple):
    chat_id: int
    seat: int
    former: str


TAGS = Notes("tag:", lambda text: StoredTag(*json.loads(text)), json.dumps)
"""By the id of the game and of the person."""


class TagRecords:
    def __init__(self, database: Store) -> None:
        self._database = database
        self.tags: dict[Key, StoredTag] = {}
        """What is stored; Telegram may not have done it yet."""
        self.unsure: set[Key] = set()
        """Of those: Telegram was asked, and has not confirmed."""

    async def load(self) -> None:
        for name, tag in (await TAGS.read_all(self._database)).items():
            game_id, person = name.split(":")
            self.tags[game_id, int(person)] = tag

    async def put(self, key: Key, tag: StoredTag) -> None:
        await self._database.commit(TAGS.put(UnitOfWork(), _name(key), tag))
        self.tags[key] = tag

    async def drop(self, key: Key) -> None:
        await self._database.commit(TAGS.drop(UnitOfWork(), _name(key)))
        self.tags.pop(key, None)
        self.unsure.discard(key)

    def of_game(self, game_id: str) -> list[Key]:
        return [key for key in self.tags if key[0] == game_id]

    def former_elsewhere(self, chat_id: int, person: int) -> str | None:
        """For somebody who sits at two tables of a group: what stands there now is the other table's number."""
        return next((tag.former for _, tag in self._of_person(chat_id, person)), None)

    def seat_elsewhere(self, key: Key, chat_id: int) -> int | None:
        return next((tag.seat for other, tag in self._of_person(chat_id, key[1]) if other != key), None)

    def clear(self) -> None:
        self.tags.clear()
        self.unsure.clear()

    def _of_person(self, chat_id: int, person: int) -> Iterable[tuple[Key, StoredTag]]:
        return ((key, tag) for key, tag in self.tags.items() if key[1] == person and tag.chat_id == chat_id)


def _name(key: Key) -> str:
    return f"{key[0]}:{key[1]}"
