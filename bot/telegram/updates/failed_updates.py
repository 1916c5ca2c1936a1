"""Updates that cannot be handled: tried a bounded number of times, then put aside, so that others are not held up.

Stored are its id, kind and chat, the number of tries and the kind of error; never its content. Three things count
as a try:

* an exception of a handler; the update is handled again at once;
* a commit that fails repeatedly while commits for other updates succeed. A store that accepts no commit at all is
  an outage, which is waited for and is no try;
* a program that ended while the update was handled. Early in a run every try is stored before it begins, so an
  update that ends the program at each start is put aside at the fourth. Later only failures are stored, so that a
  tap costs no extra commit.
"""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import NamedTuple, Protocol

from bot.core.clock import Clock
from bot.storage import Store, UnitOfWork
from bot.storage.repositories.failed_updates import FailedUpdateRepository
from bot.storage.storage_errors import store_failed

MOST_TRIES = 3
EARLY_MS = 120_000
"""Milliseconds after the first update of a run in which tries are stored beforehand."""
FURTHEST = 2**52
"""Telegram's ids have at most 52 bits."""


class CountingStore(Store, Protocol):
    @property
    def commits(self) -> int:
        """Number of successful commits: shows whether commits for other updates succeed."""
        ...


class NeverFinished(Exception):
    """Stands for the error of an update during whose handling the program ended each time."""


class Brief(NamedTuple):
    """The part of an update that may be stored."""

    number: int
    kind: str
    chat: int


class FailedUpdates:
    def __init__(self, store: CountingStore, clock: Clock) -> None:
        self._store = store
        self._stored = FailedUpdateRepository(store)
        self._clock = clock
        self.early_until: float = math.inf
        """Until when tries are stored beforehand; infinite until the first update comes."""
        self._finished: set[int] = set()
        """Ids of updates that were stored before they were handled, and are handled now: deleted with the next
        commit."""
        self._aside: set[int] = set()
        """Ids of updates in progress that were put aside."""
        self._one_by_one = asyncio.Lock()
        self._blamed: dict[int, tuple[int, int]] = {}
        """By update: how often it could not be stored while others could, and the number of commits at the last
        failure."""

    @asynccontextmanager
    async def handling(self, update: Brief) -> AsyncIterator[int]:
        """Stores the try of an update around its handling. Yields how often the program has ended during earlier
        tries. Updates with earlier tries are handled one by one: only the fatal one is in progress when the
        program ends again."""
        if self.early_until == math.inf:
            self.early_until = self._clock.now() + EARLY_MS
        tries = await self._tries_of(update.number)
        async with self._one_by_one if tries else nullcontext():
            if tries < MOST_TRIES:
                await self._store.commit(self._put(self._without_finished(), update, tries + 1, "", aside=False))
            try:
                yield tries
            finally:
                if update.number not in self._aside:
                    self._finished.add(update.number)
                self._aside.discard(update.number)

    def blame(self, number: int) -> bool:
        """Notes that the effect of an update could not be stored. Returns True if that happened too often while
        commits for others succeeded."""
        count, commits = self._blamed.pop(number, (0, self._store.commits))
        count += self._store.commits > commits
        if count >= MOST_TRIES:
            return True
        self._blamed[number] = count, self._store.commits
        return False

    def acquit(self, number: int) -> None:
        """Forgets the failures of an update that was handled in the end."""
        self._blamed.pop(number, None)

    async def put_aside(self, update: Brief, why: str) -> None:
        if self._clock.now() < self.early_until:
            self._aside.add(update.number)
        await self._store.commit(self._put(UnitOfWork(), update, MOST_TRIES, why, aside=True))

    async def _tries_of(self, number: int) -> int:
        if number in self._finished:
            return 0  # it was handled, but its effect could not be stored
        failed = await self._stored.find(number)
        return 0 if failed is None or failed.aside else failed.tries

    async def forget_finished(self) -> None:
        """Deletes what was stored beforehand about handled updates; it is tried again later if the store fails
        now."""
        finished = frozenset(self._finished)
        if not finished:
            return
        try:
            await self._store.commit(self._without_finished())
        except Exception as error:
            if not store_failed(error):
                raise
            self._finished |= finished

    def _without_finished(self) -> UnitOfWork:
        finished, self._finished = self._finished, set()
        work = UnitOfWork()
        for number in sorted(finished):
            work.drop_failed_update(update=number)
        return work

    def _put(self, work: UnitOfWork, update: Brief, tries: int, why: str, *, aside: bool) -> UnitOfWork:
        return work.put_failed_update(
            update_id=update.number,
            kind=update.kind,
            chat_id=update.chat if abs(update.chat) <= FURTHEST else 0,
            tries=tries,
            why=why,
            aside=aside,
            at_ms=self._clock.now(),
        )
