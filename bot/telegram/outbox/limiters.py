"""Everything that may delay a row: rate limits, backoff after unanswered calls, closed places."""

from typing import NamedTuple

from bot.telegram.outbox.closed_chats import ClosedPlaces
from bot.telegram.outbox.rate_limits import RateLimits
from bot.telegram.outbox.retry_backoff import Backoff


class Limiters(NamedTuple):
    rates: RateLimits
    backoff: Backoff
    closed: ClosedPlaces
