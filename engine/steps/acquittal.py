"""The judge's acquittal (S2): a player condemned without the judge's vote goes free, once a day.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Sequence

from engine.events import Acquitted
from engine.game import Game


def acquitted(game: Game, seat: int, against: Sequence[int]) -> bool:
    """Acquits a seat condemned by `against` if a judge who may vote is not among these; returns whether it did."""
    state, table = game.state, game.table
    judges = [each for each in table.alive if state.views[each].me.role.acquits]
    if table.acquitted or all(table.barred(judge) or judge in against for judge in judges):
        return False
    game.emit(Acquitted(seat))
    return True
