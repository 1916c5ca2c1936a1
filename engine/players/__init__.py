"""Computer players: each sees only its own `SeatView` and chooses among what is legal."""

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
