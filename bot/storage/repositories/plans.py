"""Evenings by appointment: when, and who comes."""

from typing import NamedTuple

from sqlalchemy import select

from bot.storage.schema import plans
from bot.storage.store import Store

OPEN, OVER = "open", "over"
"""The phases of a plan: it is still to come, or it was held, missed or cancelled."""

_p = plans.c


class StoredPlan(NamedTuple):
    data: str
    """JSON, read by `bot.plans.plan`."""
    revision: int


class PlanRepository:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, plan_id: str) -> StoredPlan | None:
        row = await self._store.row(select(_p.data, _p.revision).where(_p.id == plan_id))
        return None if row is None else StoredPlan._make(row)

    async def still_to_come(self) -> list[str]:
        """Returns the data of every plan that is still to come."""
        rows = await self._store.rows(select(_p.data).where(_p.phase == OPEN).order_by(_p.id))
        return [row.data for row in rows]

    async def still_to_come_in(self, chat_id: int) -> list[str]:
        question = select(_p.data).where(_p.chat_id == chat_id, _p.phase == OPEN).order_by(_p.id)
        return [row.data for row in await self._store.rows(question)]

    async def in_chat(self, chat_id: int) -> list[str]:
        """Returns the ids of all plans of a chat."""
        return [row.id for row in await self._store.rows(select(_p.id).where(_p.chat_id == chat_id))]

    async def naming(self, user_id: int) -> list[str]:
        """Returns the ids of plans in whose data the digits of a user id occur; the caller checks what they
        mean."""
        return [row.id for row in await self._store.rows(select(_p.id).where(_p.data.contains(str(user_id))))]
