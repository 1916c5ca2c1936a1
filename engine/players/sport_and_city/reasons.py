"""Finds the strongest reason in a player's memory to suspect or trust a seat."""

from engine.players.sport_and_city.evidence import Memory
from engine.players.sport_and_city.team_probabilities import Verdict
from engine.players.statements import Ground
from engine.roles import Side

Grounds = tuple[Ground, tuple[int, ...]]

BELIEVED = 0.5
"""Probability from which a claimant is believed."""
SURELY_RED = 0.05
RATHER_BLACK = 0.6


def believed_sheriff(memory: Memory, verdict: Verdict) -> int:
    """Returns the claimant whom this verdict believes; 0 for none."""
    if memory.claims and len(verdict.cases) == len(memory.claims) + 1:
        for seat, weight in zip(memory.claims, verdict.cases[1:], strict=True):
            if weight > BELIEVED:
                return seat
    return 0


def why_suspected(memory: Memory, verdict: Verdict, seat: int) -> Grounds:
    """Returns the reason to take this seat for black."""
    sheriff = believed_sheriff(memory, verdict)
    if sheriff and sheriff != seat:
        if _checked(memory, sheriff, seat) is Side.BLACK:
            return Ground.CHECKED, (sheriff,)
        if seat in memory.claims:
            return Ground.RIVAL_CLAIM, (sheriff,)
    black = verdict.black
    voted, spared = [], []
    for ballot in memory.ballots:
        target = ballot.votes[seat]
        if not target or target == seat:
            continue
        if black[target] <= SURELY_RED:
            voted.append(target)
        if black[target] < RATHER_BLACK:
            spared += [other for other in ballot.stood if other != seat and black[other] >= RATHER_BLACK]
    if voted:
        return Ground.VOTED_AGAINST_RED, tuple(dict.fromkeys(voted))
    if spared:
        return Ground.SPARED_BLACK, tuple(dict.fromkeys(spared))
    named = [target for by, target in memory.nominations if by == seat != target and black[target] <= SURELY_RED]
    return (Ground.NOMINATED_RED, tuple(dict.fromkeys(named))) if named else (Ground.HUNCH, ())


def why_trusted(memory: Memory, verdict: Verdict, seat: int) -> Grounds:
    """Returns the reason to take this seat for red."""
    sheriff = believed_sheriff(memory, verdict)
    if sheriff == seat:
        return Ground.BELIEVED_CLAIM, ()
    if sheriff and _checked(memory, sheriff, seat) is Side.RED:
        return Ground.CHECKED, (sheriff,)
    caught = [target for ballot in memory.ballots if verdict.black[target := ballot.votes[seat]] >= RATHER_BLACK]
    return (Ground.VOTED_AGAINST_BLACK, tuple(dict.fromkeys(caught))) if caught else (Ground.HUNCH, ())


def _checked(memory: Memory, sheriff: int, seat: int) -> Side | None:
    return next((check.side for check in memory.claims[sheriff] if check.seat == seat), None)
