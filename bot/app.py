"""The one place that wires: settings, store, outbox, clock, handlers."""

import asyncio
import contextlib
import os
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import structlog
from aiogram import Bot, Dispatcher
from aiogram.client.default import DefaultBotProperties
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.enums import ParseMode
from aiogram.exceptions import TelegramUnauthorizedError
from aiogram.types import LinkPreviewOptions, Update
from aiogram.utils.token import TokenValidationError
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from sqlalchemy import select

from bot.admins import Admins
from bot.clock import Clock, SteadyClock
from bot.directory import Directory
from bot.host import Host
from bot.live import Live
from bot.lobby import Phase
from bot.menus import set_menus
from bot.outbox.pacing import Limits
from bot.outbox.sender import Outbox, Transport
from bot.pace import Pace
from bot.polling import Polling
from bot.rendering import Renderer
from bot.service import Service
from bot.settings import Settings
from bot.silence import Silence
from bot.standins import StandIns
from bot.store import Store, Work
from bot.store.database import Database
from bot.store.opening import CannotStart, open_database
from bot.store.schema import games, notes
from bot.timers import Timers
from bot.words import Words
from handlers import course, doctor, fallback, info, lobby, membership, moves, people, seatings, talk

log = structlog.get_logger()

HEARTBEAT_SECONDS = 5
HEARTBEAT = "heartbeat"


def make_bot(settings: Settings) -> Bot:
    session = AiohttpSession()
    if settings.api_url:
        session.api = TelegramAPIServer.from_base(settings.api_url)
    try:
        return Bot(
            settings.bot_token.get_secret_value(),
            session=session,
            default=DefaultBotProperties(
                parse_mode=ParseMode.HTML, link_preview=LinkPreviewOptions(is_disabled=True)
            ),
        )
    except TokenValidationError as bad:
        raise CannotStart("BOT_TOKEN is not a token of BotFather's (123456:ABC…). Check it.") from bad


def make_dispatcher(host: Host) -> Dispatcher:
    dispatcher = Dispatcher(host=host)
    dispatcher.update.outer_middleware(people.KnowsPeople())
    for module in (membership, info, lobby, doctor, course, seatings, moves, talk, fallback):
        # Routers are module constants; a process that wires twice (tests) takes them along.
        module.router._parent_router = None
        dispatcher.include_router(module.router)
    return dispatcher


async def _heartbeat(database: Database, clock: SteadyClock) -> None:
    await database.commit(Work().add("put_note", key=HEARTBEAT, value=str(clock.now())))


async def _last_heartbeat(database: Database) -> int | None:
    row = await database.row(select(notes.c.value).where(notes.c.key == HEARTBEAT))
    return None if row is None else int(row.value)


def wire(
    settings: Settings,
    store: Store,
    clock: Clock,
    transport: Transport,
    pace: Pace,
    limits: Limits,
    bot_id: int,
    bot_name: str,
) -> Host:
    """All parts of a host, put together on whatever store, clock and network there is."""
    directory = Directory(store, (("stand_ins", "fill"),) if settings.stand_ins else ())
    timers = Timers(clock)

    async def find(game_id: str) -> Live | None:
        return await service.live(game_id)

    renderer = Renderer(Words(), directory, clock, find, bot_name)
    outbox = Outbox(store, clock, transport, renderer.render, pace, limits)
    service = Service(store, clock, outbox, timers, pace, process=os.getpid() ^ secrets.randbits(8))
    silence = Silence(store, clock, transport, directory)
    stand_ins = StandIns(service)
    host = Host(
        settings,
        renderer.words,
        clock,
        pace,
        directory,
        service,
        outbox,
        renderer,
        transport,
        Admins(transport, clock),
        silence,
        stand_ins,
        bot_id,
        bot_name,
    )
    outbox.listen(host)
    for follower in (silence, stand_ins, host.absence):
        service.add_follower(follower)
    service.on_lobby_due = host.lobby_due
    return host


async def wake(host: Host, down_ms: int) -> None:
    """Go on where the last run ended: what was owed, the clocks, the stand-ins, the mutes."""
    await host.outbox.load()
    await host.silence.load()
    await host.service.wake_up(down_ms)
    await host.service.wake_lobbies(down_ms)
    host.service.timers.start()
    host.outbox.start()
    await _wake_tables(host)


async def lay_down(host: Host) -> None:
    await host.service.timers.stop()
    await host.outbox.stop()
    await host.silence.stop()


@asynccontextmanager
async def running(
    settings: Settings, pace: Pace | None = None, limits: Limits | None = None
) -> AsyncIterator[Host]:
    """The host at work: games go on, messages go out. Updates are the caller's to bring."""
    pace = pace or Pace(settings.speed)
    bot = make_bot(settings)
    database, release = await open_database(settings.database_url)
    clock = SteadyClock()
    try:
        me = await bot.get_me()
    except TelegramUnauthorizedError as bad:
        await bot.session.close()
        await database.close()
        release()
        raise CannotStart("Telegram does not know this BOT_TOKEN. Ask BotFather for the right one.") from bad
    last = await _last_heartbeat(database)
    if last is not None:
        clock.not_before(last)
    down_ms = 0 if last is None else max(0, clock.now() - last)
    host = wire(settings, database, clock, bot, pace, limits or Limits(), me.id, me.username or "")
    scheduler = AsyncIOScheduler(job_defaults={"misfire_grace_time": None, "coalesce": True})
    scheduler.add_job(_heartbeat, "interval", seconds=HEARTBEAT_SECONDS, args=(database, clock), id=HEARTBEAT)
    await _heartbeat(database, clock)
    await wake(host, down_ms)
    scheduler.start()
    log.info("ready", bot=me.username, down_ms=down_ms)
    try:
        yield host
    finally:
        scheduler.shutdown(wait=False)
        await lay_down(host)
        with contextlib.suppress(Exception):
            await _heartbeat(database, clock)
        await database.close()
        release()
        await bot.session.close()


async def _wake_tables(host: Host) -> None:
    """After a start: stand-ins go on thinking, mutes are what they should be."""
    rows = await host.service.database.rows(select(games.c.id).where(games.c.phase == Phase.PLAYING.value))
    live = [table for row in rows if (table := await host.service.live(row.id)) is not None]
    for table in live:
        await host.stand_ins.wake_up(table)
    await host.silence.reconcile(live)


async def serve(
    settings: Settings,
    pace: Pace | None = None,
    limits: Limits | None = None,
    on_ready: Callable[[Host], None] | None = None,
) -> None:
    """Run until cancelled, taking updates by long polling."""
    async with running(settings, pace, limits) as host:
        if on_ready is not None:
            on_ready(host)
        dispatcher = make_dispatcher(host)
        bot = host.transport
        assert isinstance(bot, Bot)
        await bot.delete_webhook(drop_pending_updates=False)
        await set_menus(bot, host.words)

        async def handle(update: Update) -> None:
            await dispatcher.feed_update(bot, update)

        polling = asyncio.create_task(Polling(bot, handle).run())
        try:
            await polling
        finally:
            polling.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await polling
