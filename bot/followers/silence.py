"""Who may write in the group now. Only seated players are muted, one by one, always with an end, and restored."""

import asyncio
import json
from collections.abc import Sequence
from enum import Enum, auto

import structlog
from aiogram.exceptions import (
    TelegramAPIError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.methods import GetChatMember, RestrictChatMember
from aiogram.types import ChatPermissions
from sqlalchemy import select

from bot.clockwork.clock import Clock
from bot.directory import Directory, Group
from bot.live import Live
from bot.lobby import Lobby, Phase
from bot.operation.trouble import OnTrouble, unheard
from bot.outbox.transport import Transport
from bot.processes.baton import NotConducting
from bot.store import Store, Work
from bot.store.schema import mutes as mutes_table
from engine.events import Event, StepName
from engine.table import Table

log = structlog.get_logger()

LEAST_MS = 10 * 60_000
"""A mute always ends by itself, should the host never come back."""
RENEW_MS = 5 * 60_000
MOST_MS = 6 * 60 * 60_000
"""In a step of hours it lasts longer, so that Telegram is not asked every ten minutes for days."""

MUTED = ChatPermissions(
    can_send_messages=False,
    can_send_audios=False,
    can_send_documents=False,
    can_send_photos=False,
    can_send_videos=False,
    can_send_video_notes=False,
    can_send_voice_notes=False,
    can_send_polls=False,
    can_send_other_messages=False,
    can_add_web_page_previews=False,
)
FREE = ChatPermissions(
    can_send_messages=True,
    can_send_audios=True,
    can_send_documents=True,
    can_send_photos=True,
    can_send_videos=True,
    can_send_video_notes=True,
    can_send_voice_notes=True,
    can_send_polls=True,
    can_send_other_messages=True,
    can_add_web_page_previews=True,
    can_invite_users=True,
)


PAUSES_S = (1, 2, 4)
"""Between attempts to reach Telegram; after them the next chore tries again."""


class Said(Enum):
    """What Telegram answered."""

    DONE = auto()
    REFUSED = auto()
    NOTHING = auto()
    """It cannot be reached, so nobody knows whether it was done."""


def may_write(table: Table) -> frozenset[int]:
    """The seats that may write in the group now."""
    everybody = frozenset(range(1, table.size + 1))
    if table.step in (StepName.OVER, StepName.DEAL):
        return everybody
    if table.paused:  # but those who are out keep still until the end: they may know every card
        return everybody & {*table.alive, *table.words, table.speaker}
    if table.time_out_by:
        return frozenset()
    if table.step in (StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD):
        return frozenset() if table.silent else frozenset({table.speaker})
    if table.step is StepName.DISCUSSION:
        return frozenset(table.alive)
    return frozenset()


def speaks(group: Group, lobby: Lobby) -> bool:
    """In a voice chat nobody's typing is in the way."""
    return group.voice if lobby.voice is None else lobby.voice


def can_mute(group: Group, *, voice: bool) -> bool:
    return group.is_supergroup and "can_restrict_members" in group.rights and not voice


class Silence:
    """Brings the group's mutes to what the table wants; what was so before is stored first."""

    def __init__(self, database: Store, clock: Clock, transport: Transport, directory: Directory) -> None:
        self._database = database
        self._clock = clock
        self._transport = transport
        self._directory = directory
        self._muted: dict[tuple[int, int], int] = {}
        """(chat, person) → until when."""
        self._former: dict[tuple[int, int], str] = {}
        self._unsure: dict[tuple[int, int], str] = {}
        """Mutes that are stored, and that Telegram may not have heard of; by which game."""
        self._untouchable: set[tuple[int, int]] = set()
        """Admins of the chat: Telegram refuses to mute them."""
        self._locks: dict[int, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.on_trouble: OnTrouble = unheard

    def is_muted(self, chat_id: int, user_id: int) -> bool:
        return (chat_id, user_id) in self._muted

    async def follow(self, live: Live, _: Sequence[Event]) -> None:
        group = await self._directory.group(live.lobby.chat_id)
        if not can_mute(group, voice=speaks(group, live.lobby)):
            return
        task = asyncio.create_task(self._bring_about(live))
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, NotConducting):
                return  # whoever conducts now mutes
            log.error("mutes could not be set", exc_info=error)
            self.on_trouble("mutes", error)

    async def games_to_renew(self) -> set[str]:
        """Games whose mutes would end by themselves before long, or are not what they should be."""
        m = mutes_table.c
        ending = select(m.game_id).where(m.until_ms < self._clock.now() + RENEW_MS).distinct()
        return {row.game_id for row in await self._database.rows(ending)} | set(self._unsure.values())

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    async def stop(self) -> None:
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=10)

    def clear(self) -> None:
        for kept in (self._muted, self._former, self._unsure, self._untouchable):
            kept.clear()

    async def load(self) -> None:
        for row in await self._database.rows(select(mutes_table)):
            self._muted[row.chat_id, row.user_id] = row.until_ms
            self._former[row.chat_id, row.user_id] = row.former
            # The last run may have ended before it could ask.
            self._unsure[row.chat_id, row.user_id] = row.game_id

    async def _bring_about(self, live: Live) -> None:
        chat_id = live.lobby.chat_id
        async with self._locks.setdefault(chat_id, asyncio.Lock()):
            if live.state is None:
                return
            free = frozenset() if (stopped := live.lobby.phase is Phase.CLOSED) else may_write(live.table)
            until = self._until(live)
            seated = [(seat, live.person_on(seat)) for seat in range(1, live.table.size + 1)]
            # The next speaker must not wait for the others to be silenced.
            for seat, person in sorted(seated, key=lambda pair: pair[0] not in free):
                if person:
                    muted = seat not in free and not stopped
                    await self._set(chat_id, person, live.id, until if muted else None)
            for person in {*live.lobby.seated} - {*live.lobby.seating}:
                await self._set(chat_id, person, live.id, None)  # gave the seat away
            if live.table.step is StepName.OVER:
                self._forget(live)

    def _forget(self, live: Live) -> None:
        """The next game asks anew what people might do before it."""
        for person in {*live.lobby.seated, *live.lobby.seating}:
            key = (live.lobby.chat_id, person)
            if key not in self._muted:
                self._former.pop(key, None)
            self._untouchable.discard(key)

    async def release(self, live: Live) -> None:
        """The game has ended one way or another: everybody may write as before."""
        chat_id = live.lobby.chat_id
        async with self._locks.setdefault(chat_id, asyncio.Lock()):
            for person in {*live.lobby.seating, *live.lobby.seated}:
                if person:
                    await self._set(chat_id, person, live.id, None)
            self._forget(live)

    async def reconcile(self, running: Sequence[Live]) -> None:
        """After a start: mutes of games that are no more are lifted, the others brought about anew."""
        wanted = {live.id: live for live in running}
        for row in await self._database.rows(select(mutes_table)):
            if row.game_id not in wanted:
                await self._set(row.chat_id, row.user_id, row.game_id, None)
        for live in running:
            await self.follow(live, ())

    def _until(self, live: Live) -> int:
        """A little longer than the step that runs, but never for days."""
        now = self._clock.now()
        left = live.clock.left(now) if live.clock else 0
        return now + LEAST_MS + min(max(left, RENEW_MS), MOST_MS)

    async def _set(self, chat_id: int, person: int, game_id: str, wanted: int | None) -> None:
        """Muted until then, or not at all."""
        key = (chat_id, person)
        if key in self._untouchable:
            return
        until = self._muted.get(key)
        if wanted is None:
            if until is not None:
                await self._unmute(key, game_id)
        elif until is None or until < self._clock.now() + RENEW_MS or key in self._unsure:
            await self._mute(key, game_id, wanted)

    async def _mute(self, key: tuple[int, int], game_id: str, until: int) -> None:
        chat_id, person = key
        if key not in self._former:
            former = await self._permissions_before(key)
            if former is None:
                return
            self._former[key] = former
        await self._database.commit(
            Work().add(
                "put_mute",
                chat_id=chat_id,
                user_id=person,
                game_id=game_id,
                until_ms=until,
                former=self._former[key],
            )
        )
        self._muted[key], self._unsure[key] = until, game_id
        # By the clock on the wall: to Telegram a moment that is past, or nearly, means for ever.
        match await self._restrict(key, MUTED, (until - self._clock.ahead_of_wall()) // 1000):
            case Said.DONE:
                del self._unsure[key]
            case Said.REFUSED:
                await self._drop(key)

    async def _unmute(self, key: tuple[int, int], game_id: str) -> None:
        former = self._former.get(key, "")
        permissions = ChatPermissions.model_validate_json(former) if former else FREE
        self._unsure[key] = game_id
        if await self._restrict(key, permissions, None) is not Said.NOTHING:
            await self._drop(key)

    async def _drop(self, key: tuple[int, int]) -> None:
        self._muted.pop(key, None)
        self._unsure.pop(key, None)
        await self._database.commit(Work().add("drop_mute", chat=key[0], user=key[1]))

    async def _permissions_before(self, key: tuple[int, int]) -> str | None:
        """What the person might do before, empty if not restricted at all; None if nobody may restrict them."""
        try:
            member = await self._transport(GetChatMember(chat_id=key[0], user_id=key[1]))
        except TelegramAPIError:
            return None
        if member.status in ("creator", "administrator"):
            self._untouchable.add(key)
            return None
        if member.status != "restricted":
            return ""
        known = ChatPermissions.model_fields
        return json.dumps({name: getattr(member, name, None) for name in known if hasattr(member, name)})

    async def _restrict(self, key: tuple[int, int], permissions: ChatPermissions, until: int | None) -> "Said":
        method = RestrictChatMember(chat_id=key[0], user_id=key[1], permissions=permissions, until_date=until)
        for pause_s in PAUSES_S:
            try:
                await self._transport(method)
            except TelegramRetryAfter as wait:
                await self._clock.sleep_until(self._clock.now() + wait.retry_after * 1000)
            except (TelegramNetworkError, TelegramServerError):
                await self._clock.sleep_until(self._clock.now() + pause_s * 1000)
            except TelegramAPIError as refused:
                if "administrator" in refused.message or "owner" in refused.message:
                    self._untouchable.add(key)
                log.info("cannot be muted", chat=key[0], why=refused.message)
                return Said.REFUSED
            else:
                return Said.DONE
        return Said.NOTHING
