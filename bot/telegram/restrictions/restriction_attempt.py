"""One attempt to change a member's permissions, and what its outcome means for the member and the chat."""

import structlog
from aiogram.exceptions import (
    TelegramAPIError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)

from bot.core.clock import Clock
from bot.telegram.calls.retry_after import next_try_at
from bot.telegram.restrictions.events import RestrictionEvents
from bot.telegram.restrictions.member_api import Key
from bot.telegram.restrictions.member_changes import MemberChanges
from bot.telegram.restrictions.mute_records import MuteRecords
from bot.telegram.restrictions.wanted_restrictions import ChatRestrictions, WantedRestriction

log = structlog.get_logger()

BACKOFF_MS = (1_000, 2_000, 4_000, 8_000, 15_000, 30_000)
"""Wait after the first, second, ... unanswered call in a row, in milliseconds."""
TIGHT_TIMES, TIGHT_S = 8, 60
"""Number of waits, or their seconds in all, after which a group's limits are too tight for mutes."""
IS_ADMIN = ("administrator of the chat", "chat owner", "user_admin_invalid", "restrict self")
IS_GONE = ("user not found", "participant_id_invalid", "user_not_participant", "user_id_invalid", "deactivated")
IS_SO_ALREADY = ("chat_not_modified", "not modified")


class RestrictionAttempts:
    def __init__(
        self, changes: MemberChanges, clock: Clock, records: MuteRecords, events: RestrictionEvents
    ) -> None:
        self._changes = changes
        self._clock = clock
        self._records = records
        self._events = events

    async def make(self, chat: ChatRestrictions, key: Key, wanted: WantedRestriction) -> None:
        is_new = key not in self._records.mutes
        try:
            await self._changes.make(chat, key, wanted)
        except TelegramRetryAfter as wait:
            await self._told_to_wait(chat, key, wanted, wait)
        except (TelegramNetworkError, TelegramServerError) as error:
            chat.blocked_until = self._clock.now() + BACKOFF_MS[min(chat.failures, len(BACKOFF_MS) - 1)]
            chat.failures += 1
            log.info("restriction_not_answered", chat=key[0], why=type(error).__name__)
        except TelegramAPIError as refused:
            await self._refused(chat, key, wanted, refused.message, is_new=is_new)
        else:
            chat.failures = 0

    async def _told_to_wait(
        self, chat: ChatRestrictions, key: Key, wanted: WantedRestriction, wait: TelegramRetryAfter
    ) -> None:
        seconds = wait.retry_after
        chat.blocked_until = next_try_at(self._clock.now(), wait)
        chat.waits += 1
        chat.waited_s += seconds
        log.info("restriction_told_to_wait", chat=key[0], seconds=seconds)
        if wanted.speaks:
            for game in chat.games_of(key[1]):
                await self._events.wait(game, seconds)
        if chat.waits >= TIGHT_TIMES or chat.waited_s >= TIGHT_S:
            chat.waits = chat.waited_s = 0
            for game in chat.games():
                await self._events.limits_tight(game)

    async def _refused(
        self, chat: ChatRestrictions, key: Key, wanted: WantedRestriction, why: str, *, is_new: bool
    ) -> None:
        text, records = why.lower(), self._records
        games = chat.games_of(key[1])
        if any(sign in text for sign in IS_SO_ALREADY):
            records.unsure.discard(key)
            if not wanted.until_ms:
                await records.drop(key)
        elif any(sign in text for sign in (*IS_ADMIN, *IS_GONE)):
            records.untouchable.add(key)
            await records.drop(key)
        elif wanted.until_ms:
            chat.refused = True
            if is_new:
                await records.drop(key)
        else:
            records.stuck.note(key)
        log.info("restriction_refused", chat=key[0], why=why)
        for game in games:
            await self._events.freed(game)
