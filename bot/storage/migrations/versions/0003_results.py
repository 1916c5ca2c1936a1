"""Adds results of finished games, and the people on their seats."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("chat_id", sa.BigInteger, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("ended_ms", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_index("results_by_chat", "results", ["chat_id", "ended_ms"])
    op.create_table(
        "result_seats",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat"),
    )
    op.create_index("result_seats_by_user", "result_seats", ["user_id"])
