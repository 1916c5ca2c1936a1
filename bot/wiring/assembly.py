"""Builds all parts of the program on a given store, clock and transport."""

import os
import secrets
from collections.abc import Callable

from bot.core.apscheduler_alarms import Alarms, ScheduledAlarms
from bot.core.background_tasks import BackgroundTasks
from bot.core.broadcast import Broadcast
from bot.core.clock import Clock
from bot.core.leadership import Leadership
from bot.core.pace import Pace
from bot.core.signals import AsyncSignal
from bot.core.timers import Timers
from bot.core.transport import Transport
from bot.games.group_rows import GroupRows
from bot.games.lobby import new_secret
from bot.language.translator import Translator
from bot.plans.pages.pages_by_name import PlanPages
from bot.settings import Settings
from bot.storage import Store
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.storage.repositories.receipts import ReceiptRepository
from bot.telegram.outbox.rate_limits import Limits
from bot.telegram.outbox.rows import RowIds
from bot.wiring.broadcasts import listen_to_broadcasts
from bot.wiring.features import wire_features
from bot.wiring.messaging import wire_messaging
from bot.wiring.pages import register_pages
from bot.wiring.parts import Foundation, Hooks, Parts
from bot.wiring.tables import wire_memory, wire_tables
from engine.options import StandIns


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
    """Builds all parts of the program on the given store, clock and transport."""
    hooks = hooks or Hooks()
    leadership = leadership or Leadership()
    row_ids = RowIds(clock, os.getpid() ^ secrets.randbits(8))
    usual = () if settings.stand_ins else (("stand_ins", StandIns.ON_ABSENCE.value),)
    base = Foundation(
        settings=settings,
        store=store,
        clock=clock,
        pace=pace,
        limits=limits,
        timers=Timers(clock, alarms or ScheduledAlarms(clock), hooks.report_error, hooks.on_late),
        leadership=leadership,
        broadcast=Broadcast(),
        background=BackgroundTasks(),
        groups=Groups(store, usual, shared=leadership.shared),
        people=People(store, shared=leadership.shared),
        receipts=ReceiptRepository(store),
        row_ids=row_ids,
        group_rows=GroupRows(row_ids),
        words=Translator(),
        bot_name=bot_name,
        hooks=hooks,
    )
    memory = wire_memory(base)
    messaging = wire_messaging(base, memory, transport)
    lobby_due = AsyncSignal[str]()
    tables = wire_tables(base, memory, messaging, lobby_due)
    parts = wire_features(base, memory, messaging, tables, bot_id, draw_secret)
    lobby_due.connect(parts.lobby_start.due)
    register_pages(messaging.renderer, store, base.words, base.groups, base.people, clock, tables.tournaments)
    plan_pages = PlanPages(parts.plan_store, base.words, base.groups, base.people, messaging.outbox.sent_messages)
    messaging.renderer.register(plan_pages.pages)
    listen_to_broadcasts(parts, messaging.restrictions)
    return parts
