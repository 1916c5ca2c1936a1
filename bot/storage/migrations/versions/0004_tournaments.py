"""Adds tournaments, and the games entered in them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("chat_id", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("tournaments_by_chat", "tournaments", ["chat_id", "changed_ms"])
    op.create_table(
        "entries",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_index("entries_by_tournament", "entries", ["tournament_id"])
