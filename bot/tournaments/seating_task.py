"""Seats a tournament: the search runs in the background, and the tournament's message shows its progress."""

import asyncio
from contextlib import aclosing

import structlog

from bot.core.background_tasks import BackgroundTasks
from bot.telegram.outbox.rows import Kind, RowIds
from bot.telegram.replies import Replies
from bot.tournaments.seating import seat, why_not_seat
from bot.tournaments.seating_search import SearchFailed, search_seating
from bot.tournaments.tournament import Refusal, Tournament
from bot.tournaments.tournament_rows import overview_row
from bot.tournaments.tournament_store import TournamentStore
from engine.tournament.seating import Seating

log = structlog.get_logger()

SEARCHES = 2
"""How many searches for a seating run at the same time, because each is a process that uses a whole core; others
wait."""


class SeatingTask:
    def __init__(
        self, store: TournamentStore, row_ids: RowIds, replies: Replies, background: BackgroundTasks
    ) -> None:
        self._store = store
        self._row_ids = row_ids
        self._replies = replies
        self._background = background
        self._searches = asyncio.Semaphore(SEARCHES)

    def start(self, tournament: Tournament) -> str:
        """Starts a search, at most one at a time for a group; returns the key of the answer's text."""
        why_not = why_not_seat(tournament)
        if why_not is not None:
            return f"cup-no-{why_not}"
        if self.is_running(tournament):
            return "cup-seeking-already"
        self._background.start(self._search(tournament), _name(tournament))
        return "cup-seeking-begun"

    def is_running(self, tournament: Tournament) -> bool:
        return self._background.is_running(_name(tournament))

    async def _search(self, tournament: Tournament) -> None:
        chat, thread = tournament.chat_id, tournament.thread_id
        try:
            # The seed depends on the previous seating, so a repeated search finds another one.
            before = " ".join(word for slot in tournament.slots for word in slot.seats)
            search = search_seating(tournament.plan, tournament.derived(f"seating {before}"))
            async with self._searches, aclosing(search) as progress:
                async for news in progress:
                    if news.refusal is not None:
                        await self._replies.tell(self._replies.text(chat, f"cup-seating-{news.refusal}", thread))
                        await self._show(tournament)
                    elif news.seating is not None:
                        await self._seat(tournament, news.seating)
                    else:
                        await self._show(tournament, seeking=news.percent)
        except (SearchFailed, OSError) as failed:
            log.error("seating_search_failed", tournament=tournament.id, why=str(failed))
            await self._replies.tell(self._replies.text(chat, "cup-seeking-failed", thread))

    async def _show(self, tournament: Tournament, **args: int) -> None:
        await self._replies.tell(overview_row(self._row_ids.next(), tournament, Kind.EDIT, **args))

    async def _seat(self, tournament: Tournament, seating: Seating) -> None:
        done = await self._store.change(
            tournament.id,
            lambda old: seat(old, seating, tournament.plan),
            "",
            rows=lambda changed: [overview_row(self._row_ids.next(), changed, Kind.EDIT)],
        )
        if isinstance(done, Refusal):
            refused = self._replies.text(tournament.chat_id, f"cup-no-{done}", tournament.thread_id)
            await self._replies.tell(refused, overview_row(self._row_ids.next(), tournament, Kind.EDIT))


def _name(tournament: Tournament) -> str:
    return f"seating:{tournament.chat_id}"
