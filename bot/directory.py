"""Groups and people as the host knows them: language, wishes, whether they can be reached."""

import json
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from sqlalchemy import select

from bot.store import Store, Work
from bot.store.schema import groups, people

LONGEST_NAME = 32


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
    afterlife: bool = False
    several_tables: bool = False
    time_zone: str = ""
    """An IANA name; empty: as usual for the group's language."""
    quiet: tuple[int, ...] = ()
    """From which hour to which no step ends; empty: never quiet."""
    may_open: str = "anyone"
    may_start: str = "leader"
    may_stop: str = "admins"
    """Who may open a table, start its game and stop it (`bot.club.choices.Who`)."""
    number: int = 0
    """Of these settings: one more with each change, so that a menu knows whether it is the newest."""
    drafts: tuple[tuple[int, str, tuple[tuple[str, int], ...]], ...] = ()
    """Cards that an admin is putting together: number of players, rule set, cards. Nobody plays by them yet."""
    presets: tuple[tuple[str, str], ...] = ()
    """Rules, cards and options under a name (`engine.preset`)."""
    moved_to: int = 0
    """The number that this group has had since it became a supergroup."""
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


def short_name(first: str, last: str | None = None) -> str:
    """As shown at the table. It is escaped where it is put into a text."""
    name = " ".join(f"{first} {last or ''}".split())
    printable = "".join(sign for sign in name if sign.isprintable()).strip()
    return printable[:LONGEST_NAME] or "?"


class Directory:
    """Read once from the store, then kept; every change is part of somebody's unit of work."""

    def __init__(self, database: Store, usual: tuple[tuple[str, str], ...] = ()) -> None:
        self._database = database
        self._usual = usual
        """Options that a new group begins with."""
        self._groups: dict[int, Group] = {}
        self._people: dict[int, Person] = {}

    async def group(self, chat_id: int) -> Group:
        known = self._groups.get(chat_id)
        if known is None:
            row = await self._database.row(select(groups.c.data).where(groups.c.chat_id == chat_id))
            known = Group(chat_id, options=self._usual) if row is None else Group(**_fields(Group, row.data))
            self._groups[chat_id] = known
        return known

    async def person(self, user_id: int) -> Person:
        known = self._people.get(user_id)
        if known is None:
            row = await self._database.row(select(people.c.data).where(people.c.user_id == user_id))
            known = Person(user_id) if row is None else Person(**_fields(Person, row.data))
            self._people[user_id] = known
        return known

    async def change_group(self, chat_id: int, **changes: Any) -> Group:
        old = await self.group(chat_id)
        new = replace(old, **changes)
        if new != old:
            try:
                await self._database.commit(self.put_group(Work(), new))
            except BaseException:
                self._groups.pop(chat_id, None)  # what is kept here must not be more than what is stored
                raise
        return new

    async def change_person(self, user_id: int, **changes: Any) -> Person:
        old = await self.person(user_id)
        new = replace(old, **changes)
        if new != old:
            try:
                await self._database.commit(self.put_person(Work(), new))
            except BaseException:
                self._people.pop(user_id, None)
                raise
        return new

    async def blocked_groups(self) -> list[Group]:
        stored = await self._database.rows(select(groups.c.data).where(groups.c.data.contains('"blocked":true')))
        found = [Group(**_fields(Group, row.data)) for row in stored]
        return [group for group in found if group.blocked]

    def put_group(self, work: Work, group: Group) -> Work:
        self._groups[group.chat_id] = group
        return work.add("put_group", chat_id=group.chat_id, data=_text(group))

    def put_person(self, work: Work, person: Person) -> Work:
        self._people[person.user_id] = person
        return work.add("put_person", user_id=person.user_id, data=_text(person))

    async def move_group(self, old_id: int, new_id: int) -> None:
        """The group became a supergroup: the same people under another number."""
        group = await self.group(old_id)
        work = Work().add("move_games", old=old_id, new=new_id).add("move_rows", old=old_id, new=new_id)
        work.add("move_mutes", old=old_id, new=new_id).add("drop_slots_of", chat=old_id)
        if group.moved_to != new_id:  # told twice, it keeps what was chosen since
            self.put_group(work, replace(group, moved_to=new_id))
            self.put_group(work, replace(group, chat_id=new_id, is_supergroup=True, moved_to=0))
        await self._database.commit(work)


def _text(record: Group | Person) -> str:
    return json.dumps(asdict(record), ensure_ascii=False, separators=(",", ":"))


def _fields(kind: type[Any], text: str) -> dict[str, Any]:
    known = {field.name for field in fields(kind)}
    stored: dict[str, Any] = json.loads(text)
    if stored.get("admins_only"):  # as it was called before there were menus
        stored.setdefault("may_open", "admins")
    return {key: _tuples(value) for key, value in stored.items() if key in known}


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
