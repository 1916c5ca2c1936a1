"""A group that becomes a supergroup gets another id, and its messages stay behind: the table is shown anew."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace

from bot.core.broadcast import Broadcast
from bot.games.lobbies import Lobbies
from bot.games.muting import Muting
from bot.games.running_game import RunningGame
from bot.games.steps import stage_slot
from bot.storage import UnitOfWork
from bot.storage.directory import Directory
from bot.telegram.outbox.rows import Kind, Rank, Row

Move = Callable[[int, int], Awaitable[None]]
"""Moves what somebody else keeps about a chat: takes its old and its new id."""


class ChatMigration:
    def __init__(
        self, lobbies: Lobbies, directory: Directory, muting: Muting, broadcast: Broadcast, move_tournaments: Move
    ) -> None:
        self._lobbies = lobbies
        self._directory = directory
        self._muting = muting
        self._broadcast = broadcast
        self._move_tournaments = move_tournaments

    async def move(self, old: int, new: int) -> None:
        """Called by the group's own notice and by every message that is sent to the old id: done once."""
        await self._move_tournaments(old, new)
        await self._move_games(old, new)
        self._broadcast.tell("moved", old, new)

    async def _move_games(self, old: int, new: int) -> None:
        lobbies = self._lobbies
        async with AsyncExitStack() as locks:
            here, rows, work = await lobbies.tables_in_group(old), list[Row](), UnitOfWork()
            for live in here:
                # A command that is being decided would be stored under the old id.
                await locks.enter_async_context(live.lock)
                rows += shown_again(lobbies, replace(live, lobby=replace(live.lobby, chat_id=new)))
            for row in rows:
                row.put(work)
            first = await self._directory.groups.move(old, new, work)
            lobbies.moved(old, new)
            self._muting.restrictions.moved(old, new)
        if not first:
            return
        lobbies.outbox.add(rows)
        for live in await lobbies.tables_in_group(new):
            await self._muting.follow(live, ())


def shown_again(tables: Lobbies, live: RunningGame) -> list[Row]:
    """The messages that people need to go on: the table, pinned, and the stage with its buttons."""
    lobby = live.lobby
    if live.state is None:
        return tables.lobby_shown(lobby)
    rows = [tables.group_row(lobby, kind, "table", Rank.NEWS, "table") for kind in (Kind.SEND, Kind.PIN)]
    # A clock that waits: the stage is owed already.
    if not (live.clock is not None and live.clock.waits):
        stage = stage_slot(live.table)
        row = tables.group_row(lobby, Kind.SEND, "stage", Rank.PROMPT, stage)
        rows.append(replace(row, args={"lines": [], "stage": stage}))
    return rows
