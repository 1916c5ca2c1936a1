"""A player who does anything legal: the floor to measure others against, and a tireless tester."""

from engine.commands import Command, Verb
from engine.moves import Offer, legal
from engine.players.seat import Dice
from engine.state import SeatView

NEVER = frozenset({Verb.SURRENDER, Verb.TIME_OUT, Verb.WITHDRAW, Verb.HOLD, Verb.SLEEP})
"""Ways to stand still: a game of random players should be one of play."""
NAMED = 3


class RandomPlayer:
    __slots__ = ()

    def choose(self, view: SeatView, dice: Dice) -> Command | None:
        offers = legal(view)
        wanted = [offer for offer in offers if offer.verb not in NEVER]
        if not wanted:
            return None
        offer = wanted[0]
        if len(wanted) > 1:
            offer = dice.choice(wanted)
        return pick(view.me.seat, offer, dice)


def pick(seat: int, offer: Offer, dice: Dice) -> Command:
    """Any command that the offer allows."""
    if offer.values:
        return Command(seat, offer.verb, (), dice.choice(offer.values))
    if not offer.most:
        return Command(seat, offer.verb)
    if offer.most == 1:
        return Command(seat, offer.verb, (dice.choice(offer.seats),))
    seats = list(offer.seats)
    dice.shuffle(seats)
    return Command(seat, offer.verb, tuple(seats[: min(offer.most, NAMED)]))
