"""A rule set: the frozen declaration of how a game goes, and the rules in force at one table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.commands import Verb
from engine.events import StepName, Way, Winner
from engine.options import KINDS, Option, Options, resolve, write_option
from engine.roles import Ability, Role, Side

if TYPE_CHECKING:
    from engine.game import Game
    from engine.moves import Move
    from engine.points import Scoring
    from engine.state import SeatView


@dataclass(frozen=True, slots=True)
class Step:
    """A step owns its moves, knows whom it waits for and what its end leads to, and names the options it reads."""

    name: StepName
    moves: "tuple[Move, ...]"
    open: "Callable[[Game], None]"
    expire: "Callable[[Game], None]"
    """Its time is over."""
    awaits: "Callable[[SeatView], bool]"
    """Is this seat expected to do something?"""
    complete: "Callable[[Game], None]"
    """Nobody is awaited any more."""
    seat_gone: "Callable[[Game, int], None]"
    """A seat was removed while this step runs."""
    leads_to: frozenset[StepName]
    reads: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    id: str
    document: str
    """The rule document that it plays, as `S0`, `S3`."""
    official_size: int
    sizes: range
    roles: Mapping[str, Role]
    role_sets: Mapping[int, Mapping[str, int]]
    """Cards per number of players."""
    night_order: tuple[Ability, ...]
    steps: tuple[Step, ...]
    in_time_out: "tuple[Move, ...]"
    options: Mapping[str, Option]
    scoring: "Scoring"
    ending: Callable[[int, int], Winner | None]
    """Who has won with this many red and black players left."""
    last_words: frozenset[Way]
    removal_cancels_ballot: bool
    lift_everybody: bool
    best_move_if_two_left: bool
    """The first victim names three even after two or more have left on day 1."""
    protest_minutes: int

    @property
    def verbs(self) -> frozenset[Verb]:
        """All that a player can ever say under these rules."""
        moves = [move for step in self.steps for move in step.moves]
        return frozenset(move.verb for move in (*moves, *self.in_time_out))


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """A rule set with the options of one table, laid out for quick answers."""

    ruleset: RuleSet
    options: Options
    steps: Mapping[StepName, Step]
    verbs: frozenset[Verb]
    moves: "Mapping[StepName, Mapping[Verb, Move]]"
    """What belongs to each step."""
    in_time_out: "Mapping[Verb, Move]"
    given: "Mapping[StepName, Mapping[str, Mapping[Verb, Move]]]"
    """What a holder of each role is given in each step: the moves that are switched on and not another role's."""

    @property
    def changed(self) -> tuple[tuple[str, str], ...]:
        """The options that differ from the official ones, as text."""
        return tuple(
            (key, write_option(key, value))
            for key in KINDS
            if key in self.ruleset.options
            and (value := getattr(self.options, key)) != self.ruleset.options[key].value
        )


def rules_for(ruleset: RuleSet, changed: Mapping[str, str]) -> Rules:
    """The rules in force when these options are changed; `BadOption` if one cannot be."""
    return _rules_for(ruleset, tuple(sorted(changed.items())))


@lru_cache(maxsize=512)
def _rules_for(ruleset: RuleSet, changed: tuple[tuple[str, str], ...]) -> Rules:
    options = resolve(ruleset.options, dict(changed))
    return Rules(
        ruleset=ruleset,
        options=options,
        steps={step.name: step for step in ruleset.steps},
        verbs=ruleset.verbs,
        moves={step.name: {move.verb: move for move in step.moves} for step in ruleset.steps},
        in_time_out={move.verb: move for move in ruleset.in_time_out},
        given={
            step.name: {
                role.id: {
                    move.verb: move for move in step.moves if move.switched_on(options) and move.given_to(role)
                }
                for role in ruleset.roles.values()
            }
            for step in ruleset.steps
        },
    )


def cards_for(ruleset: RuleSet, size: int) -> tuple[str, ...]:
    """The cards for a number of players."""
    return tuple(role for role, count in ruleset.role_sets[size].items() for _ in range(count))


def check_cards(ruleset: RuleSet, cards: tuple[str, ...]) -> str:
    """Why no game can be played with these cards; empty if one can."""
    size = len(cards)
    if size not in ruleset.sizes:
        return f"{ruleset.id} is played by {ruleset.sizes[0]} to {ruleset.sizes[-1]}, not by {size}"
    for card in cards:
        if card not in ruleset.roles:
            return f"{ruleset.id} has no role {card!r}"
    for role in ruleset.roles.values():
        if role.at_most and cards.count(role.id) > role.at_most:
            return f"{cards.count(role.id)} cards {role.id!r}, at most {role.at_most} allowed"
    sides = [ruleset.roles[card].side for card in cards]
    red, black = sides.count(Side.RED), sides.count(Side.BLACK)
    if ruleset.ending(red, black) is not None:
        return f"{red} red and {black} black cards: decided at the deal"
    return ""
