"""Opens a lobby on a person's request, and invites others to it."""

from bot.core.action_limits import ActionLimits, GroupAction
from bot.core.clock import Clock
from bot.games.draining import Draining
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Guest, Lobby
from bot.games.lobby_start import LobbyStart
from bot.games.sitting_down import why_not_seated
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.outbox.answer_limits import author_in
from bot.telegram.outbox.rows import Row
from bot.telegram.replies import Replies, as_answer

OPENED, TABLE_IS_THERE = "table-opened", "table-is-there"


class LobbyOpening:
    def __init__(
        self,
        games: GameRegistry,
        lobby_start: LobbyStart,
        draining: Draining,
        groups: Groups,
        people: People,
        replies: Replies,
        clock: Clock,
        action_limits: ActionLimits,
    ) -> None:
        self._games = games
        self._lobby_start = lobby_start
        self._draining = draining
        self._groups = groups
        self._people = people
        self._replies = replies
        self._clock = clock
        self._action_limits = action_limits

    async def why_not(self, chat_id: int, thread_id: int) -> str:
        """Why nobody can open a lobby there now: a key of the locales, empty if it can be opened."""
        if await self._games.table_in(chat_id, thread_id) is not None:
            return TABLE_IS_THERE
        return "draining" if self._draining.is_on else ""

    async def open(
        self,
        chat_id: int,
        thread_id: int,
        user_id: int,
        receipt: str,
        company: tuple[Guest, ...] = (),
        invited: tuple[Guest, ...] = (),
    ) -> str:
        """Opens a lobby; returns the key of the answer, `OPENED` if it was opened.

        `company` is seated at once. Those who are `invited` get a message in private, with a link to a seat.
        """
        if not self._action_limits.allows(
            GroupAction.OPEN_TABLE, (author_in(chat_id), chat_id), self._clock.now()
        ):
            return "table-so-often"
        group, person = await self._groups.get(chat_id), await self._people.get(user_id)

        async def told(opened: Lobby) -> list[Row]:
            rows = [
                self._replies.text(guest.user_id, "again-invites", group=group.title, start=f"join_{opened.id}")
                for guest in invited
                if guest.user_id not in (0, user_id)
                and (await self._people.get(guest.user_id)).reachable
                and self._action_limits.allows(GroupAction.INVITE, (guest.user_id, chat_id), self._clock.now())
            ]
            if not opened.has(user_id) and person.reachable:
                why = await why_not_seated(self._games, self._groups, opened, user_id)
                rows.append(self._replies.text(user_id, why.key, **why.args))
            return [as_answer(row) for row in rows]

        opened = await self._lobby_start.open(group, thread_id, person, receipt, company, told)
        return TABLE_IS_THERE if opened is None else OPENED  # None: somebody else was quicker
