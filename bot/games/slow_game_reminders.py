"""Reminds players who still have to act in a step that lasts hours, at most twice per step."""

from bot.core.clock import Clock
from bot.core.timers import Timers
from bot.games.announcements import private_row, stage_slot
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Phase
from bot.games.local_time import LocalTime, Place
from bot.games.open_questions import keys_looked_for
from bot.games.quiet_hours import QuietHours, quiet_hours_of
from bot.games.running_game import RunningGame
from bot.games.slow_games import SLOW_FROM_S, is_slow
from bot.games.step_clock import StepClock
from bot.games.step_properties import PUBLIC_STAGES
from bot.storage import Conflict, Store, UnitOfWork
from bot.storage.groups import Groups
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds

BEFORE_END_MS = 60 * 60_000
LEAST_MS = SLOW_FROM_S * 1000


def reminders(began: int, end: int, quiet: QuietHours) -> tuple[int, ...]:
    """Returns the moments of the reminders: at half time and an hour before the end. In quiet hours the first is
    moved to their end, the second to an hour before their beginning.

    If both are less than an hour apart, only the first remains.
    """
    if end - began < LEAST_MS:
        return ()
    half, last = quiet.after((began + end) // 2), end - BEFORE_END_MS
    if quiet.cover(last):
        last = quiet.began(last) - BEFORE_END_MS
    both = [half] if abs(last - half) < BEFORE_END_MS or quiet.cover(last) else sorted((half, last))
    return tuple(moment for moment in both if began < moment < end)


class Reminders:
    def __init__(
        self,
        store: Store,
        clock: Clock,
        timers: Timers,
        outbox: Outbox,
        games: GameRegistry,
        local_time: LocalTime,
        groups: Groups,
        row_ids: RowIds,
    ) -> None:
        self._store = store
        self._clock = clock
        self._timers = timers
        self._outbox = outbox
        self._games = games
        self._local_time = local_time
        self._groups = groups
        self._row_ids = row_ids

    def arm(self, place: Place, clock: StepClock) -> None:
        """Sets the timer for the next reminder of this step, or cancels it if there is none."""
        name, now = f"remind:{place.id}", self._clock.now()
        to_come = [moment for moment in self._moments(place, clock) if moment > now]
        if to_come:
            game_id, step, left = place.id, clock.step, len(to_come)
            self._timers.set(name, to_come[0], lambda: self._remind(game_id, step, left))
        else:
            self._timers.cancel(name)

    def _moments(self, place: Place, clock: StepClock) -> list[int]:
        deadline = clock.deadline()
        if clock.runs_since is None or deadline is None or not is_slow(place):
            return []
        began, end = (self._local_time.wall(place, moment) for moment in (clock.runs_since, deadline))
        walls = reminders(began, end, quiet_hours_of(place))
        return [self._local_time.from_wall(place, wall) for wall in walls]

    async def _remind(self, game_id: str, step: int, place: int) -> None:
        """Sends a reminder and sets the timer for the next. `place` counts from the last reminder of the step (1);
        a stored receipt prevents a second sending after a restart."""
        game = await self._games.find(game_id)
        if game is None or game.state is None or game.clock is None or game.clock.step != step:
            return
        if game.lobby.phase is not Phase.PLAYING or game.clock.runs_since is None:
            return
        rows = await self._rows(game, step)
        work = UnitOfWork().add_receipt(key=f"remind:{game_id}:{step}:{place}", at_ms=self._clock.now())
        for row in rows:
            row.put(work)
        try:
            await self._store.commit(work)
        except Conflict:
            pass  # it was sent before a restart, after which the step got more time
        else:
            self._outbox.add(rows)
        self.arm(game.lobby, game.clock)

    async def _rows(self, game: RunningGame, step: int) -> list[Row]:
        lobby = game.lobby
        group = await self._groups.get(lobby.chat_id)
        args = {"step": step, "group": group.title, "url": await self._link(game, group.is_supergroup)}
        rows = (
            private_row(game, self._row_ids.next, seat, Kind.SEND, "reminder", Rank.NEWS, args=args)
            for seat in game.awaited()
        )
        looked_for = [keys_looked_for(game, self._row_ids.next)] if game.table.step in PUBLIC_STAGES else []
        return [*(row for row in rows if row is not None), *looked_for]

    async def _link(self, game: RunningGame, is_supergroup: bool) -> str:
        """Returns the address of the stage message; empty in a basic group, whose messages have none."""
        chat_id = game.lobby.chat_id
        kept = await self._outbox.sent_messages.find(chat_id, f"{game.id}:{stage_slot(game.table)}")
        if kept is None or not is_supergroup:
            return ""
        return f"https://t.me/c/{str(chat_id).removeprefix('-100')}/{kept.message_id}"
