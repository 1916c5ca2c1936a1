"""Values the use of an ability on each seat: one function per kind of effect, so that new roles need no code."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.ability_effects import (
    Alibi,
    Asks,
    Block,
    CopyVote,
    Disguise,
    Expose,
    Guard,
    Guess,
    Inspect,
    Jail,
    Kill,
    Protect,
    Silence,
    TeamKill,
    in_force,
)
from engine.commands import Verb
from engine.dice import Dice
from engine.legal_moves import Offer
from engine.options import Options
from engine.players import strength
from engine.roles import Ability

TIE_BREAK = 0.15
"""Largest random addition to a value, so that equal seats are not always chosen in the order of their numbers."""


class Estimates(NamedTuple):
    """One player's estimates of all seats. Lists are indexed by seat; index 0 is unused."""

    foe: list[float]
    """Probability that the seat plays against the player."""
    worth: list[float]
    """How much the seat's survival matters; highest for a known or believed leader."""
    doubt: list[float]
    """How much the answer to a question about the seat's side or role would tell; 0 if it is known."""
    leader: list[float]
    """How promising it is to ask whether the seat is the leader; 0 if it is known."""
    trusted: list[float]
    """Probability that the seat is innocent or red; for a criminal or black player as the others see it."""
    opposed: list[float]
    """How much the seat has spoken against the player's side or nominated its members."""
    jailed: tuple[int, ...] = ()


Value = Callable[[Estimates, int, Any], float]


def _kill(o: Estimates, seat: int, _: Kill | TeamKill) -> float:
    foe = o.foe[seat]
    gain = foe - strength.FRIENDLY_FIRE * (1 - foe)
    return gain * (1 + o.worth[seat]) if gain > 0 else gain


def _save(o: Estimates, seat: int, _: Protect | Guard) -> float:
    return (1 - o.foe[seat]) * o.worth[seat]


def _block(o: Estimates, seat: int, _: Block) -> float:
    return (2 * o.foe[seat] - 1) * o.worth[seat]


def _disguise(o: Estimates, seat: int, _: Disguise) -> float:
    return o.foe[seat] * o.trusted[seat]


def _inspect(o: Estimates, seat: int, effect: Inspect) -> float:
    return o.doubt[seat] if effect.asks in (Asks.SIDE, Asks.ROLE) else o.leader[seat]


def _expose(o: Estimates, seat: int, _: Expose) -> float:
    return -0.15 * o.foe[seat]


def _jail(o: Estimates, seat: int, _: Jail) -> float:
    return 0.0 if seat in o.jailed else 0.5 * o.foe[seat]


def _silence(o: Estimates, seat: int, _: Silence) -> float:
    return o.foe[seat] * (o.worth[seat] + o.opposed[seat])


def _copy(o: Estimates, seat: int, _: CopyVote) -> float:
    return o.foe[seat] * (0.5 + o.opposed[seat])


def _alibi(o: Estimates, seat: int, _: Alibi) -> float:
    return (1 - o.foe[seat]) * o.worth[seat] - o.foe[seat]


def _guess(o: Estimates, seat: int, _: Guess) -> float:
    return o.foe[seat]


VALUES: Mapping[type, Value] = {
    Kill: _kill,
    TeamKill: _kill,
    Protect: _save,
    Guard: _save,
    Block: _block,
    Disguise: _disguise,
    Inspect: _inspect,
    Expose: _expose,
    Jail: _jail,
    Silence: _silence,
    CopyVote: _copy,
    Alibi: _alibi,
    Guess: _guess,
}


def best_use(
    me: int, ability: Ability, offers: list[Offer], estimates: Estimates, options: Options, dice: Dice
) -> tuple[Verb, int]:
    """Returns the verb and the seat of the highest value; the verb that declines, and 0, if none is positive.

    A player uses no ability on its own seat, unless the role has a rule for that or the team acts together.
    """
    others_only = not ability.aims and not ability.by_team
    best, verb, target = 0.0, ability.declines[0], 0
    for offer in offers:
        effects = [(VALUES[type(e)], e) for e in ability.effects(offer.verb) if in_force(e, options)]
        if not effects:
            continue
        for seat in offer.seats:
            if seat == me and others_only:
                continue
            value = sum([worth(estimates, seat, effect) for worth, effect in effects])
            if value > 0:
                value += TIE_BREAK * dice.random()
            if value > best:
                best, verb, target = value, offer.verb, seat
    return verb, target
