"""How long computer players think before they act, and how long their words stand so that they can be read."""

from bot.core.pace import Pace
from bot.games.running_game import RunningGame
from bot.stand_ins.stand_ins_of_a_table import dice
from engine.events import StepName

QUICKEST_MS, SLOWEST_MS = 2_000, 9_000
"""The shortest and the longest thinking time."""
READ_SOONEST_MS, READ_LATEST_MS = 6_000, 8_500
"""How long the turn of a computer player stands before the next begins, so that it can be read. What comes in a
minute stays below the limit of a group."""
READ_SOONEST_ALONE_MS, READ_LATEST_ALONE_MS = 6_500, 7_500
"""The same when no person is in the game any more: no shorter than the limit of a group allows, the results of
votes included, or the turns would get ahead of their messages."""
TALK_SOONEST_ALONE_MS, TALK_LATEST_ALONE_MS = 17_000, 20_000
"""How long each thinks in a free talk when no person is in the game any more: all words stand in one message."""
TALK_TOGETHER, TALK_APART_MS = 3, 9_000
"""In free talk so many say their words in one message, and the next ones so much later."""


def thinking_time(game: RunningGame, seat: int, now: int, pace: Pace) -> int:
    if game.table.step is StepName.DISCUSSION and not game.has_people():
        return _between(game, seat, now, pace, TALK_SOONEST_ALONE_MS, TALK_LATEST_ALONE_MS)
    return _between(game, seat, now, pace, QUICKEST_MS, SLOWEST_MS)


def reading_time(game: RunningGame, seat: int, now: int, pace: Pace) -> int:
    """Returns how long the words of a turn stand before it ends."""
    if game.has_people():
        return _between(game, seat, now, pace, READ_SOONEST_MS, READ_LATEST_MS)
    return _between(game, seat, now, pace, READ_SOONEST_ALONE_MS, READ_LATEST_ALONE_MS)


def _between(game: RunningGame, seat: int, now: int, pace: Pace, least: int, most: int) -> int:
    """Returns a time between these in milliseconds, at most half of the time left. It begins when there are keys:
    after the announcement of a vote."""
    thought = dice(game.position, seat, "delay").uniform(least, most)
    left = game.clock.left(now) if game.clock else most
    if game.clock and game.announces_vote:
        return left + int(min(pace.scale(thought), game.clock.under_ms / 2))
    return int(min(pace.scale(thought), left / 2))
