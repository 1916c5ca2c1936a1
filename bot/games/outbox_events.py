"""Tells games what the outbox has delivered or cannot deliver."""

from bot.games.chat_migration import ChatMigration
from bot.games.closed_group_pause import Suspension
from bot.games.game_registry import GameRegistry
from bot.games.next_game_notices import NextGameNotices
from bot.games.private_chats import PrivateChats
from bot.games.step_timers import StepClocks
from bot.storage import UnitOfWork
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.outbox.closed_chats import Place
from bot.telegram.outbox.rows import Kind, Row
from bot.telegram.outbox.telegram_refusals import WhyClosed


class OutboxEvents:
    """Implements the outbox's `Listener`."""

    def __init__(
        self,
        clocks: StepClocks,
        suspension: Suspension,
        groups: Groups,
        people: People,
        private_chats: PrivateChats,
        migration: ChatMigration,
        games: GameRegistry,
        next_game_notices: NextGameNotices,
    ) -> None:
        self._clocks = clocks
        self._suspension = suspension
        self._groups = groups
        self._people = people
        self._private_chats = private_chats
        self._migration = migration
        self._games = games
        self._next_game_notices = next_game_notices

    async def on_settled(self, row: Row, work: UnitOfWork, *, last_of_step: bool) -> None:
        await self._clocks.on_settled(row, work, last_of_step=last_of_step)
        if row.page == "lobby" and row.kind is Kind.SEND:
            game = await self._games.find(row.game_id)
            if game is not None:
                await self._next_game_notices.tell(game.lobby)

    async def on_place_closed(self, place: Place, why: WhyClosed, for_ms: float) -> bool:
        return await self._suspension.closed(place, why, for_ms)

    async def on_place_open(self, place: Place) -> None:
        await self._suspension.opened(place)

    async def on_unreachable(self, chat_id: int) -> None:
        if chat_id < 0:
            await self._groups.change(chat_id, bot_member=False)
        elif (await self._people.get(chat_id)).reachable:
            await self._private_chats.closed(chat_id)
            await self._next_game_notices.closed_private(chat_id)

    async def on_migrated(self, old: int, new: int) -> None:
        await self._migration.move(old, new)
