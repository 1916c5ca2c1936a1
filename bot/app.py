"""The one place that wires: settings, store, outbox, clock, handlers."""

import asyncio
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import structlog
from aiogram import Bot, Dispatcher
from aiogram.client.default import DefaultBotProperties
from aiogram.client.telegram import TelegramAPIServer
from aiogram.enums import ParseMode
from aiogram.methods import GetMe
from aiogram.types import LinkPreviewOptions, Update
from aiogram.utils.token import TokenValidationError

from bot.admins import Admins
from bot.clockwork.clock import Clock, SteadyClock
from bot.clockwork.pace import Pace
from bot.clockwork.reminders import Reminders
from bot.clockwork.timers import Timers
from bot.directory import Directory
from bot.failed_updates import FailedUpdates
from bot.followers.restrict_pacing import RestrictLimits
from bot.followers.restrictions import Restrictions
from bot.followers.silence import Silence
from bot.followers.standins import StandIns
from bot.followers.tags import Tags
from bot.handler_transport import HandlerTransport
from bot.host import Host
from bot.intake import Intake
from bot.language.words import Words
from bot.live import Live
from bot.operation.backup import prepare_folder
from bot.operation.chores import Chores
from bot.operation.health import Health
from bot.operation.loop_watch import LoopWatch
from bot.operation.metrics import Metrics
from bot.operation.owner import OwnerLine
from bot.operation.rival_host import RivalHost
from bot.operation.standstill import Standstill
from bot.operation.trouble import OnTrouble
from bot.outbox.ephemeral import Ephemeral
from bot.outbox.pacing import Limits
from bot.outbox.sender import Outbox
from bot.outbox.transport import Transport
from bot.papers.making import Papers
from bot.papers.numbers import Numbers
from bot.processes.baton import Baton, Gate
from bot.processes.conductor import Conductor
from bot.protection import ProtectingTransport
from bot.reaching import patiently
from bot.rendering import Renderer
from bot.server_version import tell_version
from bot.service import Service
from bot.session import Session
from bot.settings import Settings
from bot.store import Database, Store
from bot.store.line import SharedBaton
from bot.store.opening import CannotStart, open_database
from bot.tournaments.showing import Showing
from bot.waking import lay_down
from handlers import (
    chair,
    club,
    course,
    doctor,
    fallback,
    info,
    keeping,
    lobby,
    membership,
    moves,
    numbers,
    owner,
    panel,
    papers,
    people,
    privacy,
    protests,
    questions,
    seatings,
    talk,
    tournament,
    waiting,
)

log = structlog.get_logger()


def make_bot(settings: Settings) -> Bot:
    session = Session()
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
    dispatcher = Dispatcher(host=host, disable_fsm=True)
    dispatcher.update.outer_middleware(people.KnowsPeople())
    # Moves are what people tap all the time: their buttons are recognised first.
    for module in (
        *(moves, membership, owner, club, questions, info, privacy, papers, numbers, lobby, waiting, chair),
        *(keeping, panel, tournament, protests, doctor, course, seatings, talk, fallback),
    ):
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
    baton: Baton | None = None,
) -> Host:
    """All parts of a host, put together on whatever store, clock and network there is."""
    baton = baton or Baton()
    transport = ProtectingTransport(transport, store)
    usual = (("stand_ins", "fill"),) if settings.stand_ins else ()
    directory = Directory(store, usual, shared=baton.shared)
    timers = Timers(clock)

    async def find(game_id: str) -> Live | None:
        return await service.live(game_id)

    words = Words()
    figures = Numbers(store, words, directory, clock)
    renderer = Renderer(words, directory, clock, find, bot_name, pace, Papers(store, words, directory), figures)
    gate = Gate(transport, baton) if baton.shared else transport
    quick = HandlerTransport(transport)
    ephemeral = Ephemeral(clock, directory.rights_in)
    outbox = Outbox(store, clock, gate, renderer.render, pace, limits, baton, ephemeral)
    service = Service(store, clock, outbox, timers, directory, pace, baton, os.getpid() ^ secrets.randbits(8))
    restrictions = Restrictions(store, clock, gate, pace, RestrictLimits(settings.restrict_burst))
    silence = Silence(store, clock, directory, restrictions)
    silence.find = find
    silence.open_clock = service.clocks.open_if_ready
    service.clocks.is_held = silence.holds
    tags = Tags(store, clock, gate, directory)
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
        quick,
        Admins(quick, clock),
        silence,
        tags,
        stand_ins,
        ephemeral,
        bot_id,
        bot_name,
        limits,
    )
    outbox.listen(host)
    silence.tell = host.tell_table
    renderer.more.update(Showing(host.office, store, words).pages)
    service.clocks.on_armed = Reminders(service, service.clocks.calendar, directory).arm
    for follower in (
        silence,
        tags,
        stand_ins,
        host.absence,
        host.afterlife,
    ):
        service.add_follower(follower)
    for companion in (host.chair, host.office, host.suspension):
        service.add_companion(companion)
    service.clocks.is_put_off = host.lost_taps.put_off
    service.on_lobby_due = host.lobby_due
    return host


@dataclass(frozen=True, slots=True)
class Running:
    """A host at work, and what looks after it."""

    host: Host
    bot: Bot
    intake: Intake
    health: Health
    chores: Chores
    conductor: Conductor
    on_trouble: OnTrouble
    rival: RivalHost
    metrics: Metrics
    loop_watch: LoopWatch

    @property
    def loops(self) -> "set[asyncio.Task[None]]":
        """If one of them ends, the program does: it goes on where it was at the next start."""
        return self.conductor.loops


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
        tell_version(me)
        clock = SteadyClock()
        pace = pace or Pace(settings.speed)
        baton = SharedBaton() if database.shared else Baton()
        host = wire(settings, database, clock, bot, pace, limits or Limits(), me.id, me.username or "", baton)
        at_work = look_after(host, bot, database, clock, metrics, ending)
        ending.push_async_callback(lay_down, host)
        ending.push_async_callback(at_work.conductor.stop)
        down_ms = await at_work.conductor.start()
        log.info("ready", bot=me.username, down_ms=down_ms)
        yield at_work


def look_after(
    host: Host, bot: Bot, database: Database, clock: SteadyClock, metrics: Metrics, ending: AsyncExitStack
) -> Running:
    """Whatever breaks is counted, told to the owner, and stops the clocks if it was the store."""
    timers = host.service.timers
    line = OwnerLine(host.settings.owner_id, bot, host.words, host.directory, host.clock)

    def on_trouble(place: str, error: BaseException) -> None:
        for heard in (metrics.on_trouble, line.report, standstill.on_trouble):
            heard(place, error)

    for part in (timers, host.outbox, host.service, host.silence.restrictions, host.tags):
        part.on_trouble = on_trouble
    database.on_away = partial(on_trouble, "store")
    timers.on_late = metrics.late.observe
    host.service.on_outcome = metrics.on_outcome
    host.on_refused = metrics.on_refused
    host.service.add_follower(metrics)
    chores = Chores(host, database, on_trouble)
    conductor = Conductor(host, database, clock, chores, on_trouble)
    standstill = Standstill(host, timers, conductor.probe)
    dispatcher = make_dispatcher(host)

    for part_at_work in (line, standstill, chores):
        ending.push_async_callback(part_at_work.stop)
    line.start()

    async def handle(update: Update) -> None:
        await dispatcher.feed_update(bot, update)

    intake = Intake(host, handle, metrics, on_trouble, FailedUpdates(database, clock))
    rival = RivalHost(clock, partial(line.tell, "owner-rival-host"))
    health = Health(database, host.outbox, timers, standstill, metrics, host.service.baton, rival)
    watch = LoopWatch(metrics, on_trouble, lambda: intake.in_hand, host.settings.end_when_stuck_s)
    return Running(host, bot, intake, health, chores, conductor, on_trouble, rival, metrics, watch)
