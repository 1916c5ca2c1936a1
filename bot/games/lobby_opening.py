"""Opens lobbies: with which rules and players; on a person's request, with an invitation to others."""

from collections.abc import Awaitable, Callable
from typing import Any

from bot.core.action_limits import ActionLimits, GroupAction
from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.time_zones import zone_of
from bot.games.draining import Draining
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby import Guest, Lobby, LobbyRefusal, new_game_id, new_secret
from bot.games.lobby_screens import LobbyScreen
from bot.games.lobby_transactions import Lobbies
from bot.games.sitting_down import stand_ins_allowed, why_not_seated
from bot.storage import UnitOfWork
from bot.storage.groups import Group, Groups
from bot.storage.people import People, Person
from bot.storage.repositories.games import GameRepository
from bot.telegram.outbox.answer_limits import author_in
from bot.telegram.outbox.rows import Row
from bot.telegram.replies import Replies, as_answer

OPENED, TABLE_IS_THERE = "table-opened", "table-is-there"
USUAL_RULES = Group(0).ruleset


def choices_of_a_table(group: Group) -> dict[str, Any]:
    """Returns the fields of a lobby that a group has chosen besides the rules."""
    return {
        "time_zone": zone_of(group.time_zone, group.language).key,
        "quiet": group.quiet,
        "smallest": group.smallest_table,
        "self_start": group.self_start,
    }


class LobbyOpening:
    def __init__(
        self,
        games: GameRegistry,
        lobbies: Lobbies,
        group_rows: GroupRows,
        draining: Draining,
        groups: Groups,
        people: People,
        replies: Replies,
        clock: Clock,
        pace: Pace,
        action_limits: ActionLimits,
        lobby_minutes: int,
        stored_games: GameRepository,
        draw_secret: Callable[[], str] = new_secret,
    ) -> None:
        """`draw_secret` returns the secret that determines the shuffle; tests that repeat a game set their own."""
        self._games = games
        self._lobbies = lobbies
        self._group_rows = group_rows
        self._draining = draining
        self._groups = groups
        self._people = people
        self._replies = replies
        self._clock = clock
        self._action_limits = action_limits
        self._pace = pace
        self._lobby_minutes = lobby_minutes
        self._stored_games = stored_games
        self.draw_secret = draw_secret

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

        opened = await self.open_lobby(group, thread_id, person, receipt, company, told)
        return TABLE_IS_THERE if opened is None else OPENED  # None: somebody else was quicker

    async def open_lobby(
        self,
        group: Group,
        thread_id: int,
        opener: Person,
        receipt: str,
        company: tuple[Guest, ...] = (),
        more: Callable[[Lobby], Awaitable[list[Row]]] | None = None,
        along: UnitOfWork | None = None,
    ) -> Lobby | None:
        """Opens a lobby with the opener and `company`, guests of the game before, as far as they may sit and can
        be reached. Returns it, or None if nothing was opened, because there is a table already. `along` is stored
        in the same transaction (`Lobbies.open_lobby`)."""
        now = self._clock.now()
        lobby = Lobby(
            id=new_game_id(),
            chat_id=group.chat_id,
            thread_id=thread_id,
            opener=opener.user_id,
            ruleset=group.ruleset,
            options=group.options,
            role_sets=group.role_sets,
            secret=self.draw_secret(),
            starts_at=now + self._pace.scale((group.lobby_minutes or self._lobby_minutes) * 60_000),
            opened_at=now,
            opener_name=opener.name,
            screen=LobbyScreen.EVENING.value if await self._asks_evening(group) else "",
            **choices_of_a_table(group),
        )
        for guest in (Guest("", opener.user_id, opener.name), *company):
            lobby = await self._seated(lobby, guest, group)
        return await self._lobbies.open_lobby(lobby, self._group_rows.lobby_shown(lobby), receipt, along, more)

    async def _asks_evening(self, group: Group) -> bool:
        """Is this the first table of a group that nobody has set up?"""
        changed = [key for key, _ in group.options if key != "stand_ins"]
        if group.evening_chosen or group.number or changed or group.ruleset != USUAL_RULES:
            return False
        return not await self._stored_games.last_over_in(group.chat_id, 0)

    async def _seated(self, lobby: Lobby, guest: Guest, group: Group) -> Lobby:
        """Returns the lobby with this guest, or unchanged if they may not sit or cannot be reached."""
        seated: Lobby | LobbyRefusal = lobby
        if not guest.user_id:
            seated = lobby.add_stand_in(guest.name) if stand_ins_allowed(lobby) else lobby
        elif guest.user_id not in group.kept_away:
            person = await self._people.get(guest.user_id)
            seated = lobby.sit(person.user_id, person.name) if person.reachable else lobby
        return seated if isinstance(seated, Lobby) else lobby
