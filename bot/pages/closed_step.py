"""The message of a step that is over: what was done in it and how it ended, without buttons and clock."""

from bot.games.step_properties import VOTES
from bot.language.translator import Html
from bot.pages.page_context import TableContext
from bot.pages.stand_in_turn import turn_of_stand_in
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import BACK, Args
from engine.events import StepName

SPOKEN = (StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD)
TOLD_BY_FACTS = (StepName.BALLOT, StepName.TIE_BALLOT, StepName.BEST_MOVE)
"""Steps whose facts say all; the head is for those that ended without any."""
IN_PRIVATE = (StepName.DEAL, StepName.MEET, StepName.NIGHT)
"""Steps that are decided in private: their message in the group stays as it was, but for a clock."""
CUT_SHORT = ("undone", "stopped")


def closed_step(context: TableContext, args: Args, news: list[str]) -> RenderedMessage | None:
    """Returns the last form of the message. If that message is gone or was never sent, it becomes a message of its
    own; None if neither news nor facts are lost without it."""
    over = args["over"]
    facts = context.lines(over.get("lines", ()), context.table.rules.ruleset)
    is_missing = "lines" not in args or args.get(BACK)
    if is_missing and not facts and not news:
        return None
    body = [*_head(context, args, facts), *facts]
    return RenderedMessage("\n".join([*news, *([""] if news and body else []), *body]))


def _head(context: TableContext, args: Args, facts: list[str]) -> list[Html]:
    over = args["over"]
    step, seat = _step_and_seat(args)
    if not over:
        return _known_head(context, args, step, seat)
    how = over.get("how", "")
    if how in CUT_SHORT:
        turn = [context.say(f"closed-{step}", name=context.name(seat), how="")] if step in SPOKEN else []
        return [*turn, context.say(f"closed-{how}")]
    if step in TOLD_BY_FACTS and facts:
        return []
    if step in SPOKEN and not context.lobby.seating[seat - 1]:
        return [turn_of_stand_in(context, step, seat, args, silent=not facts)]
    if step in IN_PRIVATE:
        return [context.say(f"stage-{step}")]
    name = context.name(seat) if seat else Html("")
    seats = context.names(over.get("seats", ()))
    return [context.say(f"closed-{step}", name=name, seats=seats, how=how)]


def _known_head(context: TableContext, args: Args, step: StepName, seat: int) -> list[Html]:
    """Returns what can be said about a step though nobody has noted how it ended: in messages of earlier versions,
    and in those whose last edit is on its way."""
    table = context.table
    name = context.name(seat) if seat else Html("")
    if step in VOTES:
        return [context.say("closed-vote")]
    if step is StepName.BEST_MOVE and table.best_moves.get(seat):
        return [context.say("news-best-move", seat=name, seats=context.names(table.best_moves[seat]))]
    if step in IN_PRIVATE:
        return [context.say(f"stage-{step}")]
    nominated = [
        context.say("stage-nominated", name=context.name(by), target=context.name(target))
        for by, target in table.nominations
        if args["stage"] == f"speech:{table.day}:{by}"
    ]
    if step in SPOKEN and not context.lobby.seating[seat - 1]:
        return [turn_of_stand_in(context, step, seat, args, silent=not nominated), *nominated]
    return [context.say(f"closed-{step}", name=name, how="passed"), *nominated]


def _step_and_seat(args: Args) -> tuple[StepName, int]:
    """Returns the step of the message and who had the floor in it; 0 for nobody. In messages of earlier versions
    only the name of the stage says it: the step, and who speaks comes last."""
    name, *rest = args["stage"].split(":")
    step = StepName(name)
    of_one = step in SPOKEN or step is StepName.BEST_MOVE
    return step, args.get("seat", int(rest[-1]) if of_one and rest else 0)
