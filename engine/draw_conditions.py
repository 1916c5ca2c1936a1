"""When a game is a draw: how long it may go on in which nobody leaves.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.ending import end
from engine.events import Why, Winner
from engine.game import Game
from engine.options import Draw

IN_A_ROW = 3
"""Nights, or nights with their days, in which nobody left: after so many the game is a draw."""
DAY_LIMIT = 50
"""A game without the rule of draws ends here all the same."""


def draw_at_dawn(game: Game) -> bool:
    """Three nights in a row with as many players as before (S3 6.5.6)."""
    table = game.table
    if table.rules.options.draw is Draw.NIGHTS_3 and table.quiet_nights >= IN_A_ROW:
        end(game, Winner.DRAW, Why.QUIET)
        return True
    return False


def draw_at_dusk(game: Game) -> bool:
    """Three nights with their days in a row in which nobody left (S0 7.8)."""
    table = game.table
    cycles = table.quiet_cycles + 1 if table.calm else 0
    if table.rules.options.draw is Draw.CYCLES_3 and cycles >= IN_A_ROW:
        end(game, Winner.DRAW, Why.QUIET)
        return True
    if table.rules.options.draw is Draw.OFF and table.day >= DAY_LIMIT:
        end(game, Winner.DRAW, Why.DAY_LIMIT)
        return True
    return False
