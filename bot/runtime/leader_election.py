"""Leader election: of several processes on one database, one sends the outbox and runs the clocks.

Every process takes updates, decides and stores. The others announce to the leader what they have stored; when it
is gone, one of them becomes the leader.
"""

import asyncio
import contextlib

import structlog

from bot.core.broadcast import Broadcast
from bot.core.clock import SteadyClock
from bot.core.leadership import Leadership
from bot.core.timers import Timers
from bot.games.draining import Draining
from bot.games.game_registry import GameRegistry
from bot.games.presence_relay import PresenceRelay
from bot.operations.heartbeat import beat
from bot.runtime.leader_duties import LeaderDuties
from bot.runtime.remote_changes import RemoteChanges
from bot.storage import Database, UnitOfWork
from bot.storage.groups import Groups
from bot.storage.leader_lock import PostgresLeadership
from bot.storage.people import People
from bot.storage.postgres_channel import ChannelLost, News, PostgresChannel
from bot.storage.repositories.notes import Note
from bot.storage.storage_errors import store_failed
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Row, RowIds, row_from_json, row_to_json

log = structlog.get_logger()

HUNG_AFTER_MS = 5_000
"""Milliseconds after which a silent leader loses its lock: its connection is closed, and another process takes
over."""
ROUND_S = 1.0
"""Seconds between two checks of who is the leader."""
FORGET_EVERY = 15 * 60
"""Number of checks after which a process that is not the leader forgets loaded games: it is not told when they
end."""

PROBE = Note("probe", int)
"""Written by a process that is not the leader, to find out whether the database can be written to."""


class Leader:
    def __init__(
        self,
        database: Database,
        clock: SteadyClock,
        leadership: Leadership,
        timers: Timers,
        outbox: Outbox,
        row_ids: RowIds,
        games: GameRegistry,
        groups: Groups,
        people: People,
        broadcast: Broadcast,
        presence: PresenceRelay,
        draining: Draining,
        duties: LeaderDuties,
        remote_changes: RemoteChanges,
    ) -> None:
        self._database = database
        self._clock = clock
        self._leadership = leadership
        self._timers = timers
        self._outbox = outbox
        self._row_ids = row_ids
        self._games = games
        self._groups = groups
        self._people = people
        self._broadcast = broadcast
        self._presence = presence
        self._draining = draining
        self._duties = duties
        self._remote_changes = remote_changes
        self._channel = PostgresChannel(database, self._on_news, self._on_channel_lost, HUNG_AFTER_MS)
        self._check_now = asyncio.Event()
        self._leader_known = asyncio.Event()
        self._rounds = 0
        self._election: asyncio.Task[None] | None = None

    @property
    def loops(self) -> "set[asyncio.Task[None]]":
        """Tasks that must not end: if one does, the program ends too, and continues at the next start."""
        return self._duty_loops() if self._election is None else {self._election}

    def _duty_loops(self) -> "set[asyncio.Task[None]]":
        found = (self._outbox.runner, self._remote_changes.task)
        return {task for task in found if task is not None}

    async def start(self) -> int:
        """Waits until this process is the leader or knows of one. Returns the milliseconds without a leader if the
        database is not shared, else 0."""
        if not isinstance(self._leadership, PostgresLeadership):
            return await self._duties.begin()
        self._timers.resting = True
        self._leadership.on(self._channel)
        self._broadcast.pass_on = lambda said: self._channel.notify({"f": said})
        self._outbox.on_unstored = self._send_unstored
        self._database.notification = lambda works: self._channel.notification(
            works, is_leader=self._leadership.held
        )
        self._election = asyncio.create_task(self._elect(self._leadership), name="leader election")
        known = asyncio.create_task(self._leader_known.wait())
        await asyncio.wait((self._election, known), return_when=asyncio.FIRST_COMPLETED)
        known.cancel()
        if self._election.done():
            self._election.result()
        return 0

    async def stop(self) -> None:
        """Finishes calls in flight and releases the lock, so that another process may become the leader."""
        if self._election is not None:
            self._election.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._election
        await self._duties.end_with_program()
        await self._channel.close()

    async def wait_until_leader(self) -> None:
        while not self._leadership.held:
            await asyncio.sleep(ROUND_S / 4)

    async def probe(self) -> None:
        """Stores one small value; raises an error if the store fails."""
        if self._leadership.held:
            await beat(self._database, self._clock)
        else:
            await self._database.commit(PROBE.put(UnitOfWork(), self._clock.now()))

    # --- election -----------------------------------------------------------------------------------------------

    async def _elect(self, leadership: PostgresLeadership) -> None:
        while True:
            try:
                await self._check(leadership)
            except (ChannelLost, OSError, TimeoutError) as error:
                log.warning("leader_channel_lost", why=type(error).__name__)
            except Exception as error:
                if not store_failed(error) and not _is_refused_by_server(error):
                    raise
                log.warning("leader_channel_lost", why=type(error).__name__)
                self._channel.give_up()
            if self._duties.are_begun and not leadership.held:
                await self._duties.end()
            self._check_now.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._check_now.wait(), ROUND_S)

    async def _check(self, leadership: PostgresLeadership) -> None:
        if not self._channel.is_open:
            await self._channel.open()
            self._row_ids.be_process(self._channel.process)
            self._forget_all()  # changes made meanwhile were announced to others only
        if leadership.held:
            await self._stay_leader(leadership)
            return
        if active_seats := self._presence.take_unsent():
            self._channel.notify({"s": active_seats})
        self._rounds += 1
        if self._rounds % FORGET_EVERY == 0:
            self._games.forget_idle()
        if not self._duties.are_begun and await leadership.try_to_take():
            await self._begin_duties(leadership)
            self._leader_known.set()

    async def _stay_leader(self, leadership: PostgresLeadership) -> None:
        if not await leadership.claim():
            self._channel.give_up()
            return
        self._channel.notify({"beat": self._clock.now(), "draining": self._draining.is_on})
        self._presence.take_unsent()
        for loop in self._duty_loops():
            if loop.done():
                loop.result()

    async def _begin_duties(self, leadership: PostgresLeadership) -> None:
        """Begins the duties, and claims the lock meanwhile: recovery may take longer than the server keeps an idle
        connection."""
        beginning = asyncio.create_task(self._duties.begin(), name="recovery")
        try:
            while not (await asyncio.wait((beginning,), timeout=ROUND_S))[0]:
                if not await leadership.claim():
                    raise ChannelLost("lost during recovery")
            await beginning
        except BaseException:
            beginning.cancel()
            await asyncio.wait((beginning,))
            self._channel.give_up()
            await self._duties.end()
            raise

    def _on_channel_lost(self) -> None:
        """Gives up leadership after the channel is lost: from here on nothing more is sent."""
        if isinstance(self._leadership, PostgresLeadership):
            self._leadership.let_go()
        self._check_now.set()

    def _forget_all(self) -> None:
        self._groups.forget_all()
        self._people.forget_all()

    # --- other processes ----------------------------------------------------------------------------------------

    def _on_news(self, news: News) -> None:
        if "beat" in news and not self._leadership.held:
            self._clock.follow(news["beat"])  # all processes follow the clock of the leader
            self._draining.set(bool(news["draining"]))
            self._leader_known.set()
        if "all" in news:
            self._forget_all()
        changed = news.get("n", ())  # groups have negative ids, people positive ones
        self._groups.forget(changed)
        self._people.forget(changed)
        if "f" in news:
            self._broadcast.receive(news["f"])
        if "w" in news and self._leadership.held:
            self._outbox.add([row_from_json(row) for row in news["w"]])
        if self._duties.are_begun:
            self._remote_changes.add(news)

    def _send_unstored(self, rows: list[Row]) -> bool:
        """Passes rows that are not stored to the leader. Returns False if it cannot be reached."""
        return self._channel.notify({"w": [row_to_json(row) for row in rows]})


def _is_refused_by_server(error: BaseException) -> bool:
    """Tells whether PostgreSQL reports this error, for example because it starts, stops, or has no connection
    left."""
    return isinstance(getattr(error, "sqlstate", None), str)
