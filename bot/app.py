"""The program at work, from its start to a clean end: the parts of `bot.wiring`, and what looks after them."""

import asyncio
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

from bot.core.clock import SteadyClock
from bot.core.error_reports import ReportError
from bot.core.errors import CannotStart
from bot.core.leadership import Leadership
from bot.core.pace import Pace
from bot.core.signals import Signal
from bot.operations.backup import prepare_folder
from bot.operations.duplicate_host import DuplicateHost
from bot.operations.event_loop_watch import EventLoopWatch
from bot.operations.health import Health
from bot.operations.metrics import Metrics
from bot.operations.owner_alerts import OwnerAlerts
from bot.operations.scheduled_jobs import ScheduledJobs
from bot.operations.storage_outage import StorageOutage
from bot.runtime.leader_duties import LeaderDuties
from bot.runtime.leader_election import Leader
from bot.runtime.remote_changes import RemoteChanges
from bot.settings import Settings
from bot.storage import Database
from bot.storage.leader_lock import PostgresLeadership
from bot.storage.open_database import open_database
from bot.telegram.calls.server_version import tell_version
from bot.telegram.calls.session import Session
from bot.telegram.calls.startup_calls import call_until_answered
from bot.telegram.outbox.rate_limits import Limits
from bot.telegram.updates.failed_updates import FailedUpdates
from bot.telegram.updates.intake import Intake
from bot.telegram.updates.update_trim import read_answer
from bot.wiring import Hooks, Parts, wire
from handlers.identify import IdentifyPerson
from handlers.routers import ROUTERS

log = structlog.get_logger()


def make_bot(settings: Settings) -> Bot:
    session = Session(read_answer)
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


def make_dispatcher(parts: Parts) -> Dispatcher:
    dispatcher = Dispatcher(disable_fsm=True, **parts.by_name)
    dispatcher.update.outer_middleware(IdentifyPerson(parts.groups, parts.people, parts.receipts, parts.transport))
    # Not `include_router`: routers are module constants, and a process may make several dispatchers (tests do).
    dispatcher.sub_routers.extend(ROUTERS)
    return dispatcher


@dataclass(frozen=True, slots=True)
class Running:
    """The program at work, and what looks after it."""

    parts: Parts
    bot: Bot
    intake: Intake
    health: Health
    scheduled_jobs: ScheduledJobs
    leader: Leader
    report_error: ReportError
    duplicate_host: DuplicateHost
    metrics: Metrics
    loop_watch: EventLoopWatch

    @property
    def loops(self) -> "set[asyncio.Task[None]]":
        """If one of them ends, the program does: it goes on where it was at the next start."""
        return self.leader.loops


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
        metrics, errors = Metrics(), Signal[str, BaseException]()
        bot.session.middleware(metrics.count_call)
        me = await call_until_answered(bot, GetMe())
        tell_version(me)
        clock = SteadyClock()
        pace = pace or Pace(settings.speed)
        leadership = PostgresLeadership() if database.shared else Leadership()
        parts = wire(
            settings,
            database,
            clock,
            bot,
            pace,
            limits or Limits(),
            me.id,
            me.username or "",
            leadership,
            hooks=Hooks(
                errors.send, metrics.on_refused, metrics.on_outcome, metrics.late.observe, followers=(metrics,)
            ),
        )
        database.went_away.connect(partial(errors.send, "store"))
        at_work = look_after(parts, bot, database, clock, metrics, errors, ending)
        ending.push_async_callback(parts.recovery.rest)
        ending.push_async_callback(parts.balance_preview.close)
        ending.push_async_callback(at_work.leader.stop)
        down_ms = await at_work.leader.start()
        log.info("ready", bot=me.username, down_ms=down_ms)
        yield at_work


def look_after(
    parts: Parts,
    bot: Bot,
    database: Database,
    clock: SteadyClock,
    metrics: Metrics,
    errors: Signal[str, BaseException],
    ending: AsyncExitStack,
) -> Running:
    """Whatever breaks is counted, told to the owner, and stops the clocks if it was the store."""
    report_error = errors.send
    alerts = OwnerAlerts(parts.settings.owner_id, bot, parts.words, parts.people, parts.clock)
    scheduled_jobs = ScheduledJobs(
        parts.settings,
        database,
        parts.clock,
        parts.transport,
        parts.groups,
        parts.eviction,
        parts.muting,
        parts.tags,
        parts.forget_person,
        parts.plan_timers.arm_all,
        report_error,
    )
    remote_changes = RemoteChanges(
        database, parts.outbox.stored_rows, parts.games, parts.remote_game_changes, parts.absence, report_error
    )
    duties = LeaderDuties(
        database,
        clock,
        parts.leadership,
        parts.timers,
        parts.games,
        parts.recovery,
        scheduled_jobs,
        remote_changes,
    )
    leader = Leader(
        database,
        clock,
        parts.leadership,
        parts.timers,
        parts.outbox,
        parts.row_ids,
        parts.games,
        parts.groups,
        parts.people,
        parts.broadcast,
        parts.presence,
        parts.draining,
        duties,
        remote_changes,
    )
    storage_outage = StorageOutage(
        parts.games,
        parts.leadership,
        parts.clocks,
        parts.timers,
        parts.clock,
        parts.renderer,
        parts.words,
        parts.transport,
        leader.probe,
    )
    errors.connect(metrics.report_error, alerts.report, storage_outage.report_error)
    dispatcher = make_dispatcher(parts)

    for part_at_work in (alerts, storage_outage, scheduled_jobs):
        ending.push_async_callback(part_at_work.stop)
    alerts.start()

    async def handle(update: Update) -> None:
        await dispatcher.feed_update(bot, update)

    failed = FailedUpdates(database, clock)
    intake = Intake(
        parts.replies, parts.answer_limits, parts.transport, handle, metrics, report_error, failed, clock
    )
    duplicate_host = DuplicateHost(clock, partial(alerts.tell, "owner-rival-host"))
    health = Health(
        database, parts.outbox, parts.timers, storage_outage, metrics, parts.leadership, duplicate_host
    )
    watch = EventLoopWatch(metrics, report_error, lambda: intake.in_progress, parts.settings.end_when_stuck_s)
    return Running(
        parts, bot, intake, health, scheduled_jobs, leader, report_error, duplicate_host, metrics, watch
    )
