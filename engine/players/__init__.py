"""Computer players: each sees only its own `SeatView` and chooses among what is legal.

`SensiblePlayer` plays every rule set. `sport_and_city` holds its strategy for red against black with speeches in
turn, `box` for several sides and shown cards of the dead; `strength` has the parameters of both.
`play_to_the_end` lets players finish a game."""

from engine.dice import Dice
from engine.players.game_loop import play_to_the_end
from engine.players.player import Player
from engine.players.random_player import RandomPlayer, WildPlayer
from engine.players.sensible_player import SensiblePlayer
from engine.players.statements import Check, Ground, Say, Statement

__all__ = [
    "Check",
    "Dice",
    "Ground",
    "Player",
    "RandomPlayer",
    "Say",
    "SensiblePlayer",
    "Statement",
    "WildPlayer",
    "play_to_the_end",
]
