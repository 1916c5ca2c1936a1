"""Reminds of planned evenings, and opens their tables when their time has come.

What is due is decided from what is stored, and stored with what is sent: whichever process or program is there at
the time, an evening is told of and opened once. Only the leader's timers fire.
"""

from dataclasses import replace

import structlog

from bot.core.clock import Clock
from bot.core.timers import Timers
from bot.games.draining import Draining
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Guest, Lobby, LobbyRefusal, Phase, new_game_id
from bot.games.lobby_opening import LobbyOpening
from bot.games.lobby_transactions import Lobbies
from bot.games.running_game import RunningGame
from bot.games.table_links import link_to_message
from bot.plans.appointment_time import HOUR_MS, MINUTE_MS, next_week
from bot.plans.plan import Answer, Coming, Fate, Plan
from bot.plans.plan_rows import PlanRows, plan_slot
from bot.plans.plan_store import PlanStore
from bot.storage import UnitOfWork
from bot.storage.groups import Group, Groups
from bot.storage.people import People
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Row

log = structlog.get_logger()

REMINDED_BEFORE_MS = 30 * MINUTE_MS
LEAST_BEFORE_MS = 5 * MINUTE_MS
"""After an outage nobody is reminded of an evening that begins sooner than this."""
LATE_MS = 2 * MINUTE_MS
"""A table that opens later than this says so."""
TOO_LATE_MS = 30 * MINUTE_MS
"""After an outage a table that would open later than this is not opened: people have gone home."""
LONGEST_WAIT_MS = 2 * HOUR_MS
"""How long people wait for the end of another game at their table."""
AGAIN_MS = 30_000
"""When it is tried again to open a table that has to wait."""

OTHER_TABLE, UNREACHABLE, KEPT_AWAY, FULL = "elsewhere", "unreachable", "kept-away", "full"
"""Why somebody who wanted to come has no seat; the messages are `plan-unseated-…`."""
Unseated = dict[int, str]
"""The reason by person."""


class PlanTimers:
    def __init__(
        self,
        plans: PlanStore,
        rows: PlanRows,
        clock: Clock,
        timers: Timers,
        groups: Groups,
        people: People,
        games: GameRegistry,
        lobbies: Lobbies,
        lobby_opening: LobbyOpening,
        draining: Draining,
        outbox: Outbox,
    ) -> None:
        self._plans = plans
        self._rows = rows
        self._clock = clock
        self._timers = timers
        self._groups = groups
        self._people = people
        self._games = games
        self._lobbies = lobbies
        self._lobby_opening = lobby_opening
        self._draining = draining
        self._outbox = outbox

    async def arm_all(self) -> None:
        """Sets the timers of all plans: at the start, and now and then, because other processes make plans and
        somebody may set the wall clock."""
        for plan in await self._plans.still_to_come():
            self.arm(plan)

    def arm(self, plan: Plan) -> None:
        name = plan_slot(plan.id)
        if plan.is_over:
            self._timers.cancel(name)
            return
        remind_at = plan.at - REMINDED_BEFORE_MS
        self._set(plan, plan.at if plan.reminded else remind_at)

    def _set(self, plan: Plan, wall_ms: int) -> None:
        async def fire() -> None:
            await self.due(plan.id)

        self._timers.set(plan_slot(plan.id), wall_ms + self._clock.ahead_of_wall(), fire)

    async def due(self, plan_id: str) -> None:
        """Does what is due about a plan now, and sets the timer for what comes next."""
        async with self._plans.lock(f"due:{plan_id}"):
            plan = await self._plans.find(plan_id)
            if plan is None or plan.is_over:
                return
            now = self._plans.wall_ms
            if now >= plan.at:
                await self._begin(plan, now)
            elif not plan.reminded and now >= plan.at - REMINDED_BEFORE_MS:
                await self._remind(plan, now)
            else:
                self.arm(plan)

    # --- before -------------------------------------------------------------------------------------------------

    async def _remind(self, plan: Plan, now: int) -> None:
        group = await self._groups.get(plan.chat_id)
        rows: list[Row] = []
        if plan.at - now >= LEAST_BEFORE_MS and _is_there(group):
            url = await link_to_message(self._outbox.sent_messages, group, plan_slot(plan.id))
            rows.append(self._rows.news(plan, "planned-reminder", url=url))
            rows += [
                self._rows.private(answer.user_id, "plan-reminder-private", plan, group, url)
                for answer in plan.who(Coming.YES)
                if (await self._people.get(answer.user_id)).reachable
            ]
        reminded = await self._plans.change(
            plan.id, lambda plan: replace(plan, reminded=True), rows=lambda _, __: rows
        )
        if isinstance(reminded, Plan):
            self.arm(reminded)

    # --- at the time --------------------------------------------------------------------------------------------

    async def _begin(self, plan: Plan, now: int) -> None:
        group = await self._groups.get(plan.chat_id)
        late = now - plan.at
        if not _is_there(group):
            # Nobody there sees the table, nor the next plan.
            await self._plans.change(plan.id, lambda plan: plan.ended(Fate.MISSED))
            return
        if late > (LONGEST_WAIT_MS if plan.waits else TOO_LATE_MS):
            log.info("plan_missed", plan=plan.id, late_ms=late)
            await self._end(plan, Fate.MISSED)
            return
        table = await self._games.table_in(plan.chat_id, plan.thread_id)
        if table is not None and (table.lobby.phase is not Phase.OPEN or table.lobby.tournament):
            await self._wait(plan)
        elif self._draining.is_on:
            self._again(plan)
        elif table is not None:
            await self._join(plan, table)
        else:
            await self._open(plan, group, late)

    async def _wait(self, plan: Plan) -> None:
        """Tells the group once that the table opens when the game there is over, and looks again soon."""
        await self._plans.change(
            plan.id,
            lambda plan: replace(plan, waits=True),
            rows=lambda plan, _: [self._rows.news(plan, "planned-waits")],
        )
        self._again(plan)

    def _again(self, plan: Plan) -> None:
        self._set(plan, self._plans.wall_ms + AGAIN_MS)

    async def _join(self, plan: Plan, table: RunningGame) -> None:
        """Seats those who come at the table that somebody has opened there already."""
        group, unseated = await self._groups.get(plan.chat_id), Unseated()
        for answer in plan.who(Coming.YES):
            why = await self._why_unseated(answer, group, table.id) or await self._sit(table, answer.user_id)
            if why:
                unseated[answer.user_id] = why
        await self._end(plan, Fate.OPENED, unseated)

    async def _sit(self, table: RunningGame, user_id: int) -> str:
        """Seats a person; returns why not, empty if they sit there now."""
        name = (await self._people.get(user_id)).name
        done = await self._lobbies.change_lobby(table.id, lambda lobby: lobby.sit(user_id, name), "")
        match done:
            case Lobby() | LobbyRefusal.ALREADY_SEATED:
                return ""
            case LobbyRefusal.ELSEWHERE:
                return OTHER_TABLE
            case _:
                return FULL

    async def _open(self, plan: Plan, group: Group, late: int) -> None:
        unseated: Unseated = {}
        for answer in plan.who(Coming.YES):
            why = await self._why_unseated(answer, group)
            if why:
                unseated[answer.user_id] = why
        seated = [answer for answer in plan.who(Coming.YES) if answer.user_id not in unseated]
        if not seated:
            await self._end(plan, Fate.NOBODY, unseated)
            return
        # Whoever has planned it leads the table, or else who answered first.
        leader = next((answer for answer in seated if answer.user_id == plan.author), seated[0])
        found = await self._plans.read(plan.id)
        if found is None or found[0] != plan:
            self._again(plan)
            return
        held, following = replace(plan, fate=Fate.OPENED), self.following(plan)
        work = UnitOfWork().guard_plan(plan=plan.id, known=found[1])
        self._plans.put(work, held)
        again = self.put_following(work, following)

        async def told(lobby: Lobby) -> list[Row]:
            crowd = {one.user_id: FULL for one in seated if not lobby.has(one.user_id)}
            return [*self._told(held, crowd | unseated, late), *self._rows.ended(held), *again]

        company = tuple(Guest("", one.user_id, one.name) for one in seated if one is not leader)
        opened = await self._lobby_opening.open_lobby(
            group,
            plan.thread_id,
            await self._people.get(leader.user_id),
            f"plan:{plan.id}",
            company,
            told,
            work,
        )
        if opened is None:  # somebody has opened a table, taken a seat elsewhere or changed the plan meanwhile
            self._again(plan)
        elif following is not None:
            self.arm(following)

    async def _why_unseated(self, answer: Answer, group: Group, table: str = "") -> str:
        if answer.user_id in group.kept_away:
            return KEPT_AWAY
        if not (await self._people.get(answer.user_id)).reachable:
            return UNREACHABLE
        if not group.several_tables and await self._games.other_table_of(answer.user_id, table) is not None:
            return OTHER_TABLE
        return ""

    async def _end(self, plan: Plan, fate: Fate, unseated: Unseated | None = None) -> None:
        """Ends a plan without opening a table for it, and tells the group."""
        following = self.following(plan)
        late = self._plans.wall_ms - plan.at

        def rows(ended: Plan, work: UnitOfWork) -> list[Row]:
            again = self.put_following(work, following)
            return [*self._told(ended, unseated or {}, late), *self._rows.ended(ended), *again]

        ended = await self._plans.change(plan.id, lambda plan: plan.ended(fate), rows=rows)
        if isinstance(ended, Plan) and following is not None:
            self.arm(following)

    def _told(self, plan: Plan, unseated: Unseated, late: int) -> list[Row]:
        """Returns the message that says what has become of the evening."""
        coming = plan.who(Coming.YES)
        return [
            self._rows.news(
                plan,
                "planned-begun",
                fate=plan.fate.value,
                seated=[[one.user_id, one.name] for one in coming if one.user_id not in unseated],
                unseated=[[one.name, unseated[one.user_id]] for one in coming if one.user_id in unseated],
                late=late // MINUTE_MS if late > LATE_MS else 0,
            )
        ]

    # --- every week ---------------------------------------------------------------------------------------------

    def following(self, plan: Plan) -> Plan | None:
        """Returns the plan for the next week; None if the evening is not a weekly one."""
        if not plan.weekly:
            return None
        day, at = next_week(plan, self._plans.wall_ms)
        return replace(
            plan,
            id=new_game_id(),
            day=day,
            at=at,
            answers=(),
            reminded=False,
            waits=False,
            pinned=False,
            fate=Fate.TO_COME,
        )

    def put_following(self, work: UnitOfWork, following: Plan | None) -> list[Row]:
        """Adds the plan for the next week to a unit of work; returns the rows that show it, without a sound."""
        if following is None:
            return []
        self._plans.put(work, following)
        return self._rows.shown(following, silent=True)


def _is_there(group: Group) -> bool:
    return group.bot_member and not group.blocked
