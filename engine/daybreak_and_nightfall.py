"""How days and nights follow one another.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.draw_conditions import draw_at_dusk
from engine.ending import end_if_settled
from engine.events import DayBroke, NightFell, StepName
from engine.game import Game


def begin_day(game: Game) -> None:
    """Morning: the last words of the night's victims, then the speeches."""
    table = game.table
    if not table.alive:
        # Those who have killed each other have their last words (S0 4.4.14), but no day breaks for nobody.
        last_words_then_on(game)
        return
    # S0 4.3.2, S3 4.3.2, S4 3.3.3: seat 1 opens day 1, then the living seat after yesterday's opener.
    game.emit(DayBroke(table.day + 1, table.next_living(table.opener)))
    last_words_then_on(game)


def last_words_then_on(game: Game) -> None:
    """Whoever left has the last word; then the day goes on, or night falls."""
    if game.table.words:
        game.go(StepName.LAST_WORD)
    elif end_if_settled(game):
        return
    elif game.table.settled:
        begin_night(game)
    else:
        game.go(game.table.rules.ruleset.day_opens_with)


def begin_night(game: Game) -> None:
    if draw_at_dusk(game):
        return
    game.emit(NightFell(game.table.day))
    game.go(StepName.NIGHT)
