"""Makes plans, moves and cancels them, notes who comes, and follows groups and people that change."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, time
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.core.time_zones import local, zone_of
from bot.games.lobby import new_game_id
from bot.plans.appointment_time import HOUR_MS, MINUTE_MS, moment_of
from bot.plans.plan import Answer, Coming, Fate, Plan, PlanRefusal
from bot.plans.plan_rows import PlanRows
from bot.plans.plan_store import Done, PlanStore
from bot.plans.plan_timers import REMINDED_BEFORE_MS, PlanTimers
from bot.storage import UnitOfWork
from bot.storage.groups import Group, Groups
from bot.storage.people import People
from bot.telegram.outbox.rows import Kind, Row
from bot.telegram.replies import Replies

ANSWERS_KEPT_MS = HOUR_MS
"""Answers hold if an evening is moved by no more than this: whoever can come at eight can come at nine."""


class When(NamedTuple):
    day: date
    clock: time
    weekly: bool = False


class Planning:
    def __init__(
        self,
        plans: PlanStore,
        timers: PlanTimers,
        rows: PlanRows,
        groups: Groups,
        people: People,
        replies: Replies,
    ) -> None:
        self._plans = plans
        self._timers = timers
        self._rows = rows
        self._groups = groups
        self._people = people
        self._replies = replies

    async def now_in(self, chat_id: int) -> datetime:
        """Returns the date and time by the clocks on the walls of a group."""
        return local(self._plans.wall_ms, _zone(await self._groups.get(chat_id)))

    async def author_of(self, plan_id: str) -> int:
        """Returns who has planned it; 0 if that is nobody, or there is no such plan."""
        plan = await self._plans.find(plan_id)
        return 0 if plan is None else plan.author

    def comes_twice(self, plan: Plan) -> bool:
        """Is its time one that comes twice, because the clocks are put back?"""
        return moment_of(date.fromisoformat(plan.day), time.fromisoformat(plan.time), ZoneInfo(plan.zone)).twice

    # --- by people ----------------------------------------------------------------------------------------------

    async def make(
        self, chat_id: int, thread_id: int, author: int, when: When, receipt: str, also: Iterable[Row] = ()
    ) -> Done:
        """Makes a plan and shows it in the group; `also` are rows that are sent with it."""
        zone = _zone(await self._groups.get(chat_id))
        name = (await self._people.get(author)).name if author else ""
        at = moment_of(when.day, when.clock, zone).at
        plan = Plan(
            new_game_id(),
            chat_id,
            thread_id,
            author,
            name,
            when.day.isoformat(),
            _clock_text(when.clock),
            zone.key,
            at,
            when.weekly,
            reminded=self._is_too_late_to_remind(at),
        )
        made = await self._plans.create(plan, receipt, lambda made: [*also, *self._rows.shown(made)])
        return self._followed(made)

    async def move(self, plan_id: str, when: When, receipt: str, also: Iterable[Row] = ()) -> Done:
        before = await self._plans.find(plan_id)
        if before is None:
            return None

        def moved(plan: Plan) -> Plan | PlanRefusal:
            if plan.is_over:
                return PlanRefusal.OVER
            at = moment_of(when.day, when.clock, ZoneInfo(plan.zone)).at
            return replace(
                plan,
                day=when.day.isoformat(),
                time=_clock_text(when.clock),
                at=at,
                weekly=when.weekly,
                answers=plan.answers if abs(at - plan.at) <= ANSWERS_KEPT_MS else (),
                reminded=self._is_too_late_to_remind(at),
            )

        group = await self._groups.get(before.chat_id)
        told = await self._reachable(answer for answer in before.answers if answer.coming is not Coming.NO)

        def rows(plan: Plan) -> list[Row]:
            asked = [] if plan.answers else [[one.user_id, one.name] for one in before.who(Coming.YES)]
            news = self._rows.news(plan, "planned-moved", asked=asked)
            private = [self._rows.private(one.user_id, "plan-moved-private", plan, group) for one in told]
            return [*also, self._rows.of_plan(plan, Kind.EDIT), news, *private]

        return self._followed(await self._plans.move(plan_id, moved, receipt, rows))

    async def cancel(self, plan_id: str, receipt: str, *, only_once: bool) -> Done:
        """Cancels an evening, and those of the weeks after it unless it is `only_once`."""
        found = await self._plans.find(plan_id)
        if found is None:
            return None
        group = await self._groups.get(found.chat_id)
        told = await self._reachable(answer for answer in found.answers if answer.coming is not Coming.NO)
        following = self._timers.following(found) if only_once else None

        def rows(plan: Plan, work: UnitOfWork) -> list[Row]:
            private = [self._rows.private(one.user_id, "plan-cancelled-private", plan, group) for one in told]
            again = self._timers.put_following(work, following)
            news = self._rows.news(plan, "planned-cancelled", next=following.id if following is not None else "")
            return [*self._rows.ended(plan), news, *private, *again]

        done = await self._plans.change(plan_id, lambda plan: plan.ended(Fate.CANCELLED), receipt, rows)
        if isinstance(done, Plan) and following is not None:
            self._followed(following)
        return self._followed(done)

    async def answer(self, plan_id: str, user_id: int, coming: Coming, receipt: str) -> Done:
        """Notes whether somebody comes; the list in the group follows at once."""
        name = (await self._people.get(user_id)).name
        return await self._plans.change(
            plan_id,
            lambda plan: plan.answered(user_id, name, coming),
            receipt,
            lambda plan, _: [self._rows.of_plan(plan, Kind.EDIT)],
        )

    async def show_again(self, plan: Plan) -> None:
        """Brings the message of a plan up to date: somebody in its list can be written to now."""
        await self._replies.tell(self._rows.of_plan(plan, Kind.EDIT))

    # --- groups and people that change --------------------------------------------------------------------------

    async def left(self, chat_id: int, user_id: int) -> None:
        """Takes somebody who is not in the group any more off its lists."""
        for plan in await self._plans.in_group(chat_id):
            if plan.answer_of(user_id) is not None:
                await self._plans.change(
                    plan.id,
                    lambda plan: plan.without_answer(user_id),
                    rows=lambda plan, _: [self._rows.of_plan(plan, Kind.EDIT)],
                )

    async def moved(self, old: int, new: int) -> None:
        """Gives the plans of a group the id it has as a supergroup, and sends their messages again: the sent ones
        stay under the old id. Done once, however often it is called."""
        for plan_id in await self._plans.all_of_chat(old):
            done = await self._plans.change(
                plan_id,
                lambda plan: replace(plan, chat_id=new),
                rows=lambda plan, _: [] if plan.is_over else self._rows.shown(plan, silent=True),
            )
            self._followed(done)

    async def forget(self, user_id: int) -> None:
        """Removes a person's id and name from every plan."""
        for plan_id in await self._plans.naming(user_id):
            await self._plans.change(
                plan_id,
                lambda plan: plan.without_person(user_id) if plan.knows(user_id) else plan,
                rows=lambda plan, _: [self._rows.of_plan(plan, Kind.EDIT)],
            )

    # --- parts --------------------------------------------------------------------------------------------------

    def _followed(self, plan: Done) -> Done:
        if isinstance(plan, Plan):
            self._timers.arm(plan)
        return plan

    def _is_too_late_to_remind(self, at: int) -> bool:
        """Is an evening so near that its own message is the reminder?"""
        return at - self._plans.wall_ms < REMINDED_BEFORE_MS + 10 * MINUTE_MS

    async def _reachable(self, answers: Iterable[Answer]) -> list[Answer]:
        return [answer for answer in answers if (await self._people.get(answer.user_id)).reachable]


def _zone(group: Group) -> ZoneInfo:
    return zone_of(group.time_zone, group.language)


def _clock_text(clock: time) -> str:
    return f"{clock:%H:%M}"
