"""Private chat: that this seat leaves the game, and what comes now. The group learns the same a moment later."""

from bot.pages.page_context import SeatContext
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import Args


def farewell_page(context: SeatContext, args: Args) -> RenderedMessage | None:
    """Returns the farewell alone, for a seat that is asked nothing now. Nothing is said if the judge has taken the
    departure back meanwhile."""
    if context.seat in context.view.table.alive:
        return None
    return RenderedMessage("\n".join(_lines(context, args)))


def farewell_lines(context: SeatContext, args: Args) -> list[str]:
    """Returns the lines with which a question to a seat that has just left begins; none if it is no such seat."""
    return _lines(context, args["left"]) if args.get("left") else []


def _lines(context: SeatContext, left: Args) -> list[str]:
    """Returns the lines of a farewell; `left` is what `bot.games.farewells` says about the departure."""
    last_word = left["word"]
    text: list[str] = [context.say(f"farewell-{left['way']}")]
    if left["best_move"]:
        text.append(context.say("farewell-best-move"))
    text.append(context.say(f"farewell-word-{last_word}"))
    if context.lobby.afterlife and not context.lobby.tournament:
        text.append(context.say("farewell-afterlife"))
    return text
