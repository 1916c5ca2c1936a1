"""Private messages to the owner of the host: which errors occurred, how often; at most one in ten minutes."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterable

import structlog
from aiogram.exceptions import TelegramAPIError
from aiogram.methods import SendMessage

from bot.core.clock import Clock
from bot.core.error_reports import described
from bot.core.transport import Transport
from bot.language.translator import Html, Translator
from bot.storage.people import People

log = structlog.get_logger()

GAP_MS = 10 * 60_000
MOST_KINDS = 10


class OwnerAlerts:
    """Sends alerts without the outbox: the error may be in the database that the outbox writes to."""

    def __init__(
        self, owner_id: int, transport: Transport, words: Translator, people: People, clock: Clock
    ) -> None:
        self._owner_id = owner_id
        self._transport = transport
        self._words = words
        self._people = people
        self._clock = clock
        self._counts: Counter[str] = Counter()
        self._notices: dict[str, None] = {}
        """Locale keys of notices not sent yet, in order."""
        self._pending = asyncio.Event()
        self._runner: asyncio.Task[None] | None = None

    def report(self, place: str, error: BaseException) -> None:
        if self._owner_id:
            self._counts[f"{place}: {described(error)}"] += 1
            self._pending.set()

    def tell(self, key: str) -> None:
        """Tells the owner of something that is no error but needs action; `key` is a locale key."""
        if self._owner_id:
            self._notices[key] = None
            self._pending.set()

    def start(self) -> None:
        if self._owner_id:
            self._runner = asyncio.create_task(self._run(), name="owner_alerts")

    async def stop(self) -> None:
        if self._runner is not None:
            self._runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._runner

    async def _run(self) -> None:
        while True:
            await self._pending.wait()
            self._pending.clear()
            counts, self._counts = self._counts, Counter()
            notices, self._notices = self._notices, {}
            try:
                text = await self._text(notices, counts)
                await self._transport(SendMessage(chat_id=self._owner_id, text=text))
            except TelegramAPIError as refused:
                # Sent again together with the next alert.
                self._counts.update(counts)
                self._notices = notices | self._notices
                log.warning("owner_alert_not_sent", why=type(refused).__name__)
            await self._clock.sleep_until(self._clock.now() + GAP_MS)

    async def _text(self, notices: Iterable[str], counts: Counter[str]) -> Html:
        language = (await self._people.get(self._owner_id)).language or "ru"
        lines = [self._words.say(language, key) for key in notices]
        lines += [self._words.say(language, "owner-trouble", count=counts.total())] if counts else []
        lines += [
            self._words.say(language, "owner-trouble-line", what=what, times=times)
            for what, times in counts.most_common(MOST_KINDS)
        ]
        return Html("\n".join(lines))
