"""Brings the restrictions of groups to what their tables want: paced, merged, stored before they are asked for.

Only the newest wish counts: who is to be muted and is called to speak before it was done is left alone. A chat
that must wait (429) holds up nobody else, neither its own messages nor other chats.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping

import structlog
from aiogram.exceptions import (
    TelegramAPIError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.types import ChatMemberMember, ChatMemberRestricted, ChatMemberUnion, ChatPermissions
from sqlalchemy import select

from bot.clockwork.clock import Clock, sleep_until_or
from bot.clockwork.pace import Pace
from bot.followers.member_api import EVERYBODY, Key, MemberApi
from bot.followers.member_permissions import (
    MUTED,
    SENDING,
    Former,
    closed,
    former_from_store,
    former_of,
)
from bot.followers.restrict_pacing import RestrictLimits, Window
from bot.followers.restriction_wants import ChatWants, Mute, Want, merged
from bot.operation.trouble import OnTrouble, unheard
from bot.outbox.transport import Transport
from bot.processes.baton import NotConducting
from bot.store import Store, Work
from bot.store.schema import mutes as mutes_table

log = structlog.get_logger()

RENEW_MS = 5 * 60_000
"""A mute that would end by itself before that is asked for again."""
BACKOFF_MS = (1_000, 2_000, 4_000, 8_000, 15_000, 30_000)
"""After calls that nobody answered. Without a speaker who waits, the third is the last until the next chore."""
TRIES = 3
TIGHT_TIMES, TIGHT_S = 8, 60
"""So many waits, or so many seconds of them, in one game: the group's limits are too tight for mutes."""
IS_ADMIN = ("administrator of the chat", "chat owner", "user_admin_invalid", "restrict self")
IS_GONE = ("user not found", "participant_id_invalid", "user_not_participant", "user_id_invalid", "deactivated")
IS_SO_ALREADY = ("chat_not_modified", "not modified")


class Restrictions:
    def __init__(
        self, database: Store, clock: Clock, transport: Transport, pace: Pace, limits: RestrictLimits
    ) -> None:
        self._database = database
        self._clock = clock
        self._api = MemberApi(transport)
        self._pace = pace
        self._limits = limits
        self._chats: dict[int, ChatWants] = {}
        self._stored: dict[Key, Mute] = {}
        self._formers: dict[Key, Former] = {}
        """Of those who are free for the moment and will be muted again in the same game."""
        self._unsure: set[Key] = set()
        """Telegram may not have done what is stored."""
        self._unverified: set[Key] = set()
        """Stored by an earlier run: an admin may have decided otherwise since."""
        self._untouchable: set[Key] = set()
        """Admins, whom Telegram refuses to mute; those who are gone; those who may not write anyway."""
        self._stuck: set[Key] = set()
        """Cannot be freed: the right is lost. Tried again when the rights change."""
        self._stopping = False
        self.on_freed: Callable[[str], Awaitable[None]] = _nobody_waits
        """Told of the game in which somebody may write again."""
        self.on_wait: Callable[[str, int], Awaitable[None]] = _nobody_minds
        """Told of the game whose speaker has to wait so many seconds."""
        self.on_tight: Callable[[str], Awaitable[None]] = _nobody_waits
        """Told of the games in a chat where Telegram makes us wait too often."""
        self.on_trouble: OnTrouble = unheard

    # --- what is asked ------------------------------------------------------------------------------------------

    def is_muted(self, chat_id: int, person: int) -> bool:
        """As far as we know, and it can be changed."""
        return (chat_id, person) in self._stored and (chat_id, person) not in self._stuck

    def is_late(self, chat_id: int, person: int) -> bool:
        """Is to be muted, and Telegram has not been asked yet."""
        chat, key = self._chats.get(chat_id), (chat_id, person)
        wanted = merged(chat.wants.get(person, {}).values()) if chat is not None else Want()
        return bool(wanted.until_ms) and (key not in self._stored or key in self._unsure)

    @property
    def busy(self) -> bool:
        return any(chat.worker is not None for chat in self._chats.values())

    def games_to_renew(self) -> set[str]:
        """Games whose mutes end before long, or are not what they should be."""
        soon = self._clock.now() + RENEW_MS
        due = {
            mute.game_id
            for key, mute in self._stored.items()
            if key in self._unsure or (key[1] != EVERYBODY and mute.until_ms < soon)
        }
        for chat_id, chat in self._chats.items():
            if chat.worker is None:
                due.update(game for _, person in self._jobs(chat_id, chat) for game in chat.wants[person])
        return due

    # --- what is wanted -----------------------------------------------------------------------------------------

    def want(self, chat_id: int, game_id: str, wants: Mapping[int, Want]) -> None:
        """All that a game wants in a chat from now on; who is not named is to be free."""
        chat = self._chat(chat_id)
        for person, by_game in chat.wants.items():
            if person not in wants and game_id in by_game:
                by_game[game_id] = Want()
        for person in chat.muted:
            if person not in wants and self._stored[chat_id, person].game_id == game_id:
                chat.wants.setdefault(person, {})[game_id] = Want()
        for person, wanted in wants.items():
            chat.wants.setdefault(person, {})[game_id] = wanted
        self._work(chat_id, chat)

    def rights_changed(self, chat_id: int) -> None:
        chat = self._chat(chat_id)
        chat.refused, chat.failures, chat.blocked_until = False, 0, 0
        for keys in (self._stuck, self._untouchable):
            keys.difference_update([key for key in keys if key[0] == chat_id])
        for person in chat.muted:
            chat.wants.setdefault(person, {}).setdefault(self._stored[chat_id, person].game_id, Want())
        self._work(chat_id, chat)

    async def member_changed(self, chat_id: int, member: ChatMemberUnion) -> None:
        """An admin has changed what somebody may do: that is what holds after the game."""
        key = (chat_id, member.user.id)
        mute = self._stored.get(key)
        self._untouchable.discard(key)
        self._unverified.discard(key)
        if not isinstance(member, ChatMemberRestricted):
            self._formers.pop(key, None)
            if mute is not None:
                await self._drop(key)
            if not isinstance(member, ChatMemberMember):
                self._untouchable.add(key)
        elif mute is None or not former_of(member).is_mute_until(self._wall_s(mute.until_ms)):
            self._formers[key] = former_of(member)
            if mute is not None:
                await self._store(key, mute._replace(former=former_of(member)))
                self._unsure.add(key)
        chat = self._chat(chat_id)
        self._work(chat_id, chat)

    def distrust(self, chat_id: int, person: int) -> None:
        """Another process has heard that somebody was changed: looked at before the next call."""
        self._formers.pop((chat_id, person), None)
        if (chat_id, person) in self._stored:
            self._unverified.add((chat_id, person))

    def moved(self, old: int, new: int) -> None:
        """A group has another number from now on, and its members are the same."""
        left = self._chats.pop(old, None)
        if left is not None:
            left.wants.clear()
            left.changed.set()
        for key in [key for key in self._stored if key[0] == old]:
            self._stored[new, key[1]] = self._stored.pop(key)
            self._chat(new).muted.add(key[1])
        for key in [key for key in self._formers if key[0] == old]:
            self._formers[new, key[1]] = self._formers.pop(key)
        for keys in (self._unsure, self._unverified, self._untouchable, self._stuck):
            there = [key for key in keys if key[0] == old]
            keys.difference_update(there)
            keys.update((new, person) for _, person in there)

    async def drop_ended(self) -> None:
        """Whoever could not be freed, and whose mute has ended by itself since, needs nothing more."""
        now = self._clock.now()
        for key in [*self._stuck]:
            mute = self._stored.get(key)
            if mute is None:
                self._stuck.discard(key)
            elif key[1] != EVERYBODY and mute.until_ms < now and mute.former.is_free(self._wall_s(now)):
                await self._drop(key)

    # --- beginning and end --------------------------------------------------------------------------------------

    async def load(self) -> None:
        self._stopping = False
        for row in await self._database.rows(select(mutes_table)):
            key = (row.chat_id, row.user_id)
            self._stored[key] = Mute(row.game_id, row.until_ms, former_from_store(row.former))
            self._chat(row.chat_id).muted.add(row.user_id)
            self._unsure.add(key)
            self._unverified.add(key)

    async def stop(self) -> None:
        """The calls on their way are waited for; what is left is done after the next start."""
        self._stopping = True
        workers = [chat.worker for chat in self._chats.values() if chat.worker is not None]
        for chat in self._chats.values():
            chat.changed.set()
        if workers:
            _, late = await asyncio.wait(workers, timeout=10)
            for worker in late:
                worker.cancel()

    def clear(self) -> None:
        self._chats.clear()
        for kept in (self._stored, self._formers):
            kept.clear()
        for keys in (self._unsure, self._unverified, self._untouchable, self._stuck):
            keys.clear()

    def stored_games(self) -> dict[str, int]:
        """Games with mutes, and in which chat."""
        return {mute.game_id: chat_id for (chat_id, _), mute in self._stored.items()}

    # --- the work -----------------------------------------------------------------------------------------------

    def _chat(self, chat_id: int) -> ChatWants:
        found = self._chats.get(chat_id)
        if found is None:
            self._drop_idle()
            found = self._chats[chat_id] = ChatWants(Window(self._limits, self._pace))
        return found

    def _drop_idle(self) -> None:
        """Chats in which nobody is muted, and nobody is to be."""
        now = self._clock.now()
        for chat_id, chat in [*self._chats.items()]:
            busy = chat.wants or chat.muted or chat.worker is not None or chat.blocked_until > now
            if not busy and chat.window.is_idle(now):
                del self._chats[chat_id]

    def _work(self, chat_id: int, chat: ChatWants) -> None:
        chat.changed.set()
        if chat.worker is not None or self._stopping:
            return
        if not any(self._jobs(chat_id, chat)):
            self._forget_who_is_free(chat_id, chat)
            return
        chat.failures = 0
        chat.worker = asyncio.create_task(self._until_done(chat_id, chat), name=f"restrictions:{chat_id}")
        chat.worker.add_done_callback(lambda task: self._finished(chat_id, chat, task))

    def _finished(self, chat_id: int, chat: ChatWants, task: "asyncio.Task[None]") -> None:
        chat.worker = None
        self._forget_who_is_free(chat_id, chat)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, NotConducting):
                return  # whoever conducts now mutes
            log.error("restrictions_failed", chat=chat_id, exc_info=error)
            self.on_trouble("mutes", error)

    def _forget_who_is_free(self, chat_id: int, chat: ChatWants) -> None:
        """Whoever is muted by the next game is asked about anew."""
        for person in [*chat.wants]:
            by_game, key = chat.wants[person], (chat_id, person)
            if key in self._stored:
                continue
            for game in [game for game, wanted in by_game.items() if wanted == Want()]:
                del by_game[game]
            if not by_game:
                del chat.wants[person]
                self._formers.pop(key, None)
                self._untouchable.discard(key)
        if not chat.wants:
            chat.waits = chat.waited_s = 0

    async def _until_done(self, chat_id: int, chat: ChatWants) -> None:
        while not self._stopping:
            job = min(self._jobs(chat_id, chat), default=None)
            if job is None or (chat.failures >= TRIES and job[0] != 0):
                return
            _, person = job
            wanted = merged(chat.wants[person].values())
            now = self._clock.now()
            ready = max(chat.blocked_until, chat.window.ready_at(now, mutes=bool(wanted.until_ms)))
            if ready > now:
                chat.changed.clear()
                await sleep_until_or(self._clock, ready, chat.changed)
            else:
                await self._try(chat, (chat_id, person), wanted)

    def _jobs(self, chat_id: int, chat: ChatWants) -> Iterator[tuple[int, int]]:
        """What is not as wanted: how urgent, and who."""
        soon = self._clock.now() + RENEW_MS
        for person, by_game in chat.wants.items():
            key, wanted = (chat_id, person), merged(by_game.values())
            mute = self._stored.get(key)
            if wanted.until_ms:
                if chat.refused or key in self._untouchable:
                    continue
                if mute is None or key in self._unsure:
                    yield (1 if person == EVERYBODY else 2), person
                elif person != EVERYBODY and mute.until_ms < soon:
                    yield 4, person
            elif mute is not None and key not in self._stuck:
                yield (0 if wanted.speaks else 1 if person == EVERYBODY else 3), person

    async def _try(self, chat: ChatWants, key: Key, wanted: Want) -> None:
        is_new = key not in self._stored
        try:
            if key in self._unverified and not await self._is_still_ours(key, wanted):
                return
            if wanted.until_ms:
                await self._mute(chat, key, wanted)
            else:
                await self._free(chat, key)
        except TelegramRetryAfter as wait:
            await self._told_to_wait(chat, key, wanted, wait.retry_after)
        except (TelegramNetworkError, TelegramServerError) as trouble:
            chat.blocked_until = self._clock.now() + BACKOFF_MS[min(chat.failures, len(BACKOFF_MS) - 1)]
            chat.failures += 1
            log.info("restriction_not_answered", chat=key[0], why=type(trouble).__name__)
        except TelegramAPIError as refused:
            await self._on_refused(chat, key, wanted, refused.message, is_new=is_new)
        else:
            chat.failures = 0

    async def _told_to_wait(self, chat: ChatWants, key: Key, wanted: Want, seconds: int) -> None:
        chat.blocked_until = self._clock.now() + seconds * 1000 + 100
        chat.waits += 1
        chat.waited_s += seconds
        log.info("restriction_told_to_wait", chat=key[0], seconds=seconds)
        games = [*chat.wants.get(key[1], {})]
        if wanted.speaks:
            for game in games:
                await self.on_wait(game, seconds)
        if chat.waits >= TIGHT_TIMES or chat.waited_s >= TIGHT_S:
            chat.waits = chat.waited_s = 0
            for game in {game for by_game in chat.wants.values() for game in by_game}:
                await self.on_tight(game)

    async def _on_refused(self, chat: ChatWants, key: Key, wanted: Want, why: str, *, is_new: bool) -> None:
        text = why.lower()
        games = [*chat.wants.get(key[1], {})]
        if any(sign in text for sign in IS_SO_ALREADY):
            self._unsure.discard(key)
            if not wanted.until_ms:
                await self._drop(key)
        elif any(sign in text for sign in (*IS_ADMIN, *IS_GONE)):
            self._untouchable.add(key)
            await self._drop(key)
        elif wanted.until_ms:
            chat.refused = True
            if is_new:
                await self._drop(key)
        else:
            self._stuck.add(key)
        log.info("restriction_refused", chat=key[0], why=why)
        for game in games:
            await self.on_freed(game)

    # --- one call -----------------------------------------------------------------------------------------------

    async def _mute(self, chat: ChatWants, key: Key, wanted: Want) -> None:
        mute = self._stored.get(key)
        former = self._formers.get(key) if mute is None else mute.former
        if former is None:
            former = await self._api.look_up(key)
        if former is None or (mute is None and self._is_silent_anyway(key, former, wanted)):
            self._untouchable.add(key)
            return
        self._formers[key] = former
        game = next((game for game, each in chat.wants.get(key[1], {}).items() if each == wanted), None)
        if game is None:
            return  # something else is wanted by now
        await self._store(key, Mute(game, wanted.until_ms, former))
        self._unsure.add(key)
        if key[1] == EVERYBODY:
            await self._permit(chat, key, closed(former.flags or {}))
        else:
            # By the wall clock: to Telegram an end that is past, or nearly, means for ever.
            await self._permit(chat, key, MUTED, self._wall_s(wanted.until_ms))
        self._unsure.discard(key)

    async def _free(self, chat: ChatWants, key: Key) -> None:
        mute, games = self._stored[key], [*chat.wants.get(key[1], {})]
        if key[1] == EVERYBODY and not await self._is_still_ours(key, Want()):
            return  # no update tells what an admin does to the whole chat
        self._unsure.add(key)
        if key[1] == EVERYBODY:
            await self._permit(chat, key, ChatPermissions(**dict(mute.former.flags or {})))
        else:
            await self._permit(chat, key, *mute.former.restored(self._wall_s(self._clock.now())))
        await self._drop(key)
        for game in games:
            await self.on_freed(game)

    async def _permit(self, chat: ChatWants, key: Key, what: ChatPermissions, until_s: int | None = None) -> None:
        chat.window.take(self._clock.now())
        await self._api.permit(key, what, until_s)

    def _is_silent_anyway(self, key: Key, former: Former, wanted: Want) -> bool:
        """An admin has muted this person for longer than we would."""
        if key[1] == EVERYBODY or former.flags is None or any(former.flags.get(name) for name in SENDING):
            return False
        return not former.until_s or former.until_s > self._wall_s(wanted.until_ms)

    async def _is_still_ours(self, key: Key, wanted: Want) -> bool:
        """Before what an earlier run has stored is changed: who was banned since must not be let in again.

        False: somebody else has decided what holds, and there is nothing left to do.
        """
        mute, found = self._stored[key], await self._api.look_up(key)
        self._unverified.discard(key)
        if found is None:
            self._untouchable.add(key)
            await self._drop(key)
            return False
        if found in (Former(), mute.former) or self._is_mute(key, mute, found):
            return True  # a mute that has ended by itself may still owe an admin's restriction from before
        if wanted.until_ms:
            await self._store(key, mute._replace(former=found))
            return True
        await self._drop(key)
        return False

    def _is_mute(self, key: Key, mute: Mute, found: Former) -> bool:
        if key[1] == EVERYBODY:
            return found.flags == {name: bool(value) for name, value in closed(mute.former.flags or {})}
        until_s = self._wall_s(mute.until_ms)
        # A longer one may have been stored and not brought about any more: then the one before it still stands.
        return found.is_mute_until(until_s) or (found.is_mute_of_ours() and 0 < found.until_s < until_s)

    # --- what is remembered -------------------------------------------------------------------------------------

    def _wall_s(self, moment_ms: int) -> int:
        return (moment_ms - self._clock.ahead_of_wall()) // 1000

    async def _store(self, key: Key, mute: Mute) -> None:
        await self._database.commit(
            Work().add(
                "put_mute",
                chat_id=key[0],
                user_id=key[1],
                game_id=mute.game_id,
                until_ms=mute.until_ms,
                former=mute.former.dump(),
            )
        )
        self._stored[key] = mute
        self._chat(key[0]).muted.add(key[1])

    async def _drop(self, key: Key) -> None:
        self._stored.pop(key, None)
        self._chat(key[0]).muted.discard(key[1])
        for keys in (self._unsure, self._unverified, self._stuck):
            keys.discard(key)
        await self._database.commit(Work().add("drop_mute", chat=key[0], user=key[1]))


async def _nobody_waits(_: str) -> None:
    """Unless somebody wants to know."""


async def _nobody_minds(_: str, __: int) -> None:
    """Unless somebody wants to know."""
