"""The only place where parts are put together: settings, store, outbox, clock, games, handlers."""

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

import structlog
from aiogram import Bot, Dispatcher
from aiogram.client.default import DefaultBotProperties
from aiogram.client.telegram import TelegramAPIServer
from aiogram.enums import ParseMode
from aiogram.methods import GetMe
from aiogram.types import LinkPreviewOptions, Update
from aiogram.utils.token import TokenValidationError

from bot.core.action_limits import ActionLimits
from bot.core.alarms import Alarms, ScheduledAlarms
from bot.core.background_tasks import BackgroundTasks
from bot.core.broadcast import Broadcast, Listener
from bot.core.clock import Clock, SteadyClock
from bot.core.double_tap import DoubleTaps
from bot.core.error_reports import ReportError
from bot.core.errors import CannotStart
from bot.core.leadership import Leadership, LeaderTransport
from bot.core.pace import Pace
from bot.core.rate_limit import RateLimit
from bot.core.recent_requests import RecentRequests
from bot.core.timers import Timers
from bot.core.transport import Transport
from bot.games.absence import Absence
from bot.games.afterlife import Afterlife
from bot.games.chat_migration import ChatMigration
from bot.games.draining import Draining
from bot.games.game_registry import GameRegistry
from bot.games.group_check import GroupCheck
from bot.games.group_rights import GroupRights
from bot.games.lobbies import Lobbies
from bot.games.lobby import new_secret
from bot.games.lobby_opening import LobbyOpening
from bot.games.lobby_start import LobbyStart
from bot.games.lost_taps import LostTaps
from bot.games.muting import Muting
from bot.games.outbox_events import OutboxEvents
from bot.games.presence import Presence
from bot.games.private_chats import PrivateChats
from bot.games.reminders import Reminders
from bot.games.running_game import RunningGame
from bot.games.seat_handover import SeatHandover
from bot.games.seat_tags import SeatTags
from bot.games.service import Service
from bot.games.step_clocks import StepClocks
from bot.games.stop_game import StopGame
from bot.games.suspension import Suspension
from bot.group_settings.balance_preview import BalancePreview
from bot.group_settings.menu_messages import MenuMessages
from bot.group_settings.pages.menu_context import Menu
from bot.group_settings.pages.settings_pages import settings_page
from bot.group_settings.settings_editor import SettingsEditor
from bot.group_settings.settings_links import SettingsLinks
from bot.judge.appointment import JudgeAppointment
from bot.judge.pages.judge_pages import JudgePages
from bot.judge.rulings import JudgeRulings
from bot.language.translator import Translator
from bot.operations.backup import prepare_folder
from bot.operations.duplicate_host import DuplicateHost
from bot.operations.event_loop_watch import EventLoopWatch
from bot.operations.forget_person import ForgetPerson
from bot.operations.health import Health
from bot.operations.metrics import Metrics
from bot.operations.owner_alerts import OwnerAlerts
from bot.operations.scheduled_jobs import ScheduledJobs
from bot.operations.storage_outage import StorageOutage
from bot.pages.renderer import Page, Renderer
from bot.permissions import Permissions
from bot.reports.finished_game_files import FinishedGameFiles
from bot.reports.statistics_page import StatisticsPages
from bot.reports.statistics_query import StatisticsQuery
from bot.runtime.leader import Leader
from bot.runtime.leader_duties import LeaderDuties
from bot.runtime.recovery import Recovery
from bot.runtime.remote_changes import RemoteChanges
from bot.settings import Settings
from bot.stand_ins.stand_ins import StandIns
from bot.storage import Database, Store
from bot.storage.directory import Directory
from bot.storage.leader_lock import PostgresLeadership
from bot.storage.open_database import open_database
from bot.telegram.admins import Admins
from bot.telegram.buttons.callback_data import Report
from bot.telegram.calls.call_budget import HandlerTransport
from bot.telegram.calls.server_version import tell_version
from bot.telegram.calls.session import Session
from bot.telegram.calls.startup_calls import call_until_answered
from bot.telegram.forward_protection import ProtectingTransport
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox import page_names
from bot.telegram.outbox.answer_limits import AnswerLimits
from bot.telegram.outbox.ephemeral import Ephemeral
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rate_limits import Limits
from bot.telegram.outbox.rows import Args
from bot.telegram.replies import Replies
from bot.telegram.restrictions.pacing import RestrictLimits
from bot.telegram.restrictions.restrictions import Restrictions
from bot.telegram.updates.failed_updates import FailedUpdates
from bot.telegram.updates.intake import Intake
from bot.telegram.updates.reception import Reception
from bot.telegram.updates.update_trim import read_answer
from bot.tournaments.pages.tournament_pages import TournamentPages
from bot.tournaments.tournaments import Tournaments, make_tournaments
from handlers.identify import IdentifyPerson
from handlers.routers import ROUTERS

log = structlog.get_logger()

WHISPERS_AT_ONCE, WHISPER_GAP_MS = 10, 2_000


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


@dataclass(frozen=True, slots=True)
class Parts:
    """What `wire` has built. Handlers are given those parts by name that they declare as parameters."""

    settings: Settings
    store: Store
    clock: Clock
    pace: Pace
    limits: Limits
    timers: Timers
    leadership: Leadership
    broadcast: Broadcast
    background: BackgroundTasks
    bot_id: int
    bot_name: str
    words: Translator
    directory: Directory
    transport: Transport
    outbox: Outbox
    ephemeral: Ephemeral
    reception: Reception
    replies: Replies
    answer_limits: AnswerLimits
    action_limits: ActionLimits
    whisper_limit: RateLimit
    """Of what one person says to a team: each word becomes a message to everybody in it."""
    double_taps: DoubleTaps
    recent_requests: RecentRequests
    renderer: Renderer
    admins: Admins
    permissions: Permissions
    games: GameRegistry
    lobbies: Lobbies
    submissions: Service
    dealing: Service
    clocks: StepClocks
    lobby_opening: LobbyOpening
    lobby_start: LobbyStart
    group_check: GroupCheck
    stop_game: StopGame
    seats: SeatHandover
    presence: Presence
    absence: Absence
    afterlife: Afterlife
    lost_taps: LostTaps
    suspension: Suspension
    muting: Muting
    tags: SeatTags
    stand_ins: StandIns
    draining: Draining
    private_chats: PrivateChats
    migration: ChatMigration
    group_rights: GroupRights
    outbox_events: OutboxEvents
    appointment: JudgeAppointment
    judge_rulings: JudgeRulings
    settings_editor: SettingsEditor
    menu_messages: MenuMessages
    settings_links: SettingsLinks
    balance_preview: BalancePreview
    tournaments: Tournaments
    forget_person: ForgetPerson
    recovery: Recovery

    @property
    def by_name(self) -> dict[str, Any]:
        return {part.name: getattr(self, part.name) for part in fields(self)}


def make_dispatcher(parts: Parts) -> Dispatcher:
    dispatcher = Dispatcher(disable_fsm=True, **parts.by_name)
    dispatcher.update.outer_middleware(IdentifyPerson(parts.directory, parts.games, parts.transport))
    # Not `include_router`: routers are module constants, and a process may make several dispatchers (tests do).
    dispatcher.sub_routers.extend(ROUTERS)
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
    leadership: Leadership | None = None,
    alarms: Alarms | None = None,
    draw_secret: Callable[[], str] = new_secret,
    on_refused: Callable[[str], None] = lambda _: None,
) -> Parts:
    """Build all parts on whatever store, clock and network there is."""
    leadership = leadership or Leadership()
    transport = ProtectingTransport(transport, store)
    usual = (("stand_ins", "fill"),) if settings.stand_ins else ()
    directory = Directory(store, usual, shared=leadership.shared)
    timers, broadcast, background = Timers(clock, alarms or ScheduledAlarms(clock)), Broadcast(), BackgroundTasks()

    async def find(game_id: str) -> RunningGame | None:
        return await service.live(game_id)

    words = Translator()
    renderer = Renderer(words, directory, clock, find, bot_name, pace)
    gate = LeaderTransport(transport, leadership) if leadership.shared else transport
    quick = HandlerTransport(transport)
    ephemeral = Ephemeral(clock, directory.groups.rights_in)
    outbox = Outbox(store, clock, gate, renderer.render, pace, limits, leadership, ephemeral)
    service = Service(store, clock, outbox, timers, directory, pace, leadership, os.getpid() ^ secrets.randbits(8))
    clocks = service.clocks
    answer_limits, action_limits = AnswerLimits(pace, limits), ActionLimits(pace)
    replies = Replies(outbox, service.next_id, clock, answer_limits, directory, words, on_refused)
    restrictions = Restrictions(store, clock, gate, pace, RestrictLimits(settings.restrict_burst))
    muting = Muting(store, clock, directory, restrictions, find, replies, clocks.open_if_ready)
    tags = SeatTags(store, clock, gate, directory)
    stand_ins = StandIns(service)
    reception = Reception(clock)
    admins = Admins(quick, clock)
    seats = SeatHandover(
        service, service, outbox, replies, reception, broadcast, action_limits, timers, clock, pace
    )
    absence = Absence(store, reception, seats.nudge, seats.replace_absent)
    presence = Presence(leadership, absence)
    afterlife = Afterlife(service, directory)
    lost_taps = LostTaps(service, reception)
    stop_game = StopGame(service, service, muting, tags, replies)
    suspension = Suspension(service, directory, stop_game.stop)
    tournaments = make_tournaments(service, directory, replies, background, settings.lobby_minutes)
    appointment = JudgeAppointment(service, clock)
    lobby_start = LobbyStart(
        service, service, service, directory, replies, clock, pace, settings.lobby_minutes, draw_secret
    )
    private_chats = PrivateChats(service, directory, outbox, replies, action_limits, clock)
    migration = ChatMigration(service, directory, muting, broadcast, tournaments.bulk_changes.move)
    outbox_events = OutboxEvents(clocks, suspension, directory, private_chats, migration)
    draining, double_taps, recent_requests = Draining(), DoubleTaps(), RecentRequests()
    settings_editor = SettingsEditor(directory, service)

    def forget_game(game_id: str) -> None:
        for keeper in (stand_ins, absence, afterlife, presence):
            keeper.forget(game_id)

    outbox.listen(outbox_events)
    _register_pages(renderer, store, words, directory, clock, tournaments)
    _listen(broadcast, service, seats, draining, double_taps, admins, outbox, restrictions, tags)
    service.on_put_away = forget_game
    service.on_lobby_due = lobby_start.due
    clocks.is_held = muting.holds
    clocks.is_put_off = lost_taps.put_off
    clocks.on_unending = stop_game.give_up
    clocks.on_armed = Reminders(service, clocks.calendar, directory).arm
    for follower in (muting, tags, stand_ins, absence, afterlife):
        service.add_follower(follower)
    for companion in (appointment, tournaments.games, suspension):
        service.add_companion(companion)
    return Parts(
        settings=settings,
        store=store,
        clock=clock,
        pace=pace,
        limits=limits,
        timers=timers,
        leadership=leadership,
        broadcast=broadcast,
        background=background,
        bot_id=bot_id,
        bot_name=bot_name,
        words=words,
        directory=directory,
        transport=quick,
        outbox=outbox,
        ephemeral=ephemeral,
        reception=reception,
        replies=replies,
        answer_limits=answer_limits,
        action_limits=action_limits,
        whisper_limit=RateLimit(WHISPERS_AT_ONCE, pace.scale(WHISPER_GAP_MS)),
        double_taps=double_taps,
        recent_requests=recent_requests,
        renderer=renderer,
        admins=admins,
        permissions=Permissions(directory, admins, quick),
        games=service,
        lobbies=service,
        submissions=service,
        dealing=service,
        clocks=clocks,
        lobby_opening=LobbyOpening(
            service, service, lobby_start, draining, directory, replies, clock, action_limits
        ),
        lobby_start=lobby_start,
        group_check=GroupCheck(directory, quick, clock, pace, recent_requests, words, bot_id),
        stop_game=stop_game,
        seats=seats,
        presence=presence,
        absence=absence,
        afterlife=afterlife,
        lost_taps=lost_taps,
        suspension=suspension,
        muting=muting,
        tags=tags,
        stand_ins=stand_ins,
        draining=draining,
        private_chats=private_chats,
        migration=migration,
        group_rights=GroupRights(service, muting, broadcast, leadership),
        outbox_events=outbox_events,
        appointment=appointment,
        judge_rulings=JudgeRulings(service, service, outbox, clock),
        settings_editor=settings_editor,
        menu_messages=MenuMessages(service, directory, outbox, settings_editor),
        settings_links=SettingsLinks(store, clock),
        balance_preview=BalancePreview(clock),
        tournaments=tournaments,
        forget_person=ForgetPerson(service, directory, tournaments.bulk_changes),
        recovery=Recovery(
            service, suspension, muting, tags, stand_ins, absence, afterlife, lost_taps, reception, background
        ),
    )


def _register_pages(
    renderer: Renderer,
    store: Store,
    words: Translator,
    directory: Directory,
    clock: Clock,
    tournaments: Tournaments,
) -> None:
    """Pages of the features that stand above `bot.pages`."""
    statistics = StatisticsPages(store, words, directory, clock)
    files = FinishedGameFiles(store, words, directory)

    async def statistics_page(chat_id: int, language: str, args: Args) -> RenderedMessage | None:
        return await statistics.page(chat_id, StatisticsQuery(**args["look"]), language)

    async def report(_: int, language: str, args: Args) -> RenderedMessage | None:
        return await files.message(args["game"], Report(args["paper"]), language)

    async def group_menu(_: int, language: str, args: Args) -> RenderedMessage | None:
        return settings_page(Menu(words, language, await directory.groups.get(args["group"]), args), args)

    def of_tournament(page: Callable[[str, Args], Awaitable[RenderedMessage | None]]) -> Page:
        return lambda _, language, args: page(language, args)

    renderer.register({page_names.STATISTICS: statistics_page, page_names.REPORT: report, "settings": group_menu})
    tournament_pages = TournamentPages(tournaments, store, words).pages
    renderer.register({name: of_tournament(page) for name, page in tournament_pages.items()})
    renderer.register_game_pages(JudgePages(files.suggestions).pages)


def _listen(
    broadcast: Broadcast,
    games: GameRegistry,
    seats: SeatHandover,
    draining: Draining,
    double_taps: DoubleTaps,
    admins: Admins,
    outbox: Outbox,
    restrictions: Restrictions,
    tags: SeatTags,
) -> None:
    """What other processes say without storing it."""

    def rights(chat_id: int) -> None:
        outbox.retry(chat_id)
        restrictions.rights_changed(chat_id)
        tags.rights_changed(chat_id)

    listeners: dict[str, Listener] = {
        "keypad": games.keypad_opened,
        "named": games.best_move_named,
        "drain": draining.set,
        "left": seats.wait_for,
        "back": seats.stop_waiting,
        "moved": games.moved,
        "tapped": double_taps.note,
        "admin": admins.forget,
        "admins": admins.forget_group,
        "slot": outbox.sent_messages.forget,
        "rights": rights,
        "member": restrictions.mark_unverified,
    }
    for kind, listener in listeners.items():
        broadcast.on(kind, listener)
    outbox.sent_messages.on_adopted = lambda chat_id, name: broadcast.tell("slot", chat_id, name)


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
        metrics = Metrics()
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
            on_refused=metrics.on_refused,
        )
        at_work = look_after(parts, bot, database, clock, metrics, ending)
        ending.push_async_callback(parts.recovery.rest)
        ending.push_async_callback(parts.balance_preview.close)
        ending.push_async_callback(at_work.leader.stop)
        down_ms = await at_work.leader.start()
        log.info("ready", bot=me.username, down_ms=down_ms)
        yield at_work


def look_after(
    parts: Parts, bot: Bot, database: Database, clock: SteadyClock, metrics: Metrics, ending: AsyncExitStack
) -> Running:
    """Whatever breaks is counted, told to the owner, and stops the clocks if it was the store."""
    timers, outbox, service, directory = parts.timers, parts.outbox, parts.submissions, parts.directory
    alerts = OwnerAlerts(parts.settings.owner_id, bot, parts.words, directory, parts.clock)

    def report_error(place: str, error: BaseException) -> None:
        for heard in (metrics.report_error, alerts.report, storage_outage.report_error):
            heard(place, error)

    for part in (timers, outbox, service, parts.muting.restrictions, parts.tags):
        part.report_error = report_error
    database.on_away = partial(report_error, "store")
    timers.on_late = metrics.late.observe
    service.on_outcome = metrics.on_outcome
    service.add_follower(metrics)
    scheduled_jobs = ScheduledJobs(
        parts.settings,
        database,
        parts.clock,
        parts.transport,
        directory,
        parts.games,
        parts.muting,
        parts.tags,
        parts.forget_person,
        report_error,
    )
    remote_changes = RemoteChanges(database, service, parts.absence, report_error)
    duties = LeaderDuties(database, clock, service, parts.recovery, scheduled_jobs, remote_changes)
    leader = Leader(
        database,
        clock,
        service,
        directory,
        parts.broadcast,
        parts.presence,
        parts.draining,
        duties,
        remote_changes,
    )
    storage_outage = StorageOutage(
        parts.games, parts.clocks, timers, parts.clock, parts.renderer, parts.words, parts.transport, leader.probe
    )
    dispatcher = make_dispatcher(parts)

    for part_at_work in (alerts, storage_outage, scheduled_jobs):
        ending.push_async_callback(part_at_work.stop)
    alerts.start()

    async def handle(update: Update) -> None:
        await dispatcher.feed_update(bot, update)

    failed = FailedUpdates(database, clock)
    intake = Intake(parts.replies, parts.answer_limits, parts.transport, handle, metrics, report_error, failed)
    duplicate_host = DuplicateHost(clock, partial(alerts.tell, "owner-rival-host"))
    health = Health(database, outbox, timers, storage_outage, metrics, parts.leadership, duplicate_host)
    watch = EventLoopWatch(metrics, report_error, lambda: intake.in_progress, parts.settings.end_when_stuck_s)
    return Running(
        parts, bot, intake, health, scheduled_jobs, leader, report_error, duplicate_host, metrics, watch
    )
