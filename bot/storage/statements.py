"""The SQL of every change of a unit of work; merges the changes of several units into few statements."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from sqlalchemy import BigInteger, Executable, Integer, Table, Text, bindparam, case, delete, func, insert, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.storage import schema
from bot.storage.unit_of_work import UnitOfWork, Values

REVISION = "revision"
LOCKED_TABLES = (
    schema.games.name,
    schema.groups.name,
    schema.people.name,
    schema.tournaments.name,
    schema.plans.name,
)
"""Tables whose rows are locked against other processes, in the order of locking."""


@dataclass(frozen=True, slots=True)
class Change:
    statement: Executable
    table: str
    key: tuple[str, ...] = ()
    """The parameters that identify the changed row; none: it may change any row."""
    locks: bool = False
    """Whether it locks its row until the commit. Rows are always locked in the same order, so that two processes
    never deadlock."""


def _add(table: Table) -> Change:
    return Change(insert(table), table.name, _key(table))


def _put(dialect: str, table: Table, keep: str = REVISION) -> Change:
    """Inserts a row, or overwrites the existing one except for the column `keep`."""
    make = postgresql.insert if dialect == "postgresql" else sqlite.insert
    statement = make(table)
    rest = {
        column.name: statement.excluded[column.name]
        for column in table.columns
        if not column.primary_key and column.name != keep
    }
    key = _key(table)
    return Change(statement.on_conflict_do_update(index_elements=key, set_=rest), table.name, key)


def _guard(table: Table, name: str) -> Change:
    """Fails the whole work if the row has another revision: the column would become NULL, which it must not."""
    (key,) = table.primary_key
    old = bindparam("known", type_=Integer)
    next_one = case((table.c[REVISION] == old, old + 1))
    statement = update(table).where(key == bindparam(name)).values({REVISION: next_one})
    return Change(statement, table.name, (name,), locks=True)


def _touch_games() -> Change:
    """Gives every running game a new revision, so that processes that have it in memory read it again."""
    games = schema.games.c
    return Change(
        update(schema.games).where(games.phase == "playing").values({REVISION: games[REVISION] + 1}),
        schema.games.name,
    )


def _credit_clocks() -> Change:
    """Moves the start of running clocks by the time that is credited, at most to now."""
    clocks, now = schema.clocks.c, bindparam("now", type_=BigInteger)
    later = clocks.runs_since + bindparam("lost", type_=BigInteger)
    return Change(
        update(schema.clocks).where(clocks.runs_since.is_not(None)).values(
            runs_since=case((later < now, later), else_=now)
        ),
        schema.clocks.name,
    )  # fmt: skip


def _drop(table: Table, **where: str) -> Change:
    """Deletes rows; `where` maps columns to parameters, which must not be named like columns."""
    conditions = [table.c[column] == bindparam(name) for column, name in where.items()]
    whole = where.keys() == set(_key(table))
    key = tuple(where[column] for column in _key(table)) if whole else ()
    return Change(delete(table).where(*conditions), table.name, key)


def _move(table: Table) -> Change:
    statement = update(table).where(table.c.chat_id == bindparam("old")).values(chat_id=bindparam("new"))
    return Change(statement, table.name)


def _move_games() -> Change:
    games = schema.games.c
    moved = {games.chat_id: bindparam("new"), games[REVISION]: games[REVISION] + 1}
    return Change(update(schema.games).where(games.chat_id == bindparam("old")).values(moved), schema.games.name)


def _slots_of_a_game() -> Executable:
    """Deletes the slots whose names begin with the game's id. Not with LIKE, which ignores case on SQLite."""
    slots, prefix = schema.slots.c, bindparam("prefix", type_=Text)
    begins = func.substr(slots.slot, 1, func.length(prefix)) == prefix
    return delete(schema.slots).where(slots.chat_id == bindparam("chat"), begins)


def _key(table: Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.primary_key)


def changes(dialect: str) -> Mapping[str, Change]:
    """Returns every change that a unit of work can name."""
    s = schema
    return {
        "guard_game": _guard(s.games, "game"),
        "touch_games": _touch_games(),
        "put_game": _put(dialect, s.games),
        "move_games": _move_games(),
        "drop_game": _drop(s.games, id="game"),
        "add_place": _add(s.places),
        "drop_places": _drop(s.places, game_id="game"),
        "add_receipt": _add(s.receipts),
        "drop_old_receipts": Change(
            delete(s.receipts).where(s.receipts.c.at_ms < bindparam("before")), s.receipts.name
        ),
        "add_event": _add(s.events),
        "forget_author": Change(
            update(s.events)
            .where(s.events.c.game_id == bindparam("game"), s.events.c.author == bindparam("author_was"))
            .values(author=0),
            s.events.name,
        ),
        "drop_events_of": _drop(s.events, game_id="game"),
        "credit_clocks": _credit_clocks(),
        "put_clock": _put(dialect, s.clocks),
        "drop_clock": _drop(s.clocks, game_id="game"),
        "put_slot": _put(dialect, s.slots),
        "drop_slot": _drop(s.slots, chat_id="chat", slot="name"),
        "drop_slots_of": _drop(s.slots, chat_id="chat"),
        "drop_slots_of_game": Change(_slots_of_a_game(), s.slots.name),
        "add_row": _put(dialect, s.outbox),
        "note_tries": Change(
            update(s.outbox).where(s.outbox.c.id == bindparam("row")).values(tries=bindparam("so_often")),
            s.outbox.name,
            ("row",),
        ),
        "drop_row": _drop(s.outbox, id="row"),
        "drop_rows_of": _drop(s.outbox, chat_id="chat"),
        "drop_rows_of_game": _drop(s.outbox, game_id="game"),
        "move_rows": _move(s.outbox),
        "guard_group": _guard(s.groups, "chat"),
        "add_group": _add(s.groups),
        "put_group": _put(dialect, s.groups),
        "guard_person": _guard(s.people, "user"),
        "add_person": _add(s.people),
        "put_person": _put(dialect, s.people),
        "drop_person": _drop(s.people, user_id="user"),
        "put_mute": _put(dialect, s.mutes),
        "drop_mute": _drop(s.mutes, chat_id="chat", user_id="user"),
        "move_mutes": _move(s.mutes),
        "put_result": _put(dialect, s.results, keep="ended_ms"),
        "drop_result": _drop(s.results, game_id="game"),
        "move_results": _move(s.results),
        "put_result_seat": _put(dialect, s.result_seats),
        "drop_result_seats": _drop(s.result_seats, game_id="game"),
        "drop_result_seats_of": _drop(s.result_seats, user_id="user"),
        "guard_tournament": _guard(s.tournaments, "tournament"),
        "put_tournament": _put(dialect, s.tournaments),
        "put_entry": _put(dialect, s.entries),
        "drop_entry": _drop(s.entries, game_id="game"),
        "guard_plan": _guard(s.plans, "plan"),
        "put_plan": _put(dialect, s.plans),
        "drop_old_plans": Change(
            delete(s.plans).where(s.plans.c.phase == "over", s.plans.c.changed_ms < bindparam("before")),
            s.plans.name,
        ),
        "put_failed_update": _put(dialect, s.failed_updates),
        "drop_failed_update": _drop(s.failed_updates, update_id="update"),
        "drop_failed_updates_of": _drop(s.failed_updates, chat_id="chat"),
        "drop_old_failed_updates": Change(
            delete(s.failed_updates).where(s.failed_updates.c.at_ms < bindparam("before")), s.failed_updates.name
        ),
        "put_note": _put(dialect, s.notes),
        "drop_note": _drop(s.notes, key="name"),
    }


class Run:
    """One statement with the parameters of all rows it is executed for."""

    __slots__ = ("name", "rows")

    def __init__(self, name: str) -> None:
        self.name = name
        self.rows: list[Values] = []


class _Order:
    """The statements for one table. A change joins an earlier run of its kind unless its row was changed in
    between."""

    __slots__ = ("_open", "_touched", "runs")

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self._open: dict[tuple[str, frozenset[str]], int] = {}
        """Index of the newest run of each change and set of parameters: all rows of a run have the same
        parameters."""
        self._touched: dict[tuple[Any, ...], int] = {}
        """Index of the newest run that changes a row, by the key of the row."""

    def take(self, name: str, values: Values, key: tuple[str, ...]) -> None:
        kind = (name, frozenset(values))
        row = tuple(values.get(part) for part in key)
        place = self._open.get(kind, -1)
        if not key or place < self._touched.get(row, -1):
            place = -1
        if place < 0:
            self.runs.append(Run(name))
            place = len(self.runs) - 1
        self.runs[place].rows.append(values)
        if key:
            self._open[kind] = place
            self._touched[row] = place
        else:
            # It may have changed any row: nothing that comes later may join a run before it.
            self._open.clear()
            self._touched.clear()


def merged(works: Iterable[UnitOfWork], known: Mapping[str, Change]) -> Iterator[Run]:
    """Yields as few statements as possible, with the effect of doing all the works one after the other.

    No table references another, so only changes of the same row must keep their order. Tables whose rows are
    locked come first.
    """
    tables: dict[str, _Order] = {}
    for work in works:
        for name, values in work.parts:
            change = known[name]
            tables.setdefault(change.table, _Order()).take(name, values, change.key)
    for table in sorted(tables, key=_locking_order):
        for run in tables[table].runs:
            change = known[run.name]
            if change.locks:
                run.rows.sort(key=itemgetter(*change.key))
            yield run


def _locking_order(table: str) -> int:
    return LOCKED_TABLES.index(table) if table in LOCKED_TABLES else len(LOCKED_TABLES)
