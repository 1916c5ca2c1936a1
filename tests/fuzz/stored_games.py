"""The true state of every table, read only from what the host stores."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Executable, Row

from bot.storage import Database, UnitOfWork
from engine.api import replay
from engine.codec import decode
from engine.events import Event
from engine.state import State, evolve
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.memory_storage import InlineStore


@dataclass
class Deal:
    """One table: who has held which seat, and the position, folded from the journal."""

    id: str
    chat: int = 0
    phase: str = "open"
    opener: int = 0
    seating: tuple[int, ...] = ()
    held: dict[int, set[int]] = field(default_factory=dict)
    """All seats that a person has ever had the card of."""
    judges: set[int] = field(default_factory=set)
    """Who judges now, with those whom the judge has named."""
    saw_all: set[int] = field(default_factory=set)
    """Who has ever judged this game: they know every card."""
    names: dict[int, set[str]] = field(default_factory=dict)
    """All names that a seat has ever had."""
    state: State | None = None
    version: int = 0

    def seat_of(self, person: int) -> int:
        return self.seating.index(person) + 1 if person in self.seating else 0

    def put(self, lobby: dict[str, Any]) -> None:
        self.chat, self.phase, self.opener = lobby["chat_id"], lobby["phase"], lobby["opener"]
        self.seating = tuple(lobby["seating"])
        chair = [person for _, person, _ in lobby["chair"]][-1:]
        self.judges = {*chair, *(person for person, _ in lobby["side_judges"])} - {0}
        if self.phase != "open":
            self.saw_all |= self.judges
        for seat, (person, name) in enumerate(zip(lobby["seating"], lobby["names"], strict=True), start=1):
            self.names.setdefault(seat, set()).add(name)
            if person:
                self.held.setdefault(person, set()).add(seat)

    def add(self, event: Event) -> None:
        self.state = replay([event]) if self.state is None else evolve(self.state, event)
        self.version += 1


@dataclass
class Change:
    """Games whose journal or table has changed."""

    events: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)

    def __bool__(self) -> bool:
        return bool(self.events or self.tables)


class Watch:
    """Observes every commit."""

    def __init__(self) -> None:
        self.deals: dict[str, Deal] = {}
        self._since = Change()

    def follow(self, work: UnitOfWork) -> None:
        for name, values in work.parts:
            if name == "put_game":
                deal = self.deals.setdefault(values["id"], Deal(values["id"]))
                before = (deal.phase, deal.seating, deal.chat, deal.judges)
                lobby = json.loads(values["lobby"])
                deal.put(lobby)
                if (deal.phase, deal.seating, deal.chat, deal.judges) != before or deal.phase == "open":
                    self._since.tables.add(deal.id)
            elif name == "add_event":
                deal = self.deals[values["game_id"]]
                deal.add(decode(json.loads(values["payload"])))
                assert deal.version == values["version"], "a gap in the journal"
                self._since.events.add(deal.id)

    def changed(self) -> Change:
        """Returns the changes since the last call."""
        found, self._since = self._since, Change()
        return found


class WatchedStore(InlineStore, Watch):
    def __init__(self) -> None:
        InlineStore.__init__(self)
        Watch.__init__(self)

    async def commit(self, work: UnitOfWork) -> None:
        await super().commit(work)
        self.follow(work)


class WatchedDatabase(Watch):
    """A real database that knows whether somebody still waits for it."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database
        self.busy = 0

    @property
    def commits(self) -> int:
        return self._database.commits

    async def commit(self, work: UnitOfWork) -> None:
        with self._waiting():
            await self._database.commit(work)
        self.follow(work)

    async def rows(self, statement: Executable, **values: Any) -> Sequence[Row[Any]]:
        with self._waiting():
            return await self._database.rows(statement, **values)

    async def row(self, statement: Executable, **values: Any) -> Row[Any] | None:
        with self._waiting():
            return await self._database.row(statement, **values)

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        self.busy += 1
        try:
            yield
        finally:
            self.busy -= 1


class DatabaseClock(VirtualClock):
    """A clock that moves on only when nobody waits for the database either."""

    def __init__(self, store: WatchedDatabase) -> None:
        super().__init__()
        self._store = store

    async def settle(self) -> None:
        await super().settle()
        while self._store.busy:
            await asyncio.sleep(0.0002)
            await super().settle()
