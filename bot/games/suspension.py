"""Games that stand because nothing can be written into their group: paused, their people told, and let go again.

Which they are is stored, so that a restart in between forgets none. A pause that people wanted stays theirs.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

import structlog

from bot.games.lobbies import TRIES
from bot.games.lobby import Phase
from bot.games.running_game import RunningGame
from bot.games.service import Companion, Service
from bot.games.steps import stage_slot
from bot.storage import Conflict, UnitOfWork
from bot.storage.directory import Directory
from bot.storage.groups import Group
from bot.storage.repositories.notes import Notes
from bot.telegram.outbox.closed_chats import Place, Why
from bot.telegram.outbox.rows import Kind, Rank, Row
from engine.commands import JUDGE, Command, Verb
from engine.events import Event, GameEnded, Resumed

log = structlog.get_logger()

LOST_AFTER_MS: Mapping[Why, int] = {
    Why.TOPIC_GONE: 600_000,
    Why.NOT_FOUND: 600_000,
    Why.DELETED: 0,
    Why.AWAY: 24 * 3_600_000,
}
"""So long a place is waited for, while this program runs. The server says that a topic or a group is not there
also when it could not look for it; a deleted supergroup sounds like one that has thrown the bot out."""

Stop = Callable[[str, str, Sequence[Row]], Awaitable[bool]]
"""Ends a game without a result, and says so with these rows, too."""


class Pause(StrEnum):
    """Whose the pause of a game is whose group refuses the bot."""

    OURS = "ours"
    THEIRS = "theirs"
    """People have paused it, or have let it go on: it is theirs to decide."""


SUSPENDED = Notes("suspended:", Pause)
"""Games whose group refuses the bot, by their ids."""


class Suspension:
    def __init__(self, service: Service, directory: Directory, stop: Stop) -> None:
        self._service = service
        self._directory = directory
        self._stop = stop

    # --- what the outbox finds out ------------------------------------------------------------------------------

    async def closed(self, place: Place, why: Why, for_ms: float) -> bool:
        """Nothing can be written there, for so long by now. False: nobody waits for what is owed to it."""
        live = await self._service.table_in(*place)
        if why is Why.TOPIC_CLOSED:
            await self.topic_closed(place, closed=True)
        if live is None:
            return why in (Why.CLOSED, Why.TOPIC_CLOSED)
        lost_after = LOST_AFTER_MS.get(why)
        if lost_after is not None and for_ms >= self._service.pace.scale(lost_after):
            await self._give_up(live, why)
            return False
        await self._hold(live, why)
        return True

    async def opened(self, place: Place) -> None:
        """Something was written there."""
        await self.topic_closed(place, closed=False)
        live = await self._service.table_in(*place)
        if live is not None:
            await self._let_go(live)

    # --- what Telegram says of the bot --------------------------------------------------------------------------

    async def went(self, chat_id: int) -> None:
        """The bot is out of the group."""
        for live in await self._played_in(chat_id):
            await self._hold(live, Why.AWAY)

    async def came_back(self, chat_id: int) -> bool:
        """Is there a game to go on with? Where a pause is not ours to end, its buttons come again."""
        played = await self._played_in(chat_id)
        for live in played:
            await self._let_go(live)
            if live.table.paused:
                await self._service.outbox.post([self._stands(live)])
        return bool(played)

    async def topic_closed(self, place: Place, *, closed: bool) -> None:
        """Remembered: Telegram cannot be asked about it before a table opens there."""

        def change(group: Group) -> Group:
            others = tuple(topic for topic in group.closed_topics if topic != place.thread_id)
            return replace(group, closed_topics=(*others, place.thread_id) if closed else others)

        await self._directory.groups.amend(place.chat_id, change)

    # --- the games ----------------------------------------------------------------------------------------------

    async def load(self, read: Callable[[str], Awaitable[RunningGame | None]]) -> None:
        """After a start: one row of each game that stood finds out whether its group still refuses."""
        for game_id in await SUSPENDED.read_all(self._service.database):
            live = await read(game_id)
            if live is None or live.lobby.phase is not Phase.PLAYING:
                await self._forget(game_id)
            elif not self._service.outbox.suspect(_place(live)):
                # Everything had gone out when the last run ended, but nobody had let the game go on.
                await self._service.outbox.post([self._stage(live)])

    async def join(self, changed: RunningGame, happened: Sequence[Event], work: UnitOfWork) -> list[Row]:
        """Whoever lets a game go on though its group refuses is not overruled."""
        kinds = {type(event) for event in happened}
        if GameEnded in kinds:
            SUSPENDED.drop(work, changed.id)
        elif Resumed in kinds and self._service.outbox.is_closed(_place(changed)) and await self._held(changed):
            SUSPENDED.put(work, changed.id, Pause.THEIRS)
        return []

    async def _hold(self, live: RunningGame, why: Why) -> None:
        held = await self._held(live)
        if held is None:
            held = await self._suspend(live, why)
        if held is Pause.OURS and live.state is not None and not live.table.paused:
            await self._submit(live, Verb.PAUSE)

    async def _suspend(self, live: RunningGame, why: Why) -> Pause | None:
        """Noted and told in one transaction, so that nobody is told twice."""
        told = await self._told(live, why)
        async with live.lock:
            for _ in range(TRIES):
                held = await self._held(live)
                if held is not None:
                    return held
                plays = live.state is not None and not live.table.paused
                held = Pause.OURS if plays else Pause.THEIRS
                work = UnitOfWork()
                known = self._service.guard(work, live)
                SUSPENDED.put(work, live.id, held)
                for row in told:
                    row.put(work)
                try:
                    await self._service.database.commit(work)
                except Conflict:
                    await self._service.is_newest(live)
                    continue
                self._service.adopt(live, known, live)
                self._service.outbox.add(told)
                log.info("game_suspended", game=live.id, why=why.value, pause=held.value)
                return held
        return None

    async def _let_go(self, live: RunningGame) -> None:
        held = await self._held(live)
        if held is None:
            return
        if held is Pause.OURS and live.state is not None and live.table.paused:
            await self._submit(live, Verb.RESUME, _LettingGo())
        else:
            await self._forget(live.id)
        log.info("game_let_go", game=live.id)

    async def _give_up(self, live: RunningGame, why: Why) -> None:
        """Where the game was played is no more: its people may sit down elsewhere."""
        group = await self._directory.groups.get(live.lobby.chat_id)
        told = await self._texts(live, f"place-lost-{why}", group=group.title)
        await self._stop(live.id, "", told)
        await self._forget(live.id)
        log.info("game_given_up", game=live.id, why=why.value)

    async def _told(self, live: RunningGame, why: Why) -> list[Row]:
        group = await self._directory.groups.get(live.lobby.chat_id)
        return await self._texts(live, f"group-refuses-{why}", group=group.title)

    async def _texts(self, live: RunningGame, key: str, **args: str) -> list[Row]:
        """To everybody at the table, in private."""
        rows = []
        for person in sorted(live.lobby.people | live.lobby.judges):
            if (await self._directory.people.get(person)).reachable:
                said = {"key": key, "args": args}
                rows.append(Row(self._service.next_id(), person, Kind.SEND, "text", Rank.NEWS, args=said))
        return rows

    async def _played_in(self, chat_id: int) -> list[RunningGame]:
        tables = await self._service.tables_in_group(chat_id)
        return [live for live in tables if live.lobby.phase is Phase.PLAYING]

    async def _submit(self, live: RunningGame, verb: Verb, along: Companion | None = None) -> None:
        receipt = f"{verb}:{live.id}:{live.version}"
        await self._service.submit(live.id, Command(JUDGE, verb), receipt, along=along)

    async def _held(self, live: RunningGame) -> Pause | None:
        return await SUSPENDED.read(self._service.database, live.id)

    async def _forget(self, game_id: str) -> None:
        await self._service.database.commit(SUSPENDED.drop(UnitOfWork(), game_id))

    def _stands(self, live: RunningGame) -> Row:
        row = self._service.group_row(live.lobby, Kind.SEND, "news", Rank.NEWS, "pause")
        return replace(row, args={"lines": [["news-paused", {}]]})

    def _stage(self, live: RunningGame) -> Row:
        stage = stage_slot(live.table)
        row = self._service.group_row(live.lobby, Kind.SEND, "stage", Rank.PROMPT, stage)
        return replace(row, args={"lines": [], "stage": stage})


class _LettingGo:
    """A game that goes on is not suspended any more, from the same moment on."""

    async def join(self, changed: RunningGame, happened: Sequence[Event], work: UnitOfWork) -> list[Row]:  # noqa: ARG002
        SUSPENDED.drop(work, changed.id)
        return []


def _place(live: RunningGame) -> Place:
    return Place(live.lobby.chat_id, live.lobby.thread_id)
