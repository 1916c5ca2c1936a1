"""The one place that wires: settings, store, outbox, clock, handlers."""

import asyncio
import contextlib
import os
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import structlog
from aiogram import Bot, Dispatcher
from aiogram.client.default import DefaultBotProperties
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.enums import ParseMode
from aiogram.exceptions import TelegramUnauthorizedError
from aiogram.methods import DeleteWebhook, GetMe, SetWebhook
from aiogram.types import LinkPreviewOptions, Update
from aiogram.utils.token import TokenValidationError
from sqlalchemy import select

from bot.admins import Admins
from bot.backup import prepare_folder
from bot.chores import Chores, beat, last_beat
from bot.clock import Clock, SteadyClock
from bot.directory import Directory
from bot.health import Health
from bot.host import Host
from bot.intake import Intake
from bot.live import Live
from bot.lobby import Phase, lobby_from_json
from bot.menus import set_menus
from bot.metrics import Metrics
from bot.outbox.pacing import Limits
from bot.outbox.sender import Outbox, Transport
from bot.owner import OwnerLine
from bot.pace import Pace
from bot.polling import ALLOWED_UPDATES, Polling
from bot.reaching import patiently
from bot.rendering import Renderer
from bot.service import Service
from bot.settings import Settings
from bot.silence import Silence
from bot.standins import StandIns
from bot.standstill import Standstill
from bot.store import Database, Store
from bot.store.opening import CannotStart, open_database
from bot.store.schema import games, mutes
from bot.timers import Timers
from bot.trouble import OnTrouble
from bot.web import Web, bind
from bot.words import Words
from handlers import (
    course,
    doctor,
    fallback,
    info,
    keeping,
    lobby,
    membership,
    moves,
    owner,
    people,
    seatings,
    talk,
)

log = structlog.get_logger()


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
    for module in (membership, owner, info, lobby, keeping, doctor, course, seatings, moves, talk, fallback):
        # Routers are module constants; a process that wires twice (tests) takes them along.
        module.router._parent_router = None
        dispatcher.include_router(module.router)
    return dispatcher


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

    renderer = Renderer(Words(), directory, clock, find, bot_name, pace)
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
    for follower in (silence, stand_ins, host.absence, host.afterlife):
        service.add_follower(follower)
    service.on_lobby_due = host.lobby_due
    return host


async def wake(host: Host, down_ms: int) -> None:
    """Go on where the last run ended: what was owed, the clocks, the stand-ins, the mutes."""
    await host.outbox.load()
    await host.silence.load()
    await host.service.wake_up(down_ms)
    host.service.timers.start()
    host.outbox.start()
    await _wake_tables(host)


async def lay_down(host: Host) -> None:
    await host.service.timers.stop()
    await host.outbox.stop()
    await host.silence.stop()


@dataclass(frozen=True, slots=True)
class Running:
    """A host at work, and what looks after it."""

    host: Host
    bot: Bot
    intake: Intake
    health: Health
    chores: Chores
    on_trouble: OnTrouble

    @property
    def loops(self) -> "set[asyncio.Task[None]]":
        """If one of them ends, the program does: it goes on where it was at the next start."""
        found = (self.host.service.timers.runner, self.host.outbox.runner)
        return {task for task in found if task is not None}


@asynccontextmanager
async def running(
    settings: Settings, pace: Pace | None = None, limits: Limits | None = None
) -> AsyncIterator[Running]:
    """The host at work: games go on, messages go out. Updates are the caller's to bring."""
    async with AsyncExitStack() as ending:
        bot = make_bot(settings)
        ending.push_async_callback(bot.session.close)
        database, release = await open_database(settings.database_url)
        ending.callback(release)
        ending.push_async_callback(database.close)
        if settings.backup_dir:
            prepare_folder(Path(settings.backup_dir))
        metrics = Metrics()
        bot.session.middleware(metrics.count_call)
        me = await patiently(bot, GetMe())
        clock = SteadyClock()
        last = await last_beat(database)
        if last is not None:
            clock.not_before(last)
        down_ms = 0 if last is None else max(0, clock.now() - last)
        pace = pace or Pace(settings.speed)
        host = wire(settings, database, clock, bot, pace, limits or Limits(), me.id, me.username or "")
        at_work = look_after(host, bot, database, metrics, ending)
        ending.push_async_callback(lay_down, host)
        await wake(host, down_ms)
        # Not before: whoever ends without having woken up has credited nothing.
        ending.push_async_callback(_last_heartbeat, database, clock)
        at_work.chores.start()
        log.info("ready", bot=me.username, down_ms=down_ms)
        yield at_work


async def _last_heartbeat(database: Database, clock: Clock) -> None:
    with contextlib.suppress(Exception):
        await beat(database, clock)


def look_after(host: Host, bot: Bot, database: Database, metrics: Metrics, ending: AsyncExitStack) -> Running:
    """Whatever breaks is counted, told to the owner, and stops the clocks if it was the store."""
    timers = host.service.timers
    line = OwnerLine(host.settings.owner_id, bot, host.words, host.directory, host.clock)
    standstill = Standstill(host, timers, lambda: beat(database, host.clock))

    def on_trouble(place: str, error: BaseException) -> None:
        for heard in (metrics.on_trouble, line.report, standstill.on_trouble):
            heard(place, error)

    for part in (timers, host.outbox, host.service, host.silence):
        part.on_trouble = on_trouble
    database.on_away = partial(on_trouble, "store")
    timers.on_late = metrics.late.observe
    host.service.on_outcome = metrics.on_outcome
    host.service.add_follower(metrics)
    chores = Chores(host, database, on_trouble)
    dispatcher = make_dispatcher(host)

    for part_at_work in (line, standstill, chores):
        ending.push_async_callback(part_at_work.stop)
    line.start()

    async def handle(update: Update) -> None:
        await dispatcher.feed_update(bot, update)

    intake = Intake(host, handle, metrics, on_trouble)
    health = Health(database, host.outbox, timers, standstill, metrics)
    return Running(host, bot, intake, health, chores, on_trouble)


async def _wake_tables(host: Host) -> None:
    """After a start: stand-ins go on thinking, mutes are what they should be.

    Only games that need it are loaded; the journals of the others wait until somebody acts.
    """
    store = host.service.database
    playing = await store.rows(select(games.c.id, games.c.lobby).where(games.c.phase == Phase.PLAYING.value))
    muted = {row.game_id for row in await store.rows(select(mutes.c.game_id).distinct())}
    for row in playing:
        if 0 in lobby_from_json(row.lobby).seating:
            table = await host.service.live(row.id)
            if table is not None:
                await host.stand_ins.wake_up(table)
    loaded = [await host.service.live(row.id) for row in playing if row.id in muted]
    await host.silence.reconcile([table for table in loaded if table is not None])


async def serve(
    settings: Settings,
    pace: Pace | None = None,
    limits: Limits | None = None,
    on_ready: Callable[[Host], None] | None = None,
) -> None:
    """Run until cancelled, taking updates by long polling or, if WEBHOOK_URL is set, as Telegram brings them."""
    async with AsyncExitStack() as ending:
        listener = ending.enter_context(closing(bind(settings))) if settings.web_port else None
        at_work = await ending.enter_async_context(running(settings, pace, limits))
        if on_ready is not None:
            on_ready(at_work.host)
        bot, take = at_work.bot, at_work.intake.take
        if listener is not None:
            web = Web(settings, bot, take, at_work.health, at_work.on_trouble)
            await web.start(listener)
            ending.push_async_callback(web.stop)
        menus = asyncio.create_task(_set_menus(bot, at_work.host.words), name="menus")
        ending.callback(menus.cancel)
        loops = at_work.loops
        if settings.webhook_url:
            # Not removed at the end: Telegram keeps what happens until somebody listens again.
            await patiently(bot, _webhook(settings))
        else:
            await patiently(bot, DeleteWebhook(drop_pending_updates=False))
            polling = Polling(bot, take)
            loops.add(polling.start())
            ending.push_async_callback(polling.stop)
        await _until_one_ends(loops)


def _webhook(settings: Settings) -> SetWebhook:
    return SetWebhook(
        url=settings.webhook_url,
        secret_token=settings.webhook_secret.get_secret_value(),
        allowed_updates=ALLOWED_UPDATES,
        drop_pending_updates=False,
    )


async def _set_menus(bot: Bot, words: Words) -> None:
    """Nobody waits for the menus."""

    try:
        await set_menus(partial(patiently, bot), words)
    except CannotStart as refused:
        log.warning("the menus are not set", why=str(refused))


async def _until_one_ends(loops: "set[asyncio.Task[None]]") -> None:
    ended, _ = await asyncio.wait(loops, return_when=asyncio.FIRST_COMPLETED)
    for task in ended:
        try:
            await task
        except TelegramUnauthorizedError as bad:
            raise CannotStart("Telegram does not know this BOT_TOKEN any more. Ask @BotFather why.") from bad
