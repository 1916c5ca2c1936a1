"""Lets the leader act on what other processes have stored.

The others announce each change. Announcements may be lost, so once a second the store is searched for changes that
were missed.
"""

import asyncio
import contextlib
from dataclasses import dataclass, field

import structlog

from bot.core.error_reports import ReportError
from bot.games.absence import Absence
from bot.games.event_followers import RemoteGameChanges
from bot.games.game_registry import GameRegistry
from bot.storage import Database
from bot.storage.postgres_channel import News
from bot.storage.repositories.games import GameRepository
from bot.telegram.outbox.stored_rows import StoredRows

log = structlog.get_logger()

SEARCH_S = 1.0
"""Seconds between two searches of the store."""
GAMES_EVERY = 5
"""Number of searches after which the revisions of all running games are compared too."""
AFTER_ERROR_S = 0.25


@dataclass(slots=True)
class _Announced:
    games: dict[str, None] = field(default_factory=dict)
    rows: dict[int, None] = field(default_factory=dict)
    """Ids of outbox rows."""
    active_seats: list[tuple[str, int]] = field(default_factory=list)
    """Game and seat of people who have done something."""


class RemoteChanges:
    def __init__(
        self,
        database: Database,
        stored_rows: StoredRows,
        games: GameRegistry,
        game_changes: RemoteGameChanges,
        absence: Absence,
        report_error: ReportError,
    ) -> None:
        self._database = database
        self._stored_rows = stored_rows
        self._games = games
        self._game_changes = game_changes
        self._absence = absence
        self._report_error = report_error
        self._announced = _Announced()
        self._arrived = asyncio.Event()
        self._searches = 0
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._searches = 0
        self.task = asyncio.create_task(self._follow(), name="remote changes")

    async def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await self.task
            self.task = None

    def add(self, news: News) -> None:
        """Notes the changes that an announcement names; they are applied soon."""
        self._announced.games |= dict.fromkeys(news.get("g", ()))
        self._announced.rows |= dict.fromkeys(news.get("r", ()))
        self._announced.active_seats += news.get("s", ())
        if "all" in news:
            self._searches = 0
        self._arrived.set()

    async def _follow(self) -> None:
        loop = asyncio.get_running_loop()
        next_search = loop.time() + SEARCH_S
        while True:
            pause = next_search - loop.time()
            if pause > 0:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._arrived.wait(), pause)
            self._arrived.clear()
            announced, self._announced = self._announced, _Announced()
            try:
                await self._apply(announced)
                if loop.time() >= next_search:
                    next_search += SEARCH_S
                    await self._search()
            except Exception as error:  # what was announced is found by the next search
                log.exception("remote_change_failed")
                self._report_error("leader", error)
                self._searches = 0
                await asyncio.sleep(AFTER_ERROR_S)

    async def _apply(self, announced: _Announced) -> None:
        """Applies changes, those of games first, so that their rows are rendered from the newest view."""
        for game_id in announced.games:
            await self._game_changes.follow(game_id)
        if announced.rows:
            await self._stored_rows.take_up(announced.rows)
        for game_id, seat in announced.active_seats:
            game = await self._games.find(game_id)
            if game is not None and game.state is not None:
                await self._absence.heard(game, seat)

    async def _search(self) -> None:
        """Finds and applies missed changes: rows that are not queued, games whose events were not followed or
        whose revision is newer."""
        missed_rows = await self._stored_rows.missing()
        missed_games = dict.fromkeys(game_id for game_id in missed_rows.values() if game_id)
        missed_games |= dict.fromkeys(self._games.with_unfollowed())
        if self._searches % GAMES_EVERY == 0:
            known = self._games.loaded()
            for game_id, revision in (await GameRepository(self._database).live_revisions()).items():
                if game_id not in known or known[game_id].revision < revision:
                    missed_games[game_id] = None
        self._searches += 1
        await self._apply(_Announced(missed_games, dict.fromkeys(missed_rows)))
