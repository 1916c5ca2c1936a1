"""A computer player that suspects by what it sees and hears, plays its card, and sometimes errs like a person."""

from engine.commands import NO, YES, Command, Verb
from engine.dice import Dice
from engine.events import StepName
from engine.legal_moves import Offer, legal
from engine.options import Lynch
from engine.players.ability_choice import best_use
from engine.players.box.criminal import CriminalStrategy
from engine.players.box.evidence import INNOCENT, Opinion
from engine.players.box.strategy import BoxStrategy
from engine.players.box.town import TownStrategy
from engine.players.sport_and_city.ability_estimates import estimates_of
from engine.players.sport_and_city.black import Black
from engine.players.sport_and_city.evidence import Memory
from engine.players.sport_and_city.red import Red
from engine.players.sport_and_city.sheriff import Sheriff
from engine.players.sport_and_city.strategy import SportStrategy
from engine.players.statements import Statement
from engine.role_catalogue.sport import FIND_BLACK
from engine.roles import Side
from engine.state import SeatView
from engine.steps.night import asked
from engine.table import Table

TWO_SIDES = (Side.RED, Side.BLACK)
# Bound once: Python 3.11 takes ten times as long to look an enum member up.
NIGHT = StepName.NIGHT


def red_against_black(table: Table) -> bool:
    """Whether only red and black play, every role is on its team's side, and days begin with speeches in turn."""
    ruleset = table.rules.ruleset
    roles = [ruleset.roles[card] for card in set(table.cards)]
    plain = all(role.side in TWO_SIDES and role.team in (None, role.side) for role in roles)
    return plain and ruleset.day_opens_with is StepName.SPEECH


class SensiblePlayer:
    """Plays one seat for one game by what that seat has seen and heard.

    >>> from random import Random
    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim-2025"], {})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> commands = engine.play_to_the_end(game, [SensiblePlayer() for _ in range(10)], Random(1))
    >>> game.table.winner is not None
    True
    """

    __slots__ = ("_memory", "_strategy", "_thought_over", "_unheard", "sheriff_checks")

    def __init__(self, *, sheriff_checks: bool = True) -> None:
        self.sheriff_checks = sheriff_checks
        """If False, the Sheriff does not check and nobody claims the card: this measures the worth of checks."""
        self._memory: Memory | Opinion | None = None
        self._strategy: SportStrategy | BoxStrategy | None = None
        self._unheard: list[tuple[int, Statement]] = []
        self._thought_over = 0
        """Number of the step in which the player last decided whether to nominate."""

    # --- what it takes in ---------------------------------------------------------------------------------------

    def sit_down(self, view: SeatView, dice: Dice) -> None:
        """Prepares the strategy, so that hunches come from these dice and not from those of the first choice."""
        self._thinking(view, dice)

    def hear(self, seat: int, statement: Statement) -> None:
        """Receives what another seat has said."""
        if self._memory is None:
            self._unheard.append((seat, statement))
        else:
            self._memory.hear(seat, statement)

    def watch(self, view: SeatView) -> None:
        """Remembers the votes of a ballot that has closed."""
        self._remembered(view).look(view.table)

    def _remembered(self, view: SeatView) -> Memory | Opinion:
        if self._memory is None:
            self._memory = Memory(view) if red_against_black(view.table) else Opinion(view)
            for seat, statement in self._unheard:
                self._memory.hear(seat, statement)
        return self._memory

    def _thinking(self, view: SeatView, dice: Dice) -> SportStrategy | BoxStrategy:
        """Returns the strategy of the player's card, made at the first call."""
        if self._strategy is None:
            self._strategy = self._strategy_for(view, dice, self._remembered(view))
        return self._strategy

    def _strategy_for(self, view: SeatView, dice: Dice, memory: Memory | Opinion) -> SportStrategy | BoxStrategy:
        role = view.me.role
        if isinstance(memory, Opinion):
            return (TownStrategy if role.side in INNOCENT else CriminalStrategy)(view, dice, memory)
        if role.side is Side.BLACK:
            return Black(view, dice, memory, may_claim=self.sheriff_checks)
        if FIND_BLACK in role.abilities and self.sheriff_checks:
            return Sheriff(view, dice, memory)
        return Red(view, dice, memory)

    # --- what it does -------------------------------------------------------------------------------------------

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:
        """Returns what the player says; None for nothing."""
        statement = self._thinking(view, dice).speak(view, dice)
        if statement is not None:
            self.hear(view.me.seat, statement)
        return statement

    def choose(self, view: SeatView, dice: Dice) -> Command | None:
        """Returns the next command; None to let the step end by the clock."""
        table, me = view.table, view.me.seat
        if table.time_out_by or table.stopped:
            return None
        strategy = self._thinking(view, dice)
        if isinstance(strategy, BoxStrategy) and table.step is not NIGHT:
            strategy.see_day(view)
        match table.step:
            case StepName.SPEECH:
                return self._nominate(view, strategy, dice) or Command(me, Verb.PASS)
            case StepName.DISCUSSION:
                return self._nominate(view, strategy, dice) or Command(me, Verb.READY)
            case StepName.BALLOT | StepName.TIE_BALLOT:
                return _vote(view, strategy, dice)
            case StepName.CONFIRMATION:
                return Command(me, Verb.VOTE, (), YES if _confirms(view, strategy, dice) else NO)
            case StepName.LIFT_BALLOT:
                return Command(me, Verb.VOTE, (), YES if strategy.lift(view) else NO)
            case StepName.NIGHT:
                return (
                    strategy.at_night(view, dice)
                    if isinstance(strategy, BoxStrategy)
                    else _at_night(view, strategy, dice)
                )
            case StepName.LAST_WORD | StepName.BEST_MOVE:
                return _best_move(view, strategy) or Command(me, Verb.PASS)
            case StepName.TIE_SPEECH:
                return Command(me, Verb.PASS)
            case StepName.DEAL:
                return Command(me, Verb.SEEN)
            case StepName.MEET:
                return _appoint(view, strategy, dice)
            case _:
                return None

    def _nominate(self, view: SeatView, strategy: SportStrategy | BoxStrategy, dice: Dice) -> Command | None:
        """Returns a nomination or None; decides once in a step."""
        number = view.table.number
        if self._thought_over == number:
            return None
        self._thought_over = number
        target = strategy.nominate(view, dice)
        if target:
            for offer in legal(view):
                if offer.verb is Verb.NOMINATE and target in offer.seats:
                    return Command(view.me.seat, Verb.NOMINATE, (target,))
        return None


def _vote(view: SeatView, strategy: SportStrategy | BoxStrategy, dice: Dice) -> Command | None:
    """Votes when the most suspicious of the remaining candidates is called; None to wait for a later one."""
    table = view.table
    if isinstance(strategy, BoxStrategy) and table.rules.options.lynch is Lynch.ONE_BY_ONE:
        doomed = strategy.doom(view, dice, table.candidate)
        return Command(view.me.seat, Verb.VOTE, (), YES if doomed else NO)
    called = table.candidates[table.window :]
    worst = strategy.vote(view, dice, called)
    if worst != called[0] and table.rules.one_after_another:
        return None
    for offer in legal(view):
        if offer.verb is Verb.VOTE and worst in offer.seats:
            return Command(view.me.seat, Verb.VOTE, (worst,))
    return None


def _confirms(view: SeatView, strategy: SportStrategy | BoxStrategy, dice: Dice) -> bool:
    """Whether to say yes to the departure of the one with the most votes; never of oneself or a mate."""
    table, me = view.table, view.me
    if table.condemned == me.seat or table.condemned in me.mates:
        return False
    if isinstance(strategy, BoxStrategy):
        return strategy.doom(view, dice, table.condemned)
    return strategy.vote(view, dice, table.candidates) == table.condemned


def _at_night(view: SeatView, strategy: SportStrategy, dice: Dice) -> Command | None:
    for offer in legal(view):
        match offer.verb:
            case Verb.SHOOT:
                return _aim(view, offer, strategy.shoot(view, dice), Verb.HOLD)
            case Verb.CHECK:
                return _aim(view, offer, strategy.check(view, dice), Verb.SLEEP)
            case Verb.SUSPECT:
                return _aim(view, offer, strategy.first_guess(view, offer.seats), Verb.SLEEP)
            case Verb.HOLD | Verb.SLEEP | Verb.SURRENDER:
                continue
            case _:
                return _serve(view, offer, strategy, dice)
    return None


def _serve(view: SeatView, offer: Offer, strategy: SportStrategy, dice: Dice) -> Command:
    """Uses an ability other than a shot or a check, by the values of its effects."""
    ability = next(ability for ability in asked(view) if offer.verb in ability.verbs)
    verb, target = best_use(
        view.me.seat, ability, [offer], estimates_of(strategy, view), view.table.rules.options, dice
    )
    return Command(view.me.seat, verb, (target,) if target else ())


def _aim(view: SeatView, offer: Offer, target: int, otherwise: Verb) -> Command:
    """Returns the offered verb at this seat, or the verb `otherwise` if the offer does not have the seat."""
    if target in offer.seats:
        return Command(view.me.seat, offer.verb, (target,))
    return Command(view.me.seat, otherwise)


def _best_move(view: SeatView, strategy: SportStrategy | BoxStrategy) -> Command | None:
    for offer in legal(view):
        if offer.verb is Verb.BEST_MOVE:
            named = tuple(strategy.best_move(view, offer.seats)[: offer.most])
            return Command(view.me.seat, Verb.BEST_MOVE, named)
    return None


def _appoint(view: SeatView, strategy: SportStrategy | BoxStrategy, dice: Dice) -> Command | None:
    for offer in legal(view):
        if offer.verb is Verb.APPOINT:
            order = strategy.appoint(view, dice)[: offer.most]
            return Command(view.me.seat, Verb.APPOINT, order) if order else None  # empty if all are mates
    return None
