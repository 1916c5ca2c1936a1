"""Those who have left the game, where the group lets them talk on: they see all cards, and hear each other."""

from collections.abc import Sequence

from bot.games.running_game import RunningGame
from bot.storage.directory import Directory
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds
from engine.events import Event, StepName


class Afterlife:
    def __init__(self, outbox: Outbox, row_ids: RowIds, directory: Directory) -> None:
        self._outbox = outbox
        self._row_ids = row_ids
        self._directory = directory
        self._shown: dict[str, set[int]] = {}

    def clear(self) -> None:
        self._shown.clear()

    def forget(self, game_id: str) -> None:
        """The game is over or was stopped."""
        self._shown.pop(game_id, None)

    async def follow(self, game: RunningGame, _: Sequence[Event]) -> None:
        """Whoever has left and has no word any more is shown the spectators' view, in private.

        Never before the last word: who still speaks to the table must not know the cards.
        """
        if game.state is None or game.table.step is StepName.OVER:
            self._shown.pop(game.id, None)
            return
        shown = self._shown.setdefault(game.id, set())
        silent = [seat for seat in _silent(game) if game.person_on(seat) and seat not in shown]
        if not silent or not await self.is_open(game):
            return
        shown.update(silent)
        rows = []
        for seat in silent:
            person, slot = game.person_on(seat), f"{game.id}:spectator:{seat}"
            if await self._outbox.sent_messages.find(person, slot) is None:
                rows.append(
                    Row(
                        self._row_ids.next(),
                        person,
                        Kind.SEND,
                        "spectator",
                        Rank.NEWS,
                        game_id=game.id,
                        slot=slot,
                        args={"seat": seat},
                    )
                )
        if rows:
            await self._outbox.post(rows)

    async def is_open(self, game: RunningGame) -> bool:
        """Never in a tournament: whoever is out there still plays against the others tomorrow."""
        if game.lobby.tournament:
            return False
        group = await self._directory.groups.get(game.lobby.chat_id)
        return group.afterlife if game.lobby.afterlife is None else game.lobby.afterlife


def _silent(game: RunningGame) -> tuple[int, ...]:
    """Out of the game, with the last word behind them, and beyond what the judge can still take back."""
    table = game.table
    heard = {*table.alive, *table.words, table.speaker}
    for undoable in game.position.before_judge:
        heard.update(undoable.before.table.alive)
    return tuple(seat for seat in range(1, table.size + 1) if seat not in heard)


def may_whisper_to(game: RunningGame, seat: int) -> tuple[int, ...]:
    """The others who are out of the game; nobody while it is not running, or for those who still have a word."""
    if game.table.step is StepName.OVER or seat not in _silent(game):
        return ()
    return tuple(other for other in _silent(game) if other != seat and game.person_on(other))
