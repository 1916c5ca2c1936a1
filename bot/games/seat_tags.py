"""Shows seat numbers as member tags while a game runs; former tags are stored first and restored afterwards.

The bot stops trying to restore a tag only when the person has left or has a title instead. After any other refusal
or error it tries again: when its rights change, by a scheduled job with growing gaps, and after the next start.
"""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakValueDictionary

import structlog
from aiogram.exceptions import AiogramError, TelegramRetryAfter

from bot.core.clock import Clock
from bot.core.error_reports import ReportError, ignore_error
from bot.core.transport import Transport
from bot.games.lobby import Phase
from bot.games.running_game import RunningGame, stored_lobby
from bot.games.seat_tag_retry_pauses import TagPauses
from bot.games.seat_tag_set_and_restore import TagChanges
from bot.games.seat_tag_storage import Key, TagRecords
from bot.storage import Store
from bot.storage.groups import Group, Groups
from bot.storage.repositories.games import GameRepository
from bot.telegram.calls.retry_after import next_try_at
from bot.telegram.member_tag_api import TagApi
from bot.telegram.workers import Workers
from engine.events import Event, StepName

log = structlog.get_logger()

RIGHT = "can_manage_tags"


class Wanted(NamedTuple):
    """The tags that a table should have: one per person in the seating, which is empty when the game is over."""

    chat_id: int
    seating: tuple[int, ...] = ()

    @property
    def seats(self) -> dict[int, int]:
        return {person: seat for seat, person in enumerate(self.seating, start=1) if person}


class SeatTags:
    """Sets and restores the tags of all tables, where the bot has the right. Each game has its own worker, so that
    a chat in which Telegram demands a wait delays no other chat; no step waits for a tag."""

    def __init__(
        self,
        database: Store,
        clock: Clock,
        transport: Transport,
        groups: Groups,
        report_error: ReportError = ignore_error,
    ) -> None:
        self._games = GameRepository(database)
        self._clock = clock
        self._groups = groups
        self._records = TagRecords(database)
        self._pauses = TagPauses(clock)
        self._changes = TagChanges(TagApi(transport, clock), self._records, self._pauses)
        self._wanted: dict[str, Wanted] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Locks by chat: one tag is changed at a time in each."""
        self._workers = Workers[str]("tags", self._work_off, self._worker_ended, report_error)
        self._again: set[str] = set()
        """Games whose wanted tags have changed while their worker was running."""

    async def follow(self, game: RunningGame, _: Sequence[Event]) -> None:
        wanted = Wanted(game.lobby.chat_id, _seating(game))
        known = self._wanted.get(game.id)
        if known is None and not wanted.seating and not self._records.of_game(game.id):
            return
        if known != wanted:
            self._wanted[game.id] = wanted
            self._wake(game.id)

    async def load(self) -> None:
        """Reads the stored tags and the seatings of their games after a start, and starts a worker for each game
        with a tag that is to be restored."""
        await self._records.load()
        tags = self._records.tags
        chats = {game_id: tag.chat_id for (game_id, _), tag in tags.items()}
        self._wanted |= {game_id: Wanted(chat_id) for game_id, chat_id in chats.items()}
        for game in await self._games.played_among(chats):
            self._wanted[game.id] = Wanted(game.chat_id, stored_lobby(game).seating)
        for (game_id, person), tag in [*tags.items()]:
            if self._wanted[game_id].seats.get(person) != tag.seat:
                self._wake(game_id)

    async def tend(self) -> None:
        """Starts a worker for each game with a tag that is not as it should be and whose pause is over."""
        for game_id in [*self._wanted]:
            if not self._workers.is_running(game_id) and await self._next(game_id) is not None:
                self._wake(game_id)

    def rights_changed(self, chat_id: int) -> None:
        for game_id, wanted in self._wanted.items():
            if wanted.chat_id == chat_id:
                self._wake(game_id)

    @property
    def busy(self) -> bool:
        return self._workers.busy

    async def stop(self) -> None:
        """Stops the workers at once; tags not yet restored are restored after the next start."""
        await self._workers.stop(within=0)

    def clear(self) -> None:
        """Forgets everything in memory, because another process has been the leader meanwhile."""
        for kept in (self._records, self._pauses, self._wanted, self._again):
            kept.clear()

    def _wake(self, game_id: str) -> None:
        if self._workers.is_running(game_id):
            self._again.add(game_id)
        else:
            self._workers.start(game_id)

    def _worker_ended(self, game_id: str) -> None:
        self._again.discard(game_id)

    async def _work_off(self, game_id: str) -> None:
        while True:
            self._again.discard(game_id)
            key = await self._next(game_id)
            if key is not None:
                await self._try(key)
            elif game_id not in self._again:
                break
        wanted = self._wanted.get(game_id)
        if wanted is not None and not wanted.seating and not self._records.of_game(game_id):
            del self._wanted[game_id]
            self._pauses.end_game(game_id)

    async def _next(self, game_id: str) -> Key | None:
        """Returns a tag that is not as it should be and is not paused, tags to be restored first; None if there is
        none."""
        wanted = self._wanted.get(game_id)
        if wanted is None:
            return None
        group, seats = await self._group(wanted.chat_id), wanted.seats
        for key in self._records.of_game(game_id):
            if seats.get(key[1]) != self._records.tags[key].seat and not self._pauses.has_tag(key, group):
                return key
        if RIGHT not in group.rights or self._pauses.has_chat(group):
            return None
        for person in seats:
            key = (game_id, person)
            missing = key not in self._records.tags or key in self._records.unsure
            if missing and not self._pauses.has_tag(key, group):
                return key
        return None

    async def _try(self, key: Key) -> None:
        """Changes one tag; after an error of Telegram it stays due and is tried again after a wait."""
        wanted = self._wanted[key[0]]
        group = await self._group(wanted.chat_id)
        try:
            async with self._locks.setdefault(group.chat_id, asyncio.Lock()):
                await self._changes.make(key, group, wanted.seats.get(key[1]))
        except TelegramRetryAfter as wait:
            log.info("told_to_wait", chat=group.chat_id, method="setChatMemberTag", wait_s=wait.retry_after)
            await self._clock.sleep_until(next_try_at(self._clock.now(), wait, margin_ms=0))
        except AiogramError as error:
            self._pauses.pause_tag(key, group, type(error).__name__)

    async def _group(self, chat_id: int) -> Group:
        """Returns the group; if it has become a supergroup, the one with the new id."""
        group = await self._groups.get(chat_id)
        return await self._groups.get(group.moved_to) if group.moved_to else group


def _seating(game: RunningGame) -> tuple[int, ...]:
    """Returns the people who should have a tag, by seat; nobody before the deal and after the end."""
    runs = game.state is not None and game.lobby.phase is Phase.PLAYING and game.table.step is not StepName.OVER
    return game.lobby.seating if runs else ()
