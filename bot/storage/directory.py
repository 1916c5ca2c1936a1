"""Groups and people as the host knows them: language, wishes, whether they can be reached."""

import json
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from typing import Any
from unicodedata import bidirectional, combining

from bot.core.cache import Cache
from bot.core.compact_json import compact
from bot.language.display_names import COMPUTER, display_name
from bot.storage import Conflict, Store, UnitOfWork
from bot.storage.repositories.groups import GroupRepository, StoredGroup
from bot.storage.repositories.people import PersonRepository, StoredPerson

LONGEST_NAME = 32
MOST_GROUPS, MOST_PEOPLE = 1_000, 4_000
"""As many are kept in memory: the others are read again when somebody asks."""
TO_THE_LEFT = frozenset({"R", "AL", "AN"})
APART, APART_NO_MORE = "\u2068", "\u2069"
BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters by their kind that nobody can see; what turns the direction of writing is not printable anyway."""
MARKS = "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0]"
PILED = re.compile(f"({MARKS}{{2}}){MARKS}+")
"""More than two marks on one letter: they would run over the lines of others."""


@dataclass(frozen=True, slots=True)
class Group:
    """What a group has chosen. Everything here is the host's; the rules' options are in the preset."""

    chat_id: int
    title: str = ""
    language: str = ""
    """Empty until somebody chose or spoke."""
    ruleset: str = "fiim-2025"
    options: tuple[tuple[str, str], ...] = ()
    role_sets: tuple[tuple[int, tuple[tuple[str, int], ...]], ...] = ()
    is_supergroup: bool = True
    bot_member: bool = True
    rights: tuple[str, ...] = ()
    """The bot's rights as an admin."""
    voice: bool = False
    """People talk in a voice chat: nobody is muted."""
    close_chat: bool = False
    """At night nobody but admins may write: the chat's own permissions are changed, and put back by day."""
    afterlife: bool = False
    several_tables: bool = False
    time_zone: str = ""
    """An IANA name; empty: as usual for the group's language."""
    quiet: tuple[int, ...] = ()
    """From which hour to which no step ends; empty: never quiet."""
    may_open: str = "anyone"
    may_start: str = "leader"
    may_stop: str = "admins"
    """Who may open a table, start its game and stop it (`bot.group_settings.group_choices.Who`)."""
    number: int = 0
    """Of these settings: one more with each change, so that a menu knows whether it is the newest."""
    drafts: tuple[tuple[int, str, tuple[tuple[str, int], ...]], ...] = ()
    """Cards that an admin is putting together: number of players, rule set, cards. Nobody plays by them yet."""
    presets: tuple[tuple[str, str], ...] = ()
    """Rules, cards and options under a name (`engine.preset`)."""
    moved_to: int = 0
    """The number that this group has had since it became a supergroup."""
    closed_topics: tuple[int, ...] = ()
    """Topics in which only those write who may manage topics."""
    waiting: tuple[int, ...] = ()
    """Who wants a word in private when the next table opens."""
    kept_away: tuple[int, ...] = ()
    blocked: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    user_id: int
    name: str = ""
    username: str = ""
    language: str = ""
    reachable: bool = False
    """Has pressed Start, and has not blocked the bot since."""
    uncounted: bool = False
    """Wants to stand in no statistics."""
    forget: bool = False
    """Wants to be forgotten as soon as no game needs them."""


@lru_cache(maxsize=4096)
def short_name(first: str, last: str | None = None) -> str:
    """A person as shown at the table: as no card and no seat. It is escaped where it is put into a text."""
    name = _readable(" ".join(f"{first} {last or ''}".split()))
    if any(bidirectional(sign) in TO_THE_LEFT for sign in name):
        # Apart from what stands around it: otherwise it would take the number of the next seat along.
        most = LONGEST_NAME - 2 - len(f" {COMPUTER}")
        return f"{APART}{_visible(display_name(name, most)[:most].strip())}{APART_NO_MORE}"
    return _visible(display_name(name, LONGEST_NAME)[:LONGEST_NAME].strip())


def as_computer(name: str) -> str:
    """A computer player in somebody's place. However long the name, the sign stays: it says who plays."""
    return f"{name[: LONGEST_NAME - 2].rstrip()} {COMPUTER}"


@lru_cache(maxsize=4096)
def short_title(title: str) -> str:
    """A group, likewise; what it is called says nothing about anybody."""
    return _visible(_readable(title)[:LONGEST_NAME].strip())


def _readable(name: str) -> str:
    shown = "".join(sign for sign in name if sign.isprintable() and sign not in BLANK)
    return PILED.sub(r"\1", " ".join(shown.split()))


def _visible(name: str) -> str:
    return name if any(not combining(sign) and not sign.isspace() for sign in name) else "?"


Along = Callable[[UnitOfWork, Group], Awaitable[None]]
"""Adds to the work that stores a group; asked again whenever another process was quicker."""


class Directory:
    """Read once from the store, then kept; every change is part of somebody's unit of work.

    Where other processes change the same rows, what is kept is dropped as soon as they say so (`forget_…`), and
    a change that was made to an old row is made again to the new one.
    """

    def __init__(self, database: Store, usual: tuple[tuple[str, str], ...] = (), *, shared: bool = False) -> None:
        self._database = database
        self._stored_groups = GroupRepository(database)
        self._stored_people = PersonRepository(database)
        self._usual = usual
        """Options that a new group begins with."""
        self._shared = shared
        self._groups: Cache[int, Group] = Cache(MOST_GROUPS)
        self._people: Cache[int, Person] = Cache(MOST_PEOPLE)
        self._revisions: Cache[int, int] = Cache(MOST_GROUPS + MOST_PEOPLE)
        """Of what is kept, by number of the group or person (groups' are negative); missing: it is not stored."""

    async def group(self, chat_id: int) -> Group:
        known = self._groups.get(chat_id)
        if known is None:
            row = await self._stored_groups.find(chat_id)
            known = Group(chat_id, options=self._usual) if row is None else Group(**_fields(Group, row.data))
            self._groups[chat_id] = known
            self._note(chat_id, row)
        return known

    async def rights_in(self, chat_id: int) -> tuple[str, ...]:
        """What the bot may do in a group as an admin; nothing if it is none."""
        return (await self.group(chat_id)).rights

    async def person(self, user_id: int) -> Person:
        known = self._people.get(user_id)
        if known is None:
            row = await self._stored_people.find(user_id)
            known = Person(user_id) if row is None else Person(**_fields(Person, row.data))
            self._people[user_id] = known
            self._note(user_id, row)
        return known

    def _note(self, number: int, row: StoredGroup | StoredPerson | None) -> None:
        if row is None:
            self._revisions.pop(number, None)
        else:
            self._revisions[number] = row.revision

    async def change_group(self, chat_id: int, **changes: Any) -> Group:
        return await self.amend_group(chat_id, lambda group: replace(group, **changes))

    async def amend_group(
        self, chat_id: int, change: Callable[[Group], Group], along: Along | None = None
    ) -> Group:
        """A change that depends on what was so before. `along` adds what is stored with it, changed or not."""
        while True:
            old = await self.group(chat_id)
            new, work = change(old), UnitOfWork()
            if along is not None:
                await along(work, new)
                if await self.group(chat_id) != old:
                    continue  # somebody has changed it meanwhile
            if new != old:
                if await self._stored(chat_id, self._put_group(work, new)):
                    return new
                continue
            try:
                if work.parts:
                    await self._database.commit(work)
            except Conflict:
                continue
            return new

    async def change_person(self, user_id: int, **changes: Any) -> Person:
        while True:
            old = await self.person(user_id)
            new = replace(old, **changes)
            if new == old or await self._stored(user_id, self._put_person(UnitOfWork(), new)):
                return new

    async def _stored(self, number: int, work: UnitOfWork) -> bool:
        """False: another process has changed it, and what is kept was dropped."""
        known = self._revisions.get(number)
        try:
            await self._database.commit(work)
        except Conflict:
            self._forget(number)
            return False
        except BaseException:
            self._forget(number)  # what is kept here must not be more than what is stored
            raise
        self._revisions[number] = 0 if known is None else known + 1
        return True

    def _put_group(self, work: UnitOfWork, group: Group) -> UnitOfWork:
        self._groups[group.chat_id] = group
        return self._add_group(work, group)

    def _add_group(self, work: UnitOfWork, group: Group) -> UnitOfWork:
        chat_id, data = group.chat_id, _text(group)
        known = self._revisions.get(chat_id)
        if self._shared and known is None:
            return work.add_group(chat_id, data)
        if self._shared and known is not None:
            work.guard_group(chat_id, known)
        return work.put_group(chat_id, data)

    def _put_person(self, work: UnitOfWork, person: Person) -> UnitOfWork:
        self._people[person.user_id] = person
        user_id, data = person.user_id, _text(person)
        known = self._revisions.get(user_id)
        if self._shared and known is None:
            return work.add_person(user_id, data)
        if self._shared and known is not None:
            work.guard_person(user_id, known)
        return work.put_person(user_id, data)

    # --- other processes ----------------------------------------------------------------------------------------

    async def guard_group(self, work: UnitOfWork, chat_id: int) -> None:
        """Of two processes that do this at once for a group, one is refused."""
        row = await self._stored_groups.find(chat_id)
        if row is not None:
            work.guard_group(chat_id, row.revision)
            self._forget(chat_id)  # its revision grows with this work

    async def guard_person(self, work: UnitOfWork, user_id: int) -> None:
        row = await self._stored_people.find(user_id)
        if row is not None:
            work.guard_person(user_id, row.revision)
            self._forget(user_id)  # its revision grows with this work

    async def put_guarded(self, work: UnitOfWork, chat_id: int, change: Callable[[Group], Group]) -> None:
        """A change of a group in a work that guards it already, where that is necessary."""
        group = change(await self.group(chat_id))
        if self._shared:
            work.put_group(chat_id=chat_id, data=_text(group))
        else:
            self._put_group(work, group)

    def forget(self, numbers: Iterable[int]) -> None:
        """Another process has changed these groups and people."""
        for number in numbers:
            self._forget(number)

    def forget_all(self) -> None:
        """Nobody knows what has changed."""
        for kept in (self._groups, self._people, self._revisions):
            kept.clear()

    def _forget(self, number: int) -> None:
        self._groups.pop(number, None)
        self._people.pop(number, None)
        self._revisions.pop(number, None)

    # ------------------------------------------------------------------------------------------------------------

    async def blocked_groups(self) -> list[Group]:
        found = [Group(**_fields(Group, row.data)) for row in await self._stored_groups.blocked()]
        return [group for group in found if group.blocked]

    async def move_group(self, old_id: int, new_id: int, along: UnitOfWork) -> bool:
        """The group became a supergroup: the same people under another number. False: that was known already,
        and it keeps what was chosen since, and nothing of `along` is stored."""
        while True:
            known = await self.group(new_id)
            group = await self.group(old_id)
            if group.moved_to == new_id:
                return False
            work = UnitOfWork().move_games(old=old_id, new=new_id).move_rows(old=old_id, new=new_id)
            work.move_mutes(old=old_id, new=new_id).drop_slots_of(chat=old_id)
            work.move_results(old=old_id, new=new_id)
            work.parts += along.parts
            rights = known.rights or group.rights
            supergroup = replace(group, chat_id=new_id, is_supergroup=True, moved_to=0, rights=rights)
            for moved in (replace(group, moved_to=new_id), supergroup):
                self._add_group(work, moved)
            try:
                await self._database.commit(work)
            except Conflict:
                continue  # the old group and the new one tell of it at once, maybe to two processes
            finally:
                self.forget((old_id, new_id))
            return True


def _text(record: Group | Person) -> str:
    return compact(asdict(record))


def _fields(kind: type[Any], text: str) -> dict[str, Any]:
    known = {field.name for field in fields(kind)}
    stored: dict[str, Any] = json.loads(text)
    if stored.get("admins_only"):  # as it was called before there were menus
        stored.setdefault("may_open", "admins")
    return {key: _tuples(value) for key, value in stored.items() if key in known}


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
