"""Links into a group's settings for admins whose user id is unknown: random, valid for 15 minutes, for one use.

An admin who writes anonymously, in the name of the group, has no user id in the update. A person who follows the
link is checked with Telegram.
"""

import re
import secrets
from typing import NamedTuple

from bot.core.clock import Clock
from bot.storage import Store, UnitOfWork
from bot.storage.repositories.notes import Notes

OPEN_MS = 15 * 60_000


class InviteLink(NamedTuple):
    chat_id: int
    until_ms: int

    def __str__(self) -> str:
        return f"{self.chat_id} {self.until_ms}"


def _parse(text: str) -> InviteLink:
    chat_id, until_ms = map(int, text.split())
    return InviteLink(chat_id, until_ms)


LINKS = Notes("door:", _parse)
"""Open links by their code."""


class SettingsLinks:
    def __init__(self, database: Store, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def open(self, chat_id: int) -> str:
        """Creates a link to a group's settings and deletes expired ones; returns the code."""
        code = secrets.token_urlsafe(16)
        now = self._clock.now()
        work = LINKS.put(UnitOfWork(), code, InviteLink(chat_id, now + OPEN_MS))
        for other, link in (await LINKS.read_all(self._database)).items():
            if link.until_ms <= now:
                LINKS.drop(work, other)
        await self._database.commit(work)
        return code

    async def chat_of(self, code: str) -> int:
        """Returns the chat id of a valid code; 0 if it is unknown or has expired."""
        if not re.fullmatch(r"[A-Za-z0-9_-]{22}", code):
            return 0
        link = await LINKS.read(self._database, code)
        return link.chat_id if link is not None and link.until_ms > self._clock.now() else 0

    def close(self, work: UnitOfWork, code: str) -> None:
        LINKS.drop(work, code)
