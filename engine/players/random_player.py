"""Players without a thought: the floor to measure others against, and a tireless tester."""

from engine.commands import Command, Verb
from engine.events import StepName
from engine.moves import Offer, legal
from engine.options import BallotStyle, Unvoted
from engine.players.seat import Dice
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
"""Ways to stand still: a game of random players should be one of play."""
NAMED = 3
ENOUGH = 2
"""With this many candidates a ballot is held even on day 1."""
ONE_MORE = 1 / 3
"""How often a speaker nominates although enough stand already."""


class _Mute:
    """Says nothing, hears nothing, remembers nothing: one of these can sit on all the seats of a table."""

    __slots__ = ()

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:  # noqa: ARG002
        return None

    def hear(self, seat: int, statement: Statement) -> None:
        pass

    def watch(self, view: SeatView) -> None:
        pass


class WildPlayer(_Mute):
    """Does anything legal that is a move at all. Three such blacks hardly ever hit at night."""

    __slots__ = ()

    def choose(self, view: SeatView, dice: Dice) -> Command | None:
        wanted = [offer for offer in legal(view) if offer.verb not in NEVER]
        if not wanted:
            return None
        return pick(view.me.seat, wanted[0] if len(wanted) == 1 else dice.choice(wanted), dice)


class RandomPlayer(_Mute):
    """Plays at random under the conduct whose chances are known exactly: one leaves each day, one each night.

    The Don appoints all reds in any order and the team shoots them down the list, so it never misses. By day
    two or more are nominated and voted on at random; a second round is left to the clock, so that the votes
    fall to the last of the tied. Who leaves by day thus depends on no card.
    """

    __slots__ = ()

    def choose(self, view: SeatView, dice: Dice) -> Command | None:
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
    """Each candidate gets a vote with the same chance, also when they are called one by one."""
    options = table.rules.options
    if options.ballot_style is BallotStyle.SIMULTANEOUS:
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
    """The first on the Don's list who still lives, or the first living seat that is not of the team."""
    alive, me = view.table.alive, view.me
    for seat in me.appointed:
        if seat in alive:
            return seat
    return next((seat for seat in alive if seat not in me.mates), alive[0])


def pick(seat: int, offer: Offer, dice: Dice) -> Command:
    """Any command that the offer allows."""
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
