"""Those who have left the game, where the group lets them talk on: they see all cards, and hear each other."""

from collections.abc import Sequence

from bot.directory import Directory
from bot.live import Live
from bot.outbox.rows import Kind, Rank, Row
from bot.service import Service
from engine.events import Event, Left, StepName


class Afterlife:
    def __init__(self, service: Service, directory: Directory) -> None:
        self._service = service
        self._directory = directory

    async def follow(self, live: Live, happened: Sequence[Event]) -> None:
        """Whoever leaves is shown the spectators' view, in private."""
        gone = [seat for event in happened if isinstance(event, Left) for seat in event.seats]
        if not gone or live.table.step is StepName.OVER or not await self.is_open(live):
            return
        rows = [
            Row(
                self._service.next_id(),
                person,
                Kind.SEND,
                "spectator",
                Rank.NEWS,
                game_id=live.id,
                args={"seat": seat},
            )
            for seat in gone
            if (person := live.person_on(seat))
        ]
        if rows:
            await self._service.outbox.post(rows)

    async def is_open(self, live: Live) -> bool:
        return (await self._directory.group(live.lobby.chat_id)).afterlife


def may_whisper_to(live: Live, seat: int) -> tuple[int, ...]:
    """The others who are out of the game; nobody while it is not running, or for the living."""
    table = live.table
    if seat in table.alive or table.step is StepName.OVER or seat in table.words or seat == table.speaker:
        return ()
    silent = {*table.alive, *table.words, table.speaker, seat}
    return tuple(other for other in range(1, table.size + 1) if other not in silent and live.person_on(other))
