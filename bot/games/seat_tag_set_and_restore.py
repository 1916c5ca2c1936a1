"""Sets the tag of one member to their seat number, and restores the former tag."""

from bot.games.seat_tag_retry_pauses import LONGEST_GAP_MS, TagPauses
from bot.games.seat_tag_storage import Key, StoredTag, TagRecords
from bot.storage.groups import Group
from bot.telegram.member_tag_api import TagAnswer, TagApi, can_have_tag, may_carry_tag


class TagChanges:
    def __init__(self, api: TagApi, records: TagRecords, pauses: TagPauses) -> None:
        self._api = api
        self._records = records
        self._pauses = pauses

    async def make(self, key: Key, group: Group, seat: int | None) -> None:
        """Sets the tag of a person to this seat, or restores the former one if their seat is another now or None
        (no seat)."""
        stored = self._records.tags.get(key)
        if stored is not None and stored.seat != seat:
            await self._put_back(key, group, stored)
        elif seat is not None:
            await self._set(key, group, seat)

    async def _set(self, key: Key, group: Group, seat: int) -> None:
        person, may_be_set = key[1], key in self._records.unsure
        if key not in self._records.tags and not await self._store(key, group, seat):
            return
        self._records.unsure.add(key)
        answer, why = await self._api.set_tag(group.chat_id, person, _number(seat))
        if answer is TagAnswer.REFUSED:
            if not may_be_set:
                await self._forget(key)
            if await self._is_gone(group.chat_id, person):
                self._pauses.pause_tag(key, group, why, LONGEST_GAP_MS)
            else:
                self._pauses.pause_chat(group, why)
        elif answer is TagAnswer.NOTHING:
            self._pauses.pause_tag(key, group, why)
        else:
            self._records.unsure.discard(key)
            self._pauses.end(key)

    async def _store(self, key: Key, group: Group, seat: int) -> bool:
        """Stores the seat with the former tag. Returns False if this member cannot have a tag."""
        former = self._records.former_elsewhere(group.chat_id, key[1])
        if former is None:
            member = await self._api.member(group.chat_id, key[1])
            if not can_have_tag(member):
                self._pauses.pause_tag(key, group, "has no tag", LONGEST_GAP_MS)
                return False
            former = getattr(member, "tag", None) or ""
        await self._records.put(key, StoredTag(group.chat_id, seat, former))
        return True

    async def _put_back(self, key: Key, group: Group, stored: StoredTag) -> None:
        elsewhere = self._records.seat_elsewhere(key, group.chat_id)
        tag = stored.former if elsewhere is None else _number(elsewhere)
        answer, why = await self._api.set_tag(group.chat_id, key[1], tag)
        gone = answer is TagAnswer.REFUSED and await self._is_gone(group.chat_id, key[1])
        if answer is TagAnswer.DONE or gone:
            await self._forget(key)
        else:
            self._pauses.pause_tag(key, group, why)

    async def _is_gone(self, chat_id: int, person: int) -> bool:
        """Can this person have no tag set by the bot? Looks the member up, because a refused tag may have other
        reasons."""
        answer, member = await self._api.look_up(chat_id, person)
        return answer is TagAnswer.REFUSED if member is None else not may_carry_tag(member)

    async def _forget(self, key: Key) -> None:
        await self._records.drop(key)
        self._pauses.end(key)


def _number(seat: int) -> str:
    return f"№ {seat}"
