"""The keys of the judge's panel, and how it names people and points."""

from typing import Any

from aiogram.types import InlineKeyboardButton

from bot.judge.panel_commands import mark
from bot.language.role_names import role_in_text
from bot.language.translator import Html
from bot.pages.scenes import PanelScene
from bot.telegram.buttons.callback_data import JudgeAction, JudgeTap
from bot.telegram.message import button
from engine.commands import Verb
from engine.points import write_points


def tap(
    scene: PanelScene, label: str, wish: JudgeAction, style: str | None = None, **more: Any
) -> InlineKeyboardButton:
    return button(label, JudgeTap(game=scene.lobby.id, wish=wish, **more).pack(), style)


def command_key(
    scene: PanelScene, label: str, verb: Verb, seat: int = 0, style: str | None = None, **more: Any
) -> InlineKeyboardButton:
    seen = mark(scene.live, verb, seat)
    return tap(scene, label, JudgeAction.DO, style, verb=verb, seat=seat, seen=seen, **more)


def back(scene: PanelScene, seat: int = 0) -> list[InlineKeyboardButton]:
    if seat:
        return [tap(scene, scene.label("button-panel-back"), JudgeAction.SEAT, seat=seat)]
    return [tap(scene, scene.label("button-panel-table"), JudgeAction.MAIN)]


def role_of(scene: PanelScene, seat: int) -> Html:
    role = scene.view.seats[seat - 1].role
    return role_in_text(scene.words, scene.language, scene.view.table.rules.ruleset.id, role.id)


def in_points(hundredths: int) -> str:
    """`0,75`, `−0,2`."""
    return write_points(hundredths).replace("-", "−").replace(".", ",")
