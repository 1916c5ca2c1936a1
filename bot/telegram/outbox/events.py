"""What the outbox reports to the rest of the program: settled rows, closed and reopened places, moved chats."""

from typing import Protocol

from bot.storage import UnitOfWork
from bot.telegram.outbox.closed_chats import Place
from bot.telegram.outbox.rows import Row
from bot.telegram.outbox.telegram_refusals import WhyClosed


class Listener(Protocol):
    async def on_settled(self, row: Row, work: UnitOfWork, *, last_of_step: bool) -> None:
        """Called when a row is delivered, superseded, or refused for good. The listener commits `work`, and may
        add to it before."""
        ...

    async def on_unreachable(self, chat_id: int) -> None: ...

    async def on_place_closed(self, place: Place, why: WhyClosed, for_ms: float) -> bool:
        """Called when a place refuses a row; it has been closed for `for_ms`. Returns False if rows for this place
        need not be kept."""
        ...

    async def on_place_open(self, place: Place) -> None:
        """Called when a place that was closed has accepted a message."""
        ...

    async def on_migrated(self, old: int, new: int) -> None: ...


class OutboxEvents:
    """Passes events on to the listener, which is set after construction; without one they are dropped."""

    def __init__(self) -> None:
        self.listener: Listener | None = None

    async def settled(self, row: Row, work: UnitOfWork, *, last_of_step: bool) -> bool:
        """Reports that a row is settled. Returns False if no listener has committed `work`."""
        if self.listener is None or not row.game_id:
            return False
        await self.listener.on_settled(row, work, last_of_step=last_of_step)
        return True

    async def unreachable(self, chat_id: int) -> None:
        if self.listener is not None:
            await self.listener.on_unreachable(chat_id)

    async def place_closed(self, place: Place, why: WhyClosed, for_ms: float) -> bool:
        return self.listener is not None and await self.listener.on_place_closed(place, why, for_ms)

    async def place_open(self, place: Place) -> None:
        if self.listener is not None:
            await self.listener.on_place_open(place)

    async def migrated(self, old: int, new: int) -> None:
        if self.listener is not None:
            await self.listener.on_migrated(old, new)
