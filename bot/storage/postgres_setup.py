"""Sets up connections to PostgreSQL."""

from typing import Any

SILENT_MS = 5_000
"""Milliseconds after which PostgreSQL ends an idle transaction: a process that hangs or is cut off must not lock
rows that others need."""


def set_up_postgresql(connection: Any, _: object) -> None:
    setting = f"SET idle_in_transaction_session_timeout = {SILENT_MS}"
    connection.run_async(lambda own: own.execute(setting))
