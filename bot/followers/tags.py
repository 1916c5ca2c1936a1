"""Seat numbers beside the names while a game runs: what stood there before is stored first, and put back.

A tag of ours is given up only when its person is gone or has a title instead. Whatever else Telegram says, it is
tried again: when the bot's rights change, by a chore with growing gaps, at the next start.
"""

import asyncio
import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from weakref import WeakValueDictionary

import structlog
from aiogram.exceptions import AiogramError, TelegramRetryAfter
from sqlalchemy import select

from bot.clockwork.clock import Clock
from bot.directory import Directory, Group
from bot.followers.tag_api import Said, TagApi, can_have_tag, may_carry_tag
from bot.live import Live, stored_lobby
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
FIRST_GAP_MS, LONGEST_GAP_MS = 60_000, 60 * 60_000
"""Between attempts at one tag that Telegram refuses or does not answer."""
OFF_MS = 60 * 60_000
"""So long no tags are set in a chat where one was refused, unless the bot's rights change."""


class Tagged(NamedTuple):
    """A member whose tag is ours."""

    chat_id: int
    seat: int
    former: str


class Wanted(NamedTuple):
    """What a table wants: who sits where, nobody when it is over."""

    chat_id: int
    seating: tuple[int, ...] = ()

    @property
    def seats(self) -> dict[int, int]:
        return {person: seat for seat, person in enumerate(self.seating, start=1) if person}


class Held(NamedTuple):
    """Not tried again before then, unless the bot's rights are others."""

    until_ms: int
    gap_ms: int
    rights: tuple[str, ...]


Key = tuple[str, int]
"""The game and the person."""


class Tags:
    """Brings the tags of a group to what its table wants, where the bot may. Each game has a worker of its own, so
    that a chat that has to wait holds up no other; nobody waits for a tag."""

    def __init__(self, database: Store, clock: Clock, transport: Transport, directory: Directory) -> None:
        self._database = database
        self._clock = clock
        self._api = TagApi(transport, clock)
        self._directory = directory
        self._tagged: dict[Key, Tagged] = {}
        """What is stored; Telegram may not have done it yet."""
        self._unsure: set[Key] = set()
        """Of those: was told to Telegram, which has not said that it is done."""
        self._wanted: dict[str, Wanted] = {}
        self._held: dict[Key, Held] = {}
        self._off: dict[int, Held] = {}
        """Chats in which no tags are set for a while."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._workers: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        """Games whose wishes have changed while their worker was at it."""
        self.on_trouble: OnTrouble = unheard

    # --- what is wanted -----------------------------------------------------------------------------------------

    async def follow(self, live: Live, _: Sequence[Event]) -> None:
        wanted = Wanted(live.lobby.chat_id, _seating(live))
        known = self._wanted.get(live.id)
        if known is None and not wanted.seating and not self._keys(live.id):
            return
        if known != wanted:
            self._wanted[live.id] = wanted
            self._wake(live.id)

    async def load(self) -> None:
        """After a start: which tags are ours, and what their tables want. What is owed is tried at once."""
        for row in await self._database.rows(select(notes).where(notes.c.key.startswith(NOTE))):
            _, game_id, person = row.key.split(":")
            self._tagged[game_id, int(person)] = Tagged(*json.loads(row.value))
        chats = {game_id: tagged.chat_id for (game_id, _), tagged in self._tagged.items()}
        self._wanted |= {game_id: Wanted(chat_id) for game_id, chat_id in chats.items()}
        played = select(games.c.id, games.c.lobby, games.c.chat_id).where(games.c.phase == Phase.PLAYING.value)
        for row in await self._database.rows(played.where(games.c.id.in_(chats))):
            self._wanted[row.id] = Wanted(row.chat_id, stored_lobby(row).seating)
        for (game_id, person), tagged in [*self._tagged.items()]:
            if self._wanted[game_id].seats.get(person) != tagged.seat:
                self._wake(game_id)

    async def tend(self) -> None:
        """What could not be done is tried again if its time has come."""
        for game_id in [*self._wanted]:
            if game_id not in self._workers and await self._next(game_id) is not None:
                self._wake(game_id)

    def rights_changed(self, chat_id: int) -> None:
        for game_id, wanted in self._wanted.items():
            if wanted.chat_id == chat_id:
                self._wake(game_id)

    @property
    def busy(self) -> bool:
        return bool(self._workers)

    async def stop(self) -> None:
        workers = tuple(self._workers.values())
        for worker in workers:
            worker.cancel()  # what is not put back now is put back after the next start
        if workers:
            await asyncio.wait(workers)

    def clear(self) -> None:
        """Another process has conducted meanwhile."""
        for kept in (self._tagged, self._unsure, self._wanted, self._held, self._off, self._again):
            kept.clear()

    # --- the worker of one game ---------------------------------------------------------------------------------

    def _wake(self, game_id: str) -> None:
        if game_id in self._workers:
            self._again.add(game_id)
            return
        worker = self._workers[game_id] = asyncio.create_task(self._bring_about(game_id), name=f"tags {game_id}")
        worker.add_done_callback(lambda task: self._finished(game_id, task))

    def _finished(self, game_id: str, worker: "asyncio.Task[None]") -> None:
        self._workers.pop(game_id, None)
        self._again.discard(game_id)
        if not worker.cancelled() and (error := worker.exception()) is not None:
            if isinstance(error, NotConducting):
                return  # whoever conducts now sets them
            log.error("tags_failed", game=game_id, exc_info=error)
            self.on_trouble("tags", error)

    async def _bring_about(self, game_id: str) -> None:
        while True:
            self._again.discard(game_id)
            key = await self._next(game_id)
            if key is not None:
                await self._try(key)
            elif game_id not in self._again:
                break
        wanted = self._wanted.get(game_id)
        if wanted is not None and not wanted.seating and not self._keys(game_id):
            del self._wanted[game_id]
            for key in [key for key in self._held if key[0] == game_id]:
                del self._held[key]

    async def _next(self, game_id: str) -> Key | None:
        """Whose tag is not what it should be and may be tried now. What is to go goes first."""
        wanted = self._wanted.get(game_id)
        if wanted is None:
            return None
        group, seats = await self._group(wanted.chat_id), wanted.seats
        for key in self._keys(game_id):
            if seats.get(key[1]) != self._tagged[key].seat and not self._waits(self._held.get(key), group):
                return key
        if RIGHT not in group.rights or self._waits(self._off.get(group.chat_id), group):
            return None
        for person in seats:
            key = (game_id, person)
            missing = key not in self._tagged or key in self._unsure
            if missing and not self._waits(self._held.get(key), group):
                return key
        return None

    def _waits(self, held: Held | None, group: Group) -> bool:
        return held is not None and held.rights == group.rights and self._clock.now() < held.until_ms

    async def _try(self, key: Key) -> None:
        """Nothing is left half done: what was begun is stored, and whatever went wrong is tried again."""
        wanted = self._wanted[key[0]]
        group = await self._group(wanted.chat_id)
        seat = wanted.seats.get(key[1])
        try:
            async with self._locks.setdefault(group.chat_id, asyncio.Lock()):
                if key in self._tagged and self._tagged[key].seat != seat:
                    await self._put_back(key, group)
                elif seat is not None:
                    await self._set(key, group, seat)
        except TelegramRetryAfter as wait:
            log.info("told_to_wait", chat=group.chat_id, method="setChatMemberTag", wait_s=wait.retry_after)
            await self._clock.sleep_until(self._clock.now() + wait.retry_after * 1000)
        except AiogramError as trouble:
            self._hold(key, group, type(trouble).__name__)

    def _hold(self, key: Key, group: Group, why: str, gap_ms: int = 0) -> None:
        before = self._held.get(key)
        gap_ms = gap_ms or (min(before.gap_ms * 2, LONGEST_GAP_MS) if before is not None else FIRST_GAP_MS)
        self._held[key] = Held(self._clock.now() + gap_ms, gap_ms, group.rights)
        log.info("tag_waits", chat=group.chat_id, game=key[0], why=why, next_s=gap_ms // 1000)

    # --- one tag ------------------------------------------------------------------------------------------------

    async def _set(self, key: Key, group: Group, seat: int) -> None:
        person, may_be_set = key[1], key in self._unsure
        if key not in self._tagged:
            former = self._former_elsewhere(group.chat_id, person)
            if former is None:
                member = await self._api.member(group.chat_id, person)
                if not can_have_tag(member):
                    self._hold(key, group, "has no tag", LONGEST_GAP_MS)
                    return
                former = getattr(member, "tag", None) or ""
            tagged = Tagged(group.chat_id, seat, former)
            await self._database.commit(Work().add("put_note", key=_note(key), value=json.dumps(tagged)))
            self._tagged[key] = tagged
        self._unsure.add(key)
        said, why = await self._api.set_tag(group.chat_id, person, _number(seat))
        if said is Said.REFUSED:
            if not may_be_set:
                await self._forget(key)
            if await self._is_gone(group.chat_id, person):
                self._hold(key, group, why, LONGEST_GAP_MS)
            else:
                self._off = {chat: held for chat, held in self._off.items() if held.until_ms > self._clock.now()}
                self._off[group.chat_id] = Held(self._clock.now() + OFF_MS, OFF_MS, group.rights)
                log.info("tags_off", chat=group.chat_id, why=why)
        elif said is Said.NOTHING:
            self._hold(key, group, why)
        else:
            self._unsure.discard(key)
            self._held.pop(key, None)

    async def _put_back(self, key: Key, group: Group) -> None:
        tag = self._number_elsewhere(key, group.chat_id) or self._tagged[key].former
        said, why = await self._api.set_tag(group.chat_id, key[1], tag)
        if said is Said.DONE or (said is Said.REFUSED and await self._is_gone(group.chat_id, key[1])):
            await self._forget(key)
        else:
            self._hold(key, group, why)

    async def _is_gone(self, chat_id: int, person: int) -> bool:
        """Whatever a refusal says, only this tells whether there can be a tag of ours."""
        said, member = await self._api.look_up(chat_id, person)
        return said is Said.REFUSED if member is None else not may_carry_tag(member)

    async def _forget(self, key: Key) -> None:
        await self._database.commit(Work().add("drop_note", name=_note(key)))
        self._tagged.pop(key, None)
        self._unsure.discard(key)
        self._held.pop(key, None)

    def _former_elsewhere(self, chat_id: int, person: int) -> str | None:
        """Somebody who sits at two tables of a group: what stands there now is the number at the other one."""
        return next((tagged.former for _, tagged in self._of(chat_id, person)), None)

    def _number_elsewhere(self, key: Key, chat_id: int) -> str:
        others = (tagged.seat for other, tagged in self._of(chat_id, key[1]) if other != key)
        return next((_number(seat) for seat in others), "")

    def _of(self, chat_id: int, person: int) -> Iterable[tuple[Key, Tagged]]:
        of_person = ((key, tagged) for key, tagged in self._tagged.items() if key[1] == person)
        return ((key, tagged) for key, tagged in of_person if tagged.chat_id == chat_id)

    def _keys(self, game_id: str) -> list[Key]:
        return [key for key in self._tagged if key[0] == game_id]

    async def _group(self, chat_id: int) -> Group:
        """A group that has become a supergroup has another number."""
        group = await self._directory.group(chat_id)
        return await self._directory.group(group.moved_to) if group.moved_to else group


def _seating(live: Live) -> tuple[int, ...]:
    """Who has a number now; nobody before the deal and after the end."""
    runs = live.state is not None and live.lobby.phase is Phase.PLAYING and live.table.step is not StepName.OVER
    return live.lobby.seating if runs else ()


def _number(seat: int) -> str:
    return f"№ {seat}"


def _note(key: Key) -> str:
    return f"{NOTE}{key[0]}:{key[1]}"
