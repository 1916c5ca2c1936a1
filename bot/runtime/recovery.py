"""Continues where the last run, or another leader, has ended; and stops everything that only the leader does."""

from collections.abc import Sequence

import structlog

from bot.core.background_tasks import BackgroundTasks
from bot.core.clock import Clock
from bot.core.error_reports import ReportError
from bot.core.leadership import Leadership
from bot.core.timers import Timers
from bot.games.absence import Absence
from bot.games.afterlife import Afterlife
from bot.games.ask_again_after_outage import LOST_TAPS, TAP_KEPT_MS, AskAgain
from bot.games.closed_group_pause import Suspension
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Phase
from bot.games.lobby_transactions import put_missing_places
from bot.games.muting import Muting
from bot.games.running_game import RunningGame
from bot.games.seat_tags import SeatTags
from bot.games.step_timers import StepClocks
from bot.games.stored_step_clocks import stored_clocks
from bot.plans.plan_timers import PlanTimers
from bot.runtime.catch_up import CatchUp
from bot.runtime.downtime_credit import DowntimeCredit, is_noticed
from bot.runtime.recovery_order import Recovered, nearest_deadline_first
from bot.stand_ins.stand_ins import StandIns
from bot.storage import Store, UnitOfWork
from bot.storage.repositories.mutes import MuteRepository
from bot.storage.storage_errors import store_failed
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.updates.polling_reception import Reception

log = structlog.get_logger()


class Recovery:
    def __init__(
        self,
        store: Store,
        clock: Clock,
        timers: Timers,
        outbox: Outbox,
        leadership: Leadership,
        games: GameRegistry,
        clocks: StepClocks,
        downtime_credit: DowntimeCredit,
        catch_up: CatchUp,
        suspension: Suspension,
        muting: Muting,
        tags: SeatTags,
        stand_ins: StandIns,
        absence: Absence,
        afterlife: Afterlife,
        ask_again: AskAgain,
        reception: Reception,
        background: BackgroundTasks,
        plan_timers: PlanTimers,
        report_error: ReportError,
    ) -> None:
        self._store = store
        self._clock = clock
        self._timers = timers
        self._outbox = outbox
        self._leadership = leadership
        self._games = games
        self._clocks = clocks
        self._downtime_credit = downtime_credit
        self._catch_up = catch_up
        self._suspension = suspension
        self._muting = muting
        self._tags = tags
        self._stand_ins = stand_ins
        self._absence = absence
        self._afterlife = afterlife
        self._ask_again = ask_again
        self._reception = reception
        self._background = background
        self._plan_timers = plan_timers
        self._report_error = report_error

    async def recover(self, down_ms: int) -> None:
        """Continues where the last run ended: outbox, clocks, stand-ins, mutes."""
        await put_missing_places(self._store)
        await self._outbox.stored_rows.load()
        await self._suspension.load(self._read)
        await self._muting.load()
        await self._tags.load()
        recovered = await self._downtime_credit.credit(down_ms)
        self._reception.take_over()
        self._ask_again.begin(recovered.unasked, recovered.ended)
        await self._plan_timers.arm_all()
        self._timers.start()
        self._outbox.start()
        self._background.start(self._catch_up.run(recovered), "catch up")
        await self._load_tables(recovered.with_stand_ins)

    async def resume(self, gap_ms: int) -> None:
        """Credits `gap_ms`, in which no updates could be fetched, as downtime; if taps may be lost, people are
        asked again."""
        if not self._leadership.held:
            return
        await self._clocks.credit(gap_ms)
        now, lost = self._clock.now(), gap_ms > TAP_KEPT_MS
        if lost:
            await self._store.commit(LOST_TAPS.put(UnitOfWork(), now))
            self._absence.forgive()
        stored = await stored_clocks(self._store)
        moved = nearest_deadline_first(
            (left, place.id, clock.step)
            for place, clock in stored
            if clock.runs_since and is_noticed(gap_ms, left := clock.left(now))
        )
        every = nearest_deadline_first((clock.left(now), place.id, clock.step) for place, clock in stored)
        unasked = tuple(every) if lost else ()
        self._ask_again.begin(unasked, now)
        self._background.start(self._catch_up.run(Recovered(moved, (), frozenset(), (), unasked, now)), "catch up")

    async def rest(self) -> None:
        """Stops everything that only the leader does; what has begun is finished."""
        self._background.cancel()
        await self._timers.stop()
        await self._outbox.stop()
        await self._muting.stop()
        await self._tags.stop()

    def forget(self) -> None:
        """Drops what is kept in memory: another process was, or will be, the leader and changes the store."""
        for part in (
            self._timers,
            self._outbox,
            self._muting,
            self._tags,
            self._stand_ins,
            self._absence,
            self._afterlife,
            self._ask_again,
        ):
            part.clear()

    async def _read(self, game_id: str) -> RunningGame | None:
        """Returns a game; None if it cannot be read, which must not stop the other games."""
        try:
            return await self._games.find(game_id)
        except Exception as error:
            if store_failed(error):
                raise
            log.exception("game_unreadable", game=game_id)
            self._report_error("recovery", error)
            return None

    async def _load_tables(self, with_stand_ins: Sequence[str]) -> None:
        """Lets stand-ins continue and corrects mutes. Other games are loaded when somebody acts."""
        for game_id in with_stand_ins:
            table = await self._read(game_id)
            if table is not None and table.lobby.phase is Phase.PLAYING:
                await self._stand_ins.wake_up(table)
        muted = await MuteRepository(self._store).games_played()
        loaded = [await self._read(game_id) for game_id in muted]
        await self._muting.reconcile([table for table in loaded if table is not None])
