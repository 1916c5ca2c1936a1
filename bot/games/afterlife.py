"""Players who are out of the game, in groups that allow it: they see all cards and may write to each other."""

from collections.abc import Sequence

from bot.games.running_game import RunningGame
from bot.storage.groups import Group, Groups
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds
from engine.events import Event, StepName
from engine.house_rules import find_ruleset


class Afterlife:
    def __init__(self, outbox: Outbox, row_ids: RowIds, groups: Groups) -> None:
        self._outbox = outbox
        self._row_ids = row_ids
        self._groups = groups
        self._shown: dict[str, set[int]] = {}

    def clear(self) -> None:
        self._shown.clear()

    def forget(self, game_id: str) -> None:
        """Drops what is in memory about a game that is over or was stopped."""
        self._shown.pop(game_id, None)

    async def follow(self, game: RunningGame, _: Sequence[Event]) -> None:
        """Sends the spectators' view in private to players who are out of the game and have had their last word.

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
        """May players who are out of this game talk to each other? Never in a tournament, where they will play
        against the others again."""
        if game.lobby.tournament:
            return False
        if game.lobby.afterlife is not None:
            return game.lobby.afterlife
        return opens_afterlife(await self._groups.get(game.lobby.chat_id), game.lobby.ruleset)


def opens_afterlife(group: Group, ruleset: str) -> bool:
    """May players who are out of a game by these rules talk to each other? Friends may unless they do not want it,
    others only if they do."""
    return find_ruleset(ruleset).among_friends if group.afterlife is None else group.afterlife


def _silent(game: RunningGame) -> tuple[int, ...]:
    """Returns seats that are out of the game, have had their last word, and cannot be brought back by the judge's
    taking back a step."""
    table = game.table
    heard = {*table.alive, *table.words, table.speaker}
    for undoable in game.position.before_judge:
        heard.update(undoable.before.table.alive)
    return tuple(seat for seat in range(1, table.size + 1) if seat not in heard)


def may_whisper_to(game: RunningGame, seat: int) -> tuple[int, ...]:
    """Returns the people's seats to which a seat that is out of the game may write; none when the game is over, or
    if this seat is not out or still has a last word."""
    if game.table.step is StepName.OVER or seat not in _silent(game):
        return ()
    return tuple(other for other in _silent(game) if other != seat and game.person_on(other))
