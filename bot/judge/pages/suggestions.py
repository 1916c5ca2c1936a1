"""What the record suggests for a seat's points, with the evidence; to accept is the judge's ordinary command."""

from collections import Counter

from aiogram.types import InlineKeyboardButton

from bot.judge.pages.keys import command_key, in_points
from bot.language.translator import Html
from bot.pages.scenes import PanelScene
from engine.commands import Verb
from engine.suggestions import Evidence, Ground, Suggestion


def suggestions_for(scene: PanelScene, seat: int) -> list[Suggestion]:
    """What is left to decide: each penalty that was given answers one suggestion by the same clause."""
    table = scene.view.table
    if table.closed:
        return []
    given = Counter(note for whose, _, note in table.penalties if whose == seat)
    left: list[Suggestion] = []
    for hint in scene.hints:
        if hint.seat != seat or (not hint.points and seat in table.bonuses):
            continue
        if hint.points and given[hint.clause]:
            given[hint.clause] -= 1
            continue
        left.append(hint)
    return left


def suggestion_lines(scene: PanelScene, hints: list[Suggestion]) -> list[str]:
    """One for each ground, with all the nights and days it rests on."""
    grounds: dict[Ground, list[Suggestion]] = {}
    for hint in hints:
        grounds.setdefault(hint.ground, []).append(hint)
    return [_line(scene, found) for found in grounds.values()]


def _line(scene: PanelScene, found: list[Suggestion]) -> str:
    first = found[0]
    what = scene.say(f"hint-{first.ground}")
    where = [_where(scene, evidence) for hint in found for evidence in hint.evidence]
    proof = scene.say("hint-proof", where=Html("; ".join(where))) if where else ""
    return scene.say("hint", what=scene.say("clause-numbered", number=first.clause, what=what), proof=Html(proof))


def _where(scene: PanelScene, evidence: Evidence) -> Html:
    when = (
        scene.say("hint-night", night=evidence.night)
        if evidence.night
        else scene.say("hint-day", day=evidence.day)
    )
    return Html(f"{when}, {scene.names(evidence.seats)}") if evidence.seats else when


def suggestion_keys(scene: PanelScene, seat: int, hints: list[Suggestion]) -> list[InlineKeyboardButton]:
    """One tap for each penalty; a bonus has its size, and the judge chooses that below."""
    clauses = dict.fromkeys((hint.clause, hint.points) for hint in hints if hint.points)
    return [
        command_key(
            scene,
            scene.label("button-hint", number=clause, points=in_points(points)),
            Verb.PENALTY,
            seat,
            code=clause,
            value=points,
        )
        for clause, points in clauses
    ]
