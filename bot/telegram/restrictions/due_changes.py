"""Finds the members of a chat who are not restricted as wanted, and how urgent each change is."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.telegram.restrictions.member_api import EVERYBODY
from bot.telegram.restrictions.mute_lengths import RENEW_MS
from bot.telegram.restrictions.mute_records import MuteRecords
from bot.telegram.restrictions.wanted_restrictions import ChatRestrictions

FREE_SPEAKER, WHOLE_CHAT, MUTE, FREE, RENEW = range(5)


class DueChange(NamedTuple):
    urgency: int
    person: int


def due_changes(chat_id: int, chat: ChatRestrictions, records: MuteRecords, now: int) -> Iterator[DueChange]:
    for person, wanted in chat.each_wanted():
        key = (chat_id, person)
        mute = records.mutes.get(key)
        if wanted.until_ms:
            if chat.refused or key in records.untouchable:
                continue
            if mute is None or key in records.unsure:
                yield DueChange(WHOLE_CHAT if person == EVERYBODY else MUTE, person)
            elif person != EVERYBODY and mute.until_ms < now + RENEW_MS:
                yield DueChange(RENEW, person)
        elif mute is not None and records.stuck.may_be_tried(key):
            free = WHOLE_CHAT if person == EVERYBODY else FREE
            yield DueChange(FREE_SPEAKER if wanted.speaks else free, person)
