"""What must outlive the process: journals, what is owed to Telegram, clocks, groups and people."""

from bot.store.database import Conflict, Database, StoreClosed
from bot.store.port import Store
from bot.store.work import Work

__all__ = ["Conflict", "Database", "Store", "StoreClosed", "Work"]
