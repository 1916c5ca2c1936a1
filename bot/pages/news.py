"""The message with the news between two steps."""

from aiogram.types import InlineKeyboardButton

from bot.games.lobby import Phase
from bot.pages.page_context import TableContext
from bot.pages.shared_buttons import game_control_button
from bot.telegram.buttons.callback_data import MoveTap, joined
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args
from engine.commands import Verb


def news_page(context: TableContext, args: Args) -> RenderedMessage | None:
    """Returns the news. News of a pause has buttons to resume and to stop while the pause lasts; a pause that
    ended before its message was sent is not announced."""
    text = "\n".join(context.lines(args["lines"], context.table.rules.ruleset))
    plays = context.lobby.phase is Phase.PLAYING
    paused = any(key == "news-paused" for key, _ in args["lines"])
    stands = plays and context.table.paused and paused
    if paused and not stands and not args.get("edited"):
        return None
    if surrender := args.get("surrender"):
        return RenderedMessage(text, keyboard([_surrender_button(context, *surrender)]))
    return RenderedMessage(
        text,
        keyboard([game_control_button(context, "resume"), game_control_button(context, "stop")])
        if stands
        else None,
    )


def _surrender_button(context: TableContext, seat: int, step: int) -> InlineKeyboardButton:
    """Returns a button bound to one seat and step, so that nobody else can surrender by tapping it."""
    data = MoveTap(game=context.lobby.id, step=step, verb=Verb.SURRENDER, seats=joined((seat,)), sure=1)
    return button(context.label("button-surrender"), data.pack(), "danger")
