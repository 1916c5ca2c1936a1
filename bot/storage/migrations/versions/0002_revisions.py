"""Several processes on one database: each game, group and person counts its changes."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("games", "groups", "people"):
        op.add_column(table, sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
