"""The end of a game: who has won, all cards, how each seat left, points, and the buttons for reports."""

from bot.language.translator import Html
from bot.pages.page_context import TableContext
from bot.pages.shared_buttons import add_to_group_button
from bot.pages.solo_game import another_game
from bot.telegram.buttons.callback_data import GroupTap, LobbyTap, ProtestTap, Report, ReportTap
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args


def finale_page(context: TableContext, args: Args) -> RenderedMessage:
    table = context.table
    ruleset = table.rules.ruleset
    text = [*context.lines(args["lines"], ruleset), ""]
    if table.winner:
        text.append(context.say("finale-winner", winner=context.say(f"winner-{table.winner}")))
    if table.losing_misses:
        nights = context.words.listed(context.language, list(map(str, table.losing_misses)))
        text.append(context.say("why-misses", nights=nights))
    points = args.get("points", {})
    gone = {departure.seat: departure for departure in table.departures}
    text.append("")
    for seat in range(1, table.size + 1):
        role = table.roles_shown.get(seat, "")
        left = gone.get(seat)
        if left is None:
            fate = context.say("finale-lived")
        else:
            key = "finale-left-night" if left.at_night else "finale-left-day"
            fate = context.say(key, way=context.say(f"way-{left.way}"), day=left.day)
        extra = points.get(str(seat))
        text.append(
            context.say(
                "finale-seat",
                name=context.name(seat),
                role=context.role(ruleset, role) if role else "?",
                fate=fate,
                points=context.say("finale-points", points=extra.replace(".", ",")) if extra else Html(""),
            )
        )
    text.append("")
    for by, named in table.best_moves.items():
        text.append(context.say("news-best-move", seat=context.name(by), seats=context.names(named)))
    if args.get("sense"):
        seat, share = args["sense"]
        text.append(context.say("finale-sense", seat=context.name(seat), share=share))
    if args.get("friends"):
        text += ["", context.say("finale-friends")]
        for name, wins, games in args["friends"]:
            text.append(context.say("finale-friend", name=name, wins=wins, games=games))
        text.append("")
    if table.closed:
        text.append(context.say("finale-closed"))
    if table.secret:
        text.append(context.say("finale-secret", secret=table.secret))
    reports = [
        button(context.label(f"button-paper-{report}"), ReportTap(game=context.lobby.id, report=report).pack())
        for report in (Report.TEXT, Report.RECORD)
    ]
    if context.lobby.solo:
        another = button(context.label("button-again"), another_game(context), "success")
        return RenderedMessage("\n".join(text), keyboard([another], reports, [add_to_group_button(context)]))
    again = button(context.label("button-again"), LobbyTap(game=context.lobby.id, wish="again").pack(), "success")
    protest = button(context.label("button-protest"), ProtestTap(game=context.lobby.id).pack())
    call = button(context.label("button-next-game"), GroupTap(wish="next").pack())
    return RenderedMessage("\n".join(text), keyboard([*reports, protest], [again, call]))
