"""Suggested points for a seat, with the evidence; the judge accepts them by the ordinary commands."""

from collections import Counter

from aiogram.types import InlineKeyboardButton

from bot.judge.pages.panel_keyboard import command_key
from bot.language.point_numbers import points_text
from bot.language.translator import Html
from bot.pages.page_context import PanelContext
from engine.commands import Verb
from engine.point_suggestions import Evidence, Ground, Suggestion


def suggestions_for(context: PanelContext, seat: int) -> list[Suggestion]:
    """Returns the undecided suggestions: each penalty given settles one suggestion by the same clause."""
    table = context.view.table
    if table.closed:
        return []
    given = Counter(note for whose, _, note in table.penalties if whose == seat)
    left: list[Suggestion] = []
    for hint in context.hints:
        if hint.seat != seat or (not hint.points and seat in table.bonuses):
            continue
        if hint.points and given[hint.clause]:
            given[hint.clause] -= 1
            continue
        left.append(hint)
    return left


def suggestion_lines(context: PanelContext, hints: list[Suggestion]) -> list[str]:
    """Returns one line for each ground, with all the nights and days that are its evidence."""
    grounds: dict[Ground, list[Suggestion]] = {}
    for hint in hints:
        grounds.setdefault(hint.ground, []).append(hint)
    return [_line(context, found) for found in grounds.values()]


def _line(context: PanelContext, found: list[Suggestion]) -> str:
    first = found[0]
    what = context.say(f"hint-{first.ground}")
    where = [_where(context, evidence) for hint in found for evidence in hint.evidence]
    proof = context.say("hint-proof", where=Html("; ".join(where))) if where else ""
    return context.say(
        "hint", what=context.say("clause-numbered", number=first.clause, what=what), proof=Html(proof)
    )


def _where(context: PanelContext, evidence: Evidence) -> Html:
    when = (
        context.say("hint-night", night=evidence.night)
        if evidence.night
        else context.say("hint-day", day=evidence.day)
    )
    return Html(f"{when}, {context.names(evidence.seats)}") if evidence.seats else when


def suggestion_keys(context: PanelContext, seat: int, hints: list[Suggestion]) -> list[InlineKeyboardButton]:
    """Returns a button for each suggested penalty. Bonuses have none: the judge chooses their size elsewhere."""
    clauses = dict.fromkeys((hint.clause, hint.points) for hint in hints if hint.points)
    return [
        command_key(
            context,
            context.label("button-hint", number=clause, points=points_text(points)),
            Verb.PENALTY,
            seat,
            code=clause,
            value=points,
        )
        for clause, points in clauses
    ]
