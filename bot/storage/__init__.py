"""Everything that is stored: journals, unsent messages, clocks, groups, people, results."""

from bot.storage.database import Conflict, Database
from bot.storage.storage_errors import StoreClosed
from bot.storage.store import Store
from bot.storage.unit_of_work import UnitOfWork

__all__ = ["Conflict", "Database", "Store", "StoreClosed", "UnitOfWork"]
