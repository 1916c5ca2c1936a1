"""Redirects rows of groups that have become supergroups while the program runs, and so have another id."""

import asyncio
from dataclasses import replace

from bot.core.clock import Clock
from bot.telegram.outbox.closed_chats import ClosedPlaces
from bot.telegram.outbox.events import OutboxEvents
from bot.telegram.outbox.rows import Row
from bot.telegram.outbox.sent_messages import SentMessages
from bot.telegram.outbox.waiting_rows import WaitingRows


class MovedChats:
    def __init__(
        self,
        clock: Clock,
        waiting: WaitingRows,
        sent_messages: SentMessages,
        closed: ClosedPlaces,
        events: OutboxEvents,
    ) -> None:
        self._clock = clock
        self._waiting = waiting
        self._sent_messages = sent_messages
        self._closed = closed
        self._events = events
        self._new_ids: dict[int, int] = {}
        self._one_at_a_time = asyncio.Lock()

    def current_id(self, chat_id: int) -> int:
        return self._new_ids.get(chat_id, chat_id)

    async def move(self, old: int, new: int) -> list[Row]:
        """Notes the new id of a chat. Returns its waiting rows, addressed to the new id; none if the other lane of
        the chat has moved them before."""
        async with self._one_at_a_time:
            if not self._waiting.of_chat(old):
                return []
            self._new_ids[old] = new
            await self._events.migrated(old, new)
            self._sent_messages.forget_chat(old)
            self._closed.move(old, new, self._clock.now())
            return [replace(row, chat_id=new) for row in self._waiting.take_chat(old)]
