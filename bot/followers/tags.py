"""Seat numbers beside the names while a game runs: what stood there before is stored first, and put back."""

import asyncio
import json
from collections.abc import Sequence
from typing import NamedTuple

import structlog
from aiogram.exceptions import (
    TelegramAPIError,
    TelegramForbiddenError,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.methods import GetChatMember, SetChatMemberTag
from sqlalchemy import select

from bot.clockwork.clock import Clock
from bot.directory import Directory
from bot.followers.silence import Said
from bot.live import Live
from bot.lobby import Phase
from bot.operation.trouble import OnTrouble, unheard
from bot.outbox.transport import Transport
from bot.processes.baton import NotConducting
from bot.store import Store, Work
from bot.store.schema import games, notes
from engine.events import Event, StepName

log = structlog.get_logger()

RIGHT = "can_manage_tags"
NOTE = "tag:"
ONE_EVERY_MS = 250
"""Cards and prompts go first: nobody waits for a tag."""
TRIES = 3
UNKNOWN = (-1,)
"""Before the last run ended something was asked for; whatever is wanted now is looked at anew."""


class Tagged(NamedTuple):
    """A member whose tag is ours."""

    chat_id: int
    seat: int
    former: str


Key = tuple[str, int]
"""The game and the person."""


class Tags:
    """Brings the tags of a group to what its table wants, where the bot may. No right, no tags, and no harm."""

    def __init__(self, database: Store, clock: Clock, transport: Transport, directory: Directory) -> None:
        self._database = database
        self._clock = clock
        self._transport = transport
        self._directory = directory
        self._tagged: dict[Key, Tagged] = {}
        self._asked: dict[str, tuple[int, ...]] = {}
        """What was last asked for at each game."""
        self._off: dict[int, tuple[str, ...]] = {}
        """Chats that have refused, and the rights the bot had there: with others it is tried again."""
        self._locks: dict[int, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.on_trouble: OnTrouble = unheard

    async def follow(self, live: Live, _: Sequence[Event]) -> None:
        seating = _seating(live)
        if self._asked.get(live.id, ()) == seating:
            return
        group = await self._directory.group(live.lobby.chat_id)
        if self._off.get(group.chat_id, group.rights) != group.rights:
            del self._off[group.chat_id]
        if seating and (RIGHT not in group.rights or group.chat_id in self._off):
            return
        self._asked[live.id] = seating
        task = asyncio.create_task(self._bring_about(live))
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, NotConducting):
                return  # whoever conducts now sets them
            log.error("tags could not be set", exc_info=error)
            self.on_trouble("tags", error)

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    async def load(self) -> None:
        """After a start: which tags are ours. Those of games that are no more are put back."""
        for row in await self._database.rows(select(notes).where(notes.c.key.startswith(NOTE))):
            _, game_id, person = row.key.split(":")
            self._tagged[game_id, int(person)] = Tagged(*json.loads(row.value))
        ours = {game_id for game_id, _ in self._tagged}
        self._asked.update(dict.fromkeys(ours, UNKNOWN))
        played = select(games.c.id).where(games.c.id.in_(ours), games.c.phase == Phase.PLAYING.value)
        for game_id in ours - {row.id for row in await self._database.rows(played)}:
            task = asyncio.create_task(self._put_all_back(game_id))
            self._tasks.add(task)
            task.add_done_callback(self._finished)

    async def stop(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()  # what is not put back now is put back after the next start
        if self._tasks:
            await asyncio.wait(tuple(self._tasks))

    def clear(self) -> None:
        """Another process has conducted meanwhile."""
        self._tagged.clear()
        self._asked.clear()

    async def _bring_about(self, live: Live) -> None:
        async with self._locks.setdefault(live.lobby.chat_id, asyncio.Lock()):
            wanted = {person: seat for seat, person in enumerate(_seating(live), start=1) if person}
            for game_id, person in [key for key in self._tagged if key[0] == live.id]:
                if wanted.get(person) != self._tagged[game_id, person].seat:
                    await self._put_back((game_id, person))
            for person, seat in wanted.items():
                if (live.id, person) not in self._tagged and live.lobby.chat_id not in self._off:
                    await self._tag((live.id, person), live.lobby.chat_id, seat)
        if not wanted:
            self._asked.pop(live.id, None)

    async def _put_all_back(self, game_id: str) -> None:
        for key in [key for key in self._tagged if key[0] == game_id]:
            async with self._locks.setdefault(self._tagged[key].chat_id, asyncio.Lock()):
                await self._put_back(key)

    async def _tag(self, key: Key, chat_id: int, seat: int) -> None:
        try:
            member = await self._transport(GetChatMember(chat_id=chat_id, user_id=key[1]))
        except TelegramAPIError:
            return
        if member.status not in ("member", "restricted"):
            return  # admins have titles of their own
        at_another_table = (
            tagged.former
            for (_, person), tagged in self._tagged.items()
            if (person, tagged.chat_id) == (key[1], chat_id)
        )
        tagged = Tagged(chat_id, seat, next(at_another_table, getattr(member, "tag", None) or ""))
        await self._database.commit(Work().add("put_note", key=_note(key), value=json.dumps(tagged)))
        self._tagged[key] = tagged
        if await self._set(chat_id, key[1], f"№ {seat}") is Said.REFUSED:
            await self._forget(key)

    async def _put_back(self, key: Key) -> None:
        tagged = self._tagged[key]
        chat_id = (await self._directory.group(tagged.chat_id)).moved_to or tagged.chat_id
        said = await self._set(chat_id, key[1], tagged.former)
        if said is Said.DONE or (said is Said.REFUSED and chat_id not in self._off):
            await self._forget(key)  # else it is tried again after the next start

    async def _forget(self, key: Key) -> None:
        self._tagged.pop(key, None)
        await self._database.commit(Work().add("drop_note", name=_note(key)))

    async def _set(self, chat_id: int, person: int, tag: str) -> Said:
        method = SetChatMemberTag(chat_id=chat_id, user_id=person, tag=tag)
        for _ in range(TRIES):
            await self._clock.sleep_until(self._clock.now() + ONE_EVERY_MS)
            try:
                await self._transport(method)
            except TelegramRetryAfter as wait:
                await self._clock.sleep_until(self._clock.now() + wait.retry_after * 1000)
            except (TelegramNetworkError, TelegramServerError):
                continue
            except TelegramAPIError as refused:
                if isinstance(refused, TelegramNotFound | TelegramForbiddenError) or "rights" in refused.message:
                    await self._switch_off(chat_id, refused.message)
                return Said.REFUSED
            else:
                return Said.DONE
        return Said.NOTHING

    async def _switch_off(self, chat_id: int, why: str) -> None:
        rights = (await self._directory.group(chat_id)).rights
        if self._off.get(chat_id) != rights:
            log.info("no tags here", chat=chat_id, why=why)
        self._off[chat_id] = rights


def _seating(live: Live) -> tuple[int, ...]:
    """Who has a number now; nobody before the deal and after the end."""
    runs = live.state is not None and live.lobby.phase is Phase.PLAYING and live.table.step is not StepName.OVER
    return live.lobby.seating if runs else ()


def _note(key: Key) -> str:
    return f"{NOTE}{key[0]}:{key[1]}"
