"""Why one suspects or trusts a seat where the cards of the dead are shown: the plainest reason at hand."""

from engine.players.box_memory import INNOCENT, Opinion
from engine.players.statements import Ground
from engine.roles import Side
from engine.table import Table

Reason = tuple[Ground, tuple[int, ...]]
BELIEVED = 0.5


def believed_leader(opinion: Opinion, table: Table) -> int:
    """The claimant who is believed; 0 for none."""
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
    """The dead for or against whom this seat has spoken or voted, and whose cards were such."""
    words = (*opinion.words, *opinion.votes)
    named = [word.target for word in words if word.by == by != word.target and word.against is against]
    shown = [seat for seat in named if seat in table.roles_shown]
    return tuple(dict.fromkeys(seat for seat in shown if opinion.innocent(table, seat) is innocent))
