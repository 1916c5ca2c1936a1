"""The first page of the judge's panel while the game runs: the whole table at a glance."""

from bot.judge.pages.panel_keyboard import control_keys, seat_keys
from bot.language.role_names import role_in_text
from bot.language.translator import Html
from bot.pages.page_context import PanelContext
from bot.telegram.message import RenderedMessage, keyboard
from engine.events import StepName


def role_of(context: PanelContext, seat: int) -> Html:
    role = context.view.seats[seat - 1].role
    return role_in_text(context.words, context.language, context.view.table.rules.ruleset.id, role.id)


def main_page(context: PanelContext) -> RenderedMessage:
    table = context.view.table
    text = [context.say("panel-title", game=context.lobby.id), _where(context), _who_leads(context), ""]
    text += [seat_line(context, seat) for seat in range(1, table.size + 1)]
    if table.candidates:
        text.append(context.say("table-candidates", seats=context.names(table.candidates)))
    text += ["", context.say("panel-choose" if context.leads else "panel-side")]
    return RenderedMessage("\n".join(text), keyboard(*seat_keys(context), *control_keys(context)), protected=True)


def _where(context: PanelContext) -> str:
    table = context.view.table
    if table.step in (StepName.DEAL, StepName.MEET):
        place = context.say("table-before-day")
    elif table.step in (StepName.NIGHT, StepName.BEST_MOVE):
        place = context.say("table-night", night=table.night)
    else:
        place = context.say("table-day", day=table.day)
    return context.say("table-phase", place=place, step=context.say(f"step-{table.step}"))


def _who_leads(context: PanelContext) -> str:
    table = context.view.table
    if table.paused:
        return context.say("panel-paused")
    if table.held:
        return context.say("panel-held")
    return context.say("panel-judge-leads" if table.holding else "panel-bot-leads")


def seat_line(context: PanelContext, seat: int) -> str:
    table = context.view.table
    marks = [role_of(context, seat)]
    if table.warnings[seat]:
        marks.append(context.say("panel-warnings", count=table.warnings[seat]))
    if table.fouls[seat]:
        marks.append(context.say("table-fouls", count=table.fouls[seat]))
    if seat in table.silence_owed:
        marks.append(context.say("panel-silence"))
    key = (
        "table-seat-speaks"
        if seat == table.speaker
        else "table-seat"
        if seat in table.alive
        else "panel-seat-gone"
    )
    return f"{context.say(key, name=context.name(seat))} — {', '.join(marks)}"
