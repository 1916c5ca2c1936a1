"""Flood limits (429, retry_after): messages per chat, group and bot, restrictions and tags per group."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from sandbox.core.behaviours import Behaviour
from sandbox.core.refusals import too_many

BURST = 3  # messages that one chat accepts at once before the limit per second applies
KEPT = 4_000  # chats remembered


@dataclass(frozen=True, slots=True)
class Limits:
    """Messages and edits per second in a chat and of a bot, and per minute in a group; None is no limit."""

    per_chat: float | None = None
    per_group: int | None = None
    per_bot: int | None = None
    restricts: int | None = None  # restrictions and bans in one group within GROUP_ACTION_WINDOW
    tags: int | None = None  # the same for tags and titles
    holds: float = 0  # seconds that a call is held before it is refused


UNLIMITED = Limits()
# Messages: Telegram's FAQ for bots. Restrictions and tags: a guess after reports of 429 after
# about twenty in a row and waits of half a minute. A call is refused at once, although the real server may hold it
# for up to 8 seconds, so that tests notice a bot that is too fast. `HELD` behaves like the real server.
PUBLISHED = Limits(per_chat=1, per_group=20, per_bot=30, restricts=20, tags=20)
HELD = replace(PUBLISHED, holds=8)
GROUP_ACTION_WINDOW = 30  # seconds


class RateLimiter:
    """Counts calls and refuses those above the limits. At speed 10 a minute of a limit lasts 6 seconds."""

    def __init__(self, limits: Limits, now: Callable[[], float], speed: float = 1) -> None:
        self.limits = limits
        self.now = now
        self.speed = speed
        self._due: dict[tuple[int, int], float] = {}  # time at which the chat's allowance is full again
        self._groups: dict[tuple[int, int], deque[float]] = {}
        self._bots: dict[int, deque[float]] = {}
        self._group_actions: dict[tuple[str, int, int], deque[float]] = {}

    def check_messages(self, bot_id: int, chat_id: int, count: int = 1) -> None:
        if self.limits is UNLIMITED:
            return
        now = self.now()
        wait = max(
            self._chat_wait(bot_id, chat_id, now),
            self._window_wait(self._groups.get((bot_id, chat_id)), self.limits.per_group, 60, count, now)
            if chat_id < 0
            else 0,
            self._window_wait(self._bots.get(bot_id), self.limits.per_bot, 1, count, now),
        )
        if wait > 0:
            raise too_many(max(1, math.ceil(wait)), wait)
        self._note(bot_id, chat_id, count, now)

    def check_group_action(self, kind: str, bot_id: int, chat_id: int) -> None:
        """Counts one action of kind `restricts` or `tags` in a group; raises Refusal above the limit."""
        most: int | None = getattr(self.limits, kind)
        if most is None:
            return
        now = self.now()
        past = self._group_actions.setdefault((kind, bot_id, chat_id), deque())
        if (wait := self._window_wait(past, most, GROUP_ACTION_WINDOW, 1, now)) > 0:
            raise too_many(max(1, math.ceil(wait)), wait)
        past.append(now)

    def _chat_wait(self, bot_id: int, chat_id: int, now: float) -> float:
        if not self.limits.per_chat:
            return 0
        gap = 1 / self.limits.per_chat / self.speed
        return self._due.get((bot_id, chat_id), now) - now - (BURST - 1) * gap

    def _window_wait(
        self, past: deque[float] | None, most: int | None, seconds: float, count: int, now: float
    ) -> float:
        if most is None or past is None:
            return 0
        window = seconds / self.speed
        while past and past[0] <= now - window:
            past.popleft()
        if len(past) + count <= most or not past:
            return 0
        return past[min(len(past) + count - most, len(past)) - 1] + window - now

    def _note(self, bot_id: int, chat_id: int, count: int, now: float) -> None:
        if self.limits.per_chat:
            gap = 1 / self.limits.per_chat / self.speed
            due = max(self._due.pop((bot_id, chat_id), now), now)
            self._due[bot_id, chat_id] = due + gap * count
            if len(self._due) > KEPT:
                del self._due[next(iter(self._due))]
        if self.limits.per_group is not None and chat_id < 0:
            self._groups.setdefault((bot_id, chat_id), deque()).extend([now] * count)
        if self.limits.per_bot is not None:
            self._bots.setdefault(bot_id, deque()).extend([now] * count)


BEHAVIOURS = (
    Behaviour(
        "One message a second into a chat, 20 a minute into a group, 30 a second for a bot; edits count",
        "official text (for those who write bots); that edits count: threads",
        "botapi/test_rate_limits.py::test_twenty_a_minute_into_one_group",
    ),
    Behaviour(
        "Three messages at once pass before the limit per second applies",
        "guess (the official text speaks of short bursts)",
        "botapi/test_rate_limits.py::test_a_chat_takes_a_small_burst_and_then_one_a_second",
    ),
    Behaviour(
        "An album counts as a whole",
        "guess",
        "botapi/test_rate_limits.py::test_an_album_is_refused_as_a_whole",
    ),
    Behaviour(
        "20 restrictions and bans in one group within 30 seconds, then 429 for up to half a minute",
        "guess (reports: about 20 in a row, half a minute)",
        "botapi/test_rate_limits.py::test_restrictions_have_a_limit_of_their_own",
    ),
    Behaviour(
        "20 tags and titles in one group within 30 seconds",
        "guess (as restrictions)",
        "botapi/test_rate_limits.py::test_tags_have_a_limit_of_their_own",
    ),
    Behaviour(
        "Pins, chat actions, setChatPermissions and questions have no limit of their own",
        "guess (no source, no thread)",
        "botapi/test_rate_limits.py::test_answers_to_taps_and_questions_are_not_measured",
    ),
    Behaviour(
        "With `HELD` a call is held for up to 8 seconds in all instead of refused; `PUBLISHED` refuses at once",
        "NetQueryDelayer.cpp, delay; NetQueryCreator.cpp",
        "botapi/test_rate_limits.py::test_a_server_may_hold_a_call_instead_of_refusing_it",
    ),
    Behaviour(
        "At speed N all these periods are N times shorter",
        "ours: a fast game meets the same limits",
        "botapi/test_rate_limits.py::test_the_clocks_speed_divides_the_wait",
    ),
)
