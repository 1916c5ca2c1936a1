"""Handles a store that fails (a full disk): updates are not acknowledged, step clocks stop, tables are told why.

Ends by itself as soon as something can be stored; every running step clock is credited the time of the outage.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import structlog
from aiogram.exceptions import TelegramAPIError
from aiogram.methods import SendMessage

from bot.core.clock import Clock
from bot.core.error_reports import described
from bot.core.leadership import Leadership
from bot.core.timers import Timers
from bot.core.transport import Transport
from bot.games.game_registry import GameRegistry
from bot.games.step_timers import StepClocks
from bot.language.translator import Translator
from bot.pages.renderer import Renderer
from bot.storage.storage_errors import store_failed
from bot.telegram.calls.call_policy import policy_of

log = structlog.get_logger()

SHORTEST_MS, LONGEST_MS = 1_000, 8_000
"""Shortest and longest wait between two attempts to store something, in milliseconds."""
TELL_AFTER_MS = 3_000
"""Milliseconds after which tables are told of an outage."""


class StorageOutage:
    def __init__(
        self,
        games: GameRegistry,
        leadership: Leadership,
        clocks: StepClocks,
        timers: Timers,
        clock: Clock,
        renderer: Renderer,
        words: Translator,
        transport: Transport,
        beat: Callable[[], Awaitable[None]],
    ) -> None:
        self._games = games
        self._leadership = leadership
        self._clocks = clocks
        self._timers = timers
        self._clock = clock
        self._renderer = renderer
        self._words = words
        self._transport = transport
        self._beat = beat
        """Stores the heartbeat: the smallest write, to test the database."""
        self._watch: asyncio.Task[None] | None = None
        self.since: int | None = None
        self._term = ""

    def report_error(self, _: str, error: BaseException) -> None:
        if store_failed(error) and self.since is None and self._watch is None:
            self.since, self._term = self._clock.now(), self._leadership.term
            self._timers.hold()
            self._watch = asyncio.create_task(self._until_stored_again(), name="storage-outage")

    async def stop(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watch

    async def _until_stored_again(self) -> None:
        clock, began, told = self._clock, self._clock.now(), False
        pause = SHORTEST_MS
        log.error("storage_outage_began")
        while True:
            await clock.sleep_until(clock.now() + pause)
            pause = min(pause * 2, LONGEST_MS)
            try:
                await self._beat()
                await self._give_back()
            except Exception as error:  # tried again after any error: else the clocks would stay stopped
                log.error("storage_outage_lasts", why=described(error))
                if not told and clock.now() - began >= TELL_AFTER_MS:
                    told = True
                    await self._tell_tables("standstill")
                continue
            break
        log.warning("storage_outage_over", stood_ms=clock.now() - began)
        self.since = self._watch = None
        self._timers.release()
        if told:
            await self._tell_tables("standstill-over")

    async def _give_back(self) -> None:
        """Credits the clocks with the time of the outage so far; if storing that fails, only later time is
        counted."""
        now = self._clock.now()
        lost, self.since = now - (self.since or now), now
        leadership = self._leadership
        if leadership.held and leadership.term == self._term:  # else the new leader has credited it
            await self._clocks.credit(lost)

    async def _tell_tables(self, key: str) -> None:
        """Sends a text to all tables without the outbox, which would have to store its rows."""
        if not await self._leadership.claim():
            return  # another process is the leader: the outage may concern only this one
        for game in self._games.with_clock():
            lobby = game.lobby
            with contextlib.suppress(TelegramAPIError):
                language = await self._renderer.language(lobby.chat_id)
                text = self._words.say(language, key)
                thread = lobby.thread_id or None
                method = SendMessage(chat_id=lobby.chat_id, text=text, message_thread_id=thread)
                await self._transport(method, policy_of(method).limit_s)
