"""Departures and the end of the game; draws are in `engine.draw_conditions`.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.ability_effects import Jail
from engine.events import (
    CardsShown,
    Freed,
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


def leave(game: Game, seats: tuple[int, ...], way: Way) -> bool:
    """These leave together; the end is checked once. True if the game is over."""
    state, table = game.state, game.table
    game.emit(Left(seats, way))
    if table.rules.options.reveal_roles:
        for seat in seats:
            game.emit(RoleShown(seat, state.views[seat].me.role.id))
    if table.prisoners and not any(state.views[seat].me.role.does(Jail) for seat in table.alive):
        game.emit(Freed(table.prisoners))
    return end_if_decided(game, way)


def end_if_decided(game: Game, way: Way) -> bool:
    """Has this departure decided the game? It is announced at once, or after the last word it earned."""
    if game.state.settled is not None:
        return False
    rules = game.table.rules
    winner = rules.ruleset.ending(game.state.sides(), rules.options)
    if winner is None:
        return False
    if way in rules.last_words and rules.options.last_word_when_decided:
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


def lost_by_misses(game: Game) -> bool:
    """Three misses in a row with nobody voted out or removed on the days between them; nights are no days (S1)."""
    state, table = game.state, game.table
    needed, night = table.rules.ruleset.misses_that_lose, table.night
    if not needed or state.misses[-needed:] != tuple(range(night - needed + 1, night + 1)):
        return False
    days = range(night - needed + 2, night + 1)
    if any(gone.day in days and not gone.at_night for gone in table.departures):
        return False
    end(game, Winner.RED, Why.MISSES)
    return True
