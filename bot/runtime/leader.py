"""The leader: of several processes on one database, the one that sends the outbox and runs the clocks.

Every process takes updates, decides and stores. The others tell the leader what they have stored, and one of them
takes over when it is gone.
"""

import asyncio
import contextlib
from dataclasses import dataclass, field

import structlog
from sqlalchemy import select

from bot.core.broadcast import Broadcast
from bot.core.clock import SteadyClock
from bot.core.error_reports import ReportError
from bot.games.absence import Absence
from bot.games.draining import Draining
from bot.games.lobby import Phase
from bot.games.presence import Presence
from bot.games.service import Service
from bot.operations.scheduled_jobs import ScheduledJobs, beat, last_beat
from bot.runtime.recovery import Recovery
from bot.storage import Database, UnitOfWork
from bot.storage.directory import Directory
from bot.storage.leader_lock import PostgresLeadership
from bot.storage.outage import store_failed
from bot.storage.postgres_channel import ChannelLost, News, PostgresChannel
from bot.storage.schema import games
from bot.telegram.outbox.rows import Row, row_from_json, row_to_json

log = structlog.get_logger()

EVERY = 1.0
"""Seconds between two looks at who conducts, and at what has been overlooked."""
REVISIONS_EVERY = 5
"""So many of those looks go by until the games are looked at, too."""
KEPT = 15 * 60
"""Of those looks, until a process that does not conduct reads its games anew: it does not hear when they end."""


@dataclass(slots=True)
class _ChangedElsewhere:
    """What other processes have stored."""

    games: dict[str, None] = field(default_factory=dict)
    rows: dict[int, None] = field(default_factory=dict)
    signs: list[tuple[str, int]] = field(default_factory=list)
    """Of life: by game and seat."""


class Leader:
    def __init__(
        self,
        database: Database,
        clock: SteadyClock,
        recovery: Recovery,
        service: Service,
        directory: Directory,
        broadcast: Broadcast,
        presence: Presence,
        absence: Absence,
        draining: Draining,
        scheduled_jobs: ScheduledJobs,
        report_error: ReportError,
    ) -> None:
        self._recovery = recovery
        self._service = service
        self._outbox = service.outbox
        self._timers = service.timers
        self._directory = directory
        self._broadcast = broadcast
        self._presence = presence
        self._absence = absence
        self._draining = draining
        self._database = database
        self._clock = clock
        self._chores = scheduled_jobs
        self._on_trouble = report_error
        self._baton = service.leadership
        self._line = PostgresChannel(database, self._heard, self._lost)
        self._overheard = _ChangedElsewhere()
        self._news = asyncio.Event()
        self._follower: asyncio.Task[None] | None = None
        self._look = asyncio.Event()
        self._settled = asyncio.Event()
        """It is known who conducts."""
        self._conducts = self._woken = False
        self._looks = 0
        self.runner: asyncio.Task[None] | None = None

    @property
    def loops(self) -> "set[asyncio.Task[None]]":
        """If one of them ends, the program does: it goes on where it was at the next start."""
        return self._parts() if self.runner is None else {self.runner}

    def _parts(self) -> "set[asyncio.Task[None]]":
        found = (self._outbox.runner, self._follower)
        return {task for task in found if task is not None}

    async def start(self) -> int:
        """Returns when this process conducts or has heard of one that does; how long nobody did."""
        if not isinstance(self._baton, PostgresLeadership):
            return await self._take_over()
        self._timers.resting = True
        self._baton.on(self._line)
        self._broadcast.pass_on = lambda said: self._line.say({"f": said})
        self._outbox.on_unstored = self._whisper
        self._database.herald = lambda works: self._line.herald(works, conducting=self._baton.held)
        self.runner = asyncio.create_task(self._run(self._baton), name="conductor")
        settled = asyncio.create_task(self._settled.wait())
        await asyncio.wait((self.runner, settled), return_when=asyncio.FIRST_COMPLETED)
        settled.cancel()
        if self.runner.done():
            self.runner.result()
        return 0

    async def stop(self) -> None:
        """What is in flight is brought to its end; then another may go on."""
        if self.runner is not None:
            self.runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.runner
        if self._conducts:
            woken = self._woken
            await self._step_down()
            # Whoever ends without having woken up has credited nothing.
            if woken and await self._baton.claim():
                with contextlib.suppress(Exception):
                    await beat(self._database, self._clock)
        await self._line.close()

    async def turn(self) -> None:
        """Until this process conducts."""
        while not self._baton.held:
            await asyncio.sleep(EVERY / 4)

    async def probe(self) -> None:
        """The smallest thing there is to store."""
        if self._baton.held:
            await beat(self._database, self._clock)
        else:
            await self._database.commit(UnitOfWork().put_note(key="probe", value=str(self._clock.now())))

    # --- the baton ----------------------------------------------------------------------------------------------

    async def _run(self, leadership: PostgresLeadership) -> None:
        while True:
            try:
                await self._see_to_it(leadership)
            except (ChannelLost, OSError, TimeoutError) as away:
                log.warning("leader_channel_lost", why=type(away).__name__)
            except Exception as trouble:
                if not store_failed(trouble) and not _is_refusal(trouble):
                    raise
                log.warning("leader_channel_lost", why=type(trouble).__name__)
                self._line.give_up()
            if self._conducts and not leadership.held:
                await self._step_down()
            self._look.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._look.wait(), EVERY)

    async def _see_to_it(self, leadership: PostgresLeadership) -> None:
        if not self._line.is_open:
            await self._line.open()
            # Nobody has told us meanwhile what has changed.
            self._service.be_process(self._line.process)
            self._directory.forget_all()
        if leadership.held:
            if not await leadership.claim():
                self._line.give_up()
                return
            self._line.say({"beat": self._clock.now(), "draining": self._draining.is_on})
            self._presence.take_unsent()
            for part in self._parts():
                if part.done():
                    part.result()
            return
        if signs := self._presence.take_unsent():
            self._line.say({"s": signs})
        self._looks += 1
        if self._looks % KEPT == 0:
            self._service.forget_idle()
        if not self._conducts and await leadership.try_to_take():
            await self._take_over_alive(leadership)
            self._settled.set()

    async def _take_over_alive(self, leadership: PostgresLeadership) -> None:
        """Reading what there is may take longer than the server lets us be silent."""
        reading = asyncio.create_task(self._take_over(), name="taking over")
        try:
            while not (await asyncio.wait((reading,), timeout=EVERY))[0]:
                if not await leadership.claim():
                    raise ChannelLost("lost while taking over")
            await reading
        except BaseException:
            reading.cancel()
            await asyncio.wait((reading,))
            self._line.give_up()
            await self._step_down()
            raise

    def _lost(self) -> None:
        """At once: from here on nothing more is sent."""
        if isinstance(self._baton, PostgresLeadership):
            self._baton.let_go()
        self._look.set()

    async def _take_over(self) -> int:
        self._conducts = True
        if self._baton.shared:
            self._recovery.forget()
            self._service.forget_idle()
        last = await last_beat(self._database)
        if last is not None:
            self._clock.not_before(last)
        down_ms = 0 if last is None else max(0, self._clock.now() - last)
        self._timers.resting = False
        self._timers.release()
        await self._recovery.recover(down_ms)
        self._woken = True
        self._chores.start()
        if self._baton.shared:
            self._follower = asyncio.create_task(self._follow(), name="follower")
        if self._baton.shared:
            log.info("leadership_taken", down_ms=down_ms, term=self._baton.term)
        return down_ms

    async def _step_down(self) -> None:
        """Calls in flight end; nothing begins."""
        if self._baton.shared:
            log.warning("leadership_lost")
        self._timers.resting = True
        await self._chores.stop()
        if self._follower is not None:
            self._follower.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await self._follower
            self._follower = None
        await self._recovery.rest()
        if self._baton.shared:
            self._recovery.forget()  # whoever conducts from now on knows better
        self._conducts = self._woken = False

    # --- the other processes ------------------------------------------------------------------------------------

    def _heard(self, news: News) -> None:
        if "beat" in news and not self._baton.held:
            # One line of time for all: the clock of whoever conducts.
            self._clock.follow(news["beat"])
            self._draining.set(bool(news["draining"]))
            self._settled.set()
        if "all" in news:
            self._directory.forget_all()
            self._looks = 0
        self._directory.forget(news.get("n", ()))
        if "f" in news:
            self._broadcast.overhear(news["f"])
        if "w" in news and self._baton.held:
            self._outbox.add([row_from_json(row) for row in news["w"]])
        if self._conducts:
            self._overheard.games |= dict.fromkeys(news.get("g", ()))
            self._overheard.rows |= dict.fromkeys(news.get("r", ()))
            self._overheard.signs += news.get("s", ())
            self._news.set()

    def _whisper(self, rows: list[Row]) -> bool:
        return self._line.say({"w": [row_to_json(row) for row in rows]})

    async def _follow(self) -> None:
        """What others have stored is done here; now and then we look whether something was overlooked."""
        upcoming = asyncio.get_running_loop().time() + EVERY
        while True:
            pause = upcoming - asyncio.get_running_loop().time()
            if pause > 0:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), pause)
            self._news.clear()
            overheard, self._overheard = self._overheard, _ChangedElsewhere()
            try:
                await self._take_up(overheard)
                if asyncio.get_running_loop().time() >= upcoming:
                    upcoming += EVERY
                    await self._sweep()
            except Exception as error:  # what was overheard is found by the next sweep
                log.exception("following_failed")
                self._on_trouble("conductor", error)
                self._looks = 0
                await asyncio.sleep(EVERY / 4)

    async def _take_up(self, overheard: _ChangedElsewhere) -> None:
        """First the games, so that what is owed for them is rendered from the newest view."""
        for game_id in overheard.games:
            await self._service.overhear(game_id)
        if overheard.rows:
            await self._outbox.backlog.take_up(overheard.rows)
        for game_id, seat in overheard.signs:
            live = await self._service.live(game_id)
            if live is not None and live.state is not None:
                await self._absence.heard(live, seat)

    async def _sweep(self) -> None:
        overlooked = await self._outbox.backlog.missing()
        owed_for = dict.fromkeys(game_id for game_id in overlooked.values() if game_id)
        owed_for |= dict.fromkeys(self._service.unheard)
        if self._looks % REVISIONS_EVERY == 0:
            g, live = games.c, (Phase.OPEN.value, Phase.PLAYING.value)
            known = self._service.loaded()
            for row in await self._database.rows(select(g.id, g.revision).where(g.phase.in_(live))):
                if row.id not in known or known[row.id].revision < row.revision:
                    owed_for[row.id] = None
        self._looks += 1
        await self._take_up(_ChangedElsewhere(owed_for, dict.fromkeys(overlooked)))


def _is_refusal(trouble: BaseException) -> bool:
    """What PostgreSQL says while it starts, stops, or has no room for another connection."""
    return isinstance(getattr(trouble, "sqlstate", None), str)
