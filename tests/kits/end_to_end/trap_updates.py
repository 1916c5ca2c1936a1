"""Updates that block or end the host that handles them; they work only in programs that a test started with this
module."""

import os
import re
import time
from typing import Any

from aiogram import Dispatcher
from aiogram.types import TelegramObject, Update

import bot.app
from bot.operations import event_loop_watch
from bot.wiring import Parts

BLOCKED_S = 1.0
"""Seconds until a blocked loop is reported; short for the sake of the test."""


def set_up() -> None:
    event_loop_watch.BLOCKED_S = BLOCKED_S
    event_loop_watch.TRACE_S = 3
    event_loop_watch.REARM_S = 0.5
    make = bot.app.make_dispatcher

    def with_traps(parts: Parts) -> Dispatcher:
        dispatcher = make(parts)
        dispatcher.update.outer_middleware(_fall_into_it)
        return dispatcher

    bot.app.make_dispatcher = with_traps


async def _fall_into_it(handler: Any, update: TelegramObject, data: dict[str, Any]) -> Any:
    message = update.message if isinstance(update, Update) else None
    word, _, rest = ((message.text or "") if message else "").partition(" ")
    match word:
        case "/die":
            os._exit(9)
        case "/sleep":
            time.sleep(float(rest))  # that is the trap
        case "/match":
            re.match(r"(?:a+)+$", "a" * int(rest) + "!")
    return await handler(update, data)
