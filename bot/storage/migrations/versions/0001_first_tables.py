"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("chat_id", sa.BigInteger, nullable=False),
        sa.Column("thread_id", sa.BigInteger, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("lobby", sa.Text, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("games_by_chat", "games", ["chat_id", "phase"])
    op.create_index("games_by_phase", "games", ["phase"])
    op.create_table(
        "events",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("author", sa.BigInteger, nullable=False),
        sa.Column("receipt", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "version"),
    )
    op.create_table(
        "receipts",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("receipts_by_time", "receipts", ["at_ms"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("chat_id", sa.BigInteger, nullable=False),
        sa.Column("thread_id", sa.BigInteger, nullable=False),
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("slot", sa.Text, nullable=False),
        sa.Column("page", sa.Text, nullable=False),
        sa.Column("args", sa.Text, nullable=False),
        sa.Column("due_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "slots",
        sa.Column("chat_id", sa.BigInteger, nullable=False),
        sa.Column("slot", sa.Text, nullable=False),
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.Column("page", sa.Text, nullable=False),
        sa.Column("args", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("chat_id", "slot"),
    )
    op.create_table(
        "clocks",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("left_ms", sa.BigInteger, nullable=False),
        sa.Column("runs_since", sa.BigInteger),
        sa.Column("under_ms", sa.BigInteger, nullable=False),
        sa.Column("waits", sa.Boolean, nullable=False),
    )
    op.create_table(
        "groups",
        sa.Column("chat_id", sa.BigInteger, primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger, primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "mutes",
        sa.Column("chat_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("former", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("chat_id", "user_id"),
    )
    op.create_table(
        "notes",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
