"""Who is named for the best sense at the end of a game: only who has found several of the guilty, and seldom
erred."""

from collections.abc import Sequence

import pytest

from bot.games.finale_figures import best_sense

GUILTY = {1, 2, 3}


@pytest.mark.parametrize(
    "named",
    [
        pytest.param((), id="nobody suspected"),
        pytest.param((5,), id="wrong"),
        pytest.param((5, 6, 7), id="always wrong"),
        pytest.param((1,), id="one lucky guess"),
        pytest.param((2, 2, 2), id="one lucky guess, repeated"),
        pytest.param((1, 5), id="half right"),
        pytest.param((1, 2, 5), id="two of three"),
    ],
)
def test_nobody_is_named_for_what_chance_does(named: Sequence[int]) -> None:
    assert best_sense({4: named}, GUILTY) == []


@pytest.mark.parametrize(
    ("named", "share"), [((1, 2), 100), ((1, 3, 3), 100), ((5, 1, 2, 3), 75), ((1, 2, 3, 1, 8), 80)]
)
def test_whoever_finds_several_of_the_guilty_is_named(named: Sequence[int], share: int) -> None:
    assert best_sense({4: named, 5: (), 6: (7, 7)}, GUILTY) == [4, share]


def test_of_several_the_one_with_more_right_suspicions_is_named() -> None:
    assert best_sense({4: (1, 2), 5: (1, 2, 3), 6: (5, 1, 2, 3), 7: (1,)}, GUILTY) == [5, 100]
