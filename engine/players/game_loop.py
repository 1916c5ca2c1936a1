"""Plays a whole game with computer players, each of which sees only its own view."""

from collections.abc import Sequence

from engine.api import perform
from engine.commands import CLOCK, Command, Verb
from engine.dice import Dice
from engine.errors import BadGuests, IllegalChoice
from engine.events import StepName
from engine.game import Game
from engine.players.player import Player

# Bound once: Python 3.11 takes ten times as long to look an enum member up.
OVER = StepName.OVER
DISCUSSION = StepName.DISCUSSION

EXPIRE = Command(CLOCK, Verb.EXPIRE)
SPOKEN = frozenset({StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD})
"""Steps in which one player has the floor and may make a statement."""


def play_to_the_end(game: Game, players: Sequence[Player], dice: Dice) -> int:
    """Lets computer players play until the game is over; returns the number of commands.

    `players` are given from seat 1 on, `dice` is the source of chance. Awaited players are asked in the order of
    the seats; if one chooses nothing, the step ends by the clock. For speed the players get the engine's own
    views, which are not read-only: seat only players that you trust.

    Raises `BadGuests` if there is not one player for each seat, `IllegalChoice` if a player's command is refused.

    >>> from random import Random
    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> commands = play_to_the_end(game, [engine.WildPlayer()] * 10, Random(1))
    >>> game.table.winner is not None
    True
    """
    table, views = game.table, game.state.views
    if len(players) != table.size:
        raise BadGuests(f"{table.size} seats, and {len(players)} players")
    steps = table.rules.steps
    ballots = table.ballots
    commands = 0
    talked = (0, False)
    while table.step is not OVER:
        number, speaker = table.number, table.speaker
        if speaker and table.step in SPOKEN and not table.silent:
            _let_speak(game, players, dice, speaker)
        elif table.step is DISCUSSION and talked != (table.day, table.acquitted):
            talked = (table.day, table.acquitted)
            _let_all_speak(game, players, dice)
        awaits = steps[table.step].awaits
        for seat in (speaker,) if speaker else table.alive:
            view, player = views[seat], players[seat - 1]
            while table.number == number and awaits(view):
                command = player.choose(view, dice)
                if command is None:
                    break
                _must(game, command)
                commands += 1
            if table.number != number:
                break
        else:
            _must(game, EXPIRE)
            commands += 1
        if table.ballots is not ballots:
            ballots = table.ballots
            for seat in table.alive:
                players[seat - 1].watch(views[seat])
    return commands


def _let_all_speak(game: Game, players: Sequence[Player], dice: Dice) -> None:
    """Lets all living players speak once in a discussion, in the order of the seats from a random one on."""
    alive = game.table.alive
    first = int(dice.random() * len(alive))
    for seat in alive[first:] + alive[:first]:
        _let_speak(game, players, dice, seat)


def _let_speak(game: Game, players: Sequence[Player], dice: Dice, speaker: int) -> None:
    """Lets one player make at most one statement, and passes it to all others."""
    statement = players[speaker - 1].speak(game.state.views[speaker], dice)
    if statement is not None:
        for seat, player in enumerate(players, start=1):
            if seat != speaker:
                player.hear(speaker, statement)


def _must(game: Game, command: Command) -> None:
    rejected = perform(game, command)
    if rejected is not None:
        raise IllegalChoice(f"{command} was refused: {rejected.reason}")
