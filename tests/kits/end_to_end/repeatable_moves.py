"""Moves of people in a game that must go the same way twice: they depend on the prompts, never on the time."""

import random

from engine.commands import Command, Verb
from engine.events import StepName
from engine.legal_moves import Offer, legal
from engine.roles import Side
from engine.state import State

NOMINATORS = 2
"""A ballot needs two candidates; everybody votes for the first, so that it closes before its time."""
INNOCENT = frozenset({Side.RED, Side.TOWN})


def next_move(state: State, seed: str) -> Command | None:
    """Returns the move of the lowest seat that is awaited; None when only the clock can go on."""
    table = state.table
    step = table.rules.steps.get(table.step)
    if step is None or table.step is StepName.OVER or table.stopped:
        return None  # a game that its group has paused goes on by itself
    for seat in (table.speaker,) if table.speaker else table.alive:
        if step.awaits(state.views[seat]):
            return choose(state, seat, seed)._replace(step=table.number)
    return None


def choose(state: State, seat: int, seed: str) -> Command:
    table, view = state.table, state.views[seat]
    offers = {offer.verb: offer for offer in legal(view)}
    dice = random.Random(f"{seed}:{table.number}:{seat}")
    if Verb.SEEN in offers:
        return Command(seat, Verb.SEEN)
    # some rules let people change their vote without end
    nominated = any(by == seat for by, _ in table.nominations)
    if Verb.NOMINATE in offers and len(table.nominations) < NOMINATORS and not nominated:
        return Command(seat, Verb.NOMINATE, (_prey(state, offers[Verb.NOMINATE], seat),))
    if Verb.VOTE in offers:
        vote = offers[Verb.VOTE]
        return Command(seat, Verb.VOTE, value=1) if vote.values else Command(seat, Verb.VOTE, vote.seats[:1])
    for verb in (Verb.BEST_MOVE, Verb.APPOINT):
        if verb in offers:
            count = max(offers[verb].least, min(offers[verb].most, 3))
            return Command(seat, verb, tuple(sorted(dice.sample(offers[verb].seats, count))))
    if Verb.SHOOT in offers:
        return Command(seat, Verb.SHOOT, (_prey(state, offers[Verb.SHOOT], seat),))
    for verb in (Verb.READY, Verb.PASS):
        if verb in offers:
            return Command(seat, verb)
    aimed = [offer for offer in offers.values() if offer.seats and offer.verb is not Verb.NOMINATE]
    if aimed:
        return Command(seat, aimed[0].verb, (dice.choice(aimed[0].seats),))
    for verb in (Verb.HOLD, Verb.SLEEP):
        if verb in offers:
            return Command(seat, verb)
    raise LookupError(f"seat {seat} is awaited in {table.step} and may do nothing of {sorted(offers)}")


def _prey(state: State, offer: Offer, seat: int) -> int:
    """Returns the lowest innocent seat: the game is short, and the shots agree."""
    return next(
        (other for other in offer.seats if other != seat and state.side(other) in INNOCENT), offer.seats[0]
    )
