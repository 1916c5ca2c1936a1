"""Taps that Telegram has dropped: after an outage longer than it keeps them, open questions are asked again."""

from collections.abc import Iterable
from dataclasses import replace

from bot.games.absence import excuse
from bot.games.announcements import NextId, private_row, prompt_slot
from bot.games.lobbies import TRIES
from bot.games.lobby import Phase
from bot.games.local_time import is_slow
from bot.games.running_game import RunningGame
from bot.games.service import Service
from bot.games.step_clocks import put_clock
from bot.games.steps import PRIVATE_STAGES, PUBLIC_STAGES, stage_slot
from bot.storage import Conflict, Store, UnitOfWork
from bot.storage.outage import store_failed
from bot.storage.repositories.notes import Note
from bot.storage.repositories.outbox import OutboxRepository
from bot.telegram.outbox.rows import Kind, Rank, Row
from bot.telegram.updates.reception import Reception
from engine.events import StepName

TAP_KEPT_MS = 150_000
"""So long a tap waits for a bot that does not fetch it; then it is gone, while everything else is kept for a day
(tdlib/telegram-bot-api 10.0, Client.cpp, process_new_callback_query_queue: the timeout given to add_update)."""
STANDS_MS, STANDS_SLOW_MS = 30 * 60_000, 24 * 60 * 60_000
"""So long a step does not end because nobody can be heard: people are muted meanwhile. In a game over days nobody
waits at the screen."""
LOST_TAPS = Note("taps-lost", int)
"""When the outage ended after which not everybody has been asked again yet."""


async def unfinished(database: Store) -> int:
    """When the outage ended after which the last run has not asked everybody; 0 if there is none."""
    return await LOST_TAPS.read(database) or 0


class LostTaps:
    def __init__(self, service: Service, reception: Reception) -> None:
        self._service = service
        self._reception = reception
        self._unasked: dict[str, int] = {}
        """Games in which nobody has been asked again yet, and when the outage ended."""
        self._began = 0

    def clear(self) -> None:
        """Another process goes on asking."""
        self._unasked.clear()

    def begin(self, games: Iterable[str], ended: int) -> None:
        """`ended`: when the outage did, maybe in an earlier run."""
        self._unasked |= dict.fromkeys(games, ended)
        self._began = self._service.clock.now()

    @property
    def unasked(self) -> frozenset[str]:
        return frozenset(self._unasked)

    async def finish(self) -> None:
        """Everybody has been asked: the next start need not know."""
        if not self._unasked:
            await self._service.database.commit(LOST_TAPS.drop(UnitOfWork()))

    async def put_off(self, game_id: str) -> bool:
        """A step's time is over: True if nobody can be heard. Whoever is to be asked again is asked first."""
        deaf_ms = self._reception.interrupted_ms
        if deaf_ms:
            live = await self._service.live(game_id)
            slow = live is not None and is_slow(live.lobby)
            return deaf_ms < (STANDS_SLOW_MS if slow else STANDS_MS)
        await self.ask(game_id)
        return False

    async def ask(self, game_id: str) -> bool:
        """Once after each outage. True: the group has its questions in a new message."""
        ended = self._unasked.get(game_id)
        if ended is None:
            return False
        try:
            live = await self._service.live(game_id)
            rows = [] if live is None or live.state is None else await self._ask(live, ended)
        except Exception as error:
            if not store_failed(error):
                self._unasked.pop(game_id, None)  # it would fail for ever
            raise
        return any(row.chat_id < 0 and row.kind is Kind.SEND for row in rows)

    async def _ask(self, live: RunningGame, ended: int) -> list[Row]:
        service = self._service
        async with live.lock:
            for _ in range(TRIES):
                if self._unasked.get(live.id) != ended:
                    return []  # whoever held the lock before has asked
                rows = await self._rows(live)
                if not rows or await self._stored(live, rows, ended):
                    self._unasked.pop(live.id, None)
                    service.outbox.add(rows)
                    return rows
                if await service.counted(_receipt(live.id, ended)):
                    self._unasked.pop(live.id, None)  # before the last run ended
                    return []
                await service.is_newest(live)
        raise RuntimeError(f"the game {live.id} changes faster than it can be read")

    async def _rows(self, live: RunningGame) -> list[Row]:
        if live.lobby.phase is not Phase.PLAYING:
            return []
        stored_rows = OutboxRepository(self._service.database)
        coming = await stored_rows.slots_of_step(live.id, live.table.number, Kind.SEND.value)
        next_id = self._service.next_id
        asked = [row for row in questions(live, next_id) if (row.chat_id, row.slot) not in coming]
        judges = [
            Row(next_id(), person, Kind.SEND, "text", Rank.NEWS, args={"key": "taps-lost-judge", "args": {}})
            for person in sorted(live.lobby.judges)
        ]
        return [
            *(_replaced(row, next_id) for row in asked),
            *(replace(row, id=next_id()) for row in asked),
            *judges,
        ]

    async def _stored(self, live: RunningGame, rows: list[Row], ended: int) -> bool:
        """With the clock, which stands until they are delivered. False: done before, or the game has changed."""
        service, now, clock = self._service, self._service.clock.now(), live.clock
        work = UnitOfWork()
        known = service.guard(work, live)
        work.add_receipt(key=_receipt(live.id, ended), at_ms=now)
        if clock is not None and any(row.step for row in rows):
            clock = clock.credited(now - self._began, now).asked_again(now)
            put_clock(work, live.id, clock)
            excuse(work, live.id, stage_slot(live.table))
        for row in rows:
            row.put(work)
        try:
            await service.database.commit(work)
        except Conflict:
            return False
        service.adopt(live, known, replace(live, clock=clock))
        service.clocks.arm(live)
        return True


def questions(live: RunningGame, next_id: NextId) -> list[Row]:
    """What is open now, for those who have not answered. The clock of the step waits for it."""
    table, lobby = live.table, live.lobby
    awaited = () if table.stopped else live.awaited()
    args = {"stage": stage_slot(table), "again": True}
    rows: list[Row | None] = []
    if awaited and table.step in PUBLIC_STAGES:
        slot, thread = f"{live.id}:{stage_slot(table)}", lobby.thread_id
        row = Row(next_id(), lobby.chat_id, Kind.SEND, "stage", Rank.PROMPT, live.id, thread, slot=slot, args=args)
        rows.append(row)
    for seat in awaited:
        page, slot = _private_question(live, seat)
        if page:
            more = {"slot": slot, "args": args}
            rows.append(private_row(live, next_id, seat, Kind.SEND, page, Rank.PROMPT, **more))
    return [replace(row, step=table.number) for row in rows if row is not None]


def _private_question(live: RunningGame, seat: int) -> tuple[str, str]:
    """The page and its slot; empty if nothing is asked in private."""
    table = live.table
    if table.step is StepName.DEAL:
        return "card", f"card:{seat}"
    asked = PRIVATE_STAGES.get(table.step)
    return ("prompt", prompt_slot(table, seat)) if asked and asked(live.position.views[seat]) else ("", "")


def _replaced(row: Row, next_id: NextId) -> Row:
    """The message that stands in the slot of a new one loses its buttons: an edit this urgent goes out first."""
    whose = {key: value for key, value in row.args.items() if key == "seat"}
    return replace(row, id=next_id(), kind=Kind.EDIT, step=0, args=whose | {"replaced": True})


def _receipt(game_id: str, ended: int) -> str:
    return f"again:{game_id}:{ended}"
