"""Callback queries: taps on inline buttons and the bot's answers to them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why

ANSWER_WITHIN = 15.0  # seconds; Telegram refuses later answers
KEPT = 2_000


@dataclass(slots=True)
class CallbackQuery:
    id: str
    bot_id: int
    user_id: int
    chat_id: int
    born: float
    answer: Json | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)


class CallbackQueries:
    def __init__(self) -> None:
        self._by_id: dict[str, CallbackQuery] = {}
        self._last = 4_300_000_000_000_000

    def ask(self, bot_id: int, user_id: int, chat_id: int, now: float) -> CallbackQuery:
        self._last += 1
        query = CallbackQuery(str(self._last), bot_id, user_id, chat_id, now)
        self._by_id[query.id] = query
        if len(self._by_id) > KEPT:
            del self._by_id[next(iter(self._by_id))]
        return query

    def find(self, query_id: str) -> CallbackQuery | None:
        return self._by_id.get(query_id)

    def open(self, query_id: str, bot_id: int, now: float) -> CallbackQuery:
        query = self._by_id.get(query_id)
        if query is None or query.bot_id != bot_id or now - query.born > ANSWER_WITHIN:
            raise Refusal(Why.QUERY_TOO_OLD)
        return query


BEHAVIOURS = (
    Behaviour(
        "A tap can be answered for 15 seconds of the sandbox's clock, whatever its speed",
        "guess (reported by users; the server decides)",
        "botapi/methods/test_ephemeral_messages.py::test_anybody_answers_a_tap_for_fifteen_seconds",
    ),
    Behaviour(
        "A second answer to a tap is accepted and not shown",
        "guess",
        "botapi/methods/test_callback_queries.py::test_a_query_is_answered_once",
    ),
)
