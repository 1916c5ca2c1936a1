"""Who has won with these left at the table, by rule document.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.events import Winner
from engine.options import Options
from engine.roles import Side
from engine.rules import Sides


def sport_ending(living: Sides, _: Options) -> Winner | None:
    """S0 1.4, S3 1.4, S4 3.6.2-3.6.3; nobody left on either side is a draw."""
    red, black = living.get(Side.RED, 0), living.get(Side.BLACK, 0)
    if not black:
        return Winner.RED if red else Winner.DRAW
    return Winner.BLACK if black >= red else None


def city_ending(living: Sides, _: Options) -> Winner | None:
    """S1: as many blacks as reds is theirs, also none against none; so it is looked at first."""
    red, black = living.get(Side.RED, 0), living.get(Side.BLACK, 0)
    if black >= red:
        return Winner.BLACK
    return None if black else Winner.RED


def box_ending(living: Sides, options: Options) -> Winner | None:
    """S2: nobody, a loner alone, the town, then a gang that has no rival left."""
    everybody = sum(living.values())
    town, mafia = living.get(Side.TOWN, 0), living.get(Side.MAFIA, 0)
    yakuza, loner = living.get(Side.YAKUZA, 0), living.get(Side.LONER, 0)
    if not everybody:
        return Winner.DRAW
    if loner == everybody:
        return Winner.LONER
    in_the_way = loner if options.loner_must_die else 0
    if not mafia and not yakuza and not in_the_way and town:
        return Winner.TOWN
    if mafia and not yakuza and not in_the_way and mafia * 2 >= everybody:
        return Winner.MAFIA
    if yakuza and not mafia and not in_the_way and yakuza * 2 >= everybody:
        return Winner.YAKUZA
    return None
