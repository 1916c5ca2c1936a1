"""Updates that cannot be handled: tried a bounded number of times, then put aside, so that the queue goes on.

What is stored of one is its number, kind and chat, how often it was tried and what kind of error it met; never
what it says. Three things count as a try:

* an exception of a handler; it is tried again at once, as if Telegram had brought it once more;
* a store that takes what others bring and not this, again and again. A store that takes nothing from anybody is
  an outage, which is waited for and counts as nothing;
* a program that ended while the update was handled. Early in a run every try is stored before it begins, so what
  ends the program at each start is put aside at the fourth. Later only failures are stored, and the way of a tap
  costs nothing more.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import NamedTuple, Protocol

from sqlalchemy import select

from bot.clockwork.clock import Clock
from bot.store import Store, Work
from bot.store.schema import failed_updates

MOST_TRIES = 3
EARLY_MS = 120_000
"""For so long after the start tries are stored beforehand."""
KEPT_MS = 30 * 24 * 60 * 60_000
"""Whoever runs the host may want to look at what was put aside."""
FURTHEST = 2**52
"""Telegram's numbers have at most 52 bits."""


class CountingStore(Store, Protocol):
    @property
    def commits(self) -> int:
        """How many there have been: whether others can store something while one cannot."""
        ...


class NeverFinished(Exception):
    """The program ended while this was handled, each time."""


class Brief(NamedTuple):
    """What may be kept of an update."""

    number: int
    kind: str
    chat: int


async def drop_old_failures(store: Store, clock: Clock) -> None:
    await store.commit(Work().add("drop_old_failed_updates", before=clock.now() - KEPT_MS))


class FailedUpdates:
    def __init__(self, store: CountingStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._began: int | None = None
        self._finished: set[int] = set()
        """Stored before they were handled, and survived: forgotten with the next commit of ours."""
        self._aside: set[int] = set()
        """In hand, and put aside."""
        self._one_by_one = asyncio.Lock()
        self._blamed: dict[int, tuple[int, int]] = {}
        """Failures to store it while others could store, and how many commits there had been at the last one."""

    @asynccontextmanager
    async def handling(self, update: Brief) -> AsyncIterator[int]:
        """While it is handled. Gives how often the program has ended meanwhile before.

        Those of which that is known are handled one by one: only the guilty one is in hand when it happens again.
        """
        if not self._is_early():
            await self._forget_finished()
            yield 0
            return
        tries = await self._tries_of(update.number)
        async with self._one_by_one if tries else nullcontext():
            if tries < MOST_TRIES:
                row = self._row(update, tries + 1, "", aside=False)
                await self._store.commit(self._without_finished().add("put_failed_update", **row))
            try:
                yield tries
            finally:
                if update.number not in self._aside:
                    self._finished.add(update.number)
                self._aside.discard(update.number)

    def blame(self, number: int) -> bool:
        """It could not be stored. Is that its own fault, after so many times that others could?"""
        count, commits = self._blamed.pop(number, (0, self._store.commits))
        count += self._store.commits > commits
        if count >= MOST_TRIES:
            return True
        self._blamed[number] = count, self._store.commits
        return False

    def acquit(self, number: int) -> None:
        """It was handled after all."""
        self._blamed.pop(number, None)

    async def put_aside(self, update: Brief, why: str) -> None:
        if self._is_early():
            self._aside.add(update.number)
        await self._store.commit(Work().add("put_failed_update", **self._row(update, MOST_TRIES, why, aside=True)))

    def _is_early(self) -> bool:
        if self._began is None:
            self._began = self._clock.now()
        return self._clock.now() - self._began < EARLY_MS

    async def _tries_of(self, number: int) -> int:
        if number in self._finished:
            return 0  # it survived, but could not be stored
        failed = failed_updates.c
        row = await self._store.row(select(failed.tries, failed.aside).where(failed.update_id == number))
        return 0 if row is None or row.aside else row.tries

    async def _forget_finished(self) -> None:
        if self._finished:
            await self._store.commit(self._without_finished())

    def _without_finished(self) -> Work:
        finished, self._finished = self._finished, set()
        work = Work()
        for number in sorted(finished):
            work.add("drop_failed_update", update=number)
        return work

    def _row(self, update: Brief, tries: int, why: str, *, aside: bool) -> dict[str, int | str | bool]:
        return {
            "update_id": update.number,
            "kind": update.kind,
            "chat_id": update.chat if abs(update.chat) <= FURTHEST else 0,
            "tries": tries,
            "why": why,
            "aside": aside,
            "at_ms": self._clock.now(),
        }
