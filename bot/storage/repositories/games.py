"""Tables from their lobby to their end: their chats, their people, and the stored row of each."""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, and_, func, or_, select, text

from bot.core.phase import Phase
from bot.storage.repositories.clocks import StoredClock
from bot.storage.repositories.journals import read_event
from bot.storage.schema import games, places, results
from bot.storage.store import Store
from engine.events import Event

LIVE = (Phase.OPEN.value, Phase.PLAYING.value)
ENDED = (Phase.OVER.value, Phase.CLOSED.value)

_g = games.c


class StoredGame(NamedTuple):
    """The row of a table."""

    id: str
    chat_id: int
    """The current chat id; the lobby may have the id from before the chat became a supergroup."""
    lobby: str
    """JSON, read by `bot.games.lobby.lobby_from_json`."""
    revision: int
    changed_ms: int


class NewerGame(NamedTuple):
    """A stored game that is newer than the one in memory."""

    game: StoredGame
    clock: StoredClock | None
    events: tuple[Event, ...]
    """The events after the known version."""


class GameRepository:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, game_id: str) -> StoredGame | None:
        row = await self._store.row(_STORED.where(_g.id == game_id))
        return None if row is None else StoredGame._make(row)

    async def newer(self, game_id: str, *, revision: int, version: int) -> NewerGame | None:
        """Returns the game if its revision is another one, with the events after `version`. PostgreSQL only."""
        row = await self._store.row(_NEWER, game=game_id, revision=revision, version=version)
        if row is None:
            return None
        game = StoredGame(row.id, row.chat_id, row.lobby, row.revision, row.changed_ms)
        clock = None
        if row.step is not None:
            clock = StoredClock(game_id, row.step, row.left_ms, row.runs_since, row.under_ms, row.waits)
        return NewerGame(game, clock, tuple(read_event(payload) for payload in row.news))

    # --- lobbies and games under way -----------------------------------------------------------------------------

    async def live_in(self, chat_id: int, thread_id: int) -> str:
        """Returns the id of the lobby or game in a topic (0: the group itself); empty if there is none."""
        where = (_g.chat_id == chat_id, _g.thread_id == thread_id, _g.phase.in_(LIVE))
        row = await self._store.row(select(_g.id).where(*where))
        return "" if row is None else str(row.id)

    async def live_in_group(self, chat_id: int) -> list[str]:
        """Returns the ids of the lobbies and games in all topics of a group."""
        return await self._ids(select(_g.id).where(_g.chat_id == chat_id, _g.phase.in_(LIVE)))

    async def live_of(self, user_id: int) -> list[str]:
        """Returns the ids of the lobbies and games at which a person sits or judges."""
        return await self._ids(_of_person(user_id).where(_g.phase.in_(LIVE)))

    async def live_or_over_of(self, user_id: int, over_since_ms: int) -> list[str]:
        """Returns the ids as `live_of` does, with the games that are over and changed since then; newest first."""
        lately_over = and_(_g.phase == Phase.OVER.value, _g.changed_ms > over_since_ms)
        question = _of_person(user_id).where(or_(_g.phase.in_(LIVE), lately_over))
        return await self._ids(question.order_by(_g.changed_ms.desc()))

    async def is_playing(self, user_id: int) -> bool:
        """Tells whether the person sits or judges at a table whose game is running."""
        question = _of_person(user_id).where(_g.phase == Phase.PLAYING.value)
        return await self._store.row(question.limit(1)) is not None

    async def is_played_in(self, chat_id: int) -> bool:
        question = select(_g.id).where(_g.chat_id == chat_id, _g.phase == Phase.PLAYING.value)
        return await self._store.row(question.limit(1)) is not None

    async def count_live(self) -> dict[Phase, int]:
        """Returns how many lobbies are open and how many games are played."""
        question = select(_g.phase, func.count()).where(_g.phase.in_(LIVE)).group_by(_g.phase)
        found = {str(phase): int(count) for phase, count in map(tuple, await self._store.rows(question))}
        return {Phase(phase): found.get(phase, 0) for phase in LIVE}

    async def live_among(self, game_ids: Iterable[str]) -> frozenset[str]:
        return frozenset(await self._ids(select(_g.id).where(_g.id.in_([*game_ids]), _g.phase.in_(LIVE))))

    async def live_revisions(self) -> dict[str, int]:
        """Returns the revisions of all lobbies and running games, by id."""
        rows = await self._store.rows(select(_g.id, _g.revision).where(_g.phase.in_(LIVE)))
        return {row.id: row.revision for row in rows}

    async def open_lobbies(self) -> list[StoredGame]:
        return await self._stored(_STORED.where(_g.phase == Phase.OPEN.value))

    async def played_among(self, game_ids: Iterable[str]) -> list[StoredGame]:
        return await self._stored(_STORED.where(_g.phase == Phase.PLAYING.value, _g.id.in_([*game_ids])))

    async def live_without_places(self) -> list[StoredGame]:
        """Returns lobbies and running games of which no person is stored in `places`."""
        return await self._stored(_STORED.where(_g.phase.in_(LIVE), _g.id.not_in(select(places.c.game_id))))

    # --- games that have ended -----------------------------------------------------------------------------------

    async def ended_before(self, ms: int, limit: int) -> list[StoredGame]:
        """Returns games that ended, or lobbies that were closed, before that; longest ago first."""
        question = _STORED.where(_g.phase.in_(ENDED), _g.changed_ms < ms)
        return await self._stored(question.order_by(_g.changed_ms).limit(limit))

    async def ended_among(self, game_ids: Collection[str]) -> list[StoredGame]:
        return await self._stored(_STORED.where(_g.id.in_([*game_ids]), _g.phase.in_(ENDED)))

    async def last_over_in(self, chat_id: int, thread_id: int) -> str:
        """Returns the id of the last finished game of a topic, or else of its group; empty if there is none."""
        here = select(_g.id).where(_g.chat_id == chat_id, _g.phase == Phase.OVER.value)
        for narrower in (here.where(_g.thread_id == thread_id), here):
            row = await self._store.row(narrower.order_by(_g.changed_ms.desc(), _g.id).limit(1))
            if row is not None:
                return str(row.id)
        return ""

    async def over_naming(self, word: str, after: StoredGame | None, limit: int) -> list[StoredGame]:
        """Returns finished games in whose lobby a word occurs as a JSON string, newest first: the page that
        follows the game `after`. The caller checks what the word means there."""
        question = _STORED.where(_g.phase == Phase.OVER.value, _g.lobby.contains(f'"{word}"'))
        if after is not None:
            as_new = and_(_g.changed_ms == after.changed_ms, _g.id > after.id)
            question = question.where(or_(_g.changed_ms < after.changed_ms, as_new))
        return await self._stored(question.order_by(_g.changed_ms.desc(), _g.id).limit(limit))

    async def over_without_result(self) -> list[str]:
        """Returns the ids of finished games of groups; games in a private chat have no result."""
        known, in_group = select(results.c.game_id), _g.chat_id < 0
        return await self._ids(select(_g.id).where(_g.phase == Phase.OVER.value, in_group, _g.id.not_in(known)))

    # --- all of them, page by page -------------------------------------------------------------------------------

    async def chats(self) -> set[int]:
        """Returns the chats that have a table, in whatever phase."""
        return {row.chat_id for row in await self._store.rows(select(_g.chat_id).distinct())}

    async def page_in(self, chat_id: int, after: str, limit: int) -> list[StoredGame]:
        """Returns games and lobbies of a chat whose id is greater than `after`, by id."""
        question = _STORED.where(_g.chat_id == chat_id, _g.id > after)
        return await self._stored(question.order_by(_g.id).limit(limit))

    async def page_naming(self, user_id: int, after: str, limit: int, *, ended: bool) -> list[StoredGame]:
        """Returns games, ended or live, in whose lobby the digits of a user id occur: those whose id is greater
        than `after`, by id. The caller checks that it is the person."""
        question = _STORED.where(_g.phase.in_(ENDED if ended else LIVE), _g.id > after)
        question = question.where(_g.lobby.contains(str(user_id)))
        return await self._stored(question.order_by(_g.id).limit(limit))

    async def _ids(self, question: Select[*tuple[Any, ...]]) -> list[str]:
        return [str(row.id) for row in await self._store.rows(question)]

    async def _stored(self, question: Select[*tuple[Any, ...]]) -> list[StoredGame]:
        rows: Iterable[Row[Any]] = await self._store.rows(question)
        return [StoredGame._make(row) for row in rows]


_STORED = select(_g.id, _g.chat_id, _g.lobby, _g.revision, _g.changed_ms)

_NEWER = text("""
    SELECT games.id, games.chat_id, games.lobby, games.revision, games.changed_ms,
           clocks.step, clocks.left_ms, clocks.runs_since, clocks.under_ms, clocks.waits,
           ARRAY(
               SELECT payload FROM events WHERE game_id = games.id AND version > :version ORDER BY version
           ) AS news
    FROM games LEFT JOIN clocks ON clocks.game_id = games.id
    WHERE games.id = :game AND games.revision <> :revision
""")


def _of_person(user_id: int) -> Select[tuple[str]]:
    """Selects the tables at which a person sits or judges: found by `places`, without reading every lobby."""
    return select(_g.id).join(places, places.c.game_id == _g.id).where(places.c.user_id == user_id)
