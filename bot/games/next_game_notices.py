"""Tells those who asked for it (`/nextgame`) that a table was opened, as soon as its message can be seen."""

from dataclasses import replace

from bot.games.lobby import Lobby, Phase
from bot.games.running_game import stored_lobby
from bot.games.table_links import link_to_table, lobby_slot
from bot.storage import Store, UnitOfWork
from bot.storage.groups import Group, Groups
from bot.storage.repositories.games import GameRepository
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Row
from bot.telegram.replies import Replies


class NextGameNotices:
    def __init__(self, store: Store, groups: Groups, outbox: Outbox, replies: Replies) -> None:
        self._store = store
        self._groups = groups
        self._outbox = outbox
        self._replies = replies

    async def tell(self, lobby: Lobby) -> None:
        """Tells everybody who waits for the next table of this group, once. Called when the message of a lobby is
        delivered."""
        if lobby.phase is not Phase.OPEN or lobby.tournament:
            return
        found = await self._groups.get(lobby.chat_id)
        if not found.waiting:
            return
        url = await link_to_table(self._outbox.sent_messages, found, lobby)
        rows: list[Row] = []

        def told(group: Group) -> Group:
            rows[:] = [self._invitation(user, group, url) for user in group.waiting if not lobby.has(user)]
            return replace(group, waiting=())

        async def along(work: UnitOfWork, _: Group) -> None:
            for row in rows:
                row.put(work)

        await self._groups.amend(lobby.chat_id, told, along)
        self._outbox.add(rows)

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
