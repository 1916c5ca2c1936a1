"""Builds the parts that call Telegram and send messages."""

from bot.core.action_limits import ActionLimits
from bot.core.leadership import LeaderTransport
from bot.core.transport import Transport
from bot.pages.renderer import Renderer
from bot.telegram.admins import Admins
from bot.telegram.calls.call_budget import HandlerTransport
from bot.telegram.forward_protection import ProtectingTransport
from bot.telegram.outbox.answer_limits import AnswerLimits
from bot.telegram.outbox.ephemeral import Ephemeral
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.replies import Replies
from bot.telegram.restrictions.rate_limits import RestrictLimits
from bot.telegram.restrictions.restrictions import Restrictions
from bot.telegram.updates.polling_reception import Reception
from bot.wiring.parts import Foundation, Memory, Messaging


def wire_messaging(base: Foundation, memory: Memory, transport: Transport) -> Messaging:
    store, clock, pace, report_error = base.store, base.clock, base.pace, base.hooks.report_error
    transport = ProtectingTransport(transport, store)
    handler_transport = HandlerTransport(transport)
    leader_transport = LeaderTransport(transport, base.leadership) if base.leadership.shared else transport
    renderer = Renderer(base.words, base.groups, base.people, clock, memory.games.find, base.bot_name, pace)
    ephemeral = Ephemeral(clock, base.groups.rights_in)
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
    return Messaging(
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
            base.groups,
            base.people,
            base.words,
            base.hooks.on_refused,
        ),
        restrictions=Restrictions(
            store, clock, leader_transport, pace, RestrictLimits(base.settings.restrict_burst), report_error
        ),
        admins=Admins(handler_transport, clock),
        reception=Reception(clock),
    )
