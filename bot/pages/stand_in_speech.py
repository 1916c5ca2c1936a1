"""The message with what a computer player says in the group."""

from bot.language.stand_in_speech import speech_text
from bot.pages.page_context import TableContext
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import Args
from engine.players.statements import Check, Ground, Say, Statement
from engine.roles import Side


def spoken_page(context: TableContext, args: Args) -> RenderedMessage:
    said = args["statement"]
    statement = Statement(
        Say(said["say"]),
        tuple(said["seats"]),
        Ground(said["why"]),
        tuple(said["about"]),
        tuple(Check(seat, Side(side)) for seat, side in said["checks"]),
        said["role"],
    )
    text = speech_text(
        context.words,
        context.language,
        statement,
        context.name,
        args["pick"],
        ruleset=context.table.rules.ruleset.id,
    )
    return RenderedMessage(context.say("spoken", name=context.name(args["seat"]), text=text))
