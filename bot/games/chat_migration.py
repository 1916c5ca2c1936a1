"""Moves tables to the new id of a group that became a supergroup, and sends their messages again, because the sent
ones stay under the old id."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace

from bot.core.broadcast import Broadcast
from bot.games.announcements import stage_slot
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.muting import Muting
from bot.games.running_game import RunningGame
from bot.storage import UnitOfWork
from bot.storage.groups import Groups
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, Row

Move = Callable[[int, int], Awaitable[None]]
"""Moves what another feature stores about a chat; called with its old and its new id."""


class ChatMigration:
    def __init__(
        self,
        games: GameRegistry,
        group_rows: GroupRows,
        outbox: Outbox,
        groups: Groups,
        muting: Muting,
        broadcast: Broadcast,
        *moves: Move,
    ) -> None:
        self._games = games
        self._group_rows = group_rows
        self._outbox = outbox
        self._groups = groups
        self._muting = muting
        self._broadcast = broadcast
        self._moves = moves

    async def move(self, old: int, new: int) -> None:
        """Moves everything to the new id. Called for the group's notice and for every message sent to the old id;
        messages are sent again only the first time."""
        await self._move_games(old, new)
        for move in self._moves:
            await move(old, new)
        self._broadcast.tell("moved", old, new)

    async def _move_games(self, old: int, new: int) -> None:
        async with AsyncExitStack() as locks:
            here, rows, work = await self._games.tables_in_group(old), list[Row](), UnitOfWork()
            for game in here:
                # A command that is being decided would be stored under the old id.
                await locks.enter_async_context(game.lock)
                rows += shown_again(self._group_rows, replace(game, lobby=replace(game.lobby, chat_id=new)))
            for row in rows:
                row.put(work)
            first = await self._groups.move(old, new, work)
            self._games.chat_moved(old, new)
            self._muting.restrictions.moved(old, new)
        if not first:
            return
        self._outbox.add(rows)
        for game in await self._games.tables_in_group(new):
            await self._muting.follow(game, ())


def shown_again(group_rows: GroupRows, game: RunningGame) -> list[Row]:
    """Returns rows that send again what people need to continue: the pinned table, and the stage with buttons."""
    lobby = game.lobby
    if game.state is None:
        return group_rows.lobby_shown(lobby)
    rows = [group_rows.row(lobby, kind, "table", Rank.NEWS, "table") for kind in (Kind.SEND, Kind.PIN)]
    # While the clock waits, the stage message is still in the outbox and will be sent anyway.
    if not (game.clock is not None and game.clock.waits):
        stage = stage_slot(game.table)
        row = group_rows.row(lobby, Kind.SEND, "stage", Rank.PROMPT, stage)
        rows.append(replace(row, args={"lines": [], "stage": stage}))
    return rows
