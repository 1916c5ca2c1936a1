"""Reacts to changed rights of the bot in a group: what was refused before may be possible now."""

from bot.core.broadcast import Broadcast
from bot.core.leadership import Leadership
from bot.games.game_registry import GameRegistry
from bot.games.muting import Muting


class GroupRights:
    def __init__(self, games: GameRegistry, muting: Muting, broadcast: Broadcast, leadership: Leadership) -> None:
        self._games = games
        self._muting = muting
        self._broadcast = broadcast
        self._leadership = leadership

    async def changed(self, chat_id: int) -> None:
        """Tries again what was refused in the group: messages, mutes and seat tags."""
        self._broadcast.tell("rights", chat_id)
        for game in await self._games.tables_in_group(chat_id):
            if game.state is not None and self._leadership.held:
                await self._muting.follow(game, ())
