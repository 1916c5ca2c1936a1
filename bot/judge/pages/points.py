"""The judge's panel after the end: bonus and penalty points, the protocol closed and corrected."""

from aiogram.types import InlineKeyboardButton

from bot.judge.pages.keys import back, command_key, in_points, role_of, tap
from bot.judge.pages.suggestions import suggestion_keys, suggestion_lines, suggestions_for
from bot.judge.panel_commands import PanelCorrection, can_punish
from bot.pages.scenes import PanelScene
from bot.telegram.buttons.callback_data import JudgeAction
from bot.telegram.message import RenderedMessage, in_rows, keyboard
from engine.commands import Verb
from engine.events import Winner
from engine.points import BonusPlaces, BonusSteps, SeatPoints, game_points

PARTS = (
    "panel-part-win",
    "panel-part-best-move",
    "panel-part-bonus",
    "panel-part-penalty",
    "panel-part-discipline",
    "panel-part-correction",
)
"""In the order of `SeatPoints`."""
LATEST, LONGEST_WHY = 5, 100
"""Of corrections and their reasons the panel shows so much; the protocol has them whole."""
AMOUNTS = (-75, -50, -40, -20, -10, 0, 10, 20, 30, 40, 50, 75)


def over_page(scene: PanelScene) -> RenderedMessage:
    table = scene.view.table
    text: list[str] = [scene.say("panel-title", game=scene.lobby.id)]
    if table.winner:
        text.append(scene.say(f"winner-{table.winner}"))
    text.append(scene.say("panel-closed" if table.closed else "panel-points"))
    text.append("")
    text += [_line(scene, seat) for seat in range(1, table.size + 1)]
    if len(table.corrections) > LATEST:
        text.append(scene.say("panel-corrections-before", count=len(table.corrections) - LATEST))
    text += [
        scene.say("panel-correction", name=scene.name(seat), points=in_points(points), reason=_why(scene, note))
        for seat, points, note in table.corrections[-LATEST:]
    ]
    hinted = [seat for seat in range(1, table.size + 1) if suggestions_for(scene, seat)]
    if hinted:
        text += ["", scene.say("hints")]
    seats = in_rows(
        [
            tap(scene, f"{seat} 💡" if seat in hinted else str(seat), JudgeAction.SEAT, seat=seat)
            for seat in range(1, table.size + 1)
        ]
    )
    last: list[InlineKeyboardButton] = []
    if scene.leads and not table.closed:
        last.append(tap(scene, scene.label("button-panel-undo"), JudgeAction.UNDO))
        last.append(command_key(scene, scene.label("button-panel-close"), Verb.CLOSE, style="primary"))
    return RenderedMessage(
        "\n".join(text), keyboard(*(seats if scene.leads or not table.closed else ()), last), protected=True
    )


def _line(scene: PanelScene, seat: int) -> str:
    points = game_points(scene.live.position)[seat - 1]
    return scene.say(
        "panel-points-seat", name=scene.name(seat), role=role_of(scene, seat), points=in_points(points.total)
    )


def _why(scene: PanelScene, note: str) -> str:
    if note in tuple(PanelCorrection):
        return scene.say(f"correction-{note}")
    return note if len(note) <= LONGEST_WHY else f"{note[:LONGEST_WHY]}…"


def points_page(scene: PanelScene) -> RenderedMessage:
    """One seat: the steps of its bonus, or what to correct when the protocol is closed."""
    seat, table = scene.screen.seat, scene.view.table
    if not 1 <= seat <= table.size:
        return over_page(scene)
    if table.closed:
        return _amounts(scene, seat)
    scoring = table.rules.ruleset.scoring
    text = [_line(scene, seat), *_parts(scene, game_points(scene.live.position)[seat - 1])]
    hints = suggestions_for(scene, seat)
    text += ["", *suggestion_lines(scene, hints)] if hints else []
    values = _steps(scene, seat)
    text += ["", scene.say("panel-bonus-choose") if values else scene.say("panel-bonus-none")]
    consent = scene.screen.consent
    keys = [
        command_key(scene, f"+{in_points(value)}", Verb.BONUS, seat, value=value, consent=consent)
        for value in values
    ]
    agreed: list[InlineKeyboardButton] = []
    if values and isinstance(scoring.bonus, BonusSteps):
        label = scene.label("button-panel-consent-on" if consent else "button-panel-consent")
        agreed.append(tap(scene, label, JudgeAction.SEAT, seat=seat, consent=1 - consent))
    penalty: list[InlineKeyboardButton] = []
    if scoring.penalties:
        label = scene.label("button-panel-penalty")
        penalty.append(tap(scene, label, JudgeAction.CLAUSES, verb=Verb.PENALTY, seat=seat))
    rows = [
        *in_rows(keys, 4),
        agreed,
        *in_rows(suggestion_keys(scene, seat, hints), 2),
        penalty,
        _expel(scene, seat),
    ]
    rows.append(back(scene))
    return RenderedMessage("\n".join(text), keyboard(*rows), protected=True)


def _parts(scene: PanelScene, points: SeatPoints) -> list[str]:
    return [scene.say(part, points=in_points(value)) for part, value in zip(PARTS, points, strict=True) if value]


def _steps(scene: PanelScene, seat: int) -> tuple[int, ...]:
    """What the rules may allow this seat; what they refuse now is refused with the reason."""
    table = scene.view.table
    if table.winner is Winner.DRAW:
        return ()
    won = table.winner == scene.live.position.side(seat).value
    match table.rules.ruleset.scoring.bonus:
        case BonusPlaces(winners, losers):
            return tuple(dict.fromkeys(winners if won else losers))
        case BonusSteps() as rule:
            return rule.winners + rule.winners_with_consent if won else rule.losers


def _amounts(scene: PanelScene, seat: int) -> RenderedMessage:
    keys = [
        tap(
            scene,
            f"+{in_points(value)}" if value > 0 else in_points(value),
            JudgeAction.CORRECT,
            seat=seat,
            value=value,
        )
        for value in AMOUNTS
    ]
    text = [_line(scene, seat), "", scene.say("panel-correct-amount")]
    rows = [*in_rows(keys, 4), _expel(scene, seat), back(scene)]
    return RenderedMessage("\n".join(text), keyboard(*rows), protected=True)


def _expel(scene: PanelScene, seat: int) -> list[InlineKeyboardButton]:
    """Also when the protocol is closed: it changes no points."""
    if not can_punish(scene.live, Verb.EXPEL, seat):
        return []
    label = scene.label(f"button-panel-{Verb.EXPEL}")
    return [tap(scene, label, JudgeAction.CLAUSES, verb=Verb.EXPEL, seat=seat)]


def correcting_page(scene: PanelScene) -> RenderedMessage:
    """Why: one of a few reasons, or own words by a command."""
    seat, value = scene.screen.seat, scene.screen.value
    if not 1 <= seat <= scene.view.table.size:
        return over_page(scene)
    text = [
        scene.say("panel-correct-why", name=scene.name(seat), points=in_points(value)),
        scene.say("panel-correct-words", seat=seat, points=in_points(value)),
    ]
    keys = [
        [command_key(scene, scene.label(f"correction-{why}"), Verb.CORRECT, seat, code=why.value, value=value)]
        for why in PanelCorrection
    ]
    return RenderedMessage("\n".join(text), keyboard(*keys, back(scene, seat)), protected=True)
