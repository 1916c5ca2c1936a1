"""Brings the restrictions of groups to what their games want: paced, merged, stored before Telegram is asked.

Only what was wanted last counts: somebody who was to be muted, and is called to speak before that was done, is
left alone. A chat that must wait (429) holds up neither its own messages nor other chats.
"""

from collections.abc import Iterator, Mapping

from aiogram.types import ChatMemberMember, ChatMemberRestricted, ChatMemberUnion

from bot.core import shutdown_limits
from bot.core.clock import Clock, sleep_until_or
from bot.core.error_reports import ReportError, ignore_error
from bot.core.pace import Pace
from bot.core.transport import Transport
from bot.storage import Store
from bot.telegram.restrictions.due_changes import FREE_SPEAKER, DueChange, due_changes
from bot.telegram.restrictions.events import RestrictionEvents, RestrictionListener
from bot.telegram.restrictions.member_api import EVERYBODY, MemberApi
from bot.telegram.restrictions.member_changes import MemberChanges
from bot.telegram.restrictions.member_permissions import former_of
from bot.telegram.restrictions.mute_lengths import RENEW_MS
from bot.telegram.restrictions.mute_records import MuteRecords
from bot.telegram.restrictions.rate_limits import RestrictLimits, Window
from bot.telegram.restrictions.restriction_attempt import RestrictionAttempts
from bot.telegram.restrictions.wanted_restrictions import ChatRestrictions, WantedRestriction
from bot.telegram.workers import Workers

TRIES = 3
"""Unanswered calls in a row after which a chat's worker ends, unless a speaker waits; a scheduled job
continues."""


class Restrictions:
    def __init__(
        self,
        database: Store,
        clock: Clock,
        transport: Transport,
        pace: Pace,
        limits: RestrictLimits,
        report_error: ReportError = ignore_error,
    ) -> None:
        self._clock = clock
        self._pace = pace
        self._limits = limits
        self._events = RestrictionEvents()
        self.records = MuteRecords(database, clock)
        changes = MemberChanges(MemberApi(transport), clock, self.records, self._events)
        self._attempts = RestrictionAttempts(changes, clock, self.records, self._events)
        self._chats: dict[int, ChatRestrictions] = {}
        self._workers = Workers[int]("mutes", self._work_off, self._worker_ended, report_error)
        self._stopping = False

    def listen(self, listener: RestrictionListener) -> None:
        self._events.listener = listener

    def is_muted(self, chat_id: int, person: int) -> bool:
        """Tells whether a member is muted, as far as is known, and can be freed by the bot."""
        key = (chat_id, person)
        return key in self.records.mutes and self.records.stuck.may_be_tried(key)

    def is_late(self, chat_id: int, person: int) -> bool:
        """Tells whether a member is to be muted and Telegram has not confirmed it yet."""
        chat, key = self._chats.get(chat_id), (chat_id, person)
        if chat is None or not chat.wanted(person).until_ms:
            return False
        return key not in self.records.mutes or key in self.records.unsure

    @property
    def busy(self) -> bool:
        return self._workers.busy

    def games_to_renew(self) -> set[str]:
        """Returns the games whose mutes end soon, or are not as wanted."""
        soon = self._clock.now() + RENEW_MS
        games = {
            mute.game_id
            for key, mute in self.records.mutes.items()
            if key in self.records.unsure or (key[1] != EVERYBODY and mute.until_ms < soon)
        }
        for chat_id, chat in self._chats.items():
            if not self._workers.is_running(chat_id):
                games.update(game for due in self._due(chat_id) for game in chat.wants[due.person])
        return games

    def want(self, chat_id: int, game_id: str, wants: Mapping[int, WantedRestriction]) -> None:
        """Sets everything that a game wants in a chat from now on; people who are not named are to be free."""
        chat = self._chat(chat_id)
        for person, by_game in chat.wants.items():
            if person not in wants and game_id in by_game:
                by_game[game_id] = WantedRestriction()
        for person in self.records.people_in(chat_id):
            if person not in wants and self.records.mutes[chat_id, person].game_id == game_id:
                chat.set_wants(game_id, person, WantedRestriction())
        for person, wanted in wants.items():
            chat.set_wants(game_id, person, wanted)
        self._start_work(chat_id)

    def rights_changed(self, chat_id: int) -> None:
        chat = self._chat(chat_id)
        chat.rights_changed()
        self.records.rights_changed(chat_id)
        for person in self.records.people_in(chat_id):
            game_id = self.records.mutes[chat_id, person].game_id
            chat.wants.setdefault(person, {}).setdefault(game_id, WantedRestriction())
        self._start_work(chat_id)

    async def member_changed(self, chat_id: int, member: ChatMemberUnion) -> None:
        """Notes that an admin has changed what somebody may do: that is what is restored after the game."""
        key, records = (chat_id, member.user.id), self.records
        mute = records.mutes.get(key)
        records.untouchable.discard(key)
        records.unverified.discard(key)
        if not isinstance(member, ChatMemberRestricted):
            records.formers.pop(key, None)
            if mute is not None:
                await records.drop(key)
            if not isinstance(member, ChatMemberMember):
                records.untouchable.add(key)
        elif mute is None or not former_of(member).is_mute_until(records.wall_s(mute.until_ms)):
            records.formers[key] = former_of(member)
            if mute is not None:
                await records.put(key, mute._replace(former=former_of(member)))
                records.unsure.add(key)
        self._start_work(chat_id)

    def mark_unverified(self, chat_id: int, person: int) -> None:
        """Has a member looked up before the next call, because another process has seen a change of this
        member."""
        self.records.mark_unverified((chat_id, person))

    def moved(self, old: int, new: int) -> None:
        """Moves the stored mutes of a group to its new id; what was wanted under the old id is dropped."""
        left = self._chats.pop(old, None)
        if left is not None:
            left.wants.clear()
            left.changed.set()
        self.records.move(old, new)

    async def load(self) -> None:
        self._stopping = False
        await self.records.load()

    async def stop(self) -> None:
        """Stops the workers. Calls in flight are waited for; the remaining changes are made after the next
        start."""
        self._stopping = True
        for chat in self._chats.values():
            chat.changed.set()
        await self._workers.stop(shutdown_limits.MUTES_S)

    def clear(self) -> None:
        self._chats.clear()
        self.records.clear()

    def _chat(self, chat_id: int) -> ChatRestrictions:
        found = self._chats.get(chat_id)
        if found is None:
            self._drop_idle()
            found = self._chats[chat_id] = ChatRestrictions(Window(self._limits, self._pace))
        return found

    def _drop_idle(self) -> None:
        """Drops chats in which nobody is muted or is to be muted."""
        now = self._clock.now()
        for chat_id, chat in [*self._chats.items()]:
            busy = chat.wants or self.records.people_in(chat_id) or self._workers.is_running(chat_id)
            if not busy and chat.blocked_until <= now and chat.window.is_idle(now):
                del self._chats[chat_id]

    def _due(self, chat_id: int) -> Iterator[DueChange]:
        return due_changes(chat_id, self._chats[chat_id], self.records, self._clock.now())

    def _start_work(self, chat_id: int) -> None:
        chat = self._chat(chat_id)
        chat.changed.set()
        if self._workers.is_running(chat_id) or self._stopping:
            return
        if not any(self._due(chat_id)):
            self._forget_free(chat_id)
            return
        chat.failures = 0
        self._workers.start(chat_id)

    async def _work_off(self, chat_id: int) -> None:
        chat = self._chats.get(chat_id)
        while chat is not None and not self._stopping and self._chats.get(chat_id) is chat:
            due = min(self._due(chat_id), default=None)
            if due is None or (chat.failures >= TRIES and due.urgency != FREE_SPEAKER):
                return
            wanted, now = chat.wanted(due.person), self._clock.now()
            ready = max(chat.blocked_until, chat.window.ready_at(now, mutes=bool(wanted.until_ms)))
            if ready > now:
                chat.changed.clear()
                await sleep_until_or(self._clock, ready, chat.changed)
            else:
                await self._attempts.make(chat, (chat_id, due.person), wanted)

    def _worker_ended(self, chat_id: int) -> None:
        if chat_id in self._chats:
            self._forget_free(chat_id)

    def _forget_free(self, chat_id: int) -> None:
        """Forgets people who are free and of whom no game wants anything: the next game that mutes them looks them
        up again."""
        chat = self._chats[chat_id]
        for person in [*chat.wants]:
            key = (chat_id, person)
            if key not in self.records.mutes and chat.drop_satisfied(person):
                self.records.formers.pop(key, None)
                self.records.untouchable.discard(key)
        if not chat.wants:
            chat.waits = chat.waited_s = 0
