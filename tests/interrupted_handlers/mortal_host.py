"""A host that dies right after a given commit: from then on nothing that it does has any effect."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextvars import ContextVar
from typing import Any

from aiogram import Bot
from aiogram.client.default import DefaultBotProperties
from aiogram.dispatcher.event.handler import HandlerObject
from aiogram.enums import ParseMode
from aiogram.methods import TelegramMethod
from aiogram.types import TelegramObject, Update
from sqlalchemy import Executable, Row

from bot.app import make_dispatcher
from bot.core.error_reports import described
from bot.core.pace import Pace
from bot.operations.metrics import Metrics
from bot.settings import Settings
from bot.storage import UnitOfWork
from bot.telegram.outbox.rate_limits import Limits
from bot.telegram.updates.failed_updates import FailedUpdates
from bot.telegram.updates.intake import Intake
from bot.wiring import Hooks, wire
from tests.fuzz.messenger import BOT_ID, Messenger, Wire
from tests.kits.virtual_clock.alarms import SleepingAlarms
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.memory_storage import InlineStore

OWNER = 12
ROUNDS = 8
"""So often what is under way is cut off: whoever tidies up waits for a store that is gone."""
BOOKS = frozenset({"put_failed_update", "drop_failed_update", "drop_old_failed_updates"})
"""How often an update was tried is kept apart from what it does."""
_handling: ContextVar[bool] = ContextVar("handling", default=False)
"""Set in everything that the update under test brings about."""


class Death:
    """When the program dies, and whether it has."""

    def __init__(self) -> None:
        self.after = 0
        """The commit of the handler after which the program dies; 0: never."""
        self.by_time = False
        """The clock acts, not a handler: every commit counts that records no delivery."""
        self.commits: list[tuple[str, ...]] = []
        """What each commit of the handler has changed."""
        self.happened = asyncio.Event()

    async def spare(self) -> None:
        if self.happened.is_set():
            await asyncio.get_running_loop().create_future()

    async def committed(self, work: UnitOfWork) -> None:
        names = tuple(name for name, _ in work.parts)
        counts = "drop_row" not in names if self.by_time else _handling.get()
        if counts and not set(names) <= BOOKS:
            self.commits.append(names)
            if len(self.commits) == self.after:
                self.happened.set()
        await self.spare()


class MortalStore:
    def __init__(self, store: InlineStore, death: Death) -> None:
        self._store = store
        self._death = death

    @property
    def commits(self) -> int:
        return self._store.commits

    async def commit(self, work: UnitOfWork) -> None:
        await self._death.spare()
        await self._store.commit(work)
        await self._death.committed(work)

    async def rows(self, statement: Executable, **values: Any) -> Sequence[Row[Any]]:
        await self._death.spare()
        return await self._store.rows(statement, **values)

    async def row(self, statement: Executable, **values: Any) -> Row[Any] | None:
        await self._death.spare()
        return await self._store.row(statement, **values)


class MortalClock:
    def __init__(self, clock: VirtualClock, death: Death) -> None:
        self._clock = clock
        self._death = death

    def now(self) -> int:
        return self._clock.now()

    def ahead_of_wall(self) -> int:
        return self._clock.ahead_of_wall()

    async def sleep_until(self, moment: int) -> None:
        await self._clock.sleep_until(moment)
        await self._death.spare()


class MortalWire(Wire):
    def __init__(self, messenger: Messenger, death: Death) -> None:
        super().__init__(messenger)
        self._death = death

    async def make_request(self, bot: Bot, method: TelegramMethod[Any], timeout: int | None = None) -> Any:
        await self._death.spare()
        return await super().make_request(bot, method, timeout)


class ProgramRun:
    """One run of the program, from its start to its death or its end."""

    def __init__(self, store: InlineStore, clock: VirtualClock, messenger: Messenger) -> None:
        self.death = Death()
        self.clock = clock
        self.troubles: list[str] = []
        self.reached: list[HandlerObject] = []
        """The handlers that updates have come to."""
        self.bot = Bot(
            "1:x",
            session=MortalWire(messenger, self.death),
            default=DefaultBotProperties(parse_mode=ParseMode.HTML),
        )
        settings = Settings.model_validate({"bot_token": "1:x", "lobby_minutes": 60, "owner_id": OWNER})
        mortal = MortalStore(store, self.death), MortalClock(clock, self.death)
        self.host = wire(
            settings,
            *mortal,
            self.bot,
            Pace(1),
            Limits(),
            BOT_ID,
            "omerta_bot",
            alarms=SleepingAlarms(mortal[1]),
            hooks=Hooks(report_error=self._on_trouble),
        )
        self.dispatcher = make_dispatcher(self.host)
        self._watch()

        async def handle(update: Update) -> None:
            await self.dispatcher.feed_update(self.bot, update)

        self.intake = Intake(
            self.host.replies,
            self.host.answer_limits,
            self.host.transport,
            handle,
            Metrics(),
            self._on_trouble,
            FailedUpdates(*mortal),
            mortal[1],
        )

    def _watch(self) -> None:
        async def note(handler: Any, event: TelegramObject, data: dict[str, Any]) -> Any:
            self.reached.append(data["handler"])
            return await handler(event, data)

        for router in self.dispatcher.sub_routers:
            for observer in router.observers.values():
                observer.middleware._middlewares.clear()  # routers are constants and keep those of the life before
                observer.middleware(note)

    def _on_trouble(self, place: str, error: BaseException) -> None:
        self.troubles.append(f"{place}: {described(error)} {error!r:.300}")

    async def begin(self) -> None:
        await self.host.recovery.recover(0)

    async def take(self, body: dict[str, Any]) -> bool:
        """Hand an update in; True when Telegram may forget it, False if the program has died over it."""
        update = Update.model_validate(body, context={"bot": self.bot})
        task = asyncio.create_task(self._taken(update))
        died = asyncio.create_task(self.death.happened.wait())
        await asyncio.wait({task, died}, return_when=asyncio.FIRST_COMPLETED)
        died.cancel()
        return task.done() and task.result()

    async def _taken(self, update: Update) -> bool:
        _handling.set(True)
        return await self.intake.take(update)

    async def end(self) -> None:
        """Nothing of it goes on: not as a program ends that is asked to."""
        self.death.happened.set()
        for _ in range(ROUNDS):
            others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in others:
                task.cancel()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        for router in self.dispatcher.sub_routers:
            for observer in router.observers.values():
                observer.middleware._middlewares.clear()


def copied(store: InlineStore) -> sqlite3.Connection:
    """All that is stored, for another world to begin with."""
    kept = sqlite3.connect(":memory:", check_same_thread=False)
    store.back_up(kept)
    return kept
