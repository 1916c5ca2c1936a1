"""Appoints, replaces and removes the judge of a table. Every change during a game is announced."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.games.announcements import panel_row
from bot.games.group_rows import CHAIR, GroupRows
from bot.games.lobby import Lobby, LobbyRefusal, Phase
from bot.games.lobby_transactions import Lobbies
from bot.games.running_game import RunningGame
from bot.games.submissions import Accepted, Occasion, Repeated, Submissions
from bot.judge import judges_chair
from bot.storage import UnitOfWork
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds
from engine.commands import JUDGE, Command, Verb
from engine.events import Event, JudgeVotedOut

Changed = Lobby | LobbyRefusal | None
SITS_DOWN = frozenset({"chair-taken", "chair-named"})
FREE_FOR_MS = 30_000
"""After a judge left the lobby, nobody may take over unasked for this long, so that the table can begin."""


class AppointedBy(NamedTuple):
    """The admin who names a judge."""

    user_id: int
    """0: the admin is anonymous."""
    name: str


def nothing_more(_: Lobby) -> list[Row]:
    return []


More = Callable[[Lobby], list[Row]]
"""Makes further messages, stored in the same transaction."""


class JudgeRows:
    """Makes the outbox rows that show who judges."""

    def __init__(self, row_ids: RowIds, group_rows: GroupRows) -> None:
        self._row_ids = row_ids
        self._group_rows = group_rows

    def in_lobby(self, lobby: Lobby) -> Row:
        return self._group_rows.judge_shown(lobby)

    def in_game(
        self, lobby: Lobby, before: frozenset[int], slot: str, key: str, more: More = nothing_more, **args: str
    ) -> list[Row]:
        """Returns the rows of the panels of present and former (`before`) judges, of the news, and of the pinned
        table, which names all who see the cards."""
        news = self._group_rows.sentence(lobby, key, slot=slot, **args)
        return [*more(lobby), *self._panels(lobby, before), news, self._table(lobby)]

    def _table(self, lobby: Lobby) -> Row:
        return self._group_rows.row(lobby, Kind.EDIT, "table", Rank.EDIT, "table")

    def _panels(self, lobby: Lobby, before: frozenset[int]) -> list[Row]:
        """Returns a new panel for each new judge, and an edit for each earlier one, whether they stay or not."""
        new = self._row_ids.next
        return [
            *(panel_row(lobby, new, person) for person in sorted(lobby.judges - before)),
            *(panel_row(lobby, new, person, Kind.EDIT, Rank.PROMPT) for person in sorted(before)),
        ]


class JudgeRemoval:
    """Removes the judge in the transaction of a command: one whom the table has voted out, or who leaves."""

    occasion = Occasion(frozenset({JudgeVotedOut}))

    def __init__(self, clock: Clock, rows: JudgeRows) -> None:
        self._clock = clock
        self._rows = rows

    async def join(self, changed: RunningGame, happened: Sequence[Event], work: UnitOfWork) -> list[Row]:  # noqa: ARG002
        before, without = changed.lobby.judges, judges_chair.leave_chair(changed.lobby, self._clock.now())
        if isinstance(without, LobbyRefusal):
            return []
        changed.lobby = without
        return self._rows.in_game(without, before, CHAIR, "chair-freed")


class JudgeAppointment:
    def __init__(
        self,
        clock: Clock,
        pace: Pace,
        lobbies: Lobbies,
        submissions: Submissions,
        rows: JudgeRows,
        removal: JudgeRemoval,
    ) -> None:
        self._clock = clock
        self._pace = pace
        self._lobbies = lobbies
        self._submissions = submissions
        self._rows = rows
        self._removal = removal

    async def take(
        self, game: RunningGame, user_id: int, name: str, receipt: str, *, offered: bool, more: More = nothing_more
    ) -> Changed:
        """Makes a person the judge. `offered`: the present judge offered the role; otherwise it must be free."""

        def change(lobby: Lobby) -> Lobby | LobbyRefusal:
            now = self._clock.now()
            if lobby.judge == user_id or (lobby.judge and not offered):
                return LobbyRefusal.CHAIR_TAKEN
            if lobby.chair and not offered and now < lobby.judged_since + self._pace.scale(FREE_FOR_MS):
                return LobbyRefusal.CHAIR_JUST_FREED
            return judges_chair.take_chair(lobby, user_id, name, now)

        before = game.lobby.judges
        return await self._change(game, change, receipt, before, more, CHAIR, "chair-taken", name=name)

    async def name(
        self,
        game: RunningGame,
        user_id: int,
        name: str,
        receipt: str,
        namer: AppointedBy,
        more: More = nothing_more,
    ) -> Changed:
        """Appoints a judge on an admin's behalf; during a game the announcement names the admin."""
        before, now = game.lobby.judges, self._clock.now()

        def change(lobby: Lobby) -> Lobby | LobbyRefusal:
            return judges_chair.name_judge(lobby, namer.user_id, user_id, name, now)

        told = {"name": name, "admin": namer.name}
        return await self._change(game, change, receipt, before, more, CHAIR, "chair-named", **told)

    async def leave(self, game: RunningGame, receipt: str, author: int, more: More = nothing_more) -> Changed:
        if _is_held(game):
            # Without a judge no step can wait for one.
            command = Command(JUDGE, Verb.HOLD)
            outcome = await self._submissions.submit(
                game.id, command, receipt, author, still=_is_held, along=self._removal
            )
            if isinstance(outcome, Accepted | Repeated):
                return game.lobby
        before = game.lobby.judges
        now = self._clock.now()
        return await self._change(
            game, lambda lobby: judges_chair.leave_chair(lobby, now), receipt, before, more, CHAIR, "chair-freed"
        )

    async def dismiss(self, game: RunningGame, user_id: int, receipt: str = "") -> None:
        """Removes a judge who left the group or was banned from its tables."""
        if user_id == game.lobby.judge:
            await self.leave(game, receipt, user_id)
        elif user_id in game.lobby.judges:
            await self.name_side_judge(game, user_id, dict(game.lobby.side_judges)[user_id], receipt)

    async def name_side_judge(
        self, game: RunningGame, user_id: int, name: str, receipt: str, more: More = nothing_more
    ) -> Changed:
        before = game.lobby.judges
        key = "side-judge-gone" if user_id in before else "side-judge-named"
        slot = f"side-judge:{user_id}"
        return await self._change(
            game,
            lambda lobby: judges_chair.name_side_judge(lobby, user_id, name),
            receipt,
            before,
            more,
            slot,
            key,
            name=name,
        )

    async def _change(
        self,
        game: RunningGame,
        change: Callable[[Lobby], Lobby | LobbyRefusal],
        receipt: str,
        before: frozenset[int],
        more: More,
        slot: str,
        key: str,
        **args: str,
    ) -> Changed:
        def rows(lobby: Lobby) -> list[Row]:
            if lobby.phase is not Phase.PLAYING:
                return [*more(lobby), *([self._rows.in_lobby(lobby)] if key in SITS_DOWN else [])]
            return self._rows.in_game(lobby, before, slot, key, more, **args)

        return await self._lobbies.change_lobby(game.id, change, receipt, rows)


def _is_held(game: RunningGame) -> bool:
    """Returns whether each step waits for the judge."""
    return game.state is not None and bool(game.lobby.judge) and game.table.holding
