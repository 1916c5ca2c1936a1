"""The judge's panel after the end: all points, and the bonus and penalty points of one seat."""

from aiogram.types import InlineKeyboardButton

from bot.judge.pages.main_page import role_of
from bot.judge.pages.panel_keyboard import back, command_key, seat_keys_after_game, tap
from bot.judge.pages.suggestions import suggestion_keys, suggestion_lines, suggestions_for
from bot.judge.panel_commands import PanelCorrection, can_punish
from bot.language.point_numbers import points_text
from bot.pages.page_context import PanelContext
from bot.telegram.buttons.callback_data import JudgeAction
from bot.telegram.buttons.keyboard_rows import in_rows
from bot.telegram.message import RenderedMessage, keyboard
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
"""Message keys of the parts of a seat's points, in the order of `SeatPoints`."""
LATEST, LONGEST_WHY = 5, 100
"""How many corrections the panel shows, and how many characters of a reason; the protocol has everything."""


def over_page(context: PanelContext) -> RenderedMessage:
    table = context.view.table
    text: list[str] = [context.say("panel-title", game=context.lobby.id)]
    if table.winner:
        text.append(context.say(f"winner-{table.winner}"))
    text.append(context.say("panel-closed" if table.closed else "panel-points"))
    text.append("")
    text += [points_line(context, seat) for seat in range(1, table.size + 1)]
    if len(table.corrections) > LATEST:
        text.append(context.say("panel-corrections-before", count=len(table.corrections) - LATEST))
    text += [
        context.say(
            "panel-correction", name=context.name(seat), points=points_text(points), reason=_why(context, note)
        )
        for seat, points, note in table.corrections[-LATEST:]
    ]
    hinted = [seat for seat in range(1, table.size + 1) if suggestions_for(context, seat)]
    if hinted:
        text += ["", context.say("hints")]
    seats = seat_keys_after_game(context, hinted)
    last: list[InlineKeyboardButton] = []
    if context.leads and not table.closed:
        last.append(tap(context, context.label("button-panel-undo"), JudgeAction.UNDO))
        last.append(tap(context, context.label("button-panel-close"), JudgeAction.CLOSING, "primary"))
    return RenderedMessage(
        "\n".join(text), keyboard(*(seats if context.leads or not table.closed else ()), last), protected=True
    )


def points_line(context: PanelContext, seat: int) -> str:
    points = game_points(context.game.position)[seat - 1]
    return context.say(
        "panel-points-seat", name=context.name(seat), role=role_of(context, seat), points=points_text(points.total)
    )


def _why(context: PanelContext, note: str) -> str:
    if note in tuple(PanelCorrection):
        return context.say(f"correction-{note}")
    return note if len(note) <= LONGEST_WHY else f"{note[:LONGEST_WHY]}…"


def points_page(context: PanelContext) -> RenderedMessage:
    """Returns the page of one seat: its possible bonuses and penalties."""
    seat, table = context.screen.seat, context.view.table
    if not 1 <= seat <= table.size:
        return over_page(context)
    scoring = table.rules.ruleset.scoring
    text = [points_line(context, seat), *_parts(context, game_points(context.game.position)[seat - 1])]
    hints = suggestions_for(context, seat)
    text += ["", *suggestion_lines(context, hints)] if hints else []
    values = _steps(context, seat)
    text += ["", context.say("panel-bonus-choose") if values else context.say("panel-bonus-none")]
    consent = context.screen.consent
    keys = [
        command_key(context, f"+{points_text(value)}", Verb.BONUS, seat, value=value, consent=consent)
        for value in values
    ]
    agreed: list[InlineKeyboardButton] = []
    if values and isinstance(scoring.bonus, BonusSteps):
        label = context.label("button-panel-consent-on" if consent else "button-panel-consent")
        agreed.append(tap(context, label, JudgeAction.SEAT, seat=seat, consent=1 - consent))
    penalty: list[InlineKeyboardButton] = []
    if scoring.penalties:
        label = context.label("button-panel-penalty")
        penalty.append(tap(context, label, JudgeAction.CLAUSES, verb=Verb.PENALTY, seat=seat))
    rows = [
        *in_rows(keys, 4),
        agreed,
        *in_rows(suggestion_keys(context, seat, hints), 2),
        penalty,
        expel_keys(context, seat),
    ]
    rows.append(back(context))
    return RenderedMessage("\n".join(text), keyboard(*rows), protected=True)


def _parts(context: PanelContext, points: SeatPoints) -> list[str]:
    return [
        context.say(part, points=points_text(value)) for part, value in zip(PARTS, points, strict=True) if value
    ]


def _steps(context: PanelContext, seat: int) -> tuple[int, ...]:
    """Returns the bonuses the rules may allow; one that is not allowed now is refused with a reason on the tap."""
    table = context.view.table
    if table.winner is Winner.DRAW:
        return ()
    won = table.winner == context.game.position.side(seat).value
    match table.rules.ruleset.scoring.bonus:
        case BonusPlaces(winners, losers):
            return tuple(dict.fromkeys(winners if won else losers))
        case BonusSteps() as rule:
            return rule.winners + rule.winners_with_consent if won else rule.losers


def expel_keys(context: PanelContext, seat: int) -> list[InlineKeyboardButton]:
    """Returns the button to expel; offered also when the protocol is closed, because it changes no points."""
    if not can_punish(context.game, Verb.EXPEL, seat):
        return []
    label = context.label(f"button-panel-{Verb.EXPEL}")
    return [tap(context, label, JudgeAction.CLAUSES, verb=Verb.EXPEL, seat=seat)]
