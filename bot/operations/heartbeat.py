"""The heartbeat: a stored time up to which the host is known to have been running."""

from bot.core.clock import Clock
from bot.storage import Store, UnitOfWork
from bot.storage.repositories.notes import Note

HEARTBEAT = Note("heartbeat", int)
"""Time of the last heartbeat in milliseconds. At the next start the time since then counts as downtime."""


async def beat(store: Store, clock: Clock) -> None:
    await store.commit(HEARTBEAT.put(UnitOfWork(), clock.now()))
