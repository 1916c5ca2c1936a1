"""What comes of each decision that nobody has made when its time is over.

Derived from what the steps and abilities declare, so that a page of rules always says what the engine does.
"""

from collections.abc import Iterator
from enum import StrEnum

from engine.ability_effects import Agreement, Effect, Inspect, Kill, TeamKill
from engine.events import StepName
from engine.options import BestMoveTime, Lynch, Unvoted
from engine.roles import Ability
from engine.rules import Rules


class DefaultOutcome(StrEnum):
    """What comes of a decision that was not made when its time is over; in the order of a game."""

    CARD = "card"
    """The card was not looked at: the game begins all the same."""
    ORDER = "order"
    """The head of a team has appointed no shots: there is no order."""
    MINUTE = "minute"
    """The minute passes, and nobody is nominated in it."""
    TALK = "talk"
    """Who does not say to be ready wants to go on talking."""
    VOTE_TO_THE_LAST = "vote-to-the-last"
    VOTE_LOST = "vote-lost"
    VERDICT = "verdict"
    """One suspect after another: silence is not a yes."""
    LIFT = "lift"
    """Silence is a no."""
    SHOT_MISSED = "shot-missed"
    """One who does not shoot makes it a miss for the team."""
    SHOT_BY_OTHERS = "shot-by-others"
    """The team shoots where those want who have chosen."""
    SHOT_OF_ONES_OWN = "shot-of-ones-own"
    CHECK = "check"
    CHECK_AFTER_SHOT = "check-after-shot"
    """Who has not answered about the shot is not asked for the check either."""
    CHOICE = "choice"
    """Any other ability: nobody is chosen."""
    BEST_MOVE = "best-move"
    JUDGE = "judge"
    """In a time-out: whoever does not vote on the judge keeps him."""


def default_outcomes_of(rules: Rules) -> tuple[DefaultOutcome, ...]:
    """What each decision comes to that nobody makes in time, under these rules, in the order of a game.

    >>> import engine
    >>> [each.value for each in default_outcomes_of(engine.rules_for(engine.RULESETS["fiim"], {}))][:3]
    ['card', 'order', 'minute']
    """
    declared = frozenset(_declared(rules))
    return tuple(each for each in DefaultOutcome if each in declared)


def silence_of(ability: Ability) -> DefaultOutcome:
    """What comes of a question of the night that has not been answered in time; `CHOICE` if its holder could have
    done several things.

    >>> import engine
    >>> don = engine.RULESETS["fiim-2025"].roles["don"]
    >>> [silence_of(ability).value for ability in don.abilities]
    ['shot-missed', 'check-after-shot']
    """
    outcomes = {*_at_night(ability)}
    if DefaultOutcome.CHECK_AFTER_SHOT in outcomes:
        return DefaultOutcome.CHECK_AFTER_SHOT
    return outcomes.pop() if len(outcomes) == 1 else DefaultOutcome.CHOICE


def silence_in_vote(rules: Rules, step: StepName) -> DefaultOutcome:
    """What comes of a vote that was not cast in a ballot, or in the vote on whether all of the tied leave.

    >>> import engine
    >>> silence_in_vote(engine.rules_for(engine.RULESETS["city"], {}), engine.StepName.BALLOT).value
    'vote-lost'
    """
    if step is StepName.CONFIRMATION:
        return DefaultOutcome.VOTE_LOST
    return DefaultOutcome.LIFT if step is StepName.LIFT_BALLOT else _vote(rules)


def _declared(rules: Rules) -> Iterator[DefaultOutcome]:
    options, steps, ruleset = rules.options, rules.steps, rules.ruleset
    if StepName.DEAL in steps:
        yield DefaultOutcome.CARD
    if any(role.leads for role in ruleset.roles.values()):
        yield DefaultOutcome.ORDER
    if StepName.SPEECH in steps:
        yield DefaultOutcome.MINUTE
    if StepName.DISCUSSION in steps:
        yield DefaultOutcome.TALK
    if StepName.BALLOT in steps:
        yield _vote(rules)
    if StepName.LIFT_BALLOT in steps:
        yield DefaultOutcome.LIFT
    for ability in ruleset.abilities:
        yield from _at_night(ability)
    if options.best_move_time is not BestMoveTime.NEVER:
        yield DefaultOutcome.BEST_MOVE
    if options.time_outs:
        yield DefaultOutcome.JUDGE


def _vote(rules: Rules) -> DefaultOutcome:
    reads, options = rules.steps[StepName.BALLOT].reads, rules.options
    if "lynch" in reads and options.lynch is Lynch.ONE_BY_ONE:
        return DefaultOutcome.VERDICT
    to_the_last = "unvoted" in reads and options.unvoted is Unvoted.LAST_CANDIDATE
    return DefaultOutcome.VOTE_TO_THE_LAST if to_the_last else DefaultOutcome.VOTE_LOST


def _at_night(ability: Ability) -> Iterator[DefaultOutcome]:
    for _, effects in ability.uses:
        for effect in effects:
            yield _effect(effect)
    if ability.after:
        yield DefaultOutcome.CHECK_AFTER_SHOT


def _effect(effect: Effect) -> DefaultOutcome:
    match effect:
        case TeamKill(Agreement.ALL):
            return DefaultOutcome.SHOT_MISSED
        case TeamKill():
            return DefaultOutcome.SHOT_BY_OTHERS
        case Kill():
            return DefaultOutcome.SHOT_OF_ONES_OWN
        case Inspect():
            return DefaultOutcome.CHECK
        case _:
            return DefaultOutcome.CHOICE
