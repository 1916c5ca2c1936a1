"""What both kinds of games share: dice from a seed, the engine's table, and how a difference is told."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from engine import CLOCK, JUDGE, RULESETS, Command, Game, Rejected, Verb, legal, open_dealt, perform, rules_for

Views = Mapping[str, tuple[Any, Any]]
"""What is compared: its name, what the model says, what the engine says."""


class Difference(AssertionError):
    """The two do not agree."""


class Duel:
    """One game at two tables. `tally` counts what was reached in it."""

    def __init__(self, ruleset: str, seed: int) -> None:
        self.ruleset = ruleset
        self.seed = seed
        self.dice = Random(f"{ruleset}/{seed}")
        self.tally: Counter[str] = Counter()
        self.told: list[str] = []
        """The game so far, for whoever looks for a difference."""
        self.game: Game

    def deal(self, cards: tuple[str, ...]) -> None:
        self.game = open_dealt(rules_for(RULESETS[self.ruleset], {}), cards)

    def coin(self, share: float) -> bool:
        return self.dice.random() < share

    # --- the engine's table ------------------------------------------------------------------------------------

    def try_to(self, actor: int, verb: Verb, *seats: int, value: int | None = None) -> Rejected | None:
        rejected = perform(self.game, Command(actor, verb, seats, value))
        self.told.append(f"    {actor}: {verb} {seats} {'' if value is None else value} {rejected or ''}".rstrip())
        return rejected

    def does(self, actor: int, verb: Verb, *seats: int, value: int | None = None) -> None:
        rejected = self.try_to(actor, verb, *seats, value=value)
        if rejected is not None:
            self.differ(f"{actor}: {verb} {seats}", "allowed", rejected.reason.value)

    def judge(self, verb: Verb, seat: int) -> None:
        self.does(JUDGE, verb, seat)

    def expire(self) -> None:
        self.does(CLOCK, Verb.EXPIRE)

    def offered(self, seat: int, verb: Verb) -> tuple[int, ...] | None:
        """The seats that this one may name with a verb now; None: the verb is not offered."""
        return next((offer.seats for offer in legal(self.game.state.view(seat)) if offer.verb is verb), None)

    def let_all_answer(self) -> None:
        """Whoever has not answered this night declines; or its time runs out."""
        night, table = self.game.table.number, self.game.table
        if self.coin(0.5):
            for seat in table.alive:
                for verb in (Verb.HOLD, Verb.SLEEP):
                    if table.number == night and self.offered(seat, verb) is not None:
                        self.does(seat, verb)
        else:
            self.expire()

    # --- differences -------------------------------------------------------------------------------------------

    def compare(self, views: Views) -> None:
        for name, (model, engine) in views.items():
            if model != engine:
                self.differ(name, model, engine)

    def differ(self, name: str, model: object, engine: object) -> None:
        raise Difference(
            f"{self.ruleset}, seed {self.seed}, line {len(self.told)}: {name}: the model says {model!r}, "
            f"the engine {engine!r} (python -m tests.independent_model {self.ruleset} {self.seed})"
        )
