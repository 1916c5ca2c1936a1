"""Builds the parts of the program and hands each what it uses, area by area: `wire`."""

import os
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from bot.core.action_limits import ActionLimits
from bot.core.alarms import Alarms, ScheduledAlarms
from bot.core.background_tasks import BackgroundTasks
from bot.core.broadcast import Broadcast, Listener
from bot.core.clock import Clock
from bot.core.double_tap import DoubleTaps
from bot.core.error_reports import ReportError, ignore_error
from bot.core.leadership import Leadership, LeaderTransport
from bot.core.pace import Pace
from bot.core.rate_limit import RateLimit
from bot.core.recent_requests import RecentRequests
from bot.core.signals import AsyncSignal, Signal
from bot.core.timers import Timers
from bot.core.transport import Transport
from bot.games.absence import Absence
from bot.games.afterlife import Afterlife
from bot.games.chat_migration import ChatMigration
from bot.games.dealing import Dealing
from bot.games.draining import Draining
from bot.games.eviction import Eviction
from bot.games.followers import Follower, Followers, RemoteGameChanges
from bot.games.game_registry import GameRegistry
from bot.games.group_check import GroupCheck
from bot.games.group_rights import GroupRights
from bot.games.group_rows import GroupRows
from bot.games.lobbies import Lobbies
from bot.games.lobby import new_secret
from bot.games.lobby_opening import LobbyOpening
from bot.games.lobby_start import LobbyStart
from bot.games.local_time import LocalTime
from bot.games.lost_taps import LostTaps
from bot.games.muting import Muting
from bot.games.outbox_events import OutboxEvents
from bot.games.presence import Presence
from bot.games.private_chats import PrivateChats
from bot.games.reminders import Reminders
from bot.games.running_game import RunningGame
from bot.games.seat_handover import SeatHandover
from bot.games.seat_tags import SeatTags
from bot.games.step_clocks import StepClocks
from bot.games.step_end import StepEnd
from bot.games.stop_game import StopGame
from bot.games.submissions import Outcome, Submissions
from bot.games.suspension import SuspendedGames, Suspension
from bot.group_settings.balance_preview import BalancePreview
from bot.group_settings.menu_messages import MenuMessages
from bot.group_settings.pages.menu_context import Menu
from bot.group_settings.pages.settings_pages import settings_page
from bot.group_settings.settings_editor import SettingsEditor
from bot.group_settings.settings_links import SettingsLinks
from bot.judge.appointment import JudgeAppointment, JudgeRemoval, JudgeRows
from bot.judge.pages.judge_pages import JudgePages
from bot.judge.rulings import JudgeRulings
from bot.language.translator import Translator
from bot.operations.forget_person import ForgetPerson
from bot.pages.renderer import Page, Renderer
from bot.permissions import Permissions
from bot.reports.finished_game_files import FinishedGameFiles
from bot.reports.statistics_page import StatisticsPages
from bot.reports.statistics_query import StatisticsQuery
from bot.runtime.catch_up import CatchUp
from bot.runtime.downtime_credit import DowntimeCredit
from bot.runtime.recovery import Recovery
from bot.settings import Settings
from bot.stand_ins.stand_ins import StandIns
from bot.storage import Store
from bot.storage.directory import Directory
from bot.storage.repositories.receipts import ReceiptRepository
from bot.telegram.admins import Admins
from bot.telegram.buttons.callback_data import Report
from bot.telegram.calls.call_budget import HandlerTransport
from bot.telegram.forward_protection import ProtectingTransport
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox import page_names
from bot.telegram.outbox.answer_limits import AnswerLimits
from bot.telegram.outbox.ephemeral import Ephemeral
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rate_limits import Limits
from bot.telegram.outbox.rows import Args, RowIds
from bot.telegram.replies import Replies
from bot.telegram.restrictions.pacing import RestrictLimits
from bot.telegram.restrictions.restrictions import Restrictions
from bot.telegram.updates.reception import Reception
from bot.tournaments.pages.tournament_pages import TournamentPages
from bot.tournaments.tournaments import Tournaments, make_tournaments

WHISPERS_AT_ONCE, WHISPER_GAP_MS = 10, 2_000


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
    receipts: ReceiptRepository
    row_ids: RowIds
    group_rows: GroupRows
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
    eviction: Eviction
    lobbies: Lobbies
    submissions: Submissions
    dealing: Dealing
    followers: Followers
    remote_game_changes: RemoteGameChanges
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
    step_end: StepEnd
    appointment: JudgeAppointment
    judge_rulings: JudgeRulings
    settings_editor: SettingsEditor
    menu_messages: MenuMessages
    settings_links: SettingsLinks
    balance_preview: BalancePreview
    tournaments: Tournaments
    forget_person: ForgetPerson
    downtime_credit: DowntimeCredit
    recovery: Recovery

    @property
    def by_name(self) -> dict[str, Any]:
        return {part.name: getattr(self, part.name) for part in fields(self)}


@dataclass(frozen=True, slots=True)
class Hooks:
    """What the program around the parts wants to know of them."""

    report_error: ReportError = ignore_error
    on_refused: Callable[[str], None] = lambda _: None
    """Called with the key of every refusal that somebody is told."""
    on_outcome: Callable[[Outcome], None] = lambda _: None
    """Called with the outcome of every command."""
    on_late: Callable[[int], None] = lambda _: None
    """Called with the milliseconds by which each timer was late."""
    followers: Sequence[Follower] = ()


@dataclass(frozen=True, slots=True)
class _Foundation:
    """What nearly every part is built on."""

    settings: Settings
    store: Store
    clock: Clock
    pace: Pace
    limits: Limits
    timers: Timers
    leadership: Leadership
    broadcast: Broadcast
    background: BackgroundTasks
    directory: Directory
    receipts: ReceiptRepository
    row_ids: RowIds
    group_rows: GroupRows
    words: Translator
    bot_name: str
    hooks: Hooks


@dataclass(frozen=True, slots=True)
class _Memory:
    """The games in memory."""

    games: GameRegistry
    eviction: Eviction
    evicted: Signal[str]


@dataclass(frozen=True, slots=True)
class _Messaging:
    """Calls to Telegram and messages on their way out."""

    handler_transport: Transport
    leader_transport: Transport
    renderer: Renderer
    ephemeral: Ephemeral
    outbox: Outbox
    answer_limits: AnswerLimits
    action_limits: ActionLimits
    replies: Replies
    restrictions: Restrictions
    admins: Admins
    reception: Reception


@dataclass(frozen=True, slots=True)
class _Tables:
    """A table from its lobby to its result."""

    local_time: LocalTime
    lobbies: Lobbies
    muting: Muting
    tags: SeatTags
    clocks: StepClocks
    tournaments: Tournaments
    judge_rows: JudgeRows
    judge_removal: JudgeRemoval
    suspended: SuspendedGames
    followers: Followers
    submissions: Submissions
    dealing: Dealing
    stop_game: StopGame
    lost_taps: LostTaps
    step_end: StepEnd


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
    hooks: Hooks | None = None,
) -> Parts:
    """Builds all parts on whatever store, clock and network there is."""
    hooks = hooks or Hooks()
    leadership = leadership or Leadership()
    row_ids = RowIds(clock, os.getpid() ^ secrets.randbits(8))
    usual = (("stand_ins", "fill"),) if settings.stand_ins else ()
    base = _Foundation(
        settings=settings,
        store=store,
        clock=clock,
        pace=pace,
        limits=limits,
        timers=Timers(clock, alarms or ScheduledAlarms(clock), hooks.report_error, hooks.on_late),
        leadership=leadership,
        broadcast=Broadcast(),
        background=BackgroundTasks(),
        directory=Directory(store, usual, shared=leadership.shared),
        receipts=ReceiptRepository(store),
        row_ids=row_ids,
        group_rows=GroupRows(row_ids),
        words=Translator(),
        bot_name=bot_name,
        hooks=hooks,
    )
    memory = _wire_memory(base)
    messaging = _wire_messaging(base, memory, transport)
    lobby_due = AsyncSignal[str]()
    tables = _wire_tables(base, memory, messaging, lobby_due)
    parts = _wire_features(base, memory, messaging, tables, bot_id, draw_secret)
    lobby_due.connect(parts.lobby_start.due)
    _register_pages(messaging.renderer, store, base.words, base.directory, clock, tables.tournaments)
    _listen(parts, messaging.restrictions)
    return parts


def _wire_memory(base: _Foundation) -> _Memory:
    in_memory: dict[str, RunningGame] = {}
    evicted = Signal[str]()
    eviction = Eviction(in_memory, base.clock, base.timers, evicted)
    games = GameRegistry(in_memory, base.store, base.clock, base.leadership, eviction)
    return _Memory(games, eviction, evicted)


def _wire_messaging(base: _Foundation, memory: _Memory, transport: Transport) -> _Messaging:
    store, clock, pace, report_error = base.store, base.clock, base.pace, base.hooks.report_error
    transport = ProtectingTransport(transport, store)
    handler_transport = HandlerTransport(transport)
    leader_transport = LeaderTransport(transport, base.leadership) if base.leadership.shared else transport
    renderer = Renderer(base.words, base.directory, clock, memory.games.find, base.bot_name, pace)
    ephemeral = Ephemeral(clock, base.directory.groups.rights_in)
    outbox = Outbox(
        store,
        clock,
        leader_transport,
        renderer.render,
        pace,
        base.limits,
        base.leadership,
        ephemeral,
        report_error,
        on_adopted=lambda chat_id, slot: base.broadcast.tell("slot", chat_id, slot),
    )
    answer_limits = AnswerLimits(pace, base.limits)
    return _Messaging(
        handler_transport=handler_transport,
        leader_transport=leader_transport,
        renderer=renderer,
        ephemeral=ephemeral,
        outbox=outbox,
        answer_limits=answer_limits,
        action_limits=ActionLimits(pace),
        replies=Replies(
            outbox,
            base.row_ids.next,
            clock,
            answer_limits,
            base.directory,
            base.words,
            base.hooks.on_refused,
        ),
        restrictions=Restrictions(
            store, clock, leader_transport, pace, RestrictLimits(base.settings.restrict_burst), report_error
        ),
        admins=Admins(handler_transport, clock),
        reception=Reception(clock),
    )


def _wire_tables(
    base: _Foundation, memory: _Memory, messaging: _Messaging, lobby_due: AsyncSignal[str]
) -> _Tables:
    store, clock, pace, timers, leadership = base.store, base.clock, base.pace, base.timers, base.leadership
    directory, row_ids, group_rows, receipts = base.directory, base.row_ids, base.group_rows, base.receipts
    report_error = base.hooks.report_error
    games, eviction, outbox, replies = memory.games, memory.eviction, messaging.outbox, messaging.replies
    local_time = LocalTime(clock, pace)
    lobbies = Lobbies(
        store,
        clock,
        pace,
        timers,
        outbox,
        directory,
        leadership,
        games,
        eviction,
        group_rows,
        receipts,
        lobby_due,
    )
    speakers_free = AsyncSignal[RunningGame]()
    muting = Muting(store, clock, directory, messaging.restrictions, games.find, replies, speakers_free.send)
    tags = SeatTags(store, clock, messaging.leader_transport, directory, report_error)
    reminders = Reminders(store, clock, timers, outbox, games, local_time, directory, row_ids)
    step_fired = AsyncSignal[str, int]()
    clocks = StepClocks(
        store,
        clock,
        pace,
        timers,
        outbox,
        leadership,
        games,
        group_rows,
        local_time,
        muting.holds,
        reminders.arm,
        step_fired,
    )
    speakers_free.connect(clocks.open_if_ready)
    tournaments = make_tournaments(
        store,
        clock,
        pace,
        outbox,
        directory,
        games,
        lobbies,
        row_ids,
        group_rows,
        receipts,
        replies,
        base.background,
        base.settings.lobby_minutes,
    )
    judge_rows = JudgeRows(row_ids, group_rows)
    judge_removal = JudgeRemoval(clock, judge_rows)
    suspended = SuspendedGames(store, outbox)
    followers = Followers(games, leadership, report_error)
    submissions = Submissions(
        store,
        clock,
        pace,
        outbox,
        leadership,
        games,
        clocks,
        local_time,
        eviction,
        row_ids,
        group_rows,
        receipts,
        participants=(judge_removal, tournaments.results, suspended),
        followers=followers,
        on_outcome=base.hooks.on_outcome,
        report_error=report_error,
    )
    dealing = Dealing(
        store,
        clock,
        pace,
        outbox,
        directory,
        leadership,
        games,
        lobbies,
        clocks,
        row_ids,
        group_rows,
        followers,
    )
    stop_game = StopGame(games, lobbies, group_rows, muting, tags, replies)
    lost_taps = LostTaps(store, clock, outbox, games, clocks, row_ids, receipts, messaging.reception)
    step_end = StepEnd(clock, games, clocks, lost_taps, submissions, stop_game)
    step_fired.connect(step_end.time_is_over)
    return _Tables(
        local_time=local_time,
        lobbies=lobbies,
        muting=muting,
        tags=tags,
        clocks=clocks,
        tournaments=tournaments,
        judge_rows=judge_rows,
        judge_removal=judge_removal,
        suspended=suspended,
        followers=followers,
        submissions=submissions,
        dealing=dealing,
        stop_game=stop_game,
        lost_taps=lost_taps,
        step_end=step_end,
    )


def _wire_features(
    base: _Foundation,
    memory: _Memory,
    messaging: _Messaging,
    tables: _Tables,
    bot_id: int,
    draw_secret: Callable[[], str],
) -> Parts:
    """What acts on tables and around them."""
    settings, store, clock, pace, timers = base.settings, base.store, base.clock, base.pace, base.timers
    leadership, directory, broadcast, row_ids = base.leadership, base.directory, base.broadcast, base.row_ids
    group_rows, games, outbox, replies = base.group_rows, memory.games, messaging.outbox, messaging.replies
    lobbies, submissions, muting, tags = tables.lobbies, tables.submissions, tables.muting, tables.tags
    action_limits, tournaments = messaging.action_limits, tables.tournaments
    background, draining, recent_requests = base.background, Draining(), RecentRequests()
    settings_editor = SettingsEditor(clock, outbox, directory, games, lobbies)
    lobby_start = LobbyStart(
        games,
        lobbies,
        tables.dealing,
        group_rows,
        directory,
        replies,
        clock,
        pace,
        settings.lobby_minutes,
        draw_secret,
    )
    stand_ins = StandIns(store, clock, pace, timers, outbox, games, submissions, row_ids)
    seats = SeatHandover(
        games,
        lobbies,
        submissions,
        tables.followers,
        row_ids,
        group_rows,
        outbox,
        replies,
        messaging.reception,
        broadcast,
        action_limits,
        timers,
        clock,
        pace,
        tables.local_time,
    )
    absence = Absence(store, messaging.reception, seats.nudge, seats.replace_absent)
    presence = Presence(leadership, absence)
    afterlife = Afterlife(outbox, row_ids, directory)
    suspension = Suspension(
        tables.suspended,
        store,
        pace,
        outbox,
        directory,
        games,
        submissions,
        row_ids,
        group_rows,
        tables.stop_game.stop,
    )
    private_chats = PrivateChats(games, directory, outbox, replies, action_limits, clock, row_ids, group_rows)
    migration = ChatMigration(
        games, group_rows, outbox, directory, muting, broadcast, tournaments.bulk_changes.move
    )
    outbox_events = OutboxEvents(tables.clocks, suspension, directory, private_chats, migration)
    outbox.listen(outbox_events)
    tables.followers.add(muting, tags, stand_ins, absence, afterlife, *base.hooks.followers)
    memory.evicted.connect(games.forget_unfollowed, outbox.sent_messages.forget_game)
    memory.evicted.connect(stand_ins.forget, absence.forget, afterlife.forget, presence.forget)
    downtime_credit = DowntimeCredit(
        store, clock, leadership, outbox, games, lobbies, tables.clocks, tables.local_time
    )
    catch_up = CatchUp(
        clock,
        pace,
        outbox,
        games,
        tables.clocks,
        group_rows,
        muting,
        tables.lost_taps,
        base.hooks.report_error,
    )
    recovery = Recovery(
        store,
        clock,
        timers,
        outbox,
        leadership,
        games,
        tables.clocks,
        downtime_credit,
        catch_up,
        suspension,
        muting,
        tags,
        stand_ins,
        absence,
        afterlife,
        tables.lost_taps,
        messaging.reception,
        background,
        base.hooks.report_error,
    )
    return Parts(
        settings=settings,
        store=store,
        clock=clock,
        pace=pace,
        limits=base.limits,
        timers=timers,
        leadership=leadership,
        broadcast=broadcast,
        background=background,
        bot_id=bot_id,
        bot_name=base.bot_name,
        words=base.words,
        directory=directory,
        receipts=base.receipts,
        row_ids=row_ids,
        group_rows=group_rows,
        transport=messaging.handler_transport,
        outbox=outbox,
        ephemeral=messaging.ephemeral,
        reception=messaging.reception,
        replies=replies,
        answer_limits=messaging.answer_limits,
        action_limits=action_limits,
        whisper_limit=RateLimit(WHISPERS_AT_ONCE, pace.scale(WHISPER_GAP_MS)),
        double_taps=DoubleTaps(),
        recent_requests=recent_requests,
        renderer=messaging.renderer,
        admins=messaging.admins,
        permissions=Permissions(directory, messaging.admins, messaging.handler_transport),
        games=games,
        eviction=memory.eviction,
        lobbies=lobbies,
        submissions=submissions,
        dealing=tables.dealing,
        followers=tables.followers,
        remote_game_changes=RemoteGameChanges(games, lobbies, tables.clocks, memory.eviction, tables.followers),
        clocks=tables.clocks,
        lobby_opening=LobbyOpening(games, lobby_start, draining, directory, replies, clock, action_limits),
        lobby_start=lobby_start,
        group_check=GroupCheck(
            directory, messaging.handler_transport, clock, pace, recent_requests, base.words, bot_id
        ),
        stop_game=tables.stop_game,
        seats=seats,
        presence=presence,
        absence=absence,
        afterlife=afterlife,
        lost_taps=tables.lost_taps,
        suspension=suspension,
        muting=muting,
        tags=tags,
        stand_ins=stand_ins,
        draining=draining,
        private_chats=private_chats,
        migration=migration,
        group_rights=GroupRights(games, muting, broadcast, leadership),
        outbox_events=outbox_events,
        step_end=tables.step_end,
        appointment=JudgeAppointment(clock, pace, lobbies, submissions, tables.judge_rows, tables.judge_removal),
        judge_rulings=JudgeRulings(row_ids, submissions, outbox, clock),
        settings_editor=settings_editor,
        menu_messages=MenuMessages(row_ids, directory, outbox, settings_editor),
        settings_links=SettingsLinks(store, clock),
        balance_preview=BalancePreview(clock),
        tournaments=tournaments,
        forget_person=ForgetPerson(store, leadership, games, directory, tournaments.bulk_changes),
        downtime_credit=downtime_credit,
        recovery=recovery,
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


def _listen(parts: Parts, restrictions: Restrictions) -> None:
    """What processes tell each other without storing it."""

    def rights(chat_id: int) -> None:
        parts.outbox.retry(chat_id)
        restrictions.rights_changed(chat_id)
        parts.tags.rights_changed(chat_id)

    listeners: dict[str, Listener] = {
        "keypad": parts.games.keypad_opened,
        "named": parts.games.best_move_named,
        "drain": parts.draining.set,
        "left": parts.seats.wait_for,
        "back": parts.seats.stop_waiting,
        "moved": parts.games.chat_moved,
        "tapped": parts.double_taps.note,
        "admin": parts.admins.forget,
        "admins": parts.admins.forget_group,
        "slot": parts.outbox.sent_messages.forget,
        "rights": rights,
        "member": restrictions.mark_unverified,
    }
    for kind, listener in listeners.items():
        parts.broadcast.on(kind, listener)
