"""Calls inside a handler: each has a short time limit, and all together take no longer than a tap can wait."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from aiogram.exceptions import TelegramNetworkError
from aiogram.methods import AnswerCallbackQuery, GetChatMember, SendMessage, TelegramMethod

from bot.telegram.calls.call_budget import BUDGET_S, LIMIT_S, HandlerTransport
from bot.telegram.calls.update_context import UpdateContext, current_update

ASK = GetChatMember(chat_id=-5, user_id=5)


class Silent:
    """A Telegram that never answers; it keeps to the given time limit."""

    def __init__(self, *, waits: bool = True) -> None:
        self.limits: list[int | None] = []
        self._waits = waits

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        self.limits.append(request_timeout)
        await asyncio.sleep(request_timeout or 0 if self._waits else 0)
        raise TelegramNetworkError(method, "Request timeout error")


@contextmanager
def call_budget(seconds: float) -> Iterator[None]:
    """Sets the budget as the intake does around a handler."""
    until = asyncio.get_running_loop().time() + seconds
    context = UpdateContext(5, "", lambda call: call.close(), until)
    token = current_update.set(context)
    try:
        yield
    finally:
        context.calls_until = None
        current_update.reset(token)


async def asked(transport: HandlerTransport, method: TelegramMethod[Any] = ASK, limit: int | None = None) -> float:
    """Returns how long it took until the call was given up."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    with pytest.raises(TelegramNetworkError):
        await transport(method, limit)
    return loop.time() - began


async def test_a_short_limit_of_its_own() -> None:
    telegram = Silent(waits=False)
    transport = HandlerTransport(telegram)
    for method in (ASK, SendMessage(chat_id=5, text="x"), AnswerCallbackQuery(callback_query_id="9")):
        await asked(transport, method)
    assert telegram.limits == [LIMIT_S, LIMIT_S, LIMIT_S]
    await asked(transport, limit=60)
    assert telegram.limits[-1] == 60, "whoever has another limit says so"


@pytest.mark.realtime
async def test_many_calls_of_one_handler_share_their_time() -> None:
    telegram = Silent()
    transport = HandlerTransport(telegram)
    with call_budget(2):
        took = [await asked(transport) for _ in range(20)]
    assert telegram.limits == [2], "the others are not even made"
    assert sum(took) < 3
    assert BUDGET_S < 15, "a tap cannot be answered later"


async def test_another_handler_has_time_of_its_own() -> None:
    telegram = Silent()
    transport = HandlerTransport(telegram)

    async def handler() -> None:
        with call_budget(1):
            await asked(transport)

    await asyncio.gather(handler(), handler(), handler())
    await handler()
    assert telegram.limits == [1] * 4


async def test_what_goes_on_after_a_handler_has_no_part_in_it() -> None:
    telegram = Silent(waits=False)
    transport, ended = HandlerTransport(telegram), asyncio.Event()

    async def later() -> None:
        await ended.wait()
        await asked(transport)

    with call_budget(0):
        task = asyncio.create_task(later())
        await asked(transport)
    assert telegram.limits == []
    ended.set()
    await task
    assert telegram.limits == [LIMIT_S]
