"""The bot is removed from a group in mid-game: the game stands until it is back, for nobody could follow it."""

from dataclasses import replace

from bot.live import Live
from bot.lobby import Phase
from bot.outbox.rows import Kind, Rank, Row
from bot.service import Accepted, Service
from engine.commands import JUDGE, Command, Verb


class Eviction:
    def __init__(self, service: Service) -> None:
        self._service = service
        self._waiting: set[str] = set()
        """Games that stand because the bot had to go, and not because somebody wanted a pause."""

    async def went(self, chat_id: int) -> None:
        for live in await self._played_in(chat_id):
            if not live.table.paused and await self._submit(live, Verb.PAUSE):
                self._waiting.add(live.id)

    async def came_back(self, chat_id: int) -> bool:
        """Is there a game to go on with? Where a pause is not ours to end, its buttons come again."""
        played = await self._played_in(chat_id)
        for live in played:
            if live.id in self._waiting:
                self._waiting.discard(live.id)
                await self._submit(live, Verb.RESUME)
            elif live.table.paused:
                await self._service.outbox.post([self._stands(live)])
        return bool(played)

    async def _played_in(self, chat_id: int) -> list[Live]:
        tables = await self._service.tables_in_group(chat_id)
        return [live for live in tables if live.lobby.phase is Phase.PLAYING]

    async def _submit(self, live: Live, verb: Verb) -> bool:
        outcome = await self._service.submit(live.id, Command(JUDGE, verb), f"{verb}:{live.id}:{live.version}")
        return isinstance(outcome, Accepted)

    def _stands(self, live: Live) -> Row:
        row = self._service.group_row(live.lobby, Kind.SEND, "news", Rank.NEWS, "pause")
        return replace(row, args={"lines": [["news-paused", {}]]})
