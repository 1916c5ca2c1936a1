"""When the time of a lobby has come: begins the game, extends the lobby or closes it."""

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.games.dealing import Dealing
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.judge_delays_deal import JUDGE_SHOWN_MS
from bot.games.lobby import LobbyRefusal, Phase
from bot.games.lobby_transactions import Lobbies
from bot.games.self_start import begins_by_itself
from bot.storage.groups import Groups

FATE = "fate"
"""The slot of messages that a table was extended, given up or stopped; only the newest unsent one is sent."""


class LobbyStart:
    def __init__(
        self,
        games: GameRegistry,
        lobbies: Lobbies,
        dealing: Dealing,
        group_rows: GroupRows,
        groups: Groups,
        clock: Clock,
        pace: Pace,
        lobby_minutes: int,
    ) -> None:
        self._games = games
        self._lobbies = lobbies
        self._dealing = dealing
        self._group_rows = group_rows
        self._groups = groups
        self._clock = clock
        self._pace = pace
        self._lobby_minutes = lobby_minutes
        self._judge_shown_ms = pace.scale(JUDGE_SHOWN_MS)

    async def due(self, game_id: str) -> None:
        """Begins the game of a lobby whose time has come; with too few players, or if it does not begin by itself,
        extends it once, then closes it."""
        game = await self._games.find(game_id)
        if game is None or game.lobby.phase is not Phase.OPEN:
            return
        lobby = game.lobby
        enough = lobby.why_not_start() is None
        if enough and begins_by_itself(lobby):
            begun = await self._dealing.begin(game_id, f"auto:{game_id}", 0)
            if begun is LobbyRefusal.JUDGE_UNSEEN:
                await self._lobbies.put_off(game_id, self._judge_shown_ms)
        elif not lobby.extended:
            minutes = (await self._groups.get(lobby.chat_id)).lobby_minutes or self._lobby_minutes
            until = self._clock.now() + self._pace.scale(minutes * 60_000)
            key = "lobby-waits-for-start" if enough else "lobby-extended"
            await self._lobbies.change_lobby(
                game_id,
                lambda old: old.extend(until),
                "",
                lambda new: [self._group_rows.sentence(new, key, slot=FATE)],
            )
        else:
            key = "lobby-never-started" if enough else "lobby-gave-up"
            await self._lobbies.change_lobby(
                game_id,
                lambda old: old.close(),
                "",
                lambda new: [
                    self._group_rows.lobby_unpinned(new),
                    self._group_rows.sentence(new, key, slot=FATE),
                ],
            )
