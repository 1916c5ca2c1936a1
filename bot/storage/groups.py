"""Groups as the host knows them: title, language, what they have chosen, the bot's rights there."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from bot.storage.database import Conflict
from bot.storage.group_and_person_json import fields_from_json, record_to_json
from bot.storage.repositories.groups import GroupRepository
from bot.storage.store import Store
from bot.storage.unit_of_work import UnitOfWork
from bot.storage.versioned_cache import CachedRecords

MOST_GROUPS = 1_000
"""Most groups kept in memory."""


@dataclass(frozen=True, slots=True)
class Group:
    """A group and what it has chosen."""

    chat_id: int
    title: str = ""
    language: str = ""
    """The group's language; empty until somebody has chosen one or written."""
    ruleset: str = "fiim-2025"
    options: tuple[tuple[str, str], ...] = ()
    role_sets: tuple[tuple[int, tuple[tuple[str, int], ...]], ...] = ()
    is_supergroup: bool = True
    bot_member: bool = True
    rights: tuple[str, ...] = ()
    """The bot's rights as an admin."""
    voice: bool = False
    """Whether people talk in a voice chat: nobody is muted then."""
    close_chat: bool = False
    """Whether only admins may write at night: the chat's own permissions are changed, and restored by day."""
    afterlife: bool | None = None
    """May players who are out of the game talk to each other? None: as usual under the group's rules."""
    several_tables: bool = False
    time_zone: str = ""
    """An IANA name; empty: as usual for the group's language."""
    quiet: tuple[int, ...] = ()
    """The hours from and to which no step ends; empty: none."""
    may_open: str = "anyone"
    may_start: str = "leader"
    may_stop: str = "admins"
    """Who may open a table, start its game and stop it (`bot.group_settings.group_choices.Who`)."""
    may_change: str = "leader"
    may_judge: str = "anyone"
    may_add_bots: str = "anyone"
    """Who may change the rules at an open table, judge it unasked, and seat computer players at it."""
    lobby_minutes: int = 0
    """How long an open table waits for players; 0: as long as the host's setting says."""
    smallest_table: int = 0
    """With how many players a game may begin at least; 0: as the rules say."""
    self_start: str = "time"
    """When a game begins by itself (`bot.games.self_start`)."""
    evening_chosen: bool = False
    """Whether somebody has answered what kind of evening it is (`bot.games.evening_kinds`)."""
    number: int = 0
    """How often the settings were changed: a menu that shows another number is outdated."""
    drafts: tuple[tuple[int, str, tuple[tuple[str, int], ...]], ...] = ()
    """Role sets that an admin is putting together: number of players, rule set, cards. No game uses them yet."""
    presets: tuple[tuple[str, str], ...] = ()
    """Rules, cards and options under a name (`engine.preset`)."""
    moved_to: int = 0
    """The chat id that this group has had since it became a supergroup."""
    closed_topics: tuple[int, ...] = ()
    """Closed topics: only people who may manage topics can write there."""
    waiting: tuple[int, ...] = ()
    """People who want a private message when the next table opens."""
    subscribed: tuple[int, ...] = ()
    """People who want a private message each time a table opens."""
    announced: tuple[str, ...] = ()
    """Tables of which they have been told, the newest last."""
    kept_away: tuple[int, ...] = ()
    """People whom the admins do not let sit down."""
    blocked: bool = False
    """Whether the owner of the host has blocked the group."""


def group_from_json(text: str) -> Group:
    found = fields_from_json(Group, text)
    if json.loads(text).get("admins_only"):  # releases before the settings menu
        found.setdefault("may_open", "admins")
    if found.get("number"):  # in releases without this choice only admins had changed the rules
        found.setdefault("may_change", "admins")
    return Group(**found)


Along = Callable[[UnitOfWork, Group], Awaitable[None]]
"""Adds changes to the work that stores a group; called again after a `Conflict`."""


class Groups(CachedRecords[Group]):
    """All groups. An unknown one has the usual options."""

    def __init__(self, store: Store, usual: tuple[tuple[str, str], ...] = (), *, shared: bool = False) -> None:
        """`usual`: options that a new group begins with."""
        super().__init__(store, MOST_GROUPS)
        self._store = store
        self._stored = GroupRepository(store)
        self._usual = usual
        self._shared = shared

    async def _read(self, number: int) -> Group:
        row = await self._stored.find(number)
        group = Group(number, options=self._usual) if row is None else group_from_json(row.data)
        self.kept.read(number, group, None if row is None else row.revision)
        return group

    async def rights_in(self, chat_id: int) -> tuple[str, ...]:
        """Returns the bot's rights as an admin of a group; none if it is no admin."""
        return (await self.get(chat_id)).rights

    async def blocked(self) -> list[Group]:
        found = [group_from_json(row.data) for row in await self._stored.blocked()]
        return [group for group in found if group.blocked]

    async def change(self, chat_id: int, **changes: Any) -> Group:
        return await self.amend(chat_id, lambda group: replace(group, **changes))

    async def amend(self, chat_id: int, change: Callable[[Group], Group], along: Along | None = None) -> Group:
        """Makes a change that depends on the current group. `along` adds what is stored with it, even if nothing
        changes."""
        while True:
            old = await self.get(chat_id)
            new, work = change(old), UnitOfWork()
            if along is not None:
                await along(work, new)
                if await self.get(chat_id) != old:
                    continue  # it was changed meanwhile
            if new != old:
                self.kept.change(chat_id, new)
                if await self.kept.commit(chat_id, self._put(work, new)):
                    return new
                continue
            try:
                if work.parts:
                    await self._store.commit(work)
            except Conflict:
                continue
            return new

    def _put(self, work: UnitOfWork, group: Group) -> UnitOfWork:
        chat_id, data = group.chat_id, record_to_json(group)
        known = self.kept.revision(chat_id)
        if self._shared and known is None:
            return work.add_group(chat_id, data)
        if self._shared and known is not None:
            work.guard_group(chat_id, known)
        return work.put_group(chat_id, data)

    async def guard(self, work: UnitOfWork, chat_id: int) -> None:
        """Makes a work fail if another process changes the group: of two works that guard it at once, one gets a
        `Conflict`."""
        row = await self._stored.find(chat_id)
        if row is not None:
            work.guard_group(chat_id, row.revision)
            self.kept.forget(chat_id)  # its revision grows with this work

    async def move(self, old_id: int, new_id: int, along: UnitOfWork) -> bool:
        """Gives everything stored of a group the id it has as a supergroup, and stores `along` with that.

        False: that was done before. Nothing is stored then, and the supergroup keeps what it has chosen since.
        """
        while True:
            known = await self.get(new_id)
            group = await self.get(old_id)
            if group.moved_to == new_id:
                return False
            work = UnitOfWork().move_games(old=old_id, new=new_id).move_rows(old=old_id, new=new_id)
            work.move_mutes(old=old_id, new=new_id).drop_slots_of(chat=old_id)
            work.move_results(old=old_id, new=new_id)
            work.parts += along.parts
            rights = known.rights or group.rights
            supergroup = replace(group, chat_id=new_id, is_supergroup=True, moved_to=0, rights=rights)
            for moved in (replace(group, moved_to=new_id), supergroup):
                self._put(work, moved)
            try:
                await self._store.commit(work)
            except Conflict:
                continue  # the old group and the new one announce it at once, maybe to two processes
            finally:
                self.forget((old_id, new_id))
            return True
