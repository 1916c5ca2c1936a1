"""Reacts when a player's private chat is closed to the bot or opened again."""

from bot.core.action_limits import ActionLimits, GroupAction
from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.recent_requests import RecentRequests
from bot.games.announcements import welcome
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.open_questions import shown_again
from bot.games.stop_game import StopGame
from bot.storage.people import People
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import RowIds
from bot.telegram.replies import Replies

SHOWN_AGAIN_MS = 10_000


class PrivateChats:
    def __init__(
        self,
        games: GameRegistry,
        people: People,
        outbox: Outbox,
        replies: Replies,
        action_limits: ActionLimits,
        clock: Clock,
        row_ids: RowIds,
        group_rows: GroupRows,
        recent_requests: RecentRequests,
        pace: Pace,
        stop_game: StopGame,
    ) -> None:
        self._games = games
        self._people = people
        self._outbox = outbox
        self._replies = replies
        self._action_limits = action_limits
        self._clock = clock
        self._row_ids = row_ids
        self._group_rows = group_rows
        self._recent_requests = recent_requests
        self._pace = pace
        self._stop_game = stop_game

    async def closed(self, user_id: int) -> None:
        """Notes that the bot cannot write to this person any more, and tells the tables at which they play. Their
        solo game ends."""
        await self._people.change(user_id, reachable=False)
        for game in await self._games.tables_of(user_id):
            lobby = game.lobby
            if lobby.solo:
                await self._stop_game.stop(game.id, "")
                continue
            seat = lobby.seat_of(user_id)
            if not (seat and game.state is not None and seat in game.table.alive):
                continue
            if self._action_limits.allows(GroupAction.CLOSE_CHAT, (game.id, seat), self._clock.now()):
                name, slot = lobby.names[seat - 1], f"private-lost:{seat}"
                await self._outbox.post(
                    [self._group_rows.sentence(lobby, "private-lost", slot=slot, seat=seat, name=name)]
                )

    async def opened(self, user_id: int) -> None:
        """Notes that the bot can write to this person again, and sends them the card and the open question."""
        await self._people.change(user_id, reachable=True)
        self._recent_requests.note(("question", user_id), self._clock.now())
        for game in await self._games.tables_of(user_id):
            if game.state is not None and (seat := game.lobby.seat_of(user_id)):
                await self._replies.tell(*welcome(game, seat, self._row_ids.next))

    async def show_again(self, user_id: int) -> None:
        """Sends the open questions again to a person who does not find them, now and then however often they
        ask."""
        key, now = ("question", user_id), self._clock.now()
        if self._recent_requests.has(key, now, self._pace.scale(SHOWN_AGAIN_MS)):
            return
        self._recent_requests.note(key, now)
        for game in await self._games.tables_of(user_id):
            if game.state is not None and (seat := game.lobby.seat_of(user_id)):
                await self._replies.tell(*shown_again(game, seat, self._row_ids.next))
