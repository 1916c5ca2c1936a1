"""Every page of the judge's panel keeps Telegram's limits and has few enough keys: all rule sets, both
languages."""

import re
from collections.abc import Callable
from html import unescape
from random import Random

import pytest

from bot.judge.pages.proposals import proposal_page
from bot.language.translator import LANGUAGES
from bot.telegram.message import RenderedMessage
from engine import SHIPPED, StepName, Verb, cards_for, legal
from engine.judge_commands import CLAIMS_MATTER
from engine.penalty_clauses import find_clause
from handlers.judge.correction import LONGEST_REASON
from tests.kits.engine_kit import EVERY, Scene, scene
from tests.kits.panel_kit import JUDGE, SIDE, WIDEST, Panel, data_of

MOST_ROWS = 12
LONGEST_TEXT, LONGEST_DATA, LONGEST_LABEL = 4096, 64, 30


def table_of(ruleset: str) -> Scene:
    """Returns a table with as many players as fit."""
    known = SHIPPED[ruleset]
    size = max(size for size in next(iter(known.role_sets.values())) if size <= 16)
    return scene(ruleset, dealt=cards_for(known, size))


def punished(at: Scene) -> Scene:
    """Gives every seat three fouls."""
    for seat in at.table.alive:
        for _ in range(3):
            at.judge(Verb.FOUL, seat, note=next(iter(at.table.rules.ruleset.clauses[Verb.FOUL])).code)
    return at


def in_the_day(ruleset: str) -> Scene:
    at = table_of(ruleset)
    while at.table.step not in (StepName.SPEECH, StepName.DISCUSSION):
        at.expire()
    return punished(at)


def at_night(ruleset: str) -> Scene:
    """Returns a night in which everybody has chosen as often as they can."""
    at, dice = table_of(ruleset).until(StepName.NIGHT), Random(1)
    for seat in at.table.alive:
        for _ in range(4):
            offers = [offer for offer in legal(at.state.view(seat)) if offer.seats and offer.most == 1]
            if offers and at.table.step is StepName.NIGHT:
                offer = dice.choice(offers)
                at.does(seat, offer.verb, dice.choice(offer.seats))
    return at.judge(Verb.HOLD)


def paused(ruleset: str) -> Scene:
    return in_the_day(ruleset).judge(Verb.PAUSE)


def over(ruleset: str) -> Scene:
    """Returns a finished game with a whole night without a choice, which gives many suggestions."""
    at = table_of(ruleset).until(StepName.NIGHT)
    while at.table.step is not StepName.SPEECH and at.table.step is not StepName.DISCUSSION:
        at.expire()
    return at.judge(Verb.TEAM_LOSS, 1, note=next(iter(at.table.rules.ruleset.clauses[Verb.TEAM_LOSS])).code)


def corrected(ruleset: str) -> Scene:
    """Returns a game with more corrections than a message has room for."""
    at = over(ruleset).judge(Verb.CLOSE)
    for seat in range(1, at.table.size + 1):
        for _ in range(2):
            at.judge(Verb.CORRECT, seat, value=-75, note="𝕎" * LONGEST_REASON)
    return at


MOMENTS: tuple[Callable[[str], Scene], ...] = (in_the_day, at_night, paused, over, corrected)


def length(text: str) -> int:
    """Returns the length as Telegram counts it: without the tags, wide signs twice."""
    return len(unescape(re.sub(r"<[^>]+>", "", text)).encode("utf-16-le")) // 2


def check(message: RenderedMessage, what: object) -> None:
    assert 0 < length(message.text) <= LONGEST_TEXT, what
    rows = message.keyboard.inline_keyboard if message.keyboard else []
    assert len(rows) <= MOST_ROWS, what
    assert message.protected, what
    for row in rows:
        assert 0 < len(row) <= 8, what
        for key in row:
            assert 0 < len(key.text) <= LONGEST_LABEL, (what, key.text)
            assert len((key.callback_data or "").encode()) <= LONGEST_DATA, (what, key.callback_data)


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("ruleset", EVERY)
def test_every_page_fits(ruleset: str, moment: Callable[[str], Scene]) -> None:
    at = moment(ruleset)
    for language in LANGUAGES:
        for person in (JUDGE, SIDE):
            seen = set()
            for tap, message in Panel(at, language=language, person=person).pages():
                check(message, (language, person, tap))
                seen.add(tap.wish.value if tap else "main")
            assert len(seen) > 2 or person == SIDE, "the keys lead somewhere"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", EVERY)
def test_every_proposal_fits(ruleset: str, language: str) -> None:
    panel = Panel(in_the_day(ruleset), language=language)
    for verb, clauses in SHIPPED[ruleset].clauses.items():
        for clause in clauses:
            args = {"verb": verb.value, "seat": 10, "code": clause.code, "value": clause.points, "consent": 1}
            message = proposal_page(panel.context(), args | {"by": SIDE})
            check(message, (verb, clause))
            assert WIDEST in message.text
            assert find_clause(SHIPPED[ruleset].clauses, verb, clause.code) is not None
            assert len(data_of(message)) == 2


def test_the_widest_tables_are_meant() -> None:
    assert max(table_of(ruleset).table.size for ruleset in EVERY) == 16
    assert any(CLAIMS_MATTER in SHIPPED[ruleset].options for ruleset in EVERY)
