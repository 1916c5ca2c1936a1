"""A whole game played by computer players, each behind its own view."""

from collections.abc import Sequence

from engine.commands import CLOCK, Command, Verb
from engine.deciding import perform
from engine.events import StepName
from engine.game import Game
from engine.players.seat import Dice, Player

EXPIRE = Command(CLOCK, Verb.EXPIRE)


def play_to_the_end(game: Game, players: Sequence[Player], dice: Dice) -> int:
    """Play until the game is over; returns the number of commands.

    `players` are given from seat 1 on. Whoever is awaited is asked in the order of the seats; who does not
    choose leaves the step to the clock.
    """
    table, views = game.table, game.state.views
    commands = 0
    while table.step is not StepName.OVER:
        number = table.number
        awaits = table.rules.steps[table.step].awaits
        for seat in (table.speaker,) if table.speaker else table.alive:
            view = views[seat]
            while table.number == number and awaits(view):
                command = players[seat - 1].choose(view, dice)
                if command is None:
                    break
                _must(game, command)
                commands += 1
            if table.number != number:
                break
        else:
            _must(game, EXPIRE)
            commands += 1
    return commands


def _must(game: Game, command: Command) -> None:
    rejected = perform(game, command)
    if rejected is not None:
        raise RuntimeError(f"{command} was refused: {rejected.reason}")
