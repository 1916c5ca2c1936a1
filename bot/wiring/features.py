"""Builds the features beside a running table, and puts all parts together."""

from collections.abc import Callable

from bot.core.double_tap import DoubleTaps
from bot.core.rate_limit import RateLimit
from bot.core.recent_requests import RecentRequests
from bot.games.absence import Absence
from bot.games.afterlife import Afterlife
from bot.games.chat_migration import ChatMigration
from bot.games.closed_group_pause import Suspension
from bot.games.draining import Draining
from bot.games.event_followers import RemoteGameChanges
from bot.games.group_rights import GroupRights
from bot.games.leave_question import LeaveQuestion
from bot.games.left_the_group import LeftTheGroup
from bot.games.lobby_opening import LobbyOpening
from bot.games.lobby_start import LobbyStart
from bot.games.next_game_notices import NextGameNotices
from bot.games.outbox_events import OutboxEvents
from bot.games.presence_relay import PresenceRelay
from bot.games.private_chats import PrivateChats
from bot.games.readiness_check import GroupCheck
from bot.games.seat_handover import SeatHandover
from bot.games.solo_games import SoloGames
from bot.games.team_and_afterlife_chat import WHISPER_GAP_MS, WHISPERS_AT_ONCE
from bot.group_settings.balance_preview import BalancePreview
from bot.group_settings.menu_messages import MenuMessages
from bot.group_settings.settings_editor import SettingsEditor
from bot.group_settings.settings_links import SettingsLinks
from bot.judge.appointment import JudgeAppointment
from bot.judge.rulings import JudgeRulings
from bot.operations.forget_person import ForgetPerson
from bot.permissions import Permissions
from bot.plans.plan_rows import PlanRows
from bot.plans.plan_store import PlanStore
from bot.plans.plan_timers import PlanTimers
from bot.plans.planning import Planning
from bot.runtime.catch_up import CatchUp
from bot.runtime.downtime_credit import DowntimeCredit
from bot.runtime.recovery import Recovery
from bot.stand_ins.stand_ins import StandIns
from bot.storage.repositories.games import GameRepository
from bot.wiring.parts import Foundation, Memory, Messaging, Parts, Tables


def wire_features(
    base: Foundation,
    memory: Memory,
    messaging: Messaging,
    tables: Tables,
    bot_id: int,
    draw_secret: Callable[[], str],
) -> Parts:
    """Builds the features that act on tables, and returns all parts together."""
    settings, store, clock, pace, timers = base.settings, base.store, base.clock, base.pace, base.timers
    leadership, groups, people = base.leadership, base.groups, base.people
    broadcast, row_ids = base.broadcast, base.row_ids
    group_rows, games, outbox, replies = base.group_rows, memory.games, messaging.outbox, messaging.replies
    lobbies, submissions, muting, tags = tables.lobbies, tables.submissions, tables.muting, tables.tags
    action_limits, tournaments = messaging.action_limits, tables.tournaments
    background, draining, recent_requests = base.background, Draining(), RecentRequests()
    settings_editor = SettingsEditor(clock, outbox, groups, games, lobbies)
    lobby_start = LobbyStart(
        games,
        lobbies,
        tables.dealing,
        group_rows,
        groups,
        clock,
        pace,
        settings.lobby_minutes,
    )
    lobby_opening = LobbyOpening(
        games,
        lobbies,
        group_rows,
        draining,
        groups,
        people,
        replies,
        clock,
        pace,
        action_limits,
        settings.lobby_minutes,
        GameRepository(store),
        draw_secret,
    )
    solo_games = SoloGames(
        games,
        lobbies,
        tables.dealing,
        groups,
        people,
        draining,
        base.words,
        clock,
        pace,
        settings.solo_games_per_hour,
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
        tables.seat_offers,
        outbox,
        replies,
        action_limits,
        clock,
        tables.stop_game,
    )
    leave_question = LeaveQuestion(lobbies, tables.seat_offers, groups, action_limits, clock)
    left_the_group = LeftTheGroup(
        games,
        group_rows,
        outbox,
        messaging.reception,
        broadcast,
        action_limits,
        timers,
        clock,
        pace,
        tables.local_time,
        seats.replace_absent,
    )
    absence = Absence(store, clock, pace, messaging.reception, seats.nudge, seats.replace_absent)
    presence = PresenceRelay(leadership, absence)
    afterlife = Afterlife(outbox, row_ids, groups)
    suspension = Suspension(
        tables.suspended,
        store,
        pace,
        outbox,
        groups,
        people,
        games,
        submissions,
        row_ids,
        group_rows,
        tables.stop_game.stop,
    )
    plan_rows = PlanRows(row_ids)
    plan_store = PlanStore(store, clock, outbox, groups, base.receipts, leadership)
    plan_timers = PlanTimers(
        plan_store,
        plan_rows,
        clock,
        timers,
        groups,
        people,
        games,
        lobbies,
        lobby_opening,
        draining,
        outbox,
    )
    planning = Planning(plan_store, plan_timers, plan_rows, groups, people, replies)
    private_chats = PrivateChats(
        games,
        people,
        outbox,
        replies,
        action_limits,
        clock,
        row_ids,
        group_rows,
        recent_requests,
        pace,
        tables.stop_game,
    )
    migration = ChatMigration(
        games, group_rows, outbox, groups, muting, broadcast, tournaments.bulk_changes.move, planning.moved
    )
    next_game_notices = NextGameNotices(store, groups, outbox, replies, clock, action_limits)
    outbox_events = OutboxEvents(
        tables.clocks, suspension, groups, people, private_chats, migration, games, next_game_notices
    )
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
        tables.ask_again,
        next_game_notices,
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
        tables.ask_again,
        messaging.reception,
        background,
        plan_timers,
        base.hooks.report_error,
    )
    return Parts(
        settings=settings,
        store=store,
        clock=clock,
        pace=pace,
        timers=timers,
        leadership=leadership,
        broadcast=broadcast,
        background=background,
        bot_id=bot_id,
        bot_name=base.bot_name,
        words=base.words,
        groups=groups,
        people=people,
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
        permissions=Permissions(groups, messaging.admins, messaging.handler_transport),
        games=games,
        eviction=memory.eviction,
        lobbies=lobbies,
        submissions=submissions,
        dealing=tables.dealing,
        followers=tables.followers,
        remote_game_changes=RemoteGameChanges(games, lobbies, tables.clocks, memory.eviction, tables.followers),
        clocks=tables.clocks,
        lobby_opening=lobby_opening,
        lobby_start=lobby_start,
        solo_games=solo_games,
        group_check=GroupCheck(groups, people, messaging.handler_transport, clock, pace, recent_requests, bot_id),
        stop_game=tables.stop_game,
        seats=seats,
        leave_question=leave_question,
        left_the_group=left_the_group,
        presence=presence,
        absence=absence,
        afterlife=afterlife,
        ask_again=tables.ask_again,
        suspension=suspension,
        muting=muting,
        tags=tags,
        stand_ins=stand_ins,
        draining=draining,
        private_chats=private_chats,
        migration=migration,
        group_rights=GroupRights(games, muting, broadcast, leadership),
        outbox_events=outbox_events,
        next_game_notices=next_game_notices,
        step_timeout=tables.step_timeout,
        appointment=JudgeAppointment(clock, pace, lobbies, submissions, tables.judge_rows, tables.judge_removal),
        judge_rulings=JudgeRulings(row_ids, submissions, outbox, clock),
        settings_editor=settings_editor,
        menu_messages=MenuMessages(row_ids, groups, outbox, settings_editor),
        settings_links=SettingsLinks(store, clock),
        balance_preview=BalancePreview(clock),
        tournaments=tournaments,
        plan_store=plan_store,
        plan_rows=plan_rows,
        plan_timers=plan_timers,
        planning=planning,
        forget_person=ForgetPerson(
            store, leadership, games, groups, people, tournaments.bulk_changes, planning.forget
        ),
        downtime_credit=downtime_credit,
        recovery=recovery,
    )
