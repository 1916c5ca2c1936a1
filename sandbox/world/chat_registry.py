"""All groups and private chats, by id, key and username."""

from __future__ import annotations

from sandbox.world.chats import Chat
from sandbox.world.user_registry import Users

SUPERGROUPS = -1_000_000_000_000


class Chats:
    def __init__(self, users: Users) -> None:
        self.groups: dict[int, Chat] = {}
        self.private: dict[tuple[int, int], Chat] = {}  # by person and bot
        self.usernames: dict[str, int] = {}
        self._users = users
        self._last_group = 4_000_000
        self._last_supergroup = 1_900_000_000

    def private_chat(self, person_id: int, bot_id: int) -> Chat:
        chat = self.private.get((person_id, bot_id))
        if chat is None:
            chat = Chat(person_id, "private", person_id=person_id, bot_id=bot_id)
            chat.refresh(self._users.people[person_id].user)
            self.private[person_id, bot_id] = chat
        return chat

    def new_group(self, title: str, kind: str, is_forum: bool = False) -> Chat:
        """Creates a group without members; publishes nothing."""
        if kind == "supergroup":
            self._last_supergroup += 1
            chat_id = SUPERGROUPS - self._last_supergroup
        else:
            self._last_group += 1
            chat_id = -self._last_group
        chat = Chat(chat_id, kind, title, is_forum=is_forum and kind == "supergroup")
        self.groups[chat_id] = chat
        return chat

    def by_key(self, key: str | int) -> Chat | None:
        """Returns the chat with this key: a group's id, or `<user_id>:<bot_id>` for a private chat."""
        text = str(key)
        person, colon, bot = text.partition(":")
        try:
            if not colon:
                return self.groups.get(int(text))
            if int(person) not in self._users.people or int(bot) not in self._users.bots:
                return None
            return self.private_chat(int(person), int(bot))
        except ValueError:
            return None
