"""What a computer player says in the group: the message of its turn, or words in a free discussion."""

from bot.games.announcements import stage_slot
from bot.language.stand_in_speech import speech_text
from bot.language.translator import Html
from bot.pages.page_context import TableContext
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import Args
from engine.events import StepName
from engine.players.statements import Check, Ground, Say, Statement
from engine.roles import Side


def spoken_page(context: TableContext, args: Args) -> RenderedMessage | None:
    """Returns what computer players say in free talk, as a message of its own; None if the talk is over."""
    if args.get("stage") not in (None, stage_slot(context.table)):
        return None
    words = args.get("words", [args])  # stored rows of earlier versions hold the words of one
    lines = [context.say("spoken", name=context.name(said["seat"]), text=_words(context, said)) for said in words]
    return RenderedMessage("\n".join(lines))


def turn_of_stand_in(
    context: TableContext, step: StepName, seat: int, args: Args, *, silent: bool = False
) -> Html:
    """Returns the turn of a computer player: whose it is, and the words. It has no clock, so it needs no last edit
    when it is over, unless it was `silent`: without words nobody would know that none were lost."""
    said = args.get("spoken")
    none = context.say("stand-in-silent") if silent else ""
    words = context.say("stand-in-words", text=_words(context, said)) if said else none
    return context.say(f"stand-in-{step}", name=context.name(seat), words=words)


def _words(context: TableContext, args: Args) -> str:
    said = args["statement"]
    statement = Statement(
        Say(said["say"]),
        tuple(said["seats"]),
        Ground(said["why"]),
        tuple(said["about"]),
        tuple(Check(seat, Side(side)) for seat, side in said["checks"]),
        said["role"],
    )
    return speech_text(
        context.words,
        context.language,
        statement,
        context.name,
        args["pick"],
        ruleset=context.table.rules.ruleset.id,
    )
