"""Finds the strongest reason to suspect or trust a seat where the cards of the dead are shown."""

from engine.players.box.evidence import INNOCENT, Opinion
from engine.players.statements import Ground
from engine.roles import Side
from engine.table import Table

Reason = tuple[Ground, tuple[int, ...]]
BELIEVED = 0.5


def believed_leader(opinion: Opinion, table: Table) -> int:
    """Returns the claimant who is believed to be the leader; 0 for none."""
    return next((seat for seat, belief in opinion.beliefs(table).items() if belief > BELIEVED), 0)


def why_guilty(opinion: Opinion, table: Table, seat: int) -> Reason:
    leader = believed_leader(opinion, table)
    if seat in table.prisoners:
        return Ground.IN_PRISON, ()
    if leader and leader != seat and _checked(opinion, leader, seat) not in (None, *INNOCENT):
        return Ground.CHECKED, (leader,)
    fallen = opinion.fallen_leader(table)
    if seat in opinion.claims and fallen:
        return Ground.FALSE_CLAIM, (fallen,)
    if seat in opinion.claims and leader and leader != seat:
        return Ground.RIVAL_CLAIM, (leader,)
    defended = _spoken_of(opinion, table, seat, against=False, innocent=False)
    if defended:
        return Ground.DEFENDED_GUILTY, defended
    accused = _spoken_of(opinion, table, seat, against=True, innocent=True)
    return (Ground.ACCUSED_INNOCENT, accused) if accused else (Ground.HUNCH, ())


def why_innocent(opinion: Opinion, table: Table, seat: int) -> Reason:
    leader = believed_leader(opinion, table)
    if leader == seat:
        return Ground.BELIEVED_CLAIM, ()
    if leader and _checked(opinion, leader, seat) in INNOCENT:
        return Ground.CHECKED, (leader,)
    accused = _spoken_of(opinion, table, seat, against=True, innocent=False)
    return (Ground.ACCUSED_GUILTY, accused) if accused else (Ground.HUNCH, ())


def _checked(opinion: Opinion, leader: int, seat: int) -> Side | None:
    return next((check.side for check in opinion.claims[leader] if check.seat == seat), None)


def _spoken_of(opinion: Opinion, table: Table, by: int, *, against: bool, innocent: bool) -> tuple[int, ...]:
    """Returns those for or against whom seat `by` has spoken or voted and whose shown cards fit `innocent`."""
    words = (*opinion.words, *opinion.votes)
    named = [word.target for word in words if word.by == by != word.target and word.against is against]
    shown = [seat for seat in named if seat in table.roles_shown]
    return tuple(dict.fromkeys(seat for seat in shown if opinion.innocent(table, seat) is innocent))
