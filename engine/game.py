"""A game being played: the position, and the journal of what has led to it."""

from engine.events import Event, StepName
from engine.state import FOLD, State
from engine.table import Table


class Game:
    """A position together with the journal that has led to it; `perform` carries commands out in both.

    Opened by `open_game` or `open_dealt`. The attributes are `state` (the position), `table` (its public part) and
    `journal` (a list of events).

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim-2025"], {})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> game
    <Game fiim-2025, deal, 10 of 10 alive, 12 events>
    """

    __slots__ = ("journal", "state", "table")

    def __init__(self, state: State, journal: list[Event] | None = None) -> None:
        self.state = state
        self.table: Table = state.table
        self.journal: list[Event] = [] if journal is None else journal

    def __repr__(self) -> str:
        return f"<Game {self.table.rules.ruleset.id}, {self.table.summary()}, {len(self.journal)} events>"

    def emit(self, event: Event) -> None:
        """Something has happened: write it down and let it take effect."""
        self.journal.append(event)
        FOLD[type(event)](self.state, event)

    def go(self, step: StepName) -> None:
        """Open a step of the rule set; it may turn out to be empty and lead on."""
        self.table.rules.steps[step].open(self)

    def expire(self) -> None:
        """The time of the current step is over."""
        self.table.rules.steps[self.table.step].expire(self)

    def complete_if_all_have_answered(self) -> None:
        """A step ends before its time when nobody is awaited any more."""
        step, views = self.table.rules.steps[self.table.step], self.state.views
        for seat in reversed(self.table.alive):
            if step.awaits(views[seat]):
                return
        step.complete(self)
