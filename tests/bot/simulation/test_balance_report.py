"""The page of balances: every official set, correct intervals, and a suggestion that was simulated."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bot.simulation import balance_report
from bot.simulation.balance_report import (
    FOR_THE_OTHERS,
    FOR_THE_TOWN,
    Cards,
    Swaps,
    changes,
    lopsided,
    page,
    town_share,
)
from bot.simulation.simulation import Tally
from engine import check_role_set, rules_for
from engine.house_rules import SHIPPED

PAGE = Path(__file__).parents[3] / "docs" / "balance.md"
OFFICIAL = [
    (ruleset.id, name, size)
    for ruleset in SHIPPED.values()
    for name, sizes in ruleset.role_sets.items()
    for size in sizes
]


def official(ruleset: str, name: str, size: int) -> Cards:
    return Cards(SHIPPED[ruleset], Counter(SHIPPED[ruleset].role_sets[name][size]))


def tally(**wins: int) -> Tally:
    return Tally(games=sum(wins.values()), wins=Counter(wins))


def test_a_set_is_lopsided_beyond_a_quarter_of_the_decided_games() -> None:
    assert not lopsided(tally(town=25, mafia=75))
    assert lopsided(tally(town=24, mafia=76))
    assert not lopsided(tally(red=75, black=25))
    assert lopsided(tally(red=76, black=24))
    assert not lopsided(tally(town=24, mafia=70, draw=6))
    assert lopsided(tally(town=20, mafia=50, loner=30))
    assert town_share(tally(draw=10)) == 0.5


@pytest.mark.parametrize("swaps", [FOR_THE_TOWN, FOR_THE_OTHERS])
def test_every_change_can_be_dealt_and_is_a_change_of_one_card_or_one_option(swaps: Swaps) -> None:
    for ruleset, name, size in OFFICIAL:
        before = official(ruleset, name, size)
        found = list(changes(before, swaps))
        assert found or swaps is FOR_THE_OTHERS, f"nothing to try for {ruleset} {name} {size}"
        for changed in found:
            assert not check_role_set(rules_for(changed.ruleset, dict(changed.options)), changed.cards).errors
            assert changed.cards.total() == size
            moved = (before.cards - changed.cards).total()
            assert (moved, len(changed.options)) in ((1, 0), (0, 1)), changed.change


@pytest.fixture
def one_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits the report to eight players of the box, nearly half of them mafiosi: the town seldom wins."""
    box = SHIPPED["box"]
    few = replace(box, role_sets={"plain": {8: box.role_sets["plain"][8]}})
    monkeypatch.setattr(balance_report, "SHIPPED", {"box": few})
    monkeypatch.setattr(balance_report, "GAMES", 50)
    monkeypatch.setattr(balance_report, "TRIAL", 20)
    monkeypatch.setattr(balance_report, "WORKERS", 1)


@pytest.mark.usefixtures("one_set")
def test_a_lopsided_set_is_marked_and_a_better_one_that_was_played_is_named() -> None:
    written = list(page())
    marked = next(line for line in written if line.endswith("| ! |"))
    assert marked.startswith("| box | plain | 8 |")
    shares = re.compile(r"(\d+)% \(\d+%–\d+%\)")
    *_, now, change, then, _ = written[-1].split("|")
    assert "→" in change or "=" in change
    before, after = (shares.search(cell) for cell in (now, then))
    assert before is not None
    assert after is not None
    assert abs(int(after[1]) - 50) < abs(int(before[1]) - 50)


@pytest.mark.usefixtures("one_set")
def test_the_page_is_the_same_every_time() -> None:
    assert list(page()) == list(page())


def test_the_page_has_every_official_set_with_its_interval_and_no_date() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for ruleset, name, size in OFFICIAL:
        found = re.findall(
            rf"^\| {ruleset} \| {name} \| {size} \| \d+% \(\d+%–\d+%\) \| .*\|.*\|.*\|.*\|$", text, re.M
        )
        assert len(found) == 1, (ruleset, name, size)
    assert not re.search(r"\b20\d\d\b(?!-)|\d{4}-\d\d-\d\d", text.replace("fiim-2025", ""))


def test_every_marked_set_of_the_page_has_a_suggestion() -> None:
    table, suggestions = PAGE.read_text(encoding="utf-8").split("## Sets worse")
    marked = re.findall(r"^(\| [\w-]+ \| \w+ \| \d+ \|).*\| ! \|$", table, re.M)
    assert re.findall(r"^(\| [\w-]+ \| \w+ \| \d+ \|)", suggestions, re.M) == marked
