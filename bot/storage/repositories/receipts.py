"""Receipts of requests that were carried out: an update that is delivered again is recognised by its receipt."""

from sqlalchemy import select

from bot.storage.schema import receipts
from bot.storage.store import Store


class ReceiptRepository:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def has(self, receipt: str) -> bool:
        """Tells whether a receipt is stored. The empty receipt never is."""
        stored = select(receipts.c.key).where(receipts.c.key == receipt)
        return bool(receipt) and await self._store.row(stored) is not None
