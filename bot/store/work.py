"""What one accepted command changes, all or nothing: a list of statements that commit together."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Executable, bindparam, delete, insert, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.store import schema


class Work:
    """Statements and their parameters. Units of several games are committed in one go, each statement once."""

    __slots__ = ("parts",)

    def __init__(self) -> None:
        self.parts: list[tuple[str, dict[str, Any]]] = []

    def add(self, statement: str, **values: Any) -> "Work":
        self.parts.append((statement, values))
        return self


def _put(dialect: str, table: Any) -> Executable:
    """Insert, or overwrite the row that is there."""
    make = postgresql.insert if dialect == "postgresql" else sqlite.insert
    statement = make(table)
    key = [column.name for column in table.primary_key]
    rest = {column.name: statement.excluded[column.name] for column in table.columns if column.name not in key}
    return statement.on_conflict_do_update(index_elements=key, set_=rest)


def statements(dialect: str) -> Mapping[str, Executable]:
    """Every statement that changes the store, in the order in which they run within one commit."""
    s = schema
    return {
        "put_game": _put(dialect, s.games),
        "add_receipt": insert(s.receipts),
        "add_event": insert(s.events),
        "put_clock": _put(dialect, s.clocks),
        "drop_clock": delete(s.clocks).where(s.clocks.c.game_id == bindparam("game")),
        "put_slot": _put(dialect, s.slots),
        "drop_slot": delete(s.slots).where(
            s.slots.c.chat_id == bindparam("chat"), s.slots.c.slot == bindparam("name")
        ),
        "drop_row": delete(s.outbox).where(s.outbox.c.id == bindparam("row")),
        "drop_rows_of": delete(s.outbox).where(s.outbox.c.chat_id == bindparam("chat")),
        "add_row": _put(dialect, s.outbox),
        "put_group": _put(dialect, s.groups),
        "put_person": _put(dialect, s.people),
        "drop_person": delete(s.people).where(s.people.c.user_id == bindparam("user")),
        "put_mute": _put(dialect, s.mutes),
        "drop_mute": delete(s.mutes).where(
            s.mutes.c.chat_id == bindparam("chat"), s.mutes.c.user_id == bindparam("user")
        ),
        "put_note": _put(dialect, s.notes),
        "move_games": update(s.games)
        .where(s.games.c.chat_id == bindparam("old"))
        .values(chat_id=bindparam("new")),
        "move_rows": update(s.outbox)
        .where(s.outbox.c.chat_id == bindparam("old"))
        .values(chat_id=bindparam("new")),
        "move_mutes": update(s.mutes)
        .where(s.mutes.c.chat_id == bindparam("old"))
        .values(chat_id=bindparam("new")),
        "drop_slots_of": delete(s.slots).where(s.slots.c.chat_id == bindparam("chat")),
        "drop_old_receipts": delete(s.receipts).where(s.receipts.c.at_ms < bindparam("before")),
    }
