"""While the store takes nothing (a full disk): nothing is acknowledged, the clocks stand, people are told why.

It goes on by itself as soon as something can be stored again, and every running clock gets the lost time back.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import structlog
from aiogram.exceptions import TelegramAPIError
from aiogram.methods import SendMessage

from bot.call_policy import policy_of
from bot.clockwork.timers import Timers
from bot.host import Host
from bot.operation.trouble import described, store_failed

log = structlog.get_logger()

SHORTEST_MS, LONGEST_MS = 1_000, 8_000
"""Between two attempts to store something."""
TELL_AFTER_MS = 3_000
"""A hiccup is not worth a message."""


class Standstill:
    def __init__(self, host: Host, timers: Timers, beat: Callable[[], Awaitable[None]]) -> None:
        self._host = host
        self._timers = timers
        self._beat = beat
        """The smallest thing there is to store."""
        self._watch: asyncio.Task[None] | None = None
        self.since: int | None = None
        self._term = ""

    def on_trouble(self, _: str, error: BaseException) -> None:
        if store_failed(error) and self.since is None and self._watch is None:
            self.since, self._term = self._host.clock.now(), self._host.service.baton.term
            self._timers.hold()
            self._watch = asyncio.create_task(self._until_it_takes_again(), name="standstill")

    async def stop(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watch

    async def _until_it_takes_again(self) -> None:
        clock, began, told = self._host.clock, self._host.clock.now(), False
        pause = SHORTEST_MS
        log.error("nothing can be stored: the clocks stand")
        while True:
            await clock.sleep_until(clock.now() + pause)
            pause = min(pause * 2, LONGEST_MS)
            try:
                await self._beat()
                await self._give_back()
            except Exception as error:  # whatever it is, the clocks must not be left standing
                log.error("still nothing can be stored", why=described(error))
                if not told and clock.now() - began >= TELL_AFTER_MS:
                    told = True
                    await self._tell_tables("standstill")
                continue
            break
        log.warning("the store takes again: the clocks go on", stood_ms=clock.now() - began)
        self.since = self._watch = None
        self._timers.release()
        if told:
            await self._tell_tables("standstill-over")

    async def _give_back(self) -> None:
        """If not all of it can be stored, the rest of the standstill is counted from here."""
        now = self._host.clock.now()
        lost, self.since = now - (self.since or now), now
        baton = self._host.service.baton
        if baton.held and baton.term == self._term:  # else whoever took over has done so
            await self._host.service.clocks.credit(lost)

    async def _tell_tables(self, key: str) -> None:
        """Directly: what goes through the outbox is recorded, and that is what cannot be done now."""
        if not await self._host.service.baton.claim():
            return  # it may be only us who cannot store anything
        for live in self._host.service.in_play():
            lobby = live.lobby
            with contextlib.suppress(TelegramAPIError):
                language = await self._host.renderer.language(lobby.chat_id)
                text = self._host.words.say(language, key)
                thread = lobby.thread_id or None
                method = SendMessage(chat_id=lobby.chat_id, text=text, message_thread_id=thread)
                await self._host.transport(method, policy_of(method).limit_s)
