"""A group that becomes a supergroup has another number, and its messages stay behind: the table is shown anew."""

from contextlib import AsyncExitStack
from dataclasses import replace

from bot.directory import Directory
from bot.followers.silence import Silence
from bot.live import Live
from bot.lobbies import Lobbies
from bot.outbox.rows import Kind, Rank, Row
from bot.stages import stage_slot
from bot.store import Work


async def move(tables: Lobbies, directory: Directory, silence: Silence, old: int, new: int) -> None:
    """Told by the group itself and by every message that is sent to the old number: done once."""
    async with AsyncExitStack() as locks:
        here, rows, work = await tables.tables_in_group(old), list[Row](), Work()
        for live in here:
            # A command that is being decided would be stored under the old number.
            await locks.enter_async_context(live.lock)
            rows += shown_again(tables, replace(live, lobby=replace(live.lobby, chat_id=new)))
        for row in rows:
            row.put(work)
        first = await directory.move_group(old, new, work)
        tables.moved(old, new)
        silence.restrictions.moved(old, new)
    if not first:
        return
    tables.outbox.add(rows)
    for live in await tables.tables_in_group(new):
        await silence.follow(live, ())


def shown_again(tables: Lobbies, live: Live) -> list[Row]:
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
