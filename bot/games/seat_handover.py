"""Gives seats to others in mid-game, when people are absent, ask for a successor or come back."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from bot.core.action_limits import ActionLimits, GroupAction
from bot.core.clock import Clock
from bot.games.announcements import welcome
from bot.games.event_followers import Followers
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby import Lobby, LobbyRefusal, Phase
from bot.games.lobby_transactions import Lobbies
from bot.games.running_game import RunningGame
from bot.games.seat_offers import Ended, SeatOfferRows, has_stand_ins
from bot.games.stop_game import StopGame
from bot.games.submissions import Submissions
from bot.language.display_names import as_computer
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Row, RowIds
from bot.telegram.replies import Replies
from engine.commands import JUDGE, Command, Verb
from engine.penalty_clauses import LEFT_THE_TABLE, code_of


def seat_news(seat: int) -> str:
    """The slot of news about who sits on a seat: of several unsent ones only the newest is sent."""
    return f"seat-news:{seat}"


class Follows(NamedTuple):
    """Keys of the texts that say what becomes of the seat of somebody who stays away."""

    nudge: str
    left: str
    left_slow: str


JUDGE_DECIDES = Follows("absent-nudge-judge", "left-group-judge", "left-group-slow-judge")
COMPUTER_PLAYS = Follows("absent-nudge", "left-group", "left-group-slow")
SEAT_IS_OUT = Follows("absent-nudge-empty", "left-group-empty", "left-group-slow-empty")


SOLO_ENDS = Follows("absent-nudge-solo", "left-group", "left-group-slow")


def what_follows(lobby: Lobby) -> Follows:
    if lobby.solo:
        return SOLO_ENDS
    if lobby.judge:
        return JUDGE_DECIDES
    return COMPUTER_PLAYS if has_stand_ins(lobby) else SEAT_IS_OUT


def is_offered(game: RunningGame, seat: int) -> bool:
    """May somebody else take over this seat?"""
    return holds_a_seat(game, seat) and game.lobby.is_offered(seat)


def holds_a_seat(game: RunningGame, seat: int) -> bool:
    """Is this seat still in a running game?"""
    if game.lobby.phase is not Phase.PLAYING or not 1 <= seat <= len(game.lobby.seating):
        return False
    return seat in game.table.alive


class SeatHandover:
    def __init__(
        self,
        games: GameRegistry,
        lobbies: Lobbies,
        submissions: Submissions,
        followers: Followers,
        row_ids: RowIds,
        group_rows: GroupRows,
        offers: SeatOfferRows,
        outbox: Outbox,
        replies: Replies,
        action_limits: ActionLimits,
        clock: Clock,
        stop_game: StopGame,
    ) -> None:
        self._games = games
        self._lobbies = lobbies
        self._submissions = submissions
        self._followers = followers
        self._row_ids = row_ids
        self._group_rows = group_rows
        self._offers = offers
        self._outbox = outbox
        self._replies = replies
        self._action_limits = action_limits
        self._clock = clock
        self._stop_game = stop_game

    async def nudge(self, game: RunningGame, seat: int) -> None:
        nudge = self._replies.text(game.person_on(seat), what_follows(game.lobby).nudge)
        await self._outbox.post([nudge])

    async def replace_absent(self, game: RunningGame, seat: int) -> None:
        """Replaces a player who does not answer by a computer player or, where there are none, disqualifies them
        (S0 6.7.1, S3 6.2.3). A judge, if the table has one, is asked to decide instead. A solo game ends."""
        if game.lobby.solo:
            told = self._group_rows.sentence(game.lobby, "solo-away", slot=seat_news(seat))
            await self._stop_game.stop(game.id, "", [told])
            return
        if game.lobby.judge:
            code = code_of(game.table.rules.ruleset.clauses, LEFT_THE_TABLE)
            await self._outbox.post([self._offers.judges_question(game.lobby, seat, code)])
        elif has_stand_ins(game.lobby):
            await self.hand_over_to_stand_in(game, seat)
        else:
            command = Command(JUDGE, Verb.DISQUALIFY, (seat,))
            await self._submissions.submit(game.id, command, f"absent:{game.id}:{game.version}:{seat}")

    async def seek_successor(self, game: RunningGame, seat: int, receipt: str) -> None:
        """Asks the group who takes over the seat of a player who has to leave; of a seat that is offered already
        again, if a minute has passed."""
        repeated = not self._action_limits.allows(GroupAction.SEEK, (game.id, seat), self._clock.now())

        def rows(lobby: Lobby) -> list[Row]:
            if not game.lobby.is_offered(seat):
                return [*self._offers.offer(game.lobby, seat), *self._offers.judge_sought(lobby, seat)]
            return [] if repeated else self._offers.offered_again(lobby, seat)

        await self._lobbies.change_lobby(game.id, lambda lobby: lobby.offer(seat), receipt, rows)

    async def reseat(
        self, game_id: str, seat: int, user_id: int, name: str, receipt: str, rows: Callable[[Lobby], list[Row]]
    ) -> Lobby | LobbyRefusal | None:
        """Gives a seat to another person, or a computer player (0); sends the new holder the card and the open
        question. Returns the changed lobby or the refusal; None if the game does not run."""
        game = await self._games.find(game_id)
        if game is None or game.state is None:
            return None

        def with_card(lobby: Lobby) -> list[Row]:
            how = self._how(game.lobby, seat, user_id)
            ended = self._offers.ended(game.lobby, seat, how, lobby.names[seat - 1])
            return [*rows(lobby), *ended, *welcome(replace(game, lobby=lobby), seat, self._row_ids.next)]

        changed = await self._lobbies.change_lobby(
            game_id, lambda lobby: lobby.reseat(seat, user_id, name), receipt, with_card
        )
        if isinstance(changed, Lobby):
            await self._followers.follow(game, ())
        return changed

    @staticmethod
    def _how(before: Lobby, seat: int, user_id: int) -> Ended:
        if not user_id:
            return Ended.COMPUTER
        return Ended.BACK if before.stood_in_for(seat) == user_id else Ended.TAKEN

    def _nobody_left(self, game: RunningGame, lobby: Lobby) -> list[Row]:
        """Returns the row that says that the rest goes quickly, if no person is in the game any more."""
        if any(lobby.seating[seat - 1] for seat in game.table.alive):
            return []
        return [self._group_rows.sentence(lobby, "news-only-stand-ins", slot="alone")]

    async def hand_over_to_stand_in(
        self, game: RunningGame, seat: int, receipt: str = "", *, wanted: bool = False
    ) -> None:
        """Gives a seat to a computer player. `wanted`: its holder or an admin has asked for that; otherwise the
        holder does not answer."""
        person = game.person_on(seat)
        name = game.lobby.names[seat - 1]
        key = "seat-given" if wanted else "absent-replaced"
        await self.reseat(
            game.id,
            seat,
            0,
            as_computer(name),
            receipt,
            lambda lobby: [
                self._group_rows.sentence(lobby, key, slot=seat_news(seat), seat=seat, name=name),
                self._offers.way_back(lobby, seat, person, wanted=wanted),
                *self._nobody_left(game, lobby),
            ],
        )
