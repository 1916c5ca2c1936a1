"""Removes ended games from memory after some time; later requests read them from the store again."""

from bot.core.clock import Clock
from bot.core.signals import Signal
from bot.core.timers import Timers
from bot.games.lobby import Phase
from bot.games.running_game import RunningGame

ENDED = frozenset({Phase.OVER, Phase.CLOSED})
KEPT_MS = 15 * 60_000
"""How long an ended game stays in memory after it was loaded or last changed."""


class Eviction:
    def __init__(
        self, in_memory: dict[str, RunningGame], clock: Clock, timers: Timers, evicted: Signal[str]
    ) -> None:
        """`evicted` is sent with the id of every game that leaves memory."""
        self._in_memory = in_memory
        self._clock = clock
        self._timers = timers
        self._evicted = evicted

    def evict_later(self, game_id: str) -> None:
        """Evicts a game that has ended when its time in memory is over."""

        async def evict() -> None:
            game = self._in_memory.get(game_id)
            if game is None or game.lobby.phase not in ENDED:
                return
            if game.lock.locked():
                self.evict_later(game_id)
            else:
                self.evict(game_id)

        self._timers.set(_timer(game_id), self._clock.now() + KEPT_MS, evict)

    def keep(self, game_id: str) -> None:
        """Cancels the eviction of a game that continues, because the judge has taken its end back."""
        self._timers.cancel(_timer(game_id))

    def evict_ended(self) -> None:
        """Evicts all ended games at once; for a process that is not the leader and so has no timers."""
        for game_id, game in [*self._in_memory.items()]:
            if game.lobby.phase in ENDED and not game.lock.locked():
                self.evict(game_id)

    def evict(self, game_id: str) -> None:
        self._in_memory.pop(game_id, None)
        self._evicted.send(game_id)


def _timer(game_id: str) -> str:
    return f"away:{game_id}"
