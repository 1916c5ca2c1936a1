"""One run of the program, from its start to the moment it is killed.

A killed program does nothing more: the clock, the network and the store of this run do not answer its tasks any
more. Nothing it had in memory reaches the next run.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from aiogram.methods import TelegramMethod
from sqlalchemy import Executable, Row

from bot.core.pace import Pace
from bot.language.translator import Translator
from bot.operations.heartbeat import HEARTBEAT
from bot.settings import Settings
from bot.storage import UnitOfWork
from bot.telegram.outbox.rate_limits import Limits
from bot.wiring import Hooks, Parts, assembly
from tests.fuzz.messenger import BOT_ID
from tests.fuzz.stored_games import WatchedStore
from tests.kits.virtual_clock.alarms import SleepingAlarms
from tests.kits.virtual_clock.clock import VirtualClock
from tests.simulation.fault_rates import KillSchedule
from tests.simulation.network import Network

WORDS = Translator()
SETTINGS = Settings.model_validate({"bot_token": "1:x", "lobby_minutes": 60})
BEAT_MS = 5_000


def _read_already() -> Translator:
    """Returns the locales that were read once: reading them takes longer than a whole game."""
    return WORDS


class ProgramRun:
    def __init__(
        self, clock: VirtualClock, store: WatchedStore, network: Network, kill_schedule: KillSchedule
    ) -> None:
        self.alive = True
        self.clock = clock
        self._store = store
        self._network = network
        self._fate = kill_schedule
        self.troubles: list[str] = []
        assembly.Translator = _read_already  # type: ignore[assignment, attr-defined]
        self.host: Parts = assembly.wire(
            SETTINGS,
            self,
            self,
            self,
            Pace(1),
            Limits(),
            BOT_ID,
            "omerta_bot",
            alarms=SleepingAlarms(self),
            hooks=Hooks(report_error=self._on_trouble),
        )

    def _on_trouble(self, place: str, error: BaseException) -> None:
        if self.alive:
            self.troubles.append(f"{place}: {error!r}")

    async def begin(self) -> None:
        last = await HEARTBEAT.read(self)
        await self.host.recovery.recover(0 if last is None else max(0, self.clock.now() - last))
        self._beating = asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        while True:
            await self.sleep_until(self.now() + BEAT_MS)
            await self.commit(HEARTBEAT.put(UnitOfWork(), self.now()))

    async def end(self, bystanders: set["asyncio.Task[Any]"]) -> None:
        """Ends all tasks of the program."""
        self.alive = False
        left = asyncio.all_tasks() - bystanders
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left)

    async def _die_if_fated(self, place: str) -> None:
        if self.alive and self._fate.strikes(place):
            self.alive = False
        if not self.alive:
            await asyncio.get_running_loop().create_future()

    # --- the clock ----------------------------------------------------------------------------------------------

    def now(self) -> int:
        return self.clock.now()

    def ahead_of_wall(self) -> int:
        return self.clock.ahead_of_wall()

    async def sleep_until(self, moment: int) -> None:
        await self.clock.sleep_until(moment)
        await self._stop_if_dead()

    async def _stop_if_dead(self) -> None:
        if not self.alive:
            await asyncio.get_running_loop().create_future()

    # --- the network --------------------------------------------------------------------------------------------

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        await self._die_if_fated("before a call")
        answer = await self._network(method, request_timeout)
        await self._die_if_fated("after a call")
        return answer

    # --- the store ----------------------------------------------------------------------------------------------

    async def commit(self, work: UnitOfWork) -> None:
        await self._die_if_fated("before a commit")
        await self._store.commit(work)
        await self._die_if_fated("after a commit")

    async def rows(self, statement: Executable, **values: Any) -> Sequence[Row[Any]]:
        await self._stop_if_dead()
        return await self._store.rows(statement, **values)

    async def row(self, statement: Executable, **values: Any) -> Row[Any] | None:
        await self._stop_if_dead()
        return await self._store.row(statement, **values)
