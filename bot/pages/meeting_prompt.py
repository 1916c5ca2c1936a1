"""Private chat: the meeting before the first night."""

from bot.language.translator import Html
from bot.pages.page_context import SeatContext
from bot.pages.prompt_parts import chosen_seats, offer_of, pick_keyboard, team_talk_lines
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import Args
from engine.commands import Verb
from engine.roles import Rank


def met_lines(context: SeatContext) -> list[Html | str]:
    """Returns whom this seat has met: team mates, and the town's leader is greeted (S0 4.2.4, S4 3.2.2).

    The first line is the same for everybody, because a locked phone may show it.
    """
    me = context.view.me
    text: list[Html | str] = [context.say("meet-title")]
    mates = [seat for seat in me.mates if seat != context.seat]
    if me.mates:
        text.append(
            context.say("told-mates", seats=context.names(mates)) if mates else context.say("told-mates-alone")
        )
        if me.leader:
            own = me.leader == context.seat
            text.append(
                context.say("told-don-self") if own else context.say("told-don", seat=context.name(me.leader))
            )
    else:
        text.append(context.say("meet-leader" if me.role.rank is Rank.LEADER else "meet-asleep"))
    if me.appointed:
        text.append(context.say("told-appointed", seats=context.names(me.appointed)))
    return text


def meeting_prompt(context: SeatContext, args: Args) -> RenderedMessage:
    text = [*met_lines(context), *team_talk_lines(context)]
    offer = None if context.view.me.appointed else offer_of(context.view, Verb.APPOINT)
    if offer is None:
        return RenderedMessage("\n".join(text), protected=True)
    text.append(context.say("meet-appoint"))
    chosen = chosen_seats(args, offer)
    if chosen:
        text.append(context.say("prompt-chosen", seats=context.names(chosen)))
    return RenderedMessage("\n".join(text), pick_keyboard(context, offer, chosen), protected=True)
