"""Checks that the deal of a record follows from its secret."""

from engine.errors import BadRecord
from engine.fair_deal import commitment, draw
from engine.record.reading import Record
from engine.record.replaying import Failure


def verify_deal(record: Record) -> Failure | None:
    """Recomputes commitment, seats and cards from a record's secret; returns None if all agree with the record.

    Otherwise returns a `Failure` with the line that is wrong. Raises `BadRecord` if the record has no secret or no
    commitment.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> game = engine.open_game(rules, engine.cards_for(rules.ruleset, 10), tuple("ABCDEFGHIJ"), "seed:salt")
    >>> print(verify_deal(engine.read_record(engine.write_record(game.journal))))
    None
    """
    if not record.secret:
        raise BadRecord(1, "no line `secret`: nothing to recompute the deal from")
    if not record.commitment:
        raise BadRecord(record.lines["secret"], "no line `commitment`: nothing was promised")
    seal = commitment(record.secret)
    if seal != record.commitment:
        return Failure(record.lines["commitment"], f"a secret sealed as {record.commitment}", seal)
    deal = draw(record.secret, record.guests, record.dealt, seated=record.seated)
    if deal.guests != record.seating:
        return Failure(record.lines["seating"], f"the seating {' '.join(deal.guests)}", " ".join(record.seating))
    if deal.cards != record.dealt:
        return Failure(record.lines["deal"], f"the cards {' '.join(deal.cards)}", " ".join(record.dealt))
    return None
