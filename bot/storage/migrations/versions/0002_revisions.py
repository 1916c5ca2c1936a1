"""Adds a count of changes to games, groups and people, for several processes on one database."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("games", "groups", "people"):
        op.add_column(table, sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
