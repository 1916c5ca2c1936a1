"""The rules of Mafia, pure: a position, its legal moves, and what each move leads to.

game = open_game(rules, cards, guests, secret)     # a journal and the position it has led to
state = replay(game.journal)                       # the same position
legal(state.view(3))                               # what seat 3 may do, from what seat 3 may see
decide(state, Command(3, Verb.NOMINATE, (5,)))     # the events it leads to, or Rejected(reason)
evolve(state, event)                               # lay an event over the state
"""

from engine.audience import NOBODY, TABLE, Audience, audience
from engine.commands import CLOCK, JUDGE, NO, YES, Command, Reason, Rejected, Verb
from engine.deciding import Position, decide, open_dealt, open_game, perform, replay
from engine.events import Event, StepName, Winner
from engine.game import Game
from engine.moves import Offer, can, legal
from engine.points import game_points
from engine.role_sets import check_cards, check_role_set
from engine.rules import Rules, RuleSet, cards_for, rules_for
from engine.rulesets import RULESETS
from engine.state import JudgeView, SeatView, State, evolve
from engine.table import Table

__all__ = [
    "CLOCK",
    "JUDGE",
    "NO",
    "NOBODY",
    "RULESETS",
    "TABLE",
    "YES",
    "Audience",
    "Command",
    "Event",
    "Game",
    "JudgeView",
    "Offer",
    "Position",
    "Reason",
    "Rejected",
    "RuleSet",
    "Rules",
    "SeatView",
    "State",
    "StepName",
    "Table",
    "Verb",
    "Winner",
    "audience",
    "can",
    "cards_for",
    "check_cards",
    "check_role_set",
    "decide",
    "evolve",
    "game_points",
    "legal",
    "open_dealt",
    "open_game",
    "perform",
    "replay",
    "rules_for",
]
