"""Who wants to know how it went with what was owed."""

from typing import Protocol

from bot.outbox.places import Place, Why
from bot.outbox.rows import Row
from bot.store import Work


class Listener(Protocol):
    async def on_settled(self, row: Row, work: Work, *, last_of_step: bool) -> None:
        """Delivered, needless, or refused for good. More may be added to the work that records it."""
        ...

    async def on_unreachable(self, chat_id: int) -> None: ...

    async def on_place_closed(self, place: Place, why: Why, for_ms: float) -> bool:
        """Nothing can be written there, for so long by now. False: nobody waits for what is owed to it."""
        ...

    async def on_place_open(self, place: Place) -> None:
        """Something can be written there again."""
        ...

    async def on_migrated(self, old: int, new: int) -> None: ...
