"""The keys of the judge's panel, and how it names people and points."""

from typing import Any

from aiogram.types import InlineKeyboardButton

from bot.callbacks import JudgeTap, JudgeWish
from bot.judging import mark
from bot.language.role_words import role_in_text
from bot.language.words import Html
from bot.pages.sheet import PanelScene, button
from engine.commands import Verb
from engine.points import write_points


def tap(
    scene: PanelScene, label: str, wish: JudgeWish, style: str | None = None, **more: Any
) -> InlineKeyboardButton:
    return button(label, JudgeTap(game=scene.lobby.id, wish=wish, **more).pack(), style)


def deed(
    scene: PanelScene, label: str, verb: Verb, seat: int = 0, style: str | None = None, **more: Any
) -> InlineKeyboardButton:
    seen = mark(scene.live, verb, seat)
    return tap(scene, label, JudgeWish.DO, style, verb=verb, seat=seat, seen=seen, **more)


def back(scene: PanelScene, seat: int = 0) -> list[InlineKeyboardButton]:
    if seat:
        return [tap(scene, scene.label("button-panel-back"), JudgeWish.SEAT, seat=seat)]
    return [tap(scene, scene.label("button-panel-table"), JudgeWish.MAIN)]


def role_of(scene: PanelScene, seat: int) -> Html:
    role = scene.view.seats[seat - 1].role
    return role_in_text(scene.words, scene.language, scene.view.table.rules.ruleset.id, role.id)


def in_points(hundredths: int) -> str:
    """`0,75`, `−0,2`."""
    return write_points(hundredths).replace("-", "−").replace(".", ",")
