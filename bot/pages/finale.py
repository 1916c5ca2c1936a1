"""The end: who has won, all cards, the line of the game, points; and what computer players say on the way."""

from bot.language.stand_in_speech import speech_text
from bot.language.translator import Html
from bot.pages.scenes import TableScene
from bot.telegram.buttons.callback_data import GroupTap, LobbyTap, ProtestTap, Report, ReportTap
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args
from engine.players.statements import Check, Ground, Say, Statement
from engine.roles import Side


def finale_page(scene: TableScene, args: Args) -> RenderedMessage:
    table = scene.table
    ruleset = table.rules.ruleset
    text = [*scene.lines(args["lines"], ruleset), ""]
    if table.winner:
        text.append(scene.say("finale-winner", winner=scene.say(f"winner-{table.winner}")))
    if table.losing_misses:
        nights = scene.words.listed(scene.language, list(map(str, table.losing_misses)))
        text.append(scene.say("why-misses", nights=nights))
    points = args.get("points", {})
    gone = {departure.seat: departure for departure in table.departures}
    text.append("")
    for seat in range(1, table.size + 1):
        role = table.roles_shown.get(seat, "")
        left = gone.get(seat)
        if left is None:
            fate = scene.say("finale-lived")
        else:
            key = "finale-left-night" if left.at_night else "finale-left-day"
            fate = scene.say(key, way=scene.say(f"way-{left.way}"), day=left.day)
        extra = points.get(str(seat))
        text.append(
            scene.say(
                "finale-seat",
                name=scene.name(seat),
                role=scene.role(ruleset, role) if role else "?",
                fate=fate,
                points=scene.say("finale-points", points=extra.replace(".", ",")) if extra else Html(""),
            )
        )
    text.append("")
    for by, named in table.best_moves.items():
        text.append(scene.say("news-best-move", seat=scene.name(by), seats=scene.names(named)))
    if args.get("sense"):
        seat, share = args["sense"]
        text.append(scene.say("finale-sense", seat=scene.name(seat), share=share))
    if table.closed:
        text.append(scene.say("finale-closed"))
    if table.secret:
        text.append(scene.say("finale-secret", secret=table.secret))
    papers = [
        button(scene.label(f"button-paper-{paper}"), ReportTap(game=scene.lobby.id, paper=paper).pack())
        for paper in (Report.TEXT, Report.RECORD)
    ]
    again = button(scene.label("button-again"), LobbyTap(game=scene.lobby.id, wish="again").pack(), "success")
    protest = button(scene.label("button-protest"), ProtestTap(game=scene.lobby.id).pack())
    call = button(scene.label("button-next-game"), GroupTap(wish="next").pack())
    return RenderedMessage("\n".join(text), keyboard([*papers, protest], [again, call]))


def spoken_page(scene: TableScene, args: Args) -> RenderedMessage:
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
        scene.words, scene.language, statement, scene.name, args["pick"], ruleset=scene.table.rules.ruleset.id
    )
    return RenderedMessage(scene.say("spoken", name=scene.name(args["seat"]), text=text))
