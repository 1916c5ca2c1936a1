"""Players that choose at random: a baseline for other players, and a source of games for tests."""

from engine.commands import Command, Verb
from engine.dice import Dice
from engine.events import StepName
from engine.legal_moves import Offer, legal
from engine.options import Unvoted
from engine.players.statements import Statement
from engine.state import SeatView
from engine.table import Table

# Bound once: Python 3.11 takes ten times as long to look an enum member up.
TIE_BALLOT = StepName.TIE_BALLOT
SPEECH = StepName.SPEECH
NOMINATE = Verb.NOMINATE
PASS = Verb.PASS
VOTE = Verb.VOTE
SHOOT = Verb.SHOOT
APPOINT = Verb.APPOINT

NEVER = frozenset({Verb.SURRENDER, Verb.TIME_OUT, Verb.WITHDRAW, Verb.EXTEND, Verb.HOLD, Verb.SLEEP})
"""Verbs that only delay, decline or give up; random players do not use them."""
NAMED = 3
ENOUGH = 2
"""With this many candidates a ballot is held even on day 1."""
ONE_MORE = 1 / 3
"""Probability that a speaker nominates although there are already `ENOUGH` candidates."""


class _Mute:
    """Says nothing and has no memory, so one instance can play all seats of a table."""

    __slots__ = ()

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:  # noqa: ARG002
        return None

    def hear(self, seat: int, statement: Statement) -> None:
        pass

    def watch(self, view: SeatView) -> None:
        pass


class WildPlayer(_Mute):
    """Chooses any legal command that does not merely delay, decline or give up. Blacks hardly ever shoot together.

    >>> from random import Random
    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> WildPlayer().choose(game.state.view(3), Random(1)).verb.value
    'seen'
    """

    __slots__ = ()

    def choose(self, view: SeatView, dice: Dice) -> Command | None:
        """Returns a random legal command; None if there is none."""
        wanted = [offer for offer in legal(view) if offer.verb not in NEVER]
        if not wanted:
            return None
        return pick(view.me.seat, wanted[0] if len(wanted) == 1 else dice.choice(wanted), dice)


class RandomPlayer(_Mute):
    """Plays at random so that chances can be computed exactly: one player leaves each day, one each night.

    The Don appoints all reds in a random order and the team shoots in that order, so it never misses. By day two
    or more are nominated and voted on at random; nobody votes in a second round, so that the votes go to the last
    of the tied. So who leaves by day depends on no card.

    >>> from random import Random
    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> commands = engine.play_to_the_end(game, [RandomPlayer()] * 10, Random(1))
    >>> game.table.step.value
    'over'
    """

    __slots__ = ()

    def choose(self, view: SeatView, dice: Dice) -> Command | None:
        """Returns the next command; None to let the step end by the clock."""
        step = view.table.step
        if (step is StepName.BALLOT or step is TIE_BALLOT) and not _votes_now(view.table, dice):
            return None
        offers = legal(view)
        if len(offers) > 1:
            offers = [offer for offer in offers if offer.verb not in NEVER]
        if not offers:
            return None
        offer, me = offers[0], view.me
        if offer.verb is NOMINATE:
            return pick(me.seat, offer if len(offers) == 1 or _nominates_now(view, dice) else offers[1], dice)
        if offer.verb is SHOOT and me.mates:
            return Command(me.seat, SHOOT, (_next_appointed(view),))
        if offer.verb is APPOINT:
            reds = [seat for seat in offer.seats if seat not in me.mates]
            dice.shuffle(reds)
            return Command(me.seat, APPOINT, tuple(reds[: offer.most])) if reds else None
        if len(offers) > 1 and step is StepName.NIGHT:
            offer = dice.choice(offers)
        return pick(me.seat, offer, dice)


def _votes_now(table: Table, dice: Dice) -> bool:
    """Whether to vote now, so that each candidate gets the vote with the same chance even if called one by one."""
    options = table.rules.options
    if not table.rules.one_after_another:
        return True
    if table.step is TIE_BALLOT and options.unvoted is Unvoted.LAST_CANDIDATE:
        return False
    return dice.random() * (len(table.candidates) - table.window) < 1


def _nominates_now(view: SeatView, dice: Dice) -> bool:
    table, me = view.table, view.me.seat
    if len(table.candidates) >= ENOUGH and dice.random() >= ONE_MORE:
        return False
    return all(by != me for by, _ in table.nominations)


def _next_appointed(view: SeatView) -> int:
    """Returns the first living seat on the Don's list, else the first living seat outside the team."""
    alive, me = view.table.alive, view.me
    for seat in me.appointed:
        if seat in alive:
            return seat
    return next((seat for seat in alive if seat not in me.mates), alive[0])


def pick(seat: int, offer: Offer, dice: Dice) -> Command:
    """Returns a random command that the offer allows."""
    if offer.values:
        return Command(seat, offer.verb, (), dice.choice(offer.values))
    if not offer.most:
        return Command(seat, offer.verb)
    if offer.most == 1:
        seats = offer.seats
        return Command(seat, offer.verb, (seats[int(dice.random() * len(seats))],))
    order = list(offer.seats)
    dice.shuffle(order)
    return Command(seat, offer.verb, tuple(order[: min(offer.most, NAMED)]))
