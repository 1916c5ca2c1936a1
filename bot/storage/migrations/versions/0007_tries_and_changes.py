"""Adds how often rendering an outbox row has failed, and when a result was changed."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outbox", sa.Column("tries", sa.Integer, nullable=False, server_default="0"))
    op.add_column("results", sa.Column("changed_ms", sa.BigInteger, nullable=False, server_default="0"))
