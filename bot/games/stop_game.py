"""Ending a game without a result."""

from collections.abc import Sequence

from bot.games.closed_step_messages import closings_of_stopped
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby import Lobby
from bot.games.lobby_start import FATE
from bot.games.lobby_transactions import Lobbies
from bot.games.muting import Muting
from bot.games.seat_offers import Ended, SeatOfferRows
from bot.games.seat_tags import SeatTags
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds
from bot.telegram.replies import Replies


class StopGame:
    def __init__(
        self,
        games: GameRegistry,
        lobbies: Lobbies,
        group_rows: GroupRows,
        muting: Muting,
        tags: SeatTags,
        replies: Replies,
        row_ids: RowIds,
        offers: SeatOfferRows,
    ) -> None:
        self._row_ids = row_ids
        self._offers = offers
        self._games = games
        self._lobbies = lobbies
        self._group_rows = group_rows
        self._muting = muting
        self._tags = tags
        self._replies = replies

    async def stop(self, game_id: str, receipt: str, told: Sequence[Row] = ()) -> bool:
        """Closes a lobby or a game and sends `told` with the news of it. Returns False if there is no such game or
        it is over already."""
        rows = self._group_rows
        game = await self._games.find(game_id)
        if game is None:
            return False
        # Messages of the running game are edited to remove their buttons, which have no effect any more.
        shown = () if game.state is None else (("table", "table"),)
        if game.state is not None and game.table.paused:
            shown = (*shown, ("news", "pause"))
        closed = await self._lobbies.change_lobby(
            game_id,
            lambda old: old.close(),
            receipt,
            lambda new: [
                rows.lobby_unpinned(new),
                rows.row(new, Kind.UNPIN, "table", Rank.EDIT, "table"),
                *(rows.row(new, Kind.EDIT, page, Rank.NEWS, slot) for page, slot in shown),
                *closings_of_stopped(game, self._row_ids.next),
                *(self._offers.all_ended(game.lobby, game.table.alive, Ended.STOPPED) if game.state else ()),
                rows.sentence(new, "game-stopped", slot=FATE),
                *told,
            ],
        )
        if not isinstance(closed, Lobby):
            return False
        await self._muting.release(game)
        await self._tags.follow(game, ())
        return True

    async def give_up(self, game_id: str) -> None:
        """Stops a game whose step cannot be ended because the rules raise an error, and tells the group."""
        game = await self._games.find(game_id)
        if game is not None:
            lobby = game.lobby
            told = self._replies.text(lobby.chat_id, "game-broken", lobby.thread_id)
            await self.stop(game_id, "", [told])
