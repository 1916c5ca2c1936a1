"""Departures and the end of the game."""

from engine.events import (
    CardsShown,
    GameEnded,
    Left,
    ResultSettled,
    RoleShown,
    SecretShown,
    Way,
    Why,
    Winner,
)
from engine.game import Game
from engine.options import Draw
from engine.roles import Side

DAY_LIMIT = 50
"""A game without the rule of draws ends here all the same."""


def sport_ending(red: int, black: int) -> Winner | None:
    """S0 1.4, S3 1.4, S4 3.6.2-3.6.3; nobody left on either side is a draw."""
    if not black:
        return Winner.RED if red else Winner.DRAW
    return Winner.BLACK if black >= red else None


def leave(game: Game, seats: tuple[int, ...], way: Way) -> bool:
    """These leave together; the end is checked once. True if the game is over."""
    game.emit(Left(seats, way))
    if game.table.rules.options.reveal_roles:
        for seat in seats:
            game.emit(RoleShown(seat, game.state.view(seat).me.role.id))
    if game.state.settled is not None:
        return False
    state = game.state
    winner = game.table.rules.ruleset.ending(len(state.living(Side.RED)), len(state.living(Side.BLACK)))
    if winner is None:
        return False
    rules = game.table.rules
    if way in rules.ruleset.last_words and rules.options.last_word_when_decided:
        game.emit(ResultSettled(winner, Why.DEPARTURE))
        return False
    end(game, winner, Why.DEPARTURE)
    return True


def end(game: Game, winner: Winner, why: Why) -> None:
    """The judge stops the game and turns all cards over."""
    game.emit(GameEnded(winner, why))
    game.emit(CardsShown(tuple(view.me.role.id for view in game.state.views[1:])))
    if game.state.secret:
        game.emit(SecretShown(game.state.secret))


def end_if_settled(game: Game) -> bool:
    """The last word has been heard: what was decided before it is announced."""
    if game.state.settled is None:
        return False
    winner, why = game.state.settled
    end(game, winner, why)
    return True


def draw_at_dawn(game: Game) -> bool:
    """Three nights in a row with as many players as before (S3 6.5.6)."""
    table = game.table
    if table.rules.options.draw is Draw.NIGHTS_3 and table.quiet_nights >= 3:
        end(game, Winner.DRAW, Why.QUIET)
        return True
    return False


def draw_at_dusk(game: Game) -> bool:
    """Three nights with their days in a row in which nobody left (S0 7.8)."""
    table = game.table
    cycles = table.quiet_cycles + 1 if table.calm else 0
    if table.rules.options.draw is Draw.CYCLES_3 and cycles >= 3:
        end(game, Winner.DRAW, Why.QUIET)
        return True
    if table.rules.options.draw is Draw.OFF and table.day >= DAY_LIMIT:
        end(game, Winner.DRAW, Why.DAY_LIMIT)
        return True
    return False
