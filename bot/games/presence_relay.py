"""Collects signs that players are present: a player who writes or taps is not absent."""

from bot.core.leadership import Leadership
from bot.games.absence import Absence
from bot.games.running_game import RunningGame


class PresenceRelay:
    def __init__(self, leadership: Leadership, absence: Absence) -> None:
        self._leadership = leadership
        self._absence = absence
        self._unsent: set[tuple[str, int]] = set()
        """Game and seat of signs that the leader, another process, does not know of yet."""

    async def hear(self, game: RunningGame, seat: int) -> None:
        """Notes that the player on this seat has written or tapped anything."""
        if self._leadership.held:
            await self._absence.heard(game, seat)
        else:
            self._unsent.add((game.id, seat))

    def take_unsent(self) -> list[tuple[str, int]]:
        """Returns the signs to be sent to the leader, and forgets them."""
        unsent = [*self._unsent]
        self._unsent.clear()
        return unsent

    def forget(self, game_id: str) -> None:
        self._unsent.difference_update([sign for sign in self._unsent if sign[0] == game_id])
