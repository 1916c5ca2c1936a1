"""Adds updates that could not be handled, so that none of them is tried for ever."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "failed_updates",
        sa.Column("update_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("chat_id", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("aside", sa.Boolean, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
