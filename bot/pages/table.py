"""The table message: the state at a glance, pinned and edited in place."""

from bot.games.lobby import Phase
from bot.language.role_names import ruleset_name
from bot.pages.lobby import game_control_button, judges_lines, my_role_buttons
from bot.pages.scenes import TableScene
from bot.telegram.message import RenderedMessage, keyboard
from engine.events import StepName
from engine.table import Departure


def table_page(scene: TableScene) -> RenderedMessage:
    table = scene.table
    head: list[str] = [
        scene.say(
            "table-title",
            ruleset=ruleset_name(scene.words, scene.language, scene.lobby.ruleset),
            game=scene.lobby.id,
        )
    ]
    stopped = scene.lobby.phase is Phase.CLOSED
    if stopped:
        head.append(scene.say("table-stopped"))
    elif table.step is StepName.OVER:
        head.append(scene.say(f"winner-{table.winner}") if table.winner else scene.say("table-stopped"))
    else:
        head.append(_phase(scene))
    if table.paused and not stopped:
        head.append(scene.say("table-paused"))
    candidates = table.shown_candidates
    if candidates and table.step is not StepName.OVER and not stopped:
        head.append(scene.say("table-candidates", seats=scene.names(candidates)))
    head += judges_lines(scene)
    gone = {departure.seat: departure for departure in table.departures}
    seats = [_seat(scene, seat, gone.get(seat)) for seat in range(1, table.size + 1)]
    text = "\n".join([*head, "", *seats])
    over = stopped or table.step is StepName.OVER
    course = [game_control_button(scene, "resume" if table.paused else "pause")]
    return RenderedMessage(text, None if over else keyboard(my_role_buttons(scene), course))


def _phase(scene: TableScene) -> str:
    table = scene.table
    step = scene.say(f"step-{table.step}")
    when = "" if scene.waits or table.stopped else scene.say("table-until", when=scene.until(scene.deadline))
    if table.step in (StepName.DEAL, StepName.MEET):
        place = scene.say("table-before-day")
    elif table.step in (StepName.NIGHT, StepName.BEST_MOVE):
        place = scene.say("table-night", night=table.night)
    else:
        place = scene.say("table-day", day=table.day)
    return scene.say("table-phase", place=place, step=step, when=when)


def _seat(scene: TableScene, seat: int, gone: Departure | None) -> str:
    table = scene.table
    marks = []
    if table.fouls[seat]:
        marks.append(scene.say("table-fouls", count=table.fouls[seat]))
    if seat in table.prisoners:
        marks.append(scene.say("table-prisoner"))
    if seat in table.no_vote:
        marks.append(scene.say("table-no-vote"))
    if seat in table.alibis:
        marks.append(scene.say("table-alibi"))
    role = table.roles_shown.get(seat)
    if role:
        marks.append(scene.role(table.rules.ruleset, role))
    name = scene.name(seat)
    tail = f" — {', '.join(marks)}" if marks else ""
    if gone is not None:
        key = "table-seat-gone-night" if gone.at_night else "table-seat-gone-day"
        return scene.say(key, name=name, way=scene.say(f"way-{gone.way}"), day=gone.day) + tail
    if seat == table.speaker and scene.lobby.phase is Phase.PLAYING:
        return scene.say("table-seat-speaks", name=name) + tail
    return scene.say("table-seat", name=name) + tail
