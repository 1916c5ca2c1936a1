"""The registry of sent messages that are edited later: message ids by chat and slot, and what they show."""

import json
from collections.abc import Callable
from typing import NamedTuple

from bot.core.cache import Cache
from bot.core.clock import Clock
from bot.core.leadership import Leadership
from bot.storage import Store, UnitOfWork
from bot.storage.repositories.sent_messages import SentMessageRepository
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import BACK, Args, Row, dump_args

MOST = 20_000
"""Most entries that are cached. A game has about forty, which are removed when it ends; those of menus and
statistics are evicted by newer ones."""


GONE_ID = 0
"""Stands for the id of a message that people have deleted. What it showed is kept for the message that replaces
it."""


class SentMessage(NamedTuple):
    message_id: int
    page: str
    args: Args

    @property
    def is_gone(self) -> bool:
        return self.message_id == GONE_ID


class Seen(NamedTuple):
    fingerprint: str
    at: int
    """When Telegram last accepted an edit of the message, or the message itself."""


def tell_nobody(_: int, __: str) -> None:
    """Does nothing: there is no other process that has to be told."""


class SentMessages:
    def __init__(
        self,
        database: Store,
        clock: Clock,
        leadership: Leadership,
        on_adopted: Callable[[int, str], None] = tell_nobody,
    ) -> None:
        self._database = database
        self._clock = clock
        self._stored = SentMessageRepository(database)
        self._leadership = leadership
        self._kept: Cache[tuple[int, str], SentMessage] = Cache(MOST)
        self._seen: Cache[tuple[int, str], Seen] = Cache(MOST)
        """What the messages show: a message is not edited to what it shows already."""
        self._on_adopted = on_adopted

    async def find(self, chat_id: int, name: str) -> SentMessage | None:
        """Returns the message that was sent under this slot; None if there is none, or it is known to be gone."""
        found = await self.last(chat_id, name)
        return None if found is None or found.is_gone else found

    async def last(self, chat_id: int, name: str) -> SentMessage | None:
        """Returns the message that was sent last under this slot, even if it is gone by now."""
        found = self._kept.get((chat_id, name))
        if found is None:
            stored = await self._stored.find(chat_id, name)
            if stored is not None:
                found = SentMessage(stored.message_id, stored.page, json.loads(stored.args))
                if self._leadership.held:  # else the leader may replace it
                    self._kept[chat_id, name] = found
        return found

    def keep(self, row: Row, message_id: int, work: UnitOfWork) -> None:
        args = {key: value for key, value in row.args.items() if key != BACK}  # that is about one sending
        self._kept[row.chat_id, row.slot] = SentMessage(message_id, row.page, args)
        _put(work, row.chat_id, row.slot, message_id, row.page, args)

    def keep_gone(self, row: Row, sent: SentMessage, work: UnitOfWork) -> None:
        """Stores that the message is gone; what it showed stays known."""
        self._kept[row.chat_id, row.slot] = sent._replace(message_id=GONE_ID)
        _put(work, row.chat_id, row.slot, GONE_ID, sent.page, sent.args)

    def lost(self, row: Row, sent: SentMessage) -> None:
        """Notes, until that is stored, that the message is gone."""
        self._kept[row.chat_id, row.slot] = sent._replace(message_id=GONE_ID)
        self._seen.pop((row.chat_id, row.slot), None)

    def drop(self, row: Row, work: UnitOfWork) -> None:
        work.drop_slot(chat=row.chat_id, name=row.slot)
        self._kept.pop((row.chat_id, row.slot), None)

    async def adopt(self, chat_id: int, name: str, message_id: int, page: str) -> None:
        """Makes a message of the bot that was tapped the one that is edited under this slot."""
        known = await self.find(chat_id, name)
        if known is not None and known.message_id == message_id:
            return
        work = UnitOfWork()
        _put(work, chat_id, name, message_id, page, {})
        if self._leadership.held:
            self._kept[chat_id, name] = SentMessage(message_id, page, {})
        self._seen.pop((chat_id, name), None)
        await self._database.commit(work)
        if not self._leadership.held:
            self._on_adopted(chat_id, name)

    def shows(self, row: Row, rendered: RenderedMessage, since: int = 0) -> bool:
        """Tells whether the message shows this already. `since`: when it must have been seen at the earliest."""
        seen = self._seen.get((row.chat_id, row.slot))
        return seen is not None and seen.fingerprint == _fingerprint(rendered) and seen.at >= since

    def shown(self, row: Row, rendered: RenderedMessage) -> None:
        self._seen[row.chat_id, row.slot] = Seen(_fingerprint(rendered), self._clock.now())

    def forget(self, chat_id: int, name: str) -> None:
        """Drops a cached entry that another process has changed."""
        for kept in (self._kept, self._seen):
            kept.pop((chat_id, name), None)

    def forget_game(self, game_id: str) -> None:
        """Drops the cached entries of a game that is over: its messages are not edited any more."""
        self._forget(lambda key: key[1].startswith(f"{game_id}:"))

    def forget_chat(self, chat_id: int) -> None:
        self._forget(lambda key: key[0] == chat_id)

    def forget_all(self) -> None:
        self._forget(lambda _: True)

    def _forget(self, concerns: Callable[[tuple[int, str]], bool]) -> None:
        for kept in (self._kept, self._seen):
            for key in [key for key in kept if concerns(key)]:
                del kept[key]


def _put(work: UnitOfWork, chat_id: int, name: str, message_id: int, page: str, args: Args) -> None:
    work.put_slot(chat_id=chat_id, slot=name, message_id=message_id, page=page, args=dump_args(args))


def _fingerprint(rendered: RenderedMessage) -> str:
    board = rendered.keyboard.model_dump_json(exclude_none=True) if rendered.keyboard else ""
    return f"{rendered.text}\n{board}"
