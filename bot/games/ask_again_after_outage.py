"""Taps that Telegram has dropped: after an outage longer than it keeps them, open questions are asked again."""

from collections.abc import Iterable
from dataclasses import replace

from bot.core.clock import Clock
from bot.games.absence import excuse
from bot.games.announcements import NextId, private_row, prompt_stage, stage_slot
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Phase
from bot.games.lobby_transactions import TRIES
from bot.games.open_questions import private_question, replaced
from bot.games.running_game import RunningGame
from bot.games.slow_games import is_slow
from bot.games.step_properties import PUBLIC_STAGES
from bot.games.step_timers import StepClocks, put_clock
from bot.storage import Conflict, Store, UnitOfWork
from bot.storage.repositories.notes import Note
from bot.storage.repositories.outbox import OutboxRepository
from bot.storage.repositories.receipts import ReceiptRepository
from bot.storage.storage_errors import store_failed
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds
from bot.telegram.updates.polling_reception import Reception

TAP_KEPT_MS = 150_000
"""How long Telegram keeps a tap that the bot does not fetch; other updates are kept for a day
(tdlib/telegram-bot-api 10.0, Client.cpp, process_new_callback_query_queue: the timeout given to add_update)."""
STANDS_MS, STANDS_SLOW_MS = 30 * 60_000, 24 * 60 * 60_000
"""How long a step is kept from ending while no updates arrive, in a live game and in one over days. In a live game
people are muted meanwhile; in a game over days nobody waits at the screen."""
LOST_TAPS = Note("taps-lost", int)
"""When the outage ended after which some questions have not been sent again yet."""


async def unfinished(database: Store) -> int:
    """Returns when the outage ended after which the last run has not sent all questions again; 0 if there is
    none."""
    return await LOST_TAPS.read(database) or 0


class AskAgain:
    def __init__(
        self,
        store: Store,
        clock: Clock,
        outbox: Outbox,
        games: GameRegistry,
        clocks: StepClocks,
        row_ids: RowIds,
        receipts: ReceiptRepository,
        reception: Reception,
    ) -> None:
        self._store = store
        self._clock = clock
        self._outbox = outbox
        self._games = games
        self._clocks = clocks
        self._row_ids = row_ids
        self._receipts = receipts
        self._reception = reception
        self._unasked: dict[str, int] = {}
        """By game whose questions have not been sent again yet: when the outage ended."""
        self._began = 0

    def clear(self) -> None:
        """Another process has become the leader and sends the rest."""
        self._unasked.clear()

    def begin(self, games: Iterable[str], ended: int) -> None:
        """Notes games whose questions must be sent again. `ended`: when the outage ended, maybe in an earlier
        run."""
        self._unasked |= dict.fromkeys(games, ended)
        self._began = self._clock.now()

    @property
    def unasked(self) -> frozenset[str]:
        return frozenset(self._unasked)

    async def finish(self) -> None:
        """Forgets the outage once all questions have been sent again."""
        if not self._unasked:
            await self._store.commit(LOST_TAPS.drop(UnitOfWork()))

    async def put_off(self, game_id: str) -> bool:
        """Called when a step's time is over. Returns True if no updates arrive, so that it must not end. Sends
        lost questions again first."""
        silent_ms = self._reception.interrupted_ms
        if silent_ms:
            game = await self._games.find(game_id)
            slow = game is not None and is_slow(game.lobby)
            return silent_ms < (STANDS_SLOW_MS if slow else STANDS_MS)
        await self.ask(game_id)
        return False

    async def ask(self, game_id: str) -> bool:
        """Sends the open questions of a game again, once after each outage. Returns True if the group got a new
        message."""
        ended = self._unasked.get(game_id)
        if ended is None:
            return False
        try:
            game = await self._games.find(game_id)
            rows = [] if game is None or game.state is None else await self._ask(game, ended)
        except Exception as error:
            if not store_failed(error):
                self._unasked.pop(game_id, None)  # it would fail for ever
            raise
        return any(row.chat_id < 0 and row.kind is Kind.SEND for row in rows)

    async def _ask(self, game: RunningGame, ended: int) -> list[Row]:
        async with game.lock:
            for _ in range(TRIES):
                if self._unasked.get(game.id) != ended:
                    return []  # the previous holder of the lock has sent them
                rows = await self._rows(game)
                if not rows or await self._stored(game, rows, ended):
                    self._unasked.pop(game.id, None)
                    self._outbox.add(rows)
                    return rows
                if await self._receipts.has(_receipt(game.id, ended)):
                    self._unasked.pop(game.id, None)  # before the last run ended
                    return []
                await self._games.refresh(game)
        raise RuntimeError(f"the questions of {game.id} could not be stored: {TRIES} conflicts in a row")

    async def _rows(self, game: RunningGame) -> list[Row]:
        if game.lobby.phase is not Phase.PLAYING:
            return []
        stored_rows = OutboxRepository(self._store)
        coming = await stored_rows.slots_of_step(game.id, game.table.number, Kind.SEND.value)
        next_id = self._row_ids.next
        asked = [row for row in questions(game, next_id) if (row.chat_id, row.slot) not in coming]
        judges = [
            Row(next_id(), person, Kind.SEND, "text", Rank.NEWS, args={"key": "taps-lost-judge", "args": {}})
            for person in sorted(game.lobby.judges)
        ]
        return [
            *(replaced(row, next_id) for row in asked),
            *(replace(row, id=next_id()) for row in asked),
            *judges,
        ]

    async def _stored(self, game: RunningGame, rows: list[Row], ended: int) -> bool:
        """Stores the rows together with the clock, which stands until they are delivered. Returns False if that
        was done before, or the game has changed."""
        now, clock = self._clock.now(), game.clock
        work = UnitOfWork()
        known = self._games.guard(work, game)
        work.add_receipt(key=_receipt(game.id, ended), at_ms=now)
        if clock is not None and any(row.step for row in rows):
            clock = clock.credited(now - self._began, now).asked_again(now)
            put_clock(work, game.id, clock)
            excuse(work, game.id, stage_slot(game.table))
        for row in rows:
            row.put(work)
        try:
            await self._store.commit(work)
        except Conflict:
            return False
        self._games.adopt(game, known, replace(game, clock=clock))
        self._clocks.arm(game)
        return True


def questions(game: RunningGame, next_id: NextId) -> list[Row]:
    """Rows with the open questions for those who have not answered. The step's clock waits for their delivery."""
    table, lobby = game.table, game.lobby
    awaited = () if table.stopped else game.awaited()
    args = {"stage": prompt_stage(table), "again": True}
    rows: list[Row | None] = []
    if awaited and table.step in PUBLIC_STAGES:
        slot, thread = f"{game.id}:{stage_slot(table)}", lobby.thread_id
        row = Row(next_id(), lobby.chat_id, Kind.SEND, "stage", Rank.PROMPT, game.id, thread, slot=slot, args=args)
        rows.append(row)
    for seat in awaited:
        found = private_question(game, seat)
        if found is not None:
            more = {"slot": found.slot, "args": args}
            rows.append(private_row(game, next_id, seat, Kind.SEND, found.page, Rank.PROMPT, **more))
    return [replace(row, step=table.number) for row in rows if row is not None]


def _receipt(game_id: str, ended: int) -> str:
    return f"again:{game_id}:{ended}"
