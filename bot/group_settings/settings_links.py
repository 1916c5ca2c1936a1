"""Links into a group's settings for admins whose user id is unknown: random, valid for 15 minutes, for one use.

An admin who writes anonymously, in the name of the group, has no user id in the update. Whoever follows the link
is checked with Telegram.
"""

import re
import secrets

from sqlalchemy import select

from bot.core.clock import Clock
from bot.storage import Store, UnitOfWork
from bot.storage.schema import notes

OPEN_MS = 15 * 60_000
PREFIX = "door:"


class SettingsLinks:
    def __init__(self, database: Store, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def open(self, chat_id: int) -> str:
        """Create a link to a group's settings; returns its code."""
        code = secrets.token_urlsafe(16)
        now = self._clock.now()
        work = UnitOfWork().put_note(key=f"{PREFIX}{code}", value=f"{chat_id} {now + OPEN_MS}")
        for stored in await self._database.rows(select(notes).where(notes.c.key.startswith(PREFIX))):
            if int(stored.value.split()[1]) <= now:
                work.drop_note(name=stored.key)
        await self._database.commit(work)
        return code

    async def chat_of(self, code: str) -> int:
        """The chat id of a valid code; 0 if it is unknown or has expired."""
        if not re.fullmatch(r"[A-Za-z0-9_-]{22}", code):
            return 0
        stored = await self._database.row(select(notes.c.value).where(notes.c.key == f"{PREFIX}{code}"))
        if stored is None:
            return 0
        chat_id, until = map(int, stored.value.split())
        return chat_id if until > self._clock.now() else 0

    def close(self, work: UnitOfWork, code: str) -> None:
        work.drop_note(name=f"{PREFIX}{code}")
