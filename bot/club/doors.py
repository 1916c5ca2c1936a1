"""Links into the settings for those whose private chat is not known here: random, for a short while, for one use.

An admin who writes in the name of the group is nobody to us; who follows the link is asked about at Telegram.
"""

import re
import secrets

from sqlalchemy import select

from bot.clockwork.clock import Clock
from bot.store import Store, Work
from bot.store.schema import notes

OPEN_MS = 15 * 60_000
PREFIX = "door:"


class Doors:
    def __init__(self, database: Store, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def open(self, chat_id: int) -> str:
        """A new door to the settings of a group; its code goes into a link."""
        code = secrets.token_urlsafe(16)
        now = self._clock.now()
        work = Work().add("put_note", key=f"{PREFIX}{code}", value=f"{chat_id} {now + OPEN_MS}")
        for stored in await self._database.rows(select(notes).where(notes.c.key.startswith(PREFIX))):
            if int(stored.value.split()[1]) <= now:
                work.add("drop_note", name=stored.key)
        await self._database.commit(work)
        return code

    async def behind(self, code: str) -> int:
        """The group behind a door that is open; 0 if there is none."""
        if not re.fullmatch(r"[A-Za-z0-9_-]{22}", code):
            return 0
        stored = await self._database.row(select(notes.c.value).where(notes.c.key == f"{PREFIX}{code}"))
        if stored is None:
            return 0
        chat_id, until = map(int, stored.value.split())
        return chat_id if until > self._clock.now() else 0

    def close(self, work: Work, code: str) -> None:
        work.add("drop_note", name=f"{PREFIX}{code}")
