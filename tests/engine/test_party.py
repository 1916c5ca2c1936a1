"""House rules for an evening with friends: cards for every number of players, lively and even."""

import re
from pathlib import Path
from random import Random

import pytest

from engine import SHIPPED, SensiblePlayer, cards_for, is_official, open_game, play_to_the_end, rules_for
from engine.events import StepBegan
from engine.roles import Rank

PARTY = SHIPPED["party"]
PAGE = Path(__file__).parents[2] / "docs" / "balance.md"
INSPECTORS = {"commissar", "detective"}
SURPRISES = {"maniac", "lover", "bodyguard", "sleepwalker"}
MINUTES = (15, 25)
GAMES = 40


@pytest.mark.parametrize("size", range(4, 17))
def test_every_number_of_friends_has_lively_cards(size: int) -> None:
    cards = set(cards_for(PARTY, size))
    assert cards & INSPECTORS
    assert size < 5 or "doctor" in cards
    assert size < 7 or cards & SURPRISES
    assert "don" not in cards or "commissar" in cards, "the Don would look for nobody"
    assert "sleepwalker" not in cards or "mafioso" in cards


@pytest.mark.parametrize("size", range(4, 17))
def test_the_town_wins_between_four_and_six_games_of_ten(size: int) -> None:
    found = re.search(rf"^\| party \| party \| {size} \| (\d+)% ", PAGE.read_text(encoding="utf-8"), re.M)
    assert found is not None
    assert 40 <= int(found[1]) <= 60


def test_an_evening_of_eight_takes_fifteen_to_twenty_five_minutes() -> None:
    """Even if every talk, every ballot and every night last their whole time."""
    seconds = 0
    for number in range(GAMES):
        guests = tuple(f"g{seat}" for seat in range(8))
        game = open_game(rules_for(PARTY, {}), cards_for(PARTY, 8), guests, f"{number}:evening")
        play_to_the_end(game, [SensiblePlayer() for _ in guests], Random(number))
        seconds += sum(event.seconds for event in game.journal if isinstance(event, StepBegan))
    least, most = MINUTES
    assert least * 60 <= seconds / GAMES <= most * 60


def test_it_is_no_official_game_and_no_role_leads_a_side_of_its_own() -> None:
    assert not is_official(rules_for(PARTY, {}), cards_for(PARTY, 10))
    for size in PARTY.sizes:
        leaders = [card for card in cards_for(PARTY, size) if PARTY.roles[card].rank is Rank.LEADER]
        assert len(leaders) == 1
