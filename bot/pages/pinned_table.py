"""The table message: the state at a glance, pinned and edited in place.

It is edited once a day and when seats change, so it says nothing that changes in between: neither the step nor its
clock nor the candidates. The message of the step has them. In a free talk, whose message is soon out of sight, it
carries the keys of the talk.
"""

from bot.games.lobby import Phase
from bot.language.role_names import ruleset_name
from bot.pages.lobby import judges_lines
from bot.pages.page_context import TableContext
from bot.pages.shared_buttons import game_control_button, my_role_buttons
from bot.pages.solo_game import solo_buttons
from bot.pages.step_keyboard import move_rows
from bot.telegram.message import RenderedMessage, keyboard
from bot.telegram.outbox.rows import BACK, Args
from engine.events import StepName
from engine.table import Departure


def table_page(context: TableContext, args: Args) -> RenderedMessage | None:
    table = context.table
    if args.get(BACK) and table.step is StepName.OVER:
        return None  # the message about the end says it all
    head: list[str] = [
        context.say(
            "table-title",
            ruleset=ruleset_name(context.words, context.language, context.lobby.ruleset),
            game=context.lobby.id,
        )
    ]
    stopped = context.lobby.phase is Phase.CLOSED
    if stopped:
        head.append(context.say("table-stopped"))
    elif table.step is StepName.OVER:
        head.append(context.say(f"winner-{table.winner}") if table.winner else context.say("table-stopped"))
    else:
        head.append(_phase(context))
    if table.paused and not stopped:
        head.append(context.say("table-paused"))
    head += judges_lines(context)
    gone = {departure.seat: departure for departure in table.departures}
    seats = [_seat(context, seat, gone.get(seat)) for seat in range(1, table.size + 1)]
    text = "\n".join([*head, "", *seats])
    over = stopped or table.step is StepName.OVER
    course = [game_control_button(context, "resume" if table.paused else "pause")]
    talk = move_rows(context) if _has_keys(context) else []
    # Below the other keys, which thus stay where they are when the talk is over.
    if over:
        return RenderedMessage(text)
    if context.lobby.solo:
        course = [*course, game_control_button(context, "stop")]
        return RenderedMessage(text, keyboard(solo_buttons(context), course, *talk))
    return RenderedMessage(text, keyboard(my_role_buttons(context), course, *talk))


def _has_keys(context: TableContext) -> bool:
    """Tells whether the running step is a free talk with a person in it; computer players use no buttons."""
    table = context.table
    return table.step is StepName.DISCUSSION and not table.time_out_by and context.has_people


def _phase(context: TableContext) -> str:
    table = context.table
    if table.step in (StepName.DEAL, StepName.MEET):
        place = context.say("table-before-day")
    elif table.step in (StepName.NIGHT, StepName.BEST_MOVE):
        place = context.say("table-night", night=table.night)
    else:
        place = context.say("table-day", day=table.day)
    return context.say("table-place", place=place)


def _seat(context: TableContext, seat: int, gone: Departure | None) -> str:
    table = context.table
    marks = []
    if table.fouls[seat]:
        marks.append(context.say("table-fouls", count=table.fouls[seat]))
    if seat in table.prisoners:
        marks.append(context.say("table-prisoner"))
    if seat in table.no_vote:
        marks.append(context.say("table-no-vote"))
    if seat in table.alibis:
        marks.append(context.say("table-alibi"))
    role = table.roles_shown.get(seat)
    if role:
        marks.append(context.role(table.rules.ruleset, role))
    name = context.name(seat)
    tail = f" — {', '.join(marks)}" if marks else ""
    if gone is not None:
        key = "table-seat-gone-night" if gone.at_night else "table-seat-gone-day"
        return context.say(key, name=name, way=context.say(f"way-{gone.way}"), day=gone.day) + tail
    return context.say("table-seat", name=name) + tail
