"""A rule set: the frozen declaration of how a game goes, and the rules in force at one table.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.ability_effects import Block, Disguise, Kill, TeamKill, in_force
from engine.commands import Verb
from engine.errors import BadOption, UnknownRoleSet
from engine.events import StepName, Way, Winner
from engine.options import KINDS, BallotSecrecy, BallotStyle, Option, Options, parse_option, resolve, write_option
from engine.penalty_clauses import Clauses
from engine.protest_ruling_reasons import RulingReasons
from engine.roles import SUSPECT, Ability, Role, Side
from engine.speech_length import SHORT_SPEECH_AT

if TYPE_CHECKING:
    from engine.game import Game
    from engine.legal_moves import Move
    from engine.points import Scoring
    from engine.role_set_check import Constraint
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


def read_only(value: Any) -> Any:
    """A mapping that cannot be changed, nor those in it; anything else as it is, and so a mapping made before."""
    if isinstance(value, Mapping) and not isinstance(value, MappingProxyType):
        return MappingProxyType({key: read_only(inner) for key, inner in value.items()})
    return value


Cards = Mapping[str, int]
"""How many of each role."""
Sides = Mapping[Side, int]
"""How many of each side live."""


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """How a game goes, as one rule document has it: roles, cards, steps, the night, options, points, the end.

    The official ones are in `RULESETS`; `verify_ruleset` checks one of your own.

    >>> import engine
    >>> engine.RULESETS["fiim-2025"]
    <RuleSet fiim-2025 (S3), 6 to 12 players>
    """

    id: str
    document: str
    """The rule document that it plays, as `S0`, `S3`."""
    official_size: int
    sizes: range
    roles: Mapping[str, Role]
    role_sets: Mapping[str, Mapping[int, Cards]]
    """Named role sets: cards per number of players. The first is the usual one."""
    night_order: tuple[tuple[Ability, ...], ...]
    """The night as a list: what stands together happens in one moment."""
    waves: tuple[tuple[Ability, ...], ...]
    """Which abilities are asked for together; an answer of an earlier wave is known in the later ones."""
    steps: tuple[Step, ...]
    in_time_out: "tuple[Move, ...]"
    options: Mapping[str, Option]
    scoring: "Scoring"
    clauses: Clauses
    """For what the judge punishes."""
    ending: Callable[[Sides, Options], Winner | None]
    """Who has won with these left."""
    day_opens_with: StepName
    last_words: frozenset[Way]
    constraints: "tuple[Constraint, ...]" = ()
    """What a set of cards must and should keep to."""
    meets_in_silence: bool = False
    """A team that meets has no words, unless the table lets it write at night."""
    removal_cancels_ballot: bool = False
    lift_everybody: bool = False
    best_move_if_two_left: bool = True
    """The first victim names three even after two or more have left on day 1."""
    every_victim_names: bool = False
    """Whoever was killed in the first night has the best move, not only the team's victim."""
    the_dead_act: bool = True
    """Whoever is killed in a night has acted in it all the same."""
    short_speech_at: tuple[int, ...] = SHORT_SPEECH_AT
    """With so few at the table a silenced player has half a minute."""
    last_seconds_announced: bool = False
    """The speaker is told when ten seconds are left; elsewhere the countdown in the message shows it."""
    third_foul_at_once: bool = False
    """In the own minute, too: it is not the next one that is lost."""
    misses_that_lose: int = 0
    """So many misses in a row, with nobody voted out or removed between them, lose the game for the team."""
    among_friends: bool = False
    """An evening and no tournament: where offences are off nobody who lives is silenced, at night neither, and
    whoever is out has a chat of their own unless the group closes it. Only the host of the game asks."""
    protest_minutes: int = 10
    rulings: RulingReasons = field(default_factory=dict)
    """Why the result of a game may be changed, or the game played again."""
    reads: frozenset[str] = frozenset()
    """Options that the end of the game depends on."""

    def __post_init__(self) -> None:
        # A view reaches its rules: nobody shall change them through it.
        for name in ("roles", "role_sets", "options", "clauses", "rulings"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

    def __repr__(self) -> str:
        sizes = f"{self.sizes[0]} to {self.sizes[-1]}"
        return f"<RuleSet {self.id} ({self.document}), {sizes} players>"

    @property
    def verbs(self) -> frozenset[Verb]:
        """All that a player can ever say under these rules."""
        moves = [move for step in self.steps for move in step.moves]
        return frozenset(move.verb for move in (*moves, *self.in_time_out))

    @property
    def abilities(self) -> tuple[Ability, ...]:
        """All abilities of the night, in the order in which they take effect."""
        return tuple(ability for together in self.night_order for ability in together)


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """A rule set with the options of one table; made by `rules_for`.

    >>> import engine
    >>> engine.rules_for(engine.RULESETS["fiim"], {"speech": "45"})
    <Rules fiim speech=45>
    """

    ruleset: RuleSet
    options: Options
    steps: Mapping[StepName, Step]
    verbs: frozenset[Verb]
    moves: "Mapping[StepName, Mapping[Verb, Move]]"
    """What belongs to each step."""
    in_time_out: "Mapping[Verb, Move]"
    given: "Mapping[StepName, Mapping[str, Mapping[Verb, Move]]]"
    """What a holder of each role is given in each step: the moves that are switched on and not another role's."""
    asked: Mapping[str, tuple[tuple[Ability, ...], ...]]
    """What a holder of each role is asked in each wave, from wave 1 on; nobody is left without a prompt."""
    asked_in_prison: Mapping[str, tuple[tuple[Ability, ...], ...]]
    """The same for a prisoner: only what comes after a moment in which the warden may have fallen."""
    asked_in_peace: Mapping[str, tuple[tuple[Ability, ...], ...]]
    """The same in a night without a kill: nothing that can only shoot."""
    answers_at_once: bool
    """Nothing in a night can change the answer to a question, so it need not wait."""
    one_after_another: bool
    """Candidates are called one by one. A secret vote is never given like that: its moment would tell it."""

    def __post_init__(self) -> None:
        for name in ("steps", "moves", "in_time_out", "given", "asked", "asked_in_prison", "asked_in_peace"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

    def __repr__(self) -> str:
        return f"<Rules {' '.join((self.ruleset.id, *map('='.join, self.changed)))}>"

    @property
    def first_shooting_night(self) -> int:
        """The number of the first night in which somebody can be killed."""
        return 1 if self.options.first_night_kill else 2

    @property
    def last_words(self) -> frozenset[Way]:
        """Whoever leaves in one of these ways has the last word."""
        return self.ruleset.last_words if self.options.last_words else frozenset()

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
    """The rules of a table: a rule set with these options changed, each as text.

    `BadOption` names an option that the rule set does not have, or a value that it cannot take.

    >>> import engine
    >>> rules_for(engine.RULESETS["fiim"], {"speech": "45"}).options.speech
    45
    >>> rules_for(engine.RULESETS["fiim"], {"speech": "long"})
    Traceback (most recent call last):
    engine.errors.BadOption: option speech has no value 'long'
    """
    different = {}
    for key, text in changed.items():
        if key not in ruleset.options:
            raise BadOption(f"unknown option {key!r}")
        value = parse_option(key, text)
        if value != ruleset.options[key].value:
            different[key] = write_option(key, value)
    return _rules_for(ruleset, tuple(sorted(different.items())))


@lru_cache(maxsize=512)
def _rules_for(ruleset: RuleSet, changed: tuple[tuple[str, str], ...]) -> Rules:
    options = resolve(ruleset.options, dict(changed))
    roles = tuple(ruleset.roles.values())
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
                for role in roles
            }
            for step in ruleset.steps
        },
        asked=_asked(ruleset, frozenset(ruleset.abilities)),
        asked_in_prison=_asked(ruleset, _after_a_shot(ruleset)),
        asked_in_peace=_asked(ruleset, frozenset(a for a in ruleset.abilities if not _only_shoots(a))),
        answers_at_once=not any(
            isinstance(effect, Block | Disguise) and in_force(effect, options)
            for ability in ruleset.abilities
            for _, effects in ability.uses
            for effect in effects
        ),
        one_after_another=options.ballot_style is BallotStyle.SEQUENTIAL
        and options.ballot_secrecy is BallotSecrecy.OPEN,
    )


def _asked(ruleset: RuleSet, of: frozenset[Ability]) -> Mapping[str, tuple[tuple[Ability, ...], ...]]:
    return {
        role.id: (
            (SUSPECT,),
            *(tuple(a for a in role.abilities if a in wave and a in of) or (SUSPECT,) for wave in ruleset.waves),
        )
        for role in ruleset.roles.values()
    }


def _after_a_shot(ruleset: RuleSet) -> frozenset[Ability]:
    """What happens later in a night than the first shot that can be fired in it."""
    order = ruleset.night_order
    first = next((moment for moment, together in enumerate(order) if any(map(_shoots, together))), len(order))
    return frozenset(ability for together in order[first + 1 :] for ability in together)


def _shoots(ability: Ability) -> bool:
    return any(isinstance(effect, Kill | TeamKill) for _, effects in ability.uses for effect in effects)


def _only_shoots(ability: Ability) -> bool:
    return all(isinstance(effect, Kill | TeamKill) for _, effects in ability.uses for effect in effects)


def cards_for(ruleset: RuleSet, size: int, role_set: str = "") -> tuple[str, ...]:
    """The cards of a role set for a number of players; without a name those of the usual one.

    `UnknownRoleSet` names a role set or a number of players that the rule set has no cards for.

    >>> import engine
    >>> cards_for(engine.RULESETS["fiim"], 10)[:4]
    ('don', 'mafia', 'mafia', 'sheriff')
    >>> cards_for(engine.RULESETS["fiim"], 99)
    Traceback (most recent call last):
    engine.errors.UnknownRoleSet: 'official' of fiim has no cards for 99 players, only for 6, 7, 8, 9, 10, 11, 12
    """
    name = role_set or next(iter(ruleset.role_sets))
    if name not in ruleset.role_sets:
        raise UnknownRoleSet(f"{ruleset.id} has no role set {name!r}; it has: {', '.join(ruleset.role_sets)}")
    by_size = ruleset.role_sets[name]
    if size not in by_size:
        known = ", ".join(map(str, sorted(by_size)))
        raise UnknownRoleSet(f"{name!r} of {ruleset.id} has no cards for {size} players, only for {known}")
    cards = by_size[size]
    return tuple(role for role, count in cards.items() for _ in range(count))
