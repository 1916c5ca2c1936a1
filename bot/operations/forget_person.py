"""Deletes everything about a person who asks for it, except the moves of finished games."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack

from bot.core.leadership import Leadership
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Lobby, lobby_from_json
from bot.games.lobby_transactions import TRIES, put_game
from bot.games.table_invitations import stops_asking
from bot.storage import Conflict, Store, UnitOfWork
from bot.storage.groups import Group, Groups
from bot.storage.people import People
from bot.storage.repositories.games import GameRepository, StoredGame
from bot.storage.repositories.groups import GroupRepository
from bot.storage.repositories.journals import JournalRepository
from bot.storage.repositories.people import PersonRepository
from bot.tournaments.bulk_changes import BulkChanges

AT_ONCE = 25
"""Number of games read and written at a time, so that a person with thousands of games delays nobody."""


class ForgetPerson:
    def __init__(
        self,
        store: Store,
        leadership: Leadership,
        games: GameRegistry,
        groups: Groups,
        people: People,
        tournaments: BulkChanges,
        forget_in_plans: Callable[[int], Awaitable[None]],
    ) -> None:
        self._database = store
        self._leadership = leadership
        self._running = games
        self._games = GameRepository(store)
        self._journals = JournalRepository(store)
        self._stored_groups = GroupRepository(store)
        self._stored_people = PersonRepository(store)
        self._tournaments = tournaments
        self._forget_in_plans = forget_in_plans
        self._groups = groups
        self._people = people

    async def ask(self, user_id: int) -> bool:
        """Forgets a person. Returns False if that has to wait until their game is over."""
        await self._people.change(user_id, forget=True)  # stored first, in case the program ends
        if await self._is_at_a_table(user_id):
            return False
        await self._forget(user_id)
        return True

    async def _is_at_a_table(self, user_id: int) -> bool:
        """Tells whether an unfinished table knows this person: they sit at it, judge it, have opened it, or did so
        before. Until it is over it may be told of them, and what is stored with it stays."""
        last = ""
        while games := await self._games.page_naming(user_id, last, AT_ONCE, ended=False):
            if any(lobby_from_json(game.lobby).knows(user_id) for game in games):
                return True
            last = games[-1].id
        return False

    async def those_who_wait(self) -> int:
        """Forgets people who asked during a game that is over now. Returns how many."""
        count = 0
        for user_id in await self._stored_people.to_forget():
            count += await self.ask(user_id)
        return count

    async def _forget(self, user_id: int) -> None:
        for chat_id in await self._stored_groups.naming(user_id):
            await self._groups.amend(chat_id, lambda group: _without(group, user_id))
        await self._tournaments.forget(user_id)
        await self._forget_in_plans(user_id)
        last = ""
        while games := await self._games.page_naming(user_id, last, AT_ONCE, ended=True):
            await self._strike_out(user_id, [game.id for game in games])
            last = games[-1].id
        await self._forget_author(user_id)
        work = UnitOfWork().drop_person(user=user_id).drop_result_seats_of(user=user_id)
        work.drop_rows_of(chat=user_id).drop_slots_of(chat=user_id).drop_failed_updates_of(chat=user_id)
        await self._database.commit(work)
        self._people.forget((user_id,))

    async def _forget_author(self, user_id: int) -> None:
        """Removes a person as author from journals. They are searched outside of the writing transaction, where
        the search would block other changes."""
        found = await self._journals.games_with_author(user_id)
        for first in range(0, len(found), AT_ONCE):
            work = UnitOfWork()
            for game_id in found[first : first + AT_ONCE]:
                work.forget_author(game=game_id, author_was=user_id)
            await self._database.commit(work)

    async def _strike_out(self, user_id: int, game_ids: list[str]) -> None:
        for _ in range(TRIES):
            async with AsyncExitStack() as held:
                await self._hold(held, game_ids)
                games = await self._games.ended_among(game_ids)
                stored = [(game, lobby_from_json(game.lobby)) for game in games]
                known = [(game, lobby.without_person(user_id)) for game, lobby in stored if lobby.knows(user_id)]
                try:
                    await self._store(known)
                except Conflict:
                    continue  # another process has changed one of the games meanwhile
                return
        raise RuntimeError(f"finished games could not be changed: {TRIES} conflicts in a row")

    async def _store(self, found: Sequence[tuple[StoredGame, Lobby]]) -> None:
        work = UnitOfWork()
        for game, lobby in found:
            if self._leadership.shared:
                work.guard_game(game=game.id, known=game.revision)
            put_game(work, lobby, game.changed_ms)
        if work.parts:
            await self._database.commit(work)
        loaded = self._running.loaded()
        for _, lobby in found:
            if lobby.id in loaded and not self._leadership.shared:
                loaded[lobby.id].lobby = lobby

    async def _hold(self, held: AsyncExitStack, game_ids: Iterable[str]) -> None:
        """Acquires the locks of loaded games: decisions of a judge wait, or were stored before."""
        loaded = self._running.loaded()
        for game_id in sorted(game_ids):
            if game_id in loaded:
                await held.enter_async_context(loaded[game_id].lock)


def _without(group: Group, user_id: int) -> Group:
    """Returns the group without this person among those who want to be invited. The list of blocked people stays:
    it is the admins' decision."""
    return stops_asking(group, user_id)
