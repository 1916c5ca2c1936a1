"""Messages that people have deleted: which of them come back when the bot wants to edit them, and how often."""

from dataclasses import replace

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.telegram.outbox.page_names import STEP_MESSAGE
from bot.telegram.outbox.rows import BACK, Args, Kind, Rank, Row

COME_BACK = frozenset(
    {"stage", "table", "lobby", "finale", "prompt", "told", "card", "panel", "seat-free", "plan"}
)
"""Pages without which people could not go on, or would not learn how a game goes. The page decides whether there
is something to come back for."""
TOLD_ANYWAY = frozenset({"told"})
"""Pages that are sent as a message of their own, if the message to be edited does not exist or comes back no
more."""

MOST_RETURNS = 3
FORGOTTEN_MS = 60 * 60_000
"""So often a message comes back within this time. Where people delete it again and again they do not want it;
where Telegram deletes all messages after a day it comes back every day."""
RETURNS = "returns"
"""The key, in the arguments of a message, of how often it has come back and when it first did."""


class Returns:
    """Counts how often each message has come back; the count is stored with the message."""

    def __init__(self, clock: Clock, pace: Pace) -> None:
        self._clock = clock
        self._pace = pace

    def one_more(self, args: Args) -> Args | None:
        """Returns the arguments with which a message comes back; None if it has done so too often."""
        now = self._clock.now()
        count, since = args.get(RETURNS, (0, now))
        if now - since >= self._pace.scale(FORGOTTEN_MS):
            count, since = 0, now
        return None if count >= MOST_RETURNS else args | {RETURNS: [count + 1, since]}


def as_return(args: Args) -> Args:
    """Returns the arguments for rendering a page that may come back."""
    return args | {BACK: True}


def returning(edit: Row) -> Row:
    """Returns the row that sends the message of an edit again. The message of a step is as urgent as it was first:
    it has the keys."""
    urgent = edit.page == STEP_MESSAGE
    return replace(edit, kind=Kind.RETURN, rank=min(edit.rank, Rank.RESULT) if urgent else edit.rank)
