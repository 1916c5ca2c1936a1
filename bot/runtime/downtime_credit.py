"""Credits every clock with the time for which there was no leader: nobody loses time by an outage of the host."""

from dataclasses import replace

from bot.core.clock import Clock
from bot.core.leadership import Leadership
from bot.games.ask_again_after_outage import LOST_TAPS, TAP_KEPT_MS, unfinished
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Lobby
from bot.games.lobby_transactions import Lobbies, put_game
from bot.games.local_time import LocalTime
from bot.games.quiet_hours import prolonged_over_quiet_hours
from bot.games.running_game import stored_lobby
from bot.games.step_clock import StepClock
from bot.games.step_timers import StepClocks, credited, put_clock
from bot.games.stored_step_clocks import DormantClock, stored_clocks
from bot.operations.heartbeat import HEARTBEAT
from bot.runtime.recovery_order import Recovered, nearest_deadline_first
from bot.storage import Store, UnitOfWork
from bot.storage.repositories.games import GameRepository
from bot.telegram.outbox.outbox import Outbox

NOTICED = 60
"""A deadline is shown anew if it has moved by more than the remaining time divided by this."""
JUST_BEGUN_MS = 60_000
"""Milliseconds: a step that began within this time before the last heartbeat may lack some of its mutes."""


class DowntimeCredit:
    def __init__(
        self,
        store: Store,
        clock: Clock,
        leadership: Leadership,
        outbox: Outbox,
        games: GameRegistry,
        lobbies: Lobbies,
        clocks: StepClocks,
        local_time: LocalTime,
    ) -> None:
        self._store = store
        self._clock = clock
        self._leadership = leadership
        self._outbox = outbox
        self._games = games
        self._lobbies = lobbies
        self._clocks = clocks
        self._local_time = local_time

    async def credit(self, down_ms: int) -> Recovered:
        """Continues every clock that ran, credited with `down_ms`, and starts those that need not wait any more.
        Stored in one transaction with the heartbeat, so that downtime is credited once even if the program is
        killed."""
        now = self._clock.now()
        if self._leadership.shared:
            return await self._credit_shared(down_ms, now)
        work = HEARTBEAT.put(UnitOfWork(), now)
        ended = await self._outage(work, down_ms, now)
        running: list[tuple[DormantClock, StepClock]] = []
        moved: list[tuple[int, str, int]] = []
        begun: set[str] = set()
        unasked: list[tuple[int, str, int]] = []
        with_stand_ins: list[str] = []
        for place, stored in await stored_clocks(self._store):
            clock = stored
            if place.has_stand_ins:
                with_stand_ins.append(place.id)
            if stored.waits or (
                stored.runs_since is not None and stored.runs_since > now - down_ms - JUST_BEGUN_MS
            ):
                begun.add(place.id)
            if stored.runs_since is not None:
                clock = prolonged_over_quiet_hours(self._local_time, place, stored.credited(down_ms, now))
                put_clock(work, place.id, clock)
                if is_noticed(down_ms, left := clock.left(now)):
                    moved.append((left, place.id, clock.step))
            elif stored.waits and not self._outbox.owes(place.id, stored.step):
                game = await self._games.find(place.id)
                if game is not None and self._clocks.is_held(game):
                    continue  # its speaker cannot write yet
                stopped = game is not None and game.state is not None and game.table.stopped
                clock = prolonged_over_quiet_hours(self._local_time, place, stored.delivered(now, stopped=stopped))
                if game is not None:
                    game.clock = clock
                put_clock(work, place.id, clock)
            if clock.runs_since is not None:
                running.append((place, clock))
            if ended:
                unasked.append((clock.left(now), place.id, clock.step))
        lobbies = await self._open_lobbies(down_ms)
        for lobby in lobbies:
            put_game(work, lobby, now)
        await self._store.commit(work)
        for place, clock in running:
            self._clocks.arm_stored(place, clock)
        for lobby in lobbies:
            self._lobbies.arm_lobby(lobby)
        shifted = tuple(lobby for lobby in lobbies if is_noticed(down_ms, lobby.starts_at - now))
        again = tuple(nearest_deadline_first(unasked))
        return Recovered(
            nearest_deadline_first(moved), shifted, frozenset(begun), tuple(with_stand_ins), again, ended
        )

    async def _credit_shared(self, down_ms: int, now: int) -> Recovered:
        """Credits the clocks while other processes change games: all in one statement, then each game as stored
        after that."""
        work = HEARTBEAT.put(credited(UnitOfWork(), down_ms, now), now)
        ended = await self._outage(work, down_ms, now)
        await self._store.commit(work)
        stored = await stored_clocks(self._store)
        await self._outbox.stored_rows.take_up(
            await self._outbox.stored_rows.missing()
        )  # after the clocks that wait for it
        moved: list[tuple[int, str, int]] = []
        begun: set[str] = set()
        for place, clock in stored:
            if clock.waits or (clock.runs_since is not None and clock.runs_since > now - JUST_BEGUN_MS):
                begun.add(place.id)
            if clock.waits and not self._outbox.owes(place.id, clock.step):
                await self._clocks.open(place.id, clock.step)
            elif clock.runs_since is not None:
                self._clocks.arm_stored(place, clock)
                if is_noticed(down_ms, left := clock.left(now)):
                    moved.append((left, place.id, clock.step))
        shifted = []
        for lobby in await self._open_lobbies(0):
            put_off = await self._lobbies.put_off(lobby.id, down_ms)
            if put_off is not None and is_noticed(down_ms, put_off.starts_at - now):
                shifted.append(put_off)
        with_stand_ins = tuple(place.id for place, _ in stored if place.has_stand_ins)
        unasked = [(clock.left(now), place.id, clock.step) for place, clock in stored if ended]
        again = tuple(nearest_deadline_first(unasked))
        return Recovered(
            nearest_deadline_first(moved), tuple(shifted), frozenset(begun), with_stand_ins, again, ended
        )

    async def _outage(self, work: UnitOfWork, down_ms: int, now: int) -> int:
        """Returns when the outage ended in which taps were lost, this one or an unfinished earlier one; 0 if none
        were."""
        if down_ms > TAP_KEPT_MS:
            LOST_TAPS.put(work, now)
            return now
        return await unfinished(self._store)

    async def _open_lobbies(self, down_ms: int) -> list[Lobby]:
        """Returns the lobbies as stored, with their start put off by `down_ms`."""
        lobbies = [stored_lobby(game) for game in await GameRepository(self._store).open_lobbies()]
        return [replace(lobby, starts_at=lobby.starts_at + down_ms) for lobby in lobbies]


def is_noticed(moved_ms: int, left_ms: int) -> bool:
    return moved_ms * NOTICED > left_ms
