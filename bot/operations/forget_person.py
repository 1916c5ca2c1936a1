"""A person who wants to be forgotten: everything about them goes, but for the moves of games that are over."""

from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

from sqlalchemy import select

from bot.games.lobbies import TRIES, put_game
from bot.games.lobby import Lobby, Phase, lobby_from_json
from bot.games.service import Service
from bot.storage import Conflict, UnitOfWork
from bot.storage.directory import Directory, Group
from bot.storage.schema import events, games, groups, people
from bot.tournaments.bulk_changes import BulkChanges

FINISHED = (Phase.OVER.value, Phase.CLOSED.value)
NOT_OVER = (Phase.OPEN.value, Phase.PLAYING.value)
AT_ONCE = 25
"""Games that are read and written in one go: whoever has played thousands holds nobody up."""


class ForgetPerson:
    def __init__(self, service: Service, directory: Directory, tournaments: BulkChanges) -> None:
        self._service = service
        self._tournaments = tournaments
        self._directory = directory

    async def ask(self, user_id: int) -> bool:
        """Forget now, or after the game: True if it is done."""
        await self._directory.change_person(user_id, forget=True)  # whatever becomes of this program
        if await self._is_at_a_table(user_id):
            return False
        await self._forget(user_id)
        return True

    async def _is_at_a_table(self, user_id: int) -> bool:
        """Sits, judges, has opened it, or has sat or judged before: as long as it is not over it may be told of
        them, and what it is stored with stays."""
        last = ""
        while rows := await self._some_games(user_id, NOT_OVER, last):
            if any(lobby_from_json(row.lobby).knows(user_id) for row in rows):
                return True
            last = rows[-1].id
        return False

    async def those_who_wait(self) -> int:
        """Whoever has asked in a game that is over by now is forgotten."""
        asked = select(people.c.user_id).where(people.c.data.contains('"forget":true'))
        count = 0
        for row in await self._service.database.rows(asked):
            count += await self.ask(row.user_id)
        return count

    async def _forget(self, user_id: int) -> None:
        for row in await self._waiting_for(user_id):
            await self._directory.amend_group(row.chat_id, lambda group: _without(group, user_id))
        await self._tournaments.forget(user_id)
        last = ""
        while rows := await self._some_games(user_id, FINISHED, last):
            await self._strike_out(user_id, [row.id for row in rows])
            last = rows[-1].id
        await self._forget_deeds(user_id)
        work = UnitOfWork().drop_person(user=user_id).drop_result_seats_of(user=user_id)
        work.drop_rows_of(chat=user_id).drop_slots_of(chat=user_id).drop_failed_updates_of(chat=user_id)
        await self._service.database.commit(work)
        self._directory.forget((user_id,))

    async def _forget_deeds(self, user_id: int) -> None:
        """Found by a reader: to look through all journals there are within a transaction would keep everybody
        else's changes waiting."""
        done = select(events.c.game_id).where(events.c.author == user_id).distinct()
        found = [row.game_id for row in await self._service.database.rows(done)]
        for first in range(0, len(found), AT_ONCE):
            work = UnitOfWork()
            for game_id in found[first : first + AT_ONCE]:
                work.forget_author(game=game_id, author_was=user_id)
            await self._service.database.commit(work)

    async def _strike_out(self, user_id: int, game_ids: list[str]) -> None:
        for _ in range(TRIES):
            async with AsyncExitStack() as held:
                await self._hold(held, game_ids)
                question = select(games).where(games.c.id.in_(game_ids), games.c.phase.in_(FINISHED))
                stored = [(row, lobby_from_json(row.lobby)) for row in await self._service.database.rows(question)]
                known = [(row, lobby.without_person(user_id)) for row, lobby in stored if lobby.knows(user_id)]
                try:
                    await self._store(known)
                except Conflict:
                    continue  # another process has changed one of the games meanwhile
                return
        raise RuntimeError("games that are over change faster than they can be read")

    async def _store(self, found: Sequence[tuple[Any, Lobby]]) -> None:
        work = UnitOfWork()
        for row, lobby in found:
            if self._service.leadership.shared:
                work.guard_game(game=row.id, known=row.revision)
            put_game(work, lobby, row.changed_ms)
        if work.parts:
            await self._service.database.commit(work)
        loaded = self._service.loaded()
        for _, lobby in found:
            if lobby.id in loaded and not self._service.leadership.shared:
                loaded[lobby.id].lobby = lobby

    async def _hold(self, held: AsyncExitStack, game_ids: Iterable[str]) -> None:
        """What a judge decides afterwards waits, or was stored before we read."""
        loaded = self._service.loaded()
        for game_id in sorted(game_ids):
            if game_id in loaded:
                await held.enter_async_context(loaded[game_id].lock)

    async def _waiting_for(self, user_id: int) -> list[Any]:
        rows = await self._service.database.rows(select(groups).where(groups.c.data.contains(str(user_id))))
        return list(rows)

    async def _some_games(self, user_id: int, phases: tuple[str, ...], after: str) -> list[Any]:
        """The next games in whose stored table the number stands, or one that it is a part of."""
        g = games.c
        question = select(g.id, g.lobby).where(g.phase.in_(phases), g.id > after, g.lobby.contains(str(user_id)))
        return list(await self._service.database.rows(question.order_by(g.id).limit(AT_ONCE)))


def _without(group: Group, user_id: int) -> Group:
    """Whom the admins keep away from their tables is theirs to say."""
    return replace(group, waiting=tuple(user for user in group.waiting if user != user_id))
