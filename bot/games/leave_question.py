"""The question that `/leave` asks in a running game: whether to give the seat up. A yes offers it to the group."""

from bot.core.action_limits import ActionLimits, GroupAction
from bot.core.clock import Clock
from bot.games.lobby import Lobby, LobbyRefusal
from bot.games.lobby_transactions import Lobbies
from bot.games.running_game import RunningGame
from bot.games.seat_handover import is_offered
from bot.games.seat_offers import Ended, SeatOfferRows
from bot.storage.groups import Groups
from bot.telegram.outbox.rows import Row


class LeaveQuestion:
    def __init__(
        self,
        lobbies: Lobbies,
        offers: SeatOfferRows,
        groups: Groups,
        action_limits: ActionLimits,
        clock: Clock,
    ) -> None:
        self._lobbies = lobbies
        self._offers = offers
        self._groups = groups
        self._action_limits = action_limits
        self._clock = clock

    async def ask(self, game: RunningGame, seat: int, receipt: str, *, in_private: bool) -> str:
        """Asks the holder of a seat whether to give it up. A question or an offer that stands already is sent
        again, once a minute. Returns the key of the refusal, empty if there is none."""
        offered, asked = is_offered(game, seat), game.lobby.asked_to_leave(seat)
        if not self._action_limits.allows(GroupAction.SEEK, (game.id, seat), self._clock.now()):
            return "" if offered or asked else "too-fast"
        group = (await self._groups.get(game.lobby.chat_id)).title

        def ask(lobby: Lobby) -> Lobby | LobbyRefusal:
            return lobby if lobby.is_offered(seat) else lobby.ask_to_leave(seat, in_private=in_private)

        def rows(lobby: Lobby) -> list[Row]:
            if lobby.is_offered(seat):
                return self._offers.offered_again(lobby, seat)
            return self._offers.question(game.lobby, lobby, seat, group)

        await self._lobbies.change_lobby(game.id, ask, receipt, rows)
        return ""

    async def stay(self, game: RunningGame, seat: int, receipt: str) -> None:
        """The holder keeps the seat: the offer of it, or the question, is withdrawn."""
        await self._lobbies.change_lobby(
            game.id,
            lambda lobby: lobby.without_offers((seat,)),
            receipt,
            lambda _: self._offers.ended(game.lobby, seat, Ended.STAYS),
        )
