"""Computer players: each sees only its own `SeatView` and chooses among what is legal."""

from engine.players.random_player import RandomPlayer
from engine.players.seat import Dice, Player
from engine.players.sensible import SensiblePlayer
from engine.players.whole_game import play_to_the_end

__all__ = ["Dice", "Player", "RandomPlayer", "SensiblePlayer", "play_to_the_end"]
