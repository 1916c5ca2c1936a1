"""What using an ability on each seat is worth: one function per kind of effect, so that new roles need no code."""

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
from engine.players import tuning
from engine.roles import Ability

TIE_BREAK = 0.15
"""So that equals are not always chosen in the order of the seats."""


class Estimates(NamedTuple):
    """How the table looks to one player. Lists are indexed by seat; index 0 is nobody."""

    foe: list[float]
    """How likely this seat plays against the player."""
    worth: list[float]
    """How much it matters what becomes of it: a leader, one who is trusted, a voice that counts."""
    doubt: list[float]
    """How much a question about it would teach."""
    leader: list[float]
    """How likely it turns out to be the leader, as far as that is not known yet."""
    trusted: list[float]
    """How far the table takes it for innocent."""
    opposed: list[float]
    """How much it speaks and votes against the player's side."""
    jailed: tuple[int, ...] = ()


Value = Callable[[Estimates, int, Any], float]


def _kill(o: Estimates, seat: int, _: Kill | TeamKill) -> float:
    foe = o.foe[seat]
    gain = foe - tuning.FRIENDLY_FIRE * (1 - foe)
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
    """The verb and the seat that promise most; to decline, and seat 0, if nothing is worth doing.

    To bluff with an ability at oneself is left to people: here it happens only where the role has a rule for it.
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
