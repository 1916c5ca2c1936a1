"""Runs the host and takes updates, by long polling or webhook, until it is cancelled."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack, closing
from functools import partial

import structlog
from aiogram import Bot
from aiogram.exceptions import TelegramUnauthorizedError
from aiogram.methods import DeleteWebhook

from bot.app import Running, running
from bot.core.errors import CannotStart
from bot.core.pace import Pace
from bot.language.translator import Translator
from bot.operations.duplicate_host import LOOK_MS
from bot.runtime.web_server import Web, bind
from bot.settings import Settings
from bot.telegram.calls.startup_calls import call_until_answered
from bot.telegram.command_menu import set_menus
from bot.telegram.outbox.rate_limits import Limits
from bot.telegram.updates.flood_control import UPDATES_AT_ONCE, FloodControl
from bot.telegram.updates.polling import Polling
from bot.telegram.updates.webhook import Webhook, set_webhook
from bot.wiring import Parts

log = structlog.get_logger()


async def serve(
    settings: Settings,
    pace: Pace | None = None,
    limits: Limits | None = None,
    on_ready: Callable[[Parts], None] | None = None,
    updates_at_once: int = UPDATES_AT_ONCE,
) -> None:
    """Runs until cancelled. Updates come by long polling or, if WEBHOOK_URL is set, by webhook."""
    async with AsyncExitStack() as ending:
        listener = ending.enter_context(closing(bind(settings))) if settings.web_port else None
        at_work = await ending.enter_async_context(running(settings, pace, limits))
        if on_ready is not None:
            on_ready(at_work.parts)
        bot, take = at_work.bot, at_work.intake.take
        parts, loops = at_work.parts, at_work.loops
        admission = FloodControl(parts.clock, parts.pace, at_work.intake.leave_out, updates_at_once)
        ending.push_async_callback(at_work.intake.close)
        if listener is not None:
            web = Web(at_work.health, _webhook(settings, at_work, admission))
            loops.add(await web.start(listener))
            ending.push_async_callback(web.stop)
        at_work.loop_watch.start(listener)
        ending.push_async_callback(at_work.loop_watch.stop)
        menus = asyncio.create_task(_set_menus(bot, at_work.parts.words), name="menus")
        ending.callback(menus.cancel)
        if settings.webhook_url:
            # Not removed at the end: Telegram keeps what happens until somebody listens again.
            await call_until_answered(bot, set_webhook(settings))
            watch = asyncio.create_task(_watch_webhook(at_work, settings.webhook_url), name="webhook-watch")
            ending.callback(watch.cancel)
        else:
            reception = at_work.parts.reception
            reception.begin()
            await call_until_answered(bot, DeleteWebhook(drop_pending_updates=False))
            after_gap, on_conflict = partial(_after_gap, at_work), at_work.duplicate_host.conflict
            turn = at_work.leader.wait_until_leader
            polling = Polling(bot, take, turn, reception, after_gap, on_conflict, admission)
            loops.add(polling.start())
            ending.push_async_callback(polling.stop)
        await _until_one_ends(loops)


async def _watch_webhook(at_work: Running, own: str) -> None:
    """Checked by the leader only: all processes have the same address."""
    while True:
        await at_work.parts.clock.sleep_until(at_work.parts.clock.now() + LOOK_MS)
        if at_work.parts.leadership.held:
            await at_work.duplicate_host.look_at_webhook(at_work.bot, own)


async def _after_gap(at_work: Running, gap_ms: int) -> None:
    try:
        await at_work.parts.recovery.resume(gap_ms)
    except Exception as error:  # updates are taken whatever becomes of the clocks
        log.exception("resume_failed", gap_ms=gap_ms)
        at_work.report_error("resume", error)


def _webhook(settings: Settings, at_work: Running, admission: FloodControl) -> Webhook | None:
    if not settings.webhook_url:
        return None
    refused = at_work.metrics.webhook_refused
    return Webhook(settings, at_work.bot, at_work.intake.take, admission, refused, at_work.report_error)


async def _set_menus(bot: Bot, words: Translator) -> None:
    """In the background: a refusal does not keep the program from starting."""
    try:
        await set_menus(partial(call_until_answered, bot), words)
    except CannotStart as refused:
        log.warning("menus_not_set", why=str(refused))


async def _until_one_ends(loops: "set[asyncio.Task[None]]") -> None:
    ended, _ = await asyncio.wait(loops, return_when=asyncio.FIRST_COMPLETED)
    for task in ended:
        try:
            await task
        except TelegramUnauthorizedError as bad:
            raise CannotStart("Telegram does not know this BOT_TOKEN any more. Ask @BotFather why.") from bad
