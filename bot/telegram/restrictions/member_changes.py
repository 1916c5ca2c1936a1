"""Mutes and frees one member, or the whole chat, and checks whether an existing restriction is the bot's."""

from aiogram.types import ChatPermissions

from bot.core.clock import Clock
from bot.telegram.restrictions.events import RestrictionEvents
from bot.telegram.restrictions.member_api import EVERYBODY, Key, MemberApi
from bot.telegram.restrictions.member_permissions import MUTED, SENDING, FormerPermissions, closed
from bot.telegram.restrictions.mute_records import MuteRecords
from bot.telegram.restrictions.wanted_restrictions import ChatRestrictions, Mute, WantedRestriction


class MemberChanges:
    def __init__(self, api: MemberApi, clock: Clock, records: MuteRecords, events: RestrictionEvents) -> None:
        self._api = api
        self._clock = clock
        self._records = records
        self._events = events

    async def make(self, chat: ChatRestrictions, key: Key, wanted: WantedRestriction) -> None:
        if key in self._records.unverified and not await self._is_still_ours(key, wanted):
            return
        if wanted.until_ms:
            await self._mute(chat, key, wanted)
        else:
            await self._free(chat, key)

    async def _mute(self, chat: ChatRestrictions, key: Key, wanted: WantedRestriction) -> None:
        records = self._records
        mute = records.mutes.get(key)
        former = records.formers.get(key) if mute is None else mute.former
        if former is None:
            former = await self._api.look_up(key)
        if former is None or (mute is None and self._is_silent_anyway(key, former, wanted)):
            records.untouchable.add(key)
            return
        records.formers[key] = former
        game = next((game for game, each in chat.wants.get(key[1], {}).items() if each == wanted), None)
        if game is None:
            return  # something else is wanted by now
        await records.put(key, Mute(game, wanted.until_ms, former))
        records.unsure.add(key)
        if key[1] == EVERYBODY:
            await self._permit(chat, key, closed(former.flags or {}))
        else:
            # By the wall clock: Telegram takes an end that is past, or nearly, as for ever.
            await self._permit(chat, key, MUTED, records.wall_s(wanted.until_ms))
        records.unsure.discard(key)

    async def _free(self, chat: ChatRestrictions, key: Key) -> None:
        records = self._records
        mute, games = records.mutes[key], chat.games_of(key[1])
        if key[1] == EVERYBODY and not await self._is_still_ours(key, WantedRestriction()):
            return  # Telegram sends no update when an admin changes the permissions of the whole chat
        records.unsure.add(key)
        if key[1] == EVERYBODY:
            await self._permit(chat, key, ChatPermissions(**dict(mute.former.flags or {})))
        else:
            await self._permit(chat, key, *mute.former.restored(records.wall_s(self._clock.now())))
        await records.drop(key)
        for game in games:
            await self._events.freed(game)

    async def _permit(
        self, chat: ChatRestrictions, key: Key, permissions: ChatPermissions, until_s: int | None = None
    ) -> None:
        chat.window.take(self._clock.now())
        await self._api.permit(key, permissions, until_s)

    def _is_silent_anyway(self, key: Key, former: FormerPermissions, wanted: WantedRestriction) -> bool:
        """Tells whether an admin has muted this person for longer than the bot would."""
        if key[1] == EVERYBODY or former.flags is None or any(former.flags.get(name) for name in SENDING):
            return False
        return not former.until_s or former.until_s > self._records.wall_s(wanted.until_ms)

    async def _is_still_ours(self, key: Key, wanted: WantedRestriction) -> bool:
        """Tells whether a stored mute may be changed: a person who was banned since must not be let in again.
        Returns False if an admin has decided otherwise since, and there is nothing left to do."""
        records = self._records
        mute, found = records.mutes[key], await self._api.look_up(key)
        records.unverified.discard(key)
        if found is None:
            records.untouchable.add(key)
            await records.drop(key)
            return False
        if found in (FormerPermissions(), mute.former) or self._is_mute(key, mute, found):
            return True  # if the mute has ended by itself, an admin's earlier restriction may have to be restored
        if wanted.until_ms:
            await records.put(key, mute._replace(former=found))
            return True
        await records.drop(key)
        return False

    def _is_mute(self, key: Key, mute: Mute, found: FormerPermissions) -> bool:
        if key[1] == EVERYBODY:
            return found.flags == {name: bool(value) for name, value in closed(mute.former.flags or {})}
        until_s = self._records.wall_s(mute.until_ms)
        # A longer mute may have been stored without Telegram being asked for it: then the one before still holds.
        return found.is_mute_until(until_s) or (found.is_mute_of_ours() and 0 < found.until_s < until_s)
