"""Alembic runs here with the connection that `bot.storage.open_database` hands over."""

from alembic import context

from bot.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
