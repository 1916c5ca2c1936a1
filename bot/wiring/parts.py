"""The parts of the program: those that handlers get by name, and the groups in which they are built."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from bot.core.action_limits import ActionLimits
from bot.core.background_tasks import BackgroundTasks
from bot.core.broadcast import Broadcast
from bot.core.clock import Clock
from bot.core.double_tap import DoubleTaps
from bot.core.error_reports import ReportError, ignore_error
from bot.core.leadership import Leadership
from bot.core.pace import Pace
from bot.core.rate_limit import RateLimit
from bot.core.recent_requests import RecentRequests
from bot.core.signals import Signal
from bot.core.timers import Timers
from bot.core.transport import Transport
from bot.games.absence import Absence
from bot.games.afterlife import Afterlife
from bot.games.ask_again_after_outage import AskAgain
from bot.games.chat_migration import ChatMigration
from bot.games.closed_group_pause import SuspendedGames, Suspension
from bot.games.dealing import Dealing
from bot.games.draining import Draining
from bot.games.event_followers import Follower, Followers, RemoteGameChanges
from bot.games.game_registry import GameRegistry
from bot.games.group_rights import GroupRights
from bot.games.group_rows import GroupRows
from bot.games.leave_question import LeaveQuestion
from bot.games.left_the_group import LeftTheGroup
from bot.games.lobby_opening import LobbyOpening
from bot.games.lobby_start import LobbyStart
from bot.games.lobby_transactions import Lobbies
from bot.games.local_time import LocalTime
from bot.games.memory_eviction import Eviction
from bot.games.muting import Muting
from bot.games.next_game_notices import NextGameNotices
from bot.games.outbox_events import OutboxEvents
from bot.games.presence_relay import PresenceRelay
from bot.games.private_chats import PrivateChats
from bot.games.readiness_check import GroupCheck
from bot.games.seat_handover import SeatHandover
from bot.games.seat_offers import SeatOfferRows
from bot.games.seat_tags import SeatTags
from bot.games.solo_games import SoloGames
from bot.games.step_timeout import StepTimeout
from bot.games.step_timers import StepClocks
from bot.games.stop_game import StopGame
from bot.games.submissions import Outcome, Submissions
from bot.group_settings.balance_preview import BalancePreview
from bot.group_settings.menu_messages import MenuMessages
from bot.group_settings.settings_editor import SettingsEditor
from bot.group_settings.settings_links import SettingsLinks
from bot.judge.appointment import JudgeAppointment, JudgeRemoval, JudgeRows
from bot.judge.rulings import JudgeRulings
from bot.language.translator import Translator
from bot.operations.forget_person import ForgetPerson
from bot.pages.renderer import Renderer
from bot.permissions import Permissions
from bot.plans.plan_rows import PlanRows
from bot.plans.plan_store import PlanStore
from bot.plans.plan_timers import PlanTimers
from bot.plans.planning import Planning
from bot.runtime.downtime_credit import DowntimeCredit
from bot.runtime.recovery import Recovery
from bot.settings import Settings
from bot.stand_ins.stand_ins import StandIns
from bot.storage import Store
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.storage.repositories.receipts import ReceiptRepository
from bot.telegram.admins import Admins
from bot.telegram.outbox.answer_limits import AnswerLimits
from bot.telegram.outbox.ephemeral import Ephemeral
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rate_limits import Limits
from bot.telegram.outbox.rows import RowIds
from bot.telegram.replies import Replies
from bot.telegram.restrictions.restrictions import Restrictions
from bot.telegram.updates.polling_reception import Reception
from bot.tournaments.tournaments import Tournaments


@dataclass(frozen=True, slots=True)
class Hooks:
    """Callbacks by which the surrounding program is notified of errors, refusals, outcomes and late timers."""

    report_error: ReportError = ignore_error
    on_refused: Callable[[str], None] = lambda _: None
    """Called with the key of every refusal that a person is told."""
    on_outcome: Callable[[Outcome], None] = lambda _: None
    """Called with the outcome of every command."""
    on_late: Callable[[int], None] = lambda _: None
    """Called with the milliseconds by which each timer was late."""
    followers: Sequence[Follower] = ()


@dataclass(frozen=True, slots=True)
class Parts:
    """All parts, as built by `wire`. A handler gets the parts whose names it declares as parameters."""

    settings: Settings
    store: Store
    clock: Clock
    pace: Pace
    timers: Timers
    leadership: Leadership
    broadcast: Broadcast
    background: BackgroundTasks
    bot_id: int
    bot_name: str
    words: Translator
    groups: Groups
    people: People
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
    """Limits how often a person writes to their team: each message is passed on to everybody in it."""
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
    solo_games: SoloGames
    group_check: GroupCheck
    stop_game: StopGame
    seats: SeatHandover
    leave_question: LeaveQuestion
    left_the_group: LeftTheGroup
    presence: PresenceRelay
    absence: Absence
    afterlife: Afterlife
    ask_again: AskAgain
    suspension: Suspension
    muting: Muting
    tags: SeatTags
    stand_ins: StandIns
    draining: Draining
    private_chats: PrivateChats
    migration: ChatMigration
    group_rights: GroupRights
    outbox_events: OutboxEvents
    next_game_notices: NextGameNotices
    step_timeout: StepTimeout
    appointment: JudgeAppointment
    judge_rulings: JudgeRulings
    settings_editor: SettingsEditor
    menu_messages: MenuMessages
    settings_links: SettingsLinks
    balance_preview: BalancePreview
    tournaments: Tournaments
    plan_store: PlanStore
    plan_rows: PlanRows
    plan_timers: PlanTimers
    planning: Planning
    forget_person: ForgetPerson
    downtime_credit: DowntimeCredit
    recovery: Recovery

    @property
    def by_name(self) -> dict[str, Any]:
        return {part.name: getattr(self, part.name) for part in fields(self)}


@dataclass(frozen=True, slots=True)
class Foundation:
    """Parts that nearly every other part uses."""

    settings: Settings
    store: Store
    clock: Clock
    pace: Pace
    limits: Limits
    timers: Timers
    leadership: Leadership
    broadcast: Broadcast
    background: BackgroundTasks
    groups: Groups
    people: People
    receipts: ReceiptRepository
    row_ids: RowIds
    group_rows: GroupRows
    words: Translator
    bot_name: str
    hooks: Hooks


@dataclass(frozen=True, slots=True)
class Memory:
    """Parts that keep games in memory."""

    games: GameRegistry
    eviction: Eviction
    evicted: Signal[str]


@dataclass(frozen=True, slots=True)
class Messaging:
    """Parts that call Telegram and send messages."""

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
class Tables:
    """Parts that run a table from its lobby to its result."""

    local_time: LocalTime
    lobbies: Lobbies
    muting: Muting
    tags: SeatTags
    clocks: StepClocks
    tournaments: Tournaments
    judge_rows: JudgeRows
    seat_offers: SeatOfferRows
    judge_removal: JudgeRemoval
    suspended: SuspendedGames
    followers: Followers
    submissions: Submissions
    dealing: Dealing
    stop_game: StopGame
    ask_again: AskAgain
    step_timeout: StepTimeout
