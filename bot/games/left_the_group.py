"""Players who leave the group in mid-game: for how long they are waited for, and that they are replaced then."""

from bot.core.action_limits import ActionLimits, GroupAction
from bot.core.broadcast import Broadcast
from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.timers import Timers
from bot.games.absence import SeatAction
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby import Phase
from bot.games.local_time import LocalTime
from bot.games.quiet_hours import after_quiet_hours
from bot.games.running_game import RunningGame
from bot.games.seat_handover import seat_news, what_follows
from bot.games.slow_games import is_slow
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.updates.polling_reception import Reception

BACK_WITHIN_MS, BACK_WITHIN_SLOW_MS = 2 * 60_000, 60 * 60_000


class LeftTheGroup:
    def __init__(
        self,
        games: GameRegistry,
        group_rows: GroupRows,
        outbox: Outbox,
        reception: Reception,
        broadcast: Broadcast,
        action_limits: ActionLimits,
        timers: Timers,
        clock: Clock,
        pace: Pace,
        local_time: LocalTime,
        replace: SeatAction,
    ) -> None:
        """`replace` is called for a player who has not come back."""
        self._games = games
        self._group_rows = group_rows
        self._outbox = outbox
        self._reception = reception
        self._broadcast = broadcast
        self._action_limits = action_limits
        self._timers = timers
        self._clock = clock
        self._pace = pace
        self._local_time = local_time
        self._replace = replace

    async def left(self, game: RunningGame, seat: int) -> None:
        """Gives a player who left the group two minutes to come back (S0 6.7.1, S3 6.2.3), in a game over days an
        hour; a limit in quiet hours is moved to their end."""
        lobby = game.lobby
        person, name = game.person_on(seat), lobby.names[seat - 1]
        follows = what_follows(lobby)
        key = follows.left_slow if is_slow(lobby) else follows.left
        if self._action_limits.allows(GroupAction.GO, (game.id, seat), self._clock.now()):
            await self._outbox.post(
                [self._group_rows.sentence(lobby, key, slot=seat_news(seat), seat=seat, name=name)]
            )
        within = self._pace.scale(BACK_WITHIN_SLOW_MS if is_slow(lobby) else BACK_WITHIN_MS)
        until = after_quiet_hours(self._local_time, lobby, self._clock.now() + within)
        self._broadcast.tell("left", game.id, seat, person, until)

    def wait_for(self, game_id: str, seat: int, person: int, until: int) -> None:
        """Sets a timer that replaces the person at `until`, unless `stop_waiting` is called before."""

        async def still_away() -> None:
            game = await self._games.find(game_id)
            if game is None or game.lobby.phase is not Phase.PLAYING:
                return
            if self._reception.is_interrupted:  # the update that says they are back may not have arrived
                self.wait_for(game_id, seat, person, self._clock.now() + self._pace.scale(BACK_WITHIN_MS))
                return
            if game.person_on(seat) == person and seat in game.table.alive:
                await self._replace(game, seat)

        self._timers.set(_timer(game_id, seat), until, still_away)

    def back(self, game: RunningGame, seat: int) -> None:
        self._broadcast.tell("back", game.id, seat)

    def stop_waiting(self, game_id: str, seat: int) -> None:
        self._timers.cancel(_timer(game_id, seat))


def _timer(game_id: str, seat: int) -> str:
    return f"away:{game_id}:{seat}"
