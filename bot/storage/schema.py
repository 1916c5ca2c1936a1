"""The tables. Times are integer milliseconds; everything structured is JSON in a text column.

`revision` counts the changes of a row where several processes share a database (`guard_…` of `UnitOfWork`).
"""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, PrimaryKeyConstraint, Table, Text

metadata = MetaData()


def _revision() -> Column[int]:
    return Column("revision", Integer, nullable=False, server_default="0")


games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("chat_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger, nullable=False),
    Column("phase", Text, nullable=False),
    Column("lobby", Text, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    _revision(),
    Index("games_by_chat", "chat_id", "phase"),
    Index("games_by_phase", "phase"),
)

events = Table(
    "events",
    metadata,
    Column("game_id", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("author", BigInteger, nullable=False),
    Column("receipt", Text, nullable=False),
    PrimaryKeyConstraint("game_id", "version"),
)

receipts = Table(
    "receipts",
    metadata,
    Column("key", Text, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Index("receipts_by_time", "at_ms"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("chat_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger, nullable=False),
    Column("game_id", Text, nullable=False),
    Column("step", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("slot", Text, nullable=False),
    Column("page", Text, nullable=False),
    Column("args", Text, nullable=False),
    Column("due_ms", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False, server_default="0"),
)
"""`tries`: how often a program has begun to render the row after a start, and has not finished."""

slots = Table(
    "slots",
    metadata,
    Column("chat_id", BigInteger, nullable=False),
    Column("slot", Text, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("page", Text, nullable=False),
    Column("args", Text, nullable=False),
    PrimaryKeyConstraint("chat_id", "slot"),
)

clocks = Table(
    "clocks",
    metadata,
    Column("game_id", Text, primary_key=True),
    Column("step", Integer, nullable=False),
    Column("left_ms", BigInteger, nullable=False),
    Column("runs_since", BigInteger),
    Column("under_ms", BigInteger, nullable=False),
    Column("waits", Boolean, nullable=False),
)

places = Table(
    "places",
    metadata,
    Column("user_id", BigInteger, nullable=False),
    Column("game_id", Text, nullable=False),
    PrimaryKeyConstraint("user_id", "game_id"),
    Index("places_by_game", "game_id"),
)
"""People who sit or judge at each table: an index of the people in the lobbies."""

groups = Table(
    "groups",
    metadata,
    Column("chat_id", BigInteger, primary_key=True),
    Column("data", Text, nullable=False),
    _revision(),
)

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True),
    Column("data", Text, nullable=False),
    _revision(),
)

mutes = Table(
    "mutes",
    metadata,
    Column("chat_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("game_id", Text, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
    Column("former", Text, nullable=False),
    PrimaryKeyConstraint("chat_id", "user_id"),
)

results = Table(
    "results",
    metadata,
    Column("game_id", Text, primary_key=True),
    Column("chat_id", BigInteger, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("ended_ms", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    Column("changed_ms", BigInteger, nullable=False, server_default="0"),
    Index("results_by_chat", "chat_id", "ended_ms"),
)
"""Results of finished games without names; kept longer than the journals."""

result_seats = Table(
    "result_seats",
    metadata,
    Column("game_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    PrimaryKeyConstraint("game_id", "seat"),
    Index("result_seats_by_user", "user_id"),
)
"""The person on each seat of a result. A seat without a row was a computer's, or that of a person who was
forgotten."""

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("chat_id", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    _revision(),
    Index("tournaments_by_chat", "chat_id", "changed_ms"),
)

entries = Table(
    "entries",
    metadata,
    Column("game_id", Text, primary_key=True),
    Column("tournament_id", Text, nullable=False),
    Column("data", Text, nullable=False),
    Index("entries_by_tournament", "tournament_id"),
)
"""Games of a tournament with their protests. With an empty `tournament_id`: protested games of a group."""

plans = Table(
    "plans",
    metadata,
    Column("id", Text, primary_key=True),
    Column("chat_id", BigInteger, nullable=False),
    Column("phase", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    _revision(),
    Index("plans_by_chat", "chat_id", "phase"),
    Index("plans_by_phase", "phase", "changed_ms"),
)
"""Evenings by appointment: when, and who comes."""

failed_updates = Table(
    "failed_updates",
    metadata,
    Column("update_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("chat_id", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("why", Text, nullable=False),
    Column("aside", Boolean, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)
"""Updates that were put aside, and those in progress early in a run; never their content."""

notes = Table(
    "notes",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
