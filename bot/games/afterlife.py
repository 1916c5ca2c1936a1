"""Those who have left the game, where the group lets them talk on: they see all cards, and hear each other."""

from collections.abc import Sequence

from bot.games.running_game import RunningGame
from bot.games.service import Service
from bot.storage.directory import Directory
from bot.telegram.outbox.rows import Kind, Rank, Row
from engine.events import Event, StepName


class Afterlife:
    def __init__(self, service: Service, directory: Directory) -> None:
        self._service = service
        self._directory = directory
        self._shown: dict[str, set[int]] = {}

    def clear(self) -> None:
        self._shown.clear()

    def forget(self, game_id: str) -> None:
        """The game is over or was stopped."""
        self._shown.pop(game_id, None)

    async def follow(self, live: RunningGame, _: Sequence[Event]) -> None:
        """Whoever has left and has no word any more is shown the spectators' view, in private.

        Never before the last word: who still speaks to the table must not know the cards.
        """
        if live.state is None or live.table.step is StepName.OVER:
            self._shown.pop(live.id, None)
            return
        shown = self._shown.setdefault(live.id, set())
        silent = [seat for seat in _silent(live) if live.person_on(seat) and seat not in shown]
        if not silent or not await self.is_open(live):
            return
        shown.update(silent)
        rows = []
        for seat in silent:
            person, slot = live.person_on(seat), f"{live.id}:spectator:{seat}"
            if await self._service.outbox.sent_messages.find(person, slot) is None:
                rows.append(
                    Row(
                        self._service.next_id(),
                        person,
                        Kind.SEND,
                        "spectator",
                        Rank.NEWS,
                        game_id=live.id,
                        slot=slot,
                        args={"seat": seat},
                    )
                )
        if rows:
            await self._service.outbox.post(rows)

    async def is_open(self, live: RunningGame) -> bool:
        """Never in a tournament: whoever is out there still plays against the others tomorrow."""
        if live.lobby.tournament:
            return False
        group = await self._directory.groups.get(live.lobby.chat_id)
        return group.afterlife if live.lobby.afterlife is None else live.lobby.afterlife


def _silent(live: RunningGame) -> tuple[int, ...]:
    """Out of the game, with the last word behind them, and beyond what the judge can still take back."""
    table = live.table
    heard = {*table.alive, *table.words, table.speaker}
    for undoable in live.position.before_judge:
        heard.update(undoable.before.table.alive)
    return tuple(seat for seat in range(1, table.size + 1) if seat not in heard)


def may_whisper_to(live: RunningGame, seat: int) -> tuple[int, ...]:
    """The others who are out of the game; nobody while it is not running, or for those who still have a word."""
    if live.table.step is StepName.OVER or seat not in _silent(live):
        return ()
    return tuple(other for other in _silent(live) if other != seat and live.person_on(other))
