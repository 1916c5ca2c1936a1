"""Tells those who asked for it (`/nextgame`) that a table was opened, as soon as its message can be seen."""

from dataclasses import replace

from bot.core.action_limits import ActionLimits, GroupAction
from bot.core.clock import Clock
from bot.games.lobby import Lobby, Phase
from bot.games.running_game import stored_lobby
from bot.games.table_invitations import stops_asking
from bot.games.table_links import link_to_table, lobby_slot
from bot.storage import Store, UnitOfWork
from bot.storage.groups import Group, Groups
from bot.storage.repositories.games import GameRepository
from bot.storage.repositories.groups import GroupRepository
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Row
from bot.telegram.replies import Replies

MOST_REMEMBERED = 50
"""How many tables of a group are known to have been told of: more than are ever open at once."""


class NextGameNotices:
    def __init__(
        self,
        store: Store,
        groups: Groups,
        outbox: Outbox,
        replies: Replies,
        clock: Clock,
        action_limits: ActionLimits,
    ) -> None:
        self._store = store
        self._groups = groups
        self._outbox = outbox
        self._replies = replies
        self._clock = clock
        self._action_limits = action_limits

    async def tell(self, lobby: Lobby) -> None:
        """Tells everybody who waits for the next table of this group, or wants to be told of each, once. Called
        when the message of a lobby is delivered."""
        if lobby.phase is not Phase.OPEN or lobby.tournament:
            return
        found = await self._groups.get(lobby.chat_id)
        subscribed = self._to_tell(found, lobby)
        if not found.waiting and not subscribed:
            return
        url = await link_to_table(self._outbox.sent_messages, found, lobby)
        rows: list[Row] = []

        def told(group: Group) -> Group:
            waiting = [user for user in group.waiting if not lobby.has(user)]
            each_time = [user for user in group.subscribed if user in subscribed and user not in waiting]
            rows[:] = [self._invitation(user, group, url) for user in waiting]
            if lobby.id not in group.announced:
                rows.extend(self._lasting_invitation(user, group, lobby, url) for user in each_time)
            announced = (*group.announced, lobby.id) if subscribed else group.announced
            return replace(group, waiting=(), announced=tuple(dict.fromkeys(announced))[-MOST_REMEMBERED:])

        async def along(work: UnitOfWork, _: Group) -> None:
            for row in rows:
                row.put(work)

        await self._groups.amend(lobby.chat_id, told, along)
        self._outbox.add(rows)

    def _to_tell(self, group: Group, lobby: Lobby) -> frozenset[int]:
        """Returns who is told each time and may be told of this table. Whoever opens and closes tables without end
        does not fill their chats."""
        if not group.subscribed or lobby.id in group.announced:
            return frozenset()
        now = self._clock.now()
        wanted = (user for user in group.subscribed if not lobby.has(user) and user not in group.kept_away)
        return frozenset(
            user
            for user in wanted
            if self._action_limits.allows(GroupAction.TELL_OF_TABLE, (user, group.chat_id), now)
        )

    async def left(self, chat_id: int, user_id: int) -> None:
        """Ends the invitations of somebody who has left the group."""
        await self._groups.amend(chat_id, lambda group: stops_asking(group, user_id))

    async def closed_private(self, user_id: int) -> None:
        """Ends all invitations of somebody to whom the bot cannot write any more."""
        for chat_id in await GroupRepository(self._store).naming(user_id):
            await self.left(chat_id, user_id)

    async def catch_up(self) -> None:
        """Tells those who have not been told of a table because the program ended right after its message."""
        for stored in await GameRepository(self._store).open_lobbies():
            lobby = stored_lobby(stored)
            if await self._outbox.sent_messages.find(lobby.chat_id, lobby_slot(lobby)) is not None:
                await self.tell(lobby)

    def _invitation(self, user_id: int, group: Group, url: str) -> Row:
        if not url:
            return self._replies.text(user_id, "next-table", group=group.title)
        return self._replies.text(user_id, "next-table-here", group=group.title, url=url)

    def _lasting_invitation(self, user_id: int, group: Group, lobby: Lobby, url: str) -> Row:
        return self._replies.note(
            user_id, "invited", group=group.title, url=url, game=lobby.id, chat=group.chat_id
        )
