"""The message with a side judge's proposal, and the texts of judges' acts."""

from collections.abc import Callable, Mapping

from bot.judge.pages.panel_keyboard import tap
from bot.language.point_numbers import points_text
from bot.language.translator import Html
from bot.pages.page_context import PageContext, PanelContext
from bot.telegram.buttons.callback_data import JudgeAction
from bot.telegram.message import RenderedMessage, keyboard
from bot.telegram.outbox.rows import Args
from engine import events as ev
from engine.commands import Verb
from engine.events import Event


def proposal_page(context: PanelContext, args: Args) -> RenderedMessage:
    """Returns the message by which the judge accepts or refuses a side judge's proposal."""
    verb, seat, code = Verb(args["verb"]), args["seat"], args["code"]
    side = dict(context.lobby.side_judges).get(args["by"], "?")
    act = PROPOSED[verb](seat, args["value"], code)
    told = {name: args[name] for name in ("seat", "code", "value", "consent")} | {"by": f"{args['by']:x}"}
    keys = [
        tap(context, context.label("button-accept"), JudgeAction.ACCEPT, "success", verb=verb, **told),
        tap(context, context.label("button-refuse"), JudgeAction.REFUSE, verb=verb, **told),
    ]
    what = Html(act_text(context, act))
    return RenderedMessage(context.say("proposal", side=side, what=what), keyboard(keys), protected=True)


def act_text(context: PageContext, act: Event) -> str:
    """Returns the text of a judge's act for the panel."""
    ruleset = context.lobby.rules.ruleset
    match act:
        case ev.Warned() | ev.FoulGiven() | ev.FoulPardoned() | ev.Disqualified() | ev.TeamLost() | ev.Expelled():
            verb = ACTS[type(act)]
            said = context.say(f"panel-act-{verb}", name=context.name(act.seat))
            return f"{said} ({context.clause(ruleset, verb, act.note)})" if act.note else said
        case ev.BonusGiven() | ev.PenaltyGiven():
            points = points_text(act.points)
            return context.say(f"panel-act-{ACTS[type(act)]}", name=context.name(act.seat), points=points)
    return ""


PROPOSED: Mapping[Verb, Callable[[int, int, str], Event]] = {
    Verb.WARN: lambda seat, _, note: ev.Warned(seat, note),
    Verb.FOUL: lambda seat, _, note: ev.FoulGiven(seat, note),
    Verb.PARDON: lambda seat, _, note: ev.FoulPardoned(seat, note),
    Verb.DISQUALIFY: lambda seat, _, note: ev.Disqualified(seat, note),
    Verb.TEAM_LOSS: lambda seat, _, note: ev.TeamLost(seat, note),
    Verb.EXPEL: lambda seat, _, note: ev.Expelled(seat, note),
    Verb.BONUS: lambda seat, points, _: ev.BonusGiven(seat, points),
    Verb.PENALTY: ev.PenaltyGiven,
}
ACTS: Mapping[type, Verb] = {
    ev.Warned: Verb.WARN,
    ev.FoulGiven: Verb.FOUL,
    ev.FoulPardoned: Verb.PARDON,
    ev.Disqualified: Verb.DISQUALIFY,
    ev.TeamLost: Verb.TEAM_LOSS,
    ev.Expelled: Verb.EXPEL,
    ev.BonusGiven: Verb.BONUS,
    ev.PenaltyGiven: Verb.PENALTY,
}
