"""All people and bots, by id and by token."""

from __future__ import annotations

from typing import Any

from sandbox.core.json_codec import Json
from sandbox.world.events import BotChanged, EventBus, PersonChanged
from sandbox.world.users import Bot, Person

FIRST_PERSON = 100_001


class Users:
    def __init__(self, events: EventBus) -> None:
        self.people: dict[int, Person] = {}
        self.bots: dict[int, Bot] = {}
        self.tokens: dict[str, Bot] = {}
        self._events = events
        self._last_person = FIRST_PERSON - 1

    def get(self, user_id: int) -> Json | None:
        """Returns the Bot API's User of a person or bot, None if there is no such user."""
        user = self.people.get(user_id) or self.bots.get(user_id)
        return user.user if user is not None else None

    def add_person(self, first_name: str, **more: Any) -> Person:
        self._last_person += 1
        person = Person(self._last_person, first_name, **more)
        self.people[person.id] = person
        self._events.publish(PersonChanged(person))
        return person

    def add_bot(self, token: str, first_name: str, username: str, reads_all: bool = False) -> Bot:
        bot = Bot(int(token.partition(":")[0]), token, first_name, username, reads_all)
        self.bots[bot.id] = bot
        self.tokens[token] = bot
        self._events.publish(BotChanged(bot))
        return bot
