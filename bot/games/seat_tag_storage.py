"""Member tags that show seat numbers: each is stored, with the member's former tag, before Telegram is asked."""

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
"""The stored tags, by game and person (`game:person`)."""


class TagRecords:
    def __init__(self, database: Store) -> None:
        self._database = database
        self.tags: dict[Key, StoredTag] = {}
        """All stored tags; Telegram may not have set each of them yet."""
        self.unsure: set[Key] = set()
        """Stored tags that Telegram was asked to set and has not confirmed."""

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
        """Returns the former tag that another table of the group has stored for this person, if any: the present
        tag is that table's seat number then."""
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
