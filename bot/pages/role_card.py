"""Private chat: the role card of a seat, with all that its holder has learnt so far."""

from bot.games.lobby import Lobby, Phase
from bot.language.role_names import role_key
from bot.pages.meeting_prompt import meeting_part
from bot.pages.page_context import SeatContext
from bot.pages.prompt_parts import (
    answer_text,
    asked_again,
)
from bot.telegram.buttons.callback_data import MoveTap
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import BACK, Args
from engine.commands import Verb
from engine.events import StepName
from engine.legal_moves import legal
from engine.roles import Aim, Rank
from engine.state import SeatView

FEW_PEOPLE = 3
LONG_DEAL_S = 60


def card_page(context: SeatContext, args: Args) -> RenderedMessage | None:
    """Returns the card with the question of the deal or of the meeting, while one of these steps runs."""
    text, board = [known_text(context)], None
    me = context.view.me
    if me.role.rank is Rank.LEADER and not me.mates:
        text.append(context.say("meet-leader"))  # S0 4.2.4, S4 3.2.2
    running = not args.get("replaced") and context.lobby.phase is Phase.PLAYING
    if running and context.view.table.step is StepName.MEET:
        added, board = meeting_part(context, args)
        text += added
    elif running and confirms_card(context.lobby, context.view):
        data = MoveTap(game=context.lobby.id, step=context.view.table.number, verb=Verb.SEEN).pack()
        board = keyboard([button(context.label("verb-seen"), data, "success")])
    if args.get(BACK) and board is None:
        return None  # /role shows it
    return asked_again(context, args, RenderedMessage("\n".join(text), board, protected=True))


def confirms_card(lobby: Lobby, view: SeatView) -> bool:
    """Returns whether the card has a button that says it was seen. It ends the deal when all have used it; at a
    full table the clock ends the deal sooner, and the button would only be one more thing to do."""
    few = sum(map(bool, lobby.seating)) <= FEW_PEOPLE
    return (few or view.table.seconds >= LONG_DEAL_S) and any(offer.verb is Verb.SEEN for offer in legal(view))


def known_text(context: SeatContext) -> str:
    """Returns the card with everything the seat has learnt; also shown to a person who takes the seat over."""
    view = context.view
    learnt: list[str] = []
    if view.me.appointed:
        learnt.append(context.say("told-appointed", seats=context.names(view.me.appointed)))
    learnt += [answer_text(context, message) for _, _, message in view.me.learnt]
    return "\n".join([card_text(context), *([context.say("card-learnt")] if learnt else []), *learnt])


def card_text(context: SeatContext) -> str:
    """Returns the card, with the mates if the rules show them; short enough for the pop-up of «My role»."""
    view = context.view
    key = role_key(view.table.rules.ruleset.id, view.me.role.id)
    text = [
        context.say("card-title", name=context.name(context.seat)),
        context.say("card-role", icon=context.say(f"{key}-icon"), role=context.say(key)),
    ]
    mates = [seat for seat in view.me.mates if seat != context.seat]
    if mates:
        text.append(context.say("told-mates", seats=context.names(mates)))
    if view.me.leader and view.me.leader != context.seat:
        text.append(context.say("told-don", seat=context.name(view.me.leader)))
    return "\n".join([*text, " ".join([context.say(f"{key}-card"), *_limits(context)])])


def _limits(context: SeatContext) -> list[str]:
    """Returns what the options of the table do not let the holder of this card do."""
    options, abilities = context.view.table.rules.options, context.view.me.role.abilities
    if not any(Aim.AS_DOCTORS_MAY in ability.aims for ability in abilities):
        return []
    again = [] if options.doctor_twice else [context.say("card-doctor-not-twice")]
    return [context.say(f"card-doctor-self-{options.doctor_self}"), *again]
