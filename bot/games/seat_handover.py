"""Gives seats to others in mid-game, when people are absent, ask for a successor or come back."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.core.action_limits import ActionLimits, GroupAction
from bot.core.clock import Clock
from bot.games.announcements import welcome
from bot.games.event_followers import Followers
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby import Lobby, LobbyRefusal, Phase
from bot.games.lobby_transactions import Lobbies
from bot.games.running_game import RunningGame
from bot.games.submissions import Submissions
from bot.language.display_names import as_computer
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds
from bot.telegram.replies import Replies
from engine.commands import JUDGE, Command, Verb
from engine.options import StandIns
from engine.penalty_clauses import LEFT_THE_TABLE, code_of


def seat_slot(seat: int) -> str:
    """The slot of the message that asks who takes over a seat."""
    return f"seat-free:{seat}"


def seat_news(seat: int) -> str:
    """The slot of news about who sits on a seat: of several unsent ones only the newest is sent."""
    return f"seat-news:{seat}"


def is_offered(game: RunningGame, seat: int) -> bool:
    """May somebody else take over this seat?"""
    if game.lobby.phase is not Phase.PLAYING or not 1 <= seat <= len(game.lobby.seating):
        return False
    return seat in game.table.alive and (seat, game.person_on(seat)) in game.lobby.offered


class SeatHandover:
    def __init__(
        self,
        games: GameRegistry,
        lobbies: Lobbies,
        submissions: Submissions,
        followers: Followers,
        row_ids: RowIds,
        group_rows: GroupRows,
        outbox: Outbox,
        replies: Replies,
        action_limits: ActionLimits,
        clock: Clock,
    ) -> None:
        self._games = games
        self._lobbies = lobbies
        self._submissions = submissions
        self._followers = followers
        self._row_ids = row_ids
        self._group_rows = group_rows
        self._outbox = outbox
        self._replies = replies
        self._action_limits = action_limits
        self._clock = clock

    async def nudge(self, game: RunningGame, seat: int) -> None:
        await self._outbox.post([self._replies.text(game.person_on(seat), "absent-nudge")])

    async def replace_absent(self, game: RunningGame, seat: int) -> None:
        """Replaces a player who does not answer by a computer player or, where there are none, disqualifies them
        (S0 6.7.1, S3 6.2.3). A judge, if the table has one, is asked to decide instead."""
        stand_in = game.lobby.rules.options.stand_ins is not StandIns.OFF
        if judge := game.lobby.judge:
            name = f"№ {seat} {game.lobby.names[seat - 1]}"
            code = code_of(game.table.rules.ruleset.clauses, LEFT_THE_TABLE)
            ask = self._replies.note(
                judge, "absent-ask", game=game.id, seat=seat, name=name, stand_in=stand_in, code=code
            )
            await self._outbox.post([ask])
        elif stand_in:
            await self.hand_over_to_stand_in(game, seat)
        else:
            command = Command(JUDGE, Verb.DISQUALIFY, (seat,))
            await self._submissions.submit(game.id, command, f"absent:{game.id}:{game.version}:{seat}")

    async def seek_successor(self, game: RunningGame, seat: int, receipt: str, more: Sequence[Row] = ()) -> None:
        """Asks the group who takes over the seat of a player who has to leave. `more` is stored with it."""
        stand_in = game.lobby.rules.options.stand_ins is not StandIns.OFF
        asked_already = is_offered(game, seat)
        repeated = not self._action_limits.allows(GroupAction.SEEK, (game.id, seat), self._clock.now())

        def rows(lobby: Lobby) -> list[Row]:
            if asked_already and repeated:
                return [*more]
            free = self._group_rows.row(lobby, Kind.SEND, "seat-free", Rank.ANSWER, seat_slot(seat))
            args = {"game": lobby.id, "seat": seat, "name": lobby.names[seat - 1], "stand_in": stand_in}
            return [replace(free, args=args), *more]

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
            return [*rows(lobby), *welcome(replace(game, lobby=lobby), seat, self._row_ids.next)]

        changed = await self._lobbies.change_lobby(
            game_id, lambda lobby: lobby.reseat(seat, user_id, name), receipt, with_card
        )
        if isinstance(changed, Lobby):
            await self._followers.follow(game, ())
        return changed

    async def hand_over_to_stand_in(self, game: RunningGame, seat: int, receipt: str = "") -> None:
        person = game.person_on(seat)
        name = game.lobby.names[seat - 1]
        await self.reseat(
            game.id,
            seat,
            0,
            as_computer(name),
            receipt,
            lambda lobby: [
                self._group_rows.sentence(lobby, "absent-replaced", slot=seat_news(seat), seat=seat, name=name),
                self.seat_filled(lobby, seat),
                self._replies.note(person, "come-back", game=lobby.id, seat=seat),
            ],
        )

    def seat_filled(self, lobby: Lobby, seat: int) -> Row:
        """Returns the row that removes the buttons from the message that asked for a successor."""
        return self._group_rows.question_decided(lobby, "seat-free", seat_slot(seat))
