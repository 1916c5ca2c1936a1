"""Stored mutes, and what is known of the members they concern."""

from collections import defaultdict

from bot.core.clock import Clock
from bot.storage import Store, UnitOfWork
from bot.storage.repositories.mutes import MuteRepository
from bot.telegram.restrictions.member_api import Key
from bot.telegram.restrictions.member_permissions import FormerPermissions, former_from_store
from bot.telegram.restrictions.stuck_restrictions import StuckRestrictions
from bot.telegram.restrictions.wanted_restrictions import Mute


class MuteRecords:
    """Keeps mutes in memory and in the store. A mute is stored before Telegram is asked for it, and deleted after
    it was lifted."""

    def __init__(self, database: Store, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self.mutes: dict[Key, Mute] = {}
        self._people: defaultdict[int, set[int]] = defaultdict(set)
        """The people whose mutes are stored, by chat."""
        self.formers: dict[Key, FormerPermissions] = {}
        """Permissions before the game, kept so that a member who is muted again in the same game is not looked up
        again."""
        self.unsure: set[Key] = set()
        """Stored mutes that Telegram may not have executed."""
        self.unverified: set[Key] = set()
        """Mutes stored by an earlier run: an admin may have changed the member since."""
        self.untouchable: set[Key] = set()
        """Members who are not muted: admins, whom Telegram refuses to mute; people who have left; people who may
        not write anyway."""
        self.stuck = StuckRestrictions()

    def people_in(self, chat_id: int) -> frozenset[int]:
        return frozenset(self._people.get(chat_id, ()))

    def games(self) -> dict[str, int]:
        """Returns the games with stored mutes, and their chats."""
        return {mute.game_id: chat_id for (chat_id, _), mute in self.mutes.items()}

    async def load(self) -> None:
        for row in await MuteRepository(self._database).all():
            key = (row.chat_id, row.user_id)
            self.mutes[key] = Mute(row.game_id, row.until_ms, former_from_store(row.former))
            self._people[row.chat_id].add(row.user_id)
            self.unsure.add(key)
            self.unverified.add(key)

    async def put(self, key: Key, mute: Mute) -> None:
        await self._database.commit(
            UnitOfWork().put_mute(
                chat_id=key[0],
                user_id=key[1],
                game_id=mute.game_id,
                until_ms=mute.until_ms,
                former=mute.former.dump(),
            )
        )
        self.mutes[key] = mute
        self._people[key[0]].add(key[1])

    async def drop(self, key: Key) -> None:
        self.mutes.pop(key, None)
        self._forget_person(key)
        for keys in (self.unsure, self.unverified, self.stuck.keys):
            keys.discard(key)
        await self._database.commit(UnitOfWork().drop_mute(chat=key[0], user=key[1]))

    async def drop_ended(self) -> None:
        """Deletes the mutes of members who could not be freed and whose mute has ended by itself since."""
        now = self._clock.now()
        for key in self.stuck.ended(self.mutes, now, self.wall_s(now)):
            await self.drop(key)

    def rights_changed(self, chat_id: int) -> None:
        self.stuck.rights_changed(chat_id)
        self.untouchable.difference_update([key for key in self.untouchable if key[0] == chat_id])

    def mark_unverified(self, key: Key) -> None:
        """Has a member looked up before the next call, because another process has seen a change of this
        member."""
        self.formers.pop(key, None)
        if key in self.mutes:
            self.unverified.add(key)

    def move(self, old: int, new: int) -> None:
        """Moves everything known about a group to its new id; its members are the same."""
        for key in [key for key in self.mutes if key[0] == old]:
            self.mutes[new, key[1]] = self.mutes.pop(key)
            self._forget_person(key)
            self._people[new].add(key[1])
        for key in [key for key in self.formers if key[0] == old]:
            self.formers[new, key[1]] = self.formers.pop(key)
        for keys in (self.unsure, self.unverified, self.untouchable, self.stuck.keys):
            there = [key for key in keys if key[0] == old]
            keys.difference_update(there)
            keys.update((new, person) for _, person in there)

    def clear(self) -> None:
        for kept in (self.mutes, self._people, self.formers):
            kept.clear()
        for keys in (self.unsure, self.unverified, self.untouchable, self.stuck.keys):
            keys.clear()

    def wall_s(self, moment_ms: int) -> int:
        """Converts a time of the bot's clock to seconds of the system clock, which Telegram uses."""
        return (moment_ms - self._clock.ahead_of_wall()) // 1000

    def _forget_person(self, key: Key) -> None:
        people = self._people.get(key[0])
        if people is not None:
            people.discard(key[1])
            if not people:
                del self._people[key[0]]
