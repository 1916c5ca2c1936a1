"""A private line to whoever runs the host: what broke, how often, at most one message in ten minutes."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterable

import structlog
from aiogram.exceptions import TelegramAPIError
from aiogram.methods import SendMessage

from bot.clockwork.clock import Clock
from bot.directory import Directory
from bot.language.words import Html, Words
from bot.operation.trouble import described
from bot.outbox.transport import Transport

log = structlog.get_logger()

GAP_MS = 10 * 60_000
MOST_KINDS = 10


class OwnerLine:
    """Goes past the outbox: what broke may be the store that the outbox writes to."""

    def __init__(
        self, owner_id: int, transport: Transport, words: Words, directory: Directory, clock: Clock
    ) -> None:
        self._owner_id = owner_id
        self._transport = transport
        self._words = words
        self._directory = directory
        self._clock = clock
        self._counts: Counter[str] = Counter()
        self._notices: dict[str, None] = {}
        """Keys of sentences that were not sent yet, in their order."""
        self._heard = asyncio.Event()
        self._runner: asyncio.Task[None] | None = None

    def report(self, place: str, error: BaseException) -> None:
        if self._owner_id:
            self._counts[f"{place}: {described(error)}"] += 1
            self._heard.set()

    def tell(self, key: str) -> None:
        """A sentence of the locales: nothing broke, but somebody has to do something."""
        if self._owner_id:
            self._notices[key] = None
            self._heard.set()

    def start(self) -> None:
        if self._owner_id:
            self._runner = asyncio.create_task(self._run(), name="line-to-owner")

    async def stop(self) -> None:
        if self._runner is not None:
            self._runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._runner

    async def _run(self) -> None:
        while True:
            await self._heard.wait()
            self._heard.clear()
            counts, self._counts = self._counts, Counter()
            notices, self._notices = self._notices, {}
            try:
                text = await self._text(notices, counts)
                await self._transport(SendMessage(chat_id=self._owner_id, text=text))
            except TelegramAPIError as refused:
                # Told together with what comes next.
                self._counts.update(counts)
                self._notices = notices | self._notices
                log.warning("the owner cannot be told", why=type(refused).__name__)
            await self._clock.sleep_until(self._clock.now() + GAP_MS)

    async def _text(self, notices: Iterable[str], counts: Counter[str]) -> Html:
        language = (await self._directory.person(self._owner_id)).language or "ru"
        lines = [self._words.say(language, key) for key in notices]
        lines += [self._words.say(language, "owner-trouble", count=counts.total())] if counts else []
        lines += [
            self._words.say(language, "owner-trouble-line", what=what, times=times)
            for what, times in counts.most_common(MOST_KINDS)
        ]
        return Html("\n".join(lines))
