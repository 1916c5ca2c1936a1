"""The end: who has won, all cards, the line of the game, points; and what computer players say on the way."""

from bot.callbacks import GroupTap, LobbyTap, Paper, PaperTap, ProtestTap
from bot.language.words import Html
from bot.outbox.rows import Args
from bot.pages.sheet import Sheet, TableScene, button, keyboard
from bot.speech import spoken
from engine.players.statements import Check, Ground, Say, Statement
from engine.roles import Side


def finale_page(scene: TableScene, args: Args) -> Sheet:
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
        button(scene.label(f"button-paper-{paper}"), PaperTap(game=scene.lobby.id, paper=paper).pack())
        for paper in (Paper.TEXT, Paper.RECORD)
    ]
    again = button(scene.label("button-again"), LobbyTap(game=scene.lobby.id, wish="again").pack(), "success")
    protest = button(scene.label("button-protest"), ProtestTap(game=scene.lobby.id).pack())
    call = button(scene.label("button-next-game"), GroupTap(wish="next").pack())
    return Sheet("\n".join(text), keyboard([*papers, protest], [again, call]))


def spoken_page(scene: TableScene, args: Args) -> Sheet:
    said = args["statement"]
    statement = Statement(
        Say(said["say"]),
        tuple(said["seats"]),
        Ground(said["why"]),
        tuple(said["about"]),
        tuple(Check(seat, Side(side)) for seat, side in said["checks"]),
        said["role"],
    )
    text = spoken(
        scene.words, scene.language, statement, scene.name, args["pick"], ruleset=scene.table.rules.ruleset.id
    )
    return Sheet(scene.say("spoken", name=scene.name(args["seat"]), text=text))
