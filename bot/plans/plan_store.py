"""Finds, creates and changes plans, with optimistic locking: several processes answer taps, the leader opens the
tables."""

import asyncio
from collections.abc import Callable
from datetime import date, time
from weakref import WeakValueDictionary
from zoneinfo import ZoneInfo

from bot.core.clock import Clock
from bot.core.leadership import Leadership
from bot.plans.appointment_time import Moment, clash, moment_of, why_not_at
from bot.plans.plan import Plan, PlanRefusal, plan_from_json
from bot.storage import Conflict, Store, UnitOfWork
from bot.storage.groups import Groups
from bot.storage.repositories.plans import OPEN, OVER, PlanRepository
from bot.storage.repositories.receipts import ReceiptRepository
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Row

TRIES = 5
MOST_PLANS = 10
"""Most evenings that a group plans at a time."""
Rows = Callable[[Plan], list[Row]]
"""Makes the messages about the stored plan."""
Change = Callable[[Plan], "Plan | PlanRefusal"]
Done = Plan | PlanRefusal | None
"""A changed plan, or why it is not changed; None: there is no such plan, or the update was handled before."""
RowsAndMore = Callable[[Plan, UnitOfWork], list[Row]]


class PlanStore:
    def __init__(
        self,
        store: Store,
        clock: Clock,
        outbox: Outbox,
        groups: Groups,
        receipts: ReceiptRepository,
        leadership: Leadership,
    ) -> None:
        self._stored = PlanRepository(store)
        self._clock = clock
        self._outbox = outbox
        self._groups = groups
        self._receipts = receipts
        self._leadership = leadership
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._in_groups: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @property
    def wall_ms(self) -> int:
        """The time on the wall: appointments are made by it, not by the clock that never jumps."""
        return self._clock.now() - self._clock.ahead_of_wall()

    # --- finding ------------------------------------------------------------------------------------------------

    async def find(self, plan_id: str) -> Plan | None:
        found = await self.read(plan_id)
        return None if found is None else found[0]

    async def read(self, plan_id: str) -> tuple[Plan, int] | None:
        """Returns the plan and its revision, for a guarded change."""
        row = await self._stored.find(plan_id)
        return None if row is None else (plan_from_json(row.data), row.revision)

    async def still_to_come(self) -> list[Plan]:
        return [plan_from_json(data) for data in await self._stored.still_to_come()]

    async def in_group(self, chat_id: int) -> list[Plan]:
        """Returns the plans of a group that are still to come, the next one first."""
        plans = [plan_from_json(data) for data in await self._stored.still_to_come_in(chat_id)]
        return sorted(plans, key=lambda plan: plan.at)

    async def all_of_chat(self, chat_id: int) -> list[str]:
        return await self._stored.in_chat(chat_id)

    async def naming(self, user_id: int) -> list[str]:
        return await self._stored.naming(user_id)

    # --- changing -----------------------------------------------------------------------------------------------

    def lock(self, plan_id: str) -> asyncio.Lock:
        """Returns the lock for changes in this process; the revision guard detects those of other processes."""
        return self._locks.setdefault(plan_id, asyncio.Lock())

    async def create(self, plan: Plan, receipt: str, rows: Rows) -> Done:
        """Stores a new plan unless its time does not suit."""
        return await self._arranged(plan, receipt, rows, None)

    async def move(self, plan_id: str, moved: Change, receipt: str, rows: Rows) -> Done:
        """Moves a plan to another time, if that suits."""
        async with self.lock(plan_id):
            for _ in range(TRIES):
                found = await self.read(plan_id)
                changed = moved(found[0]) if found is not None else None
                if found is None or not isinstance(changed, Plan):
                    return changed
                done = await self._arranged(changed, receipt, rows, found[1])
                if done is not None or await self._receipts.has(receipt):
                    return done or changed
        raise RuntimeError(f"the plan {plan_id} changes faster than it can be read")

    async def _arranged(self, plan: Plan, receipt: str, rows: Rows, known: int | None) -> Done:
        """Checks the time of a plan against the calendar and the other plans of the group, and stores it."""
        async with self._in_groups.setdefault(plan.chat_id, asyncio.Lock()):
            for _ in range(TRIES):
                work = UnitOfWork()
                if self._leadership.shared:
                    await self._groups.guard(work, plan.chat_id)
                others = [each for each in await self.in_group(plan.chat_id) if each.id != plan.id]
                why_not = why_not_at(_moment(plan), self.wall_ms)
                if why_not is None and len(others) >= MOST_PLANS:
                    why_not = PlanRefusal.TOO_MANY
                if why_not is None and clash(plan, others):
                    why_not = PlanRefusal.TAKEN
                if why_not is not None:
                    return why_not
                if known is not None:
                    work.guard_plan(plan=plan.id, known=known)
                self.put(work, plan)
                if await self.commit(work, receipt, rows(plan)):
                    return plan
                if known is not None or not self._leadership.shared or await self._receipts.has(receipt):
                    return None
        raise RuntimeError(f"no evening could be planned in {plan.chat_id}: {TRIES} conflicts in a row")

    async def change(
        self,
        plan_id: str,
        decide: Change,
        receipt: str = "",
        rows: RowsAndMore | None = None,
    ) -> Done:
        """Applies `decide` to the newest plan and stores what has changed. `rows` makes the messages about it, and
        may add to the unit of work."""
        async with self.lock(plan_id):
            for _ in range(TRIES):
                found = await self.read(plan_id)
                if found is None:
                    return None
                plan, known = found
                changed = decide(plan)
                if isinstance(changed, PlanRefusal) or changed == plan:
                    return changed
                work = UnitOfWork().guard_plan(plan=plan_id, known=known)
                self.put(work, changed)
                if await self.commit(work, receipt, rows(changed, work) if rows is not None else []):
                    return changed
                if receipt and await self._receipts.has(receipt):
                    return await self.find(plan_id)
        raise RuntimeError(f"the plan {plan_id} changes faster than it can be read")

    def put(self, work: UnitOfWork, plan: Plan) -> None:
        work.put_plan(
            plan_id=plan.id,
            chat_id=plan.chat_id,
            phase=OVER if plan.is_over else OPEN,
            data=plan.to_json(),
            changed_ms=self._clock.now(),
        )

    async def commit(self, work: UnitOfWork, receipt: str, rows: list[Row]) -> bool:
        """Stores a unit of work with messages. Returns False if the update was handled before, or another process
        was first."""
        if receipt:
            work.add_receipt(key=receipt, at_ms=self._clock.now())
        try:
            await self._outbox.post(rows, work)
        except Conflict:
            return False
        return True


def _moment(plan: Plan) -> Moment:
    return moment_of(date.fromisoformat(plan.day), time.fromisoformat(plan.time), ZoneInfo(plan.zone))
