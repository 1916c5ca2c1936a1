"""Release 0.1.0 left people restricted for ever after a mute: lifted once.

Checked are the groups in which games were played before this release, and the people of their tables. Only those
with exactly the permissions that 0.1.0 left are freed: restrictions by an admin look different.
"""

import json
from collections.abc import AsyncIterator

import structlog
from aiogram.exceptions import TelegramAPIError, TelegramNetworkError, TelegramRetryAfter, TelegramServerError
from aiogram.methods import GetChatMember, RestrictChatMember

from bot.core.clock import Clock
from bot.core.transport import Transport
from bot.games.lobby import lobby_from_json
from bot.storage import Store, UnitOfWork
from bot.storage.groups import Groups
from bot.storage.repositories.games import GameRepository
from bot.storage.repositories.notes import Note
from bot.storage.repositories.results import ResultRepository
from bot.telegram.restrictions.member_permissions import FREE, is_left_by_0_1_0

log = structlog.get_logger()

CHATS: Note[list[int]] = Note("leftover-restrictions", json.loads, json.dumps)
"""Chats that are still to be checked; without the note all are."""
AT_ONCE = 50
"""Number of tables read at a time."""
ONE_EVERY_MS = 1_000
"""Milliseconds between two people: slow, because games go first."""
UNANSWERED = (TelegramRetryAfter, TelegramNetworkError, TelegramServerError)


class LeftoverRestrictions:
    def __init__(self, database: Store, clock: Clock, transport: Transport, groups: Groups) -> None:
        self._database = database
        self._games = GameRepository(database)
        self._results = ResultRepository(database)
        self._clock = clock
        self._transport = transport
        self._groups = groups
        self._busy = False

    async def look(self) -> None:
        """Checks one chat after another. Chats where the bot may not restrict, or a game runs, are left for
        later."""
        if self._busy:
            return
        self._busy = True
        try:
            chats = await self._chats()
            for chat_id in [*chats]:
                if await self._is_possible(chat_id) and await self._put_right(chat_id):
                    chats.remove(chat_id)
                    await self._keep(chats)
        finally:
            self._busy = False

    async def _chats(self) -> list[int]:
        noted = await CHATS.read(self._database)
        if noted is not None:
            return noted
        found = sorted(await self._results.chats() | await self._games.chats())
        await self._keep(found)
        return found

    async def _keep(self, chats: list[int]) -> None:
        await self._database.commit(CHATS.put(UnitOfWork(), chats))

    async def _is_possible(self, chat_id: int) -> bool:
        group = await self._groups.get(chat_id)
        played = await self._games.is_played_in(chat_id)
        return group.is_supergroup and "can_restrict_members" in group.rights and not played

    async def _put_right(self, chat_id: int) -> bool:
        """Frees the people whom release 0.1.0 left restricted in a chat. Returns False if Telegram did not answer;
        the chat is checked again later."""
        freed = 0
        async for person in self._players(chat_id):
            try:
                member = await self._transport(GetChatMember(chat_id=chat_id, user_id=person))
                if is_left_by_0_1_0(member):
                    await self._transport(
                        RestrictChatMember(
                            chat_id=chat_id,
                            user_id=person,
                            permissions=FREE,
                            use_independent_chat_permissions=True,
                        )
                    )
                    freed += 1
            except UNANSWERED:
                return False
            except TelegramAPIError as refused:
                log.info("leftover_restriction_refused", chat=chat_id, why=refused.message)
            await self._clock.sleep_until(self._clock.now() + ONE_EVERY_MS)
        if freed:
            log.info("leftover_restrictions_lifted", chat=chat_id, people=freed)
        return True

    async def _players(self, chat_id: int) -> AsyncIterator[int]:
        """Returns everybody who has sat at a table of this chat, as far as it is still known."""
        people = await self._results.players_in(chat_id)
        last = ""
        while games := await self._games.page_in(chat_id, last, AT_ONCE):
            for game in games:
                lobby = lobby_from_json(game.lobby)
                people |= {*lobby.seating, *lobby.seated}
            last = games[-1].id
        for person in sorted(people - {0}):
            yield person
