"""Computer players: each sees only its own `SeatView` and chooses among what is legal.

`SensiblePlayer` plays every rule set. Modules `sport_*` hold how it plays red against black with speeches in turn,
modules `box_*` how it plays with several sides and open cards of the dead; `tuning` has the parameters of both.
`play_to_the_end` lets players finish a game."""

from engine.players.random_player import RandomPlayer, WildPlayer
from engine.players.seat import Dice, Player
from engine.players.sensible import SensiblePlayer
from engine.players.statements import Check, Ground, Say, Statement
from engine.players.whole_game import play_to_the_end

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
