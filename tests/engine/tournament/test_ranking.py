"""Places: a tournament in which each criterion in turn decides (S0 8.6, S3 8.1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ranking_criteria import Criterion as By
from engine.tournament.ranking import lot, rank
from engine.tournament.standings import Tally

OLDER = (By.POINTS, By.ADDITIONAL, By.WINS, By.WINS_AS_LEADER, By.FIRST_DEATHS, By.LOT)
NEWER = (
    By.POINTS,
    By.ADDITIONAL,
    By.FEWER_PENALTIES,
    By.FIRST_DEATHS,
    By.WINS_AS_SHERIFF,
    By.WINS_AS_DON,
    By.REGISTRATION,
)

# Seven players, each behind the one above by the next criterion of the list.
OLDER_TABLE = (
    Tally("anna", 9, 3, main=7000, additional=0),
    Tally("boris", 9, 2, main=5000, additional=1000),
    Tally("clara", 9, 4, main=5500, additional=500),
    Tally("dmytro", 9, 3, main=5500, additional=500, wins_as_don=1, wins_as_sheriff=1),
    Tally("egor", 9, 3, main=5500, additional=500, wins_as_don=1, first_deaths=2),
    Tally("fedir", 9, 3, main=5500, additional=500, wins_as_sheriff=1, first_deaths=1),
    Tally("hanna", 9, 3, main=5500, additional=500, wins_as_sheriff=1, first_deaths=1),
)
NEWER_TABLE = (
    Tally("anna", 9, 3, main=2900),
    Tally("boris", 9, 2, main=1500, additional=1000),
    Tally("clara", 9, 2, main=2000, additional=500),
    Tally("dmytro", 9, 2, main=2400, additional=500, penalties=-400, first_deaths=3),
    Tally("egor", 9, 2, main=2400, additional=500, penalties=-400, first_deaths=1, wins_as_sheriff=2),
    Tally(
        "fedir", 9, 2, main=2400, additional=500, penalties=-400, first_deaths=1, wins_as_sheriff=1, wins_as_don=1
    ),
    Tally("hanna", 9, 2, main=2400, additional=500, penalties=-400, first_deaths=1, wins_as_sheriff=1),
    Tally("ivan", 9, 2, main=2400, additional=500, penalties=-400, first_deaths=1, wins_as_sheriff=1),
)


@pytest.mark.parametrize(
    ("ruleset", "table", "criteria"),
    [("fiim", OLDER_TABLE, OLDER), ("fiim-2025", NEWER_TABLE, NEWER), ("phystech", NEWER_TABLE, NEWER)],
)
def test_each_criterion_in_turn_decides(ruleset: str, table: tuple[Tally, ...], criteria: tuple[By, ...]) -> None:
    registered = [tally.player for tally in table]
    seed = _seed_that_puts(registered[-2:])
    placed = rank(ruleset, registered, {tally.player: tally for tally in reversed(table)}, seed)
    assert [place.tally for place in placed] == list(table)
    assert [place.place for place in placed] == list(range(1, len(table) + 1))
    assert [place.decided_by for place in placed] == [None, *criteria]


def _seed_that_puts(players: list[str]) -> str:
    """The first seed with which the lot puts these players in this order."""
    return next(seed for seed in map(str, range(100)) if lot(seed, players[0]) < lot(seed, players[1]))


def test_the_lot_depends_on_the_seed_and_can_be_drawn_again() -> None:
    registered = ["anna", "boris", "clara"]
    orders = {
        seed: tuple(place.tally.player for place in rank("fiim", registered, {}, seed))
        for seed in map(str, range(40))
    }
    assert len(set(orders.values())) == 6
    for seed, order in orders.items():
        assert tuple(place.tally.player for place in rank("fiim", registered[::-1], {}, seed)) == order


def test_who_registered_first_stands_first_when_all_else_is_equal() -> None:
    assert [place.tally.player for place in rank("fiim-2025", ["z", "m", "a"], {}, "seed")] == ["z", "m", "a"]


def test_a_player_of_nowhere_and_one_registered_twice_are_refused() -> None:
    with pytest.raises(ValueError, match="without registration: stranger"):
        rank("fiim", ["anna"], {"stranger": Tally("stranger")}, "seed")
    with pytest.raises(ValueError, match="twice"):
        rank("fiim", ["anna", "anna"], {}, "seed")


few = st.integers(0, 2)
tallies = st.lists(
    st.builds(Tally, st.just(""), few, few, few, few, few.map(lambda n: -n), few, few, few), max_size=8
)


@given(tallies, st.sampled_from(("fiim", "fiim-2025", "phystech")))
def test_places_depend_on_the_tallies_alone(drawn: list[Tally], ruleset: str) -> None:
    table = {f"p{number}": tally._replace(player=f"p{number}") for number, tally in enumerate(drawn)}
    registered = list(table)
    placed = rank(ruleset, registered, table, "seed")
    assert sorted(place.tally.player for place in placed) == sorted(registered)
    assert rank(ruleset, registered, dict(reversed(table.items())), "seed") == placed
    points = [place.tally.points for place in placed]
    assert points == sorted(points, reverse=True)
