"""Games whose group lets the bot write nothing: paused, their players told in private, resumed when it can write.

These games are stored, so that a restart forgets none. A pause that people asked for is left to them.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

import structlog

from bot.core.pace import Pace
from bot.games.announcements import stage_slot
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby import Phase
from bot.games.lobby_transactions import TRIES
from bot.games.running_game import RunningGame
from bot.games.submissions import Addition, Occasion, Submissions
from bot.storage import Conflict, Store, UnitOfWork
from bot.storage.groups import Group, Groups
from bot.storage.people import People
from bot.storage.repositories.notes import Notes
from bot.telegram.outbox.closed_chats import Place
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds
from bot.telegram.outbox.telegram_refusals import WhyClosed
from engine.commands import JUDGE, Command, Verb
from engine.events import Event, GameEnded, Resumed

log = structlog.get_logger()

LOST_AFTER_MS: Mapping[WhyClosed, int] = {
    WhyClosed.TOPIC_GONE: 600_000,
    WhyClosed.NOT_FOUND: 600_000,
    WhyClosed.DELETED: 0,
    WhyClosed.AWAY: 24 * 3_600_000,
}
"""How long the game waits for a group or topic that is gone. The server says "not found" also when it could not
look; a deleted supergroup is reported like one that has removed the bot."""

Stop = Callable[[str, str, Sequence[Row]], Awaitable[bool]]
"""Ends a game without a result, and sends these rows with the news."""


class Pause(StrEnum):
    """Who paused a game whose group refuses the bot."""

    OURS = "ours"
    THEIRS = "theirs"
    """People paused or resumed it, so the bot leaves it to them."""


SUSPENDED = Notes("suspended:", Pause)
"""By game whose group refuses the bot: who paused it."""


class SuspendedGames:
    """The stored list of suspended games, and whose each pause is. Joins the transactions of all games."""

    occasion = Occasion(frozenset({GameEnded, Resumed}))

    def __init__(self, store: Store, outbox: Outbox) -> None:
        self._store = store
        self._outbox = outbox

    async def pause_of(self, game: RunningGame) -> Pause | None:
        """None: the game is not suspended."""
        return await SUSPENDED.read(self._store, game.id)

    async def ids(self) -> list[str]:
        return [*await SUSPENDED.read_all(self._store)]

    async def forget(self, game_id: str) -> None:
        await self._store.commit(SUSPENDED.drop(UnitOfWork(), game_id))

    async def join(self, changed: RunningGame, happened: Sequence[Event], work: UnitOfWork) -> list[Row]:
        """If a person resumes a game though its group refuses the bot, the bot does not pause it again."""
        kinds = {type(event) for event in happened}
        if GameEnded in kinds:
            SUSPENDED.drop(work, changed.id)
        elif Resumed in kinds and self._outbox.is_closed(_place(changed)) and await self.pause_of(changed):
            SUSPENDED.put(work, changed.id, Pause.THEIRS)
        return []


class Suspension:
    def __init__(
        self,
        suspended: SuspendedGames,
        store: Store,
        pace: Pace,
        outbox: Outbox,
        groups: Groups,
        people: People,
        games: GameRegistry,
        submissions: Submissions,
        row_ids: RowIds,
        group_rows: GroupRows,
        stop: Stop,
    ) -> None:
        self._suspended = suspended
        self._store = store
        self._pace = pace
        self._outbox = outbox
        self._groups = groups
        self._people = people
        self._games = games
        self._submissions = submissions
        self._row_ids = row_ids
        self._group_rows = group_rows
        self._stop = stop

    # --- what the outbox finds out ------------------------------------------------------------------------------

    async def closed(self, place: Place, why: WhyClosed, for_ms: float) -> bool:
        """Nothing can be written there, for `for_ms` by now. Returns False if the rows for it may be dropped."""
        game = await self._games.table_in(*place)
        if why is WhyClosed.TOPIC_CLOSED:
            await self.topic_closed(place, closed=True)
        if game is None:
            return why in (WhyClosed.CLOSED, WhyClosed.TOPIC_CLOSED)
        lost_after = LOST_AFTER_MS.get(why)
        if lost_after is not None and for_ms >= self._pace.scale(lost_after):
            await self._give_up(game, why)
            return False
        await self._hold(game, why)
        return True

    async def opened(self, place: Place) -> None:
        """Something was written there."""
        await self.topic_closed(place, closed=False)
        game = await self._games.table_in(*place)
        if game is not None:
            await self._let_go(game)

    # --- what Telegram says of the bot --------------------------------------------------------------------------

    async def went(self, chat_id: int) -> None:
        """The bot is out of the group."""
        for game in await self._played_in(chat_id):
            await self._hold(game, WhyClosed.AWAY)

    async def came_back(self, chat_id: int) -> bool:
        """Resumes the games of a group that has the bot back; returns whether there are any. Where people
        paused a game, its buttons are sent again."""
        played = await self._played_in(chat_id)
        for game in played:
            await self._let_go(game)
            if game.table.paused:
                await self._outbox.post([self._stands(game)])
        return bool(played)

    async def topic_closed(self, place: Place, *, closed: bool) -> None:
        """Stores whether a topic is closed: Telegram cannot be asked about it before a table opens there."""

        def change(group: Group) -> Group:
            others = tuple(topic for topic in group.closed_topics if topic != place.thread_id)
            return replace(group, closed_topics=(*others, place.thread_id) if closed else others)

        await self._groups.amend(place.chat_id, change)

    # --- the games ----------------------------------------------------------------------------------------------

    async def load(self, read: Callable[[str], Awaitable[RunningGame | None]]) -> None:
        """After a start: sends one row of each suspended game, to find out whether its group still refuses."""
        for game_id in await self._suspended.ids():
            game = await read(game_id)
            if game is None or game.lobby.phase is not Phase.PLAYING:
                await self._suspended.forget(game_id)
            elif not self._outbox.suspect(_place(game)):
                # Everything had gone out when the last run ended, but nobody had let the game go on.
                await self._outbox.post([self._stage(game)])

    async def _hold(self, game: RunningGame, why: WhyClosed) -> None:
        held = await self._suspended.pause_of(game)
        if held is None:
            held = await self._suspend(game, why)
        if held is Pause.OURS and game.state is not None and not game.table.paused:
            await self._submit(game, Verb.PAUSE)

    async def _suspend(self, game: RunningGame, why: WhyClosed) -> Pause | None:
        """Stores the suspension and its messages in one transaction, so that nobody is told twice."""
        told = await self._told(game, why)
        async with game.lock:
            for _ in range(TRIES):
                held = await self._suspended.pause_of(game)
                if held is not None:
                    return held
                plays = game.state is not None and not game.table.paused
                held = Pause.OURS if plays else Pause.THEIRS
                work = UnitOfWork()
                known = self._games.guard(work, game)
                SUSPENDED.put(work, game.id, held)
                for row in told:
                    row.put(work)
                try:
                    await self._store.commit(work)
                except Conflict:
                    await self._games.refresh(game)
                    continue
                self._games.adopt(game, known, game)
                self._outbox.add(told)
                log.info("game_suspended", game=game.id, why=why.value, pause=held.value)
                return held
        return None

    async def _let_go(self, game: RunningGame) -> None:
        held = await self._suspended.pause_of(game)
        if held is None:
            return
        if held is Pause.OURS and game.state is not None and game.table.paused:
            await self._submit(game, Verb.RESUME, _LettingGo())
        else:
            await self._suspended.forget(game.id)
        log.info("game_let_go", game=game.id)

    async def _give_up(self, game: RunningGame, why: WhyClosed) -> None:
        """The group or topic is gone: the game is ended, so that its people can play elsewhere."""
        group = await self._groups.get(game.lobby.chat_id)
        told = await self._texts(game, f"place-lost-{why}", group=group.title)
        await self._stop(game.id, "", told)
        await self._suspended.forget(game.id)
        log.info("game_given_up", game=game.id, why=why.value)

    async def _told(self, game: RunningGame, why: WhyClosed) -> list[Row]:
        group = await self._groups.get(game.lobby.chat_id)
        return await self._texts(game, f"group-refuses-{why}", group=group.title)

    async def _texts(self, game: RunningGame, key: str, **args: str) -> list[Row]:
        """To everybody at the table, in private."""
        rows = []
        for person in sorted(game.lobby.people | game.lobby.judges):
            if (await self._people.get(person)).reachable:
                said = {"key": key, "args": args}
                rows.append(Row(self._row_ids.next(), person, Kind.SEND, "text", Rank.NEWS, args=said))
        return rows

    async def _played_in(self, chat_id: int) -> list[RunningGame]:
        tables = await self._games.tables_in_group(chat_id)
        return [game for game in tables if game.lobby.phase is Phase.PLAYING]

    async def _submit(self, game: RunningGame, verb: Verb, along: Addition | None = None) -> None:
        receipt = f"{verb}:{game.id}:{game.version}"
        await self._submissions.submit(game.id, Command(JUDGE, verb), receipt, along=along)

    def _stands(self, game: RunningGame) -> Row:
        row = self._group_rows.row(game.lobby, Kind.SEND, "news", Rank.NEWS, "pause")
        return replace(row, args={"lines": [["news-paused", {}]]})

    def _stage(self, game: RunningGame) -> Row:
        stage = stage_slot(game.table)
        row = self._group_rows.row(game.lobby, Kind.SEND, "stage", Rank.PROMPT, stage)
        return replace(row, args={"lines": [], "stage": stage})


class _LettingGo:
    """Drops the suspension in the transaction that resumes the game."""

    async def join(self, changed: RunningGame, happened: Sequence[Event], work: UnitOfWork) -> list[Row]:  # noqa: ARG002
        SUSPENDED.drop(work, changed.id)
        return []


def _place(game: RunningGame) -> Place:
    return Place(game.lobby.chat_id, game.lobby.thread_id)
