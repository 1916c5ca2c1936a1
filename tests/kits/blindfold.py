"""A computer player that is shown nothing but the events sent to its seat."""

from engine import TABLE, Command, Event, Game, Knowledge, SeatView, Table, audience
from engine.events import CardDealt
from engine.players import Dice, Player, Statement
from engine.seat_knowledge import KNOWLEDGE_AT_TABLE_FOLD, KNOWLEDGE_FOLD
from engine.table_updates import TABLE_FOLD


class Blindfold:
    """Shows a player nothing but what was sent to its seat: a view folded from those events alone."""

    def __init__(self, player: Player, game: Game, seat: int) -> None:
        self.player, self.journal, self.seat = player, game.journal, seat
        self.table = Table(game.table.rules, game.table.size)
        self.me: Knowledge | None = None
        self.told = 0

    def look(self) -> SeatView:
        for event in self.journal[self.told :]:
            self.fold(event)
        self.told = len(self.journal)
        assert self.me is not None
        return SeatView(self.table, self.me)

    def fold(self, event: Event) -> None:
        to = audience(event)
        if to == TABLE:
            known = KNOWLEDGE_AT_TABLE_FOLD.get(type(event))
            if known and self.me is not None:
                known(self.me, self.table, event)
            TABLE_FOLD[type(event)](self.table, event)
        elif isinstance(to, tuple) and self.seat in to:
            if isinstance(event, CardDealt):
                self.me = Knowledge(self.seat, self.table.rules.ruleset.roles[event.role])
            elif self.me is not None:
                KNOWLEDGE_FOLD[type(event)](self.me, event)

    def choose(self, _: SeatView, dice: Dice) -> Command | None:
        return self.player.choose(self.look(), dice)

    def speak(self, _: SeatView, dice: Dice) -> Statement | None:
        return self.player.speak(self.look(), dice)

    def hear(self, seat: int, statement: Statement) -> None:
        self.player.hear(seat, statement)

    def watch(self, _: SeatView) -> None:
        self.player.watch(self.look())
