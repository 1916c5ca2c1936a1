"""Statistics: what is counted, and that they agree with the list of games."""

from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine import Winner
from engine.points import SeatPoints
from engine.results import GameResult, SeatResult
from engine.statistics import Score, profile
from engine.statistics_ranking import table_of
from tests.kits.results_kit import TABLE, played

RED, BLACK, DRAW = Winner.RED, Winner.BLACK, Winner.DRAW


def test_games_and_wins_by_side_and_role() -> None:
    games = [played(1, RED), played(2, BLACK), played(3, RED, (*TABLE[1:], TABLE[0]))]
    don = profile("a", games)
    assert don.all == Score(3, 2)
    assert don.by_side == (("black", Score(2, 1)), ("red", Score(1, 1)))
    assert don.by_role == (("civilian", Score(1, 1)), ("don", Score(2, 1)))
    assert don.points == 150
    assert don.all.percent == 67


def test_best_moves_fouls_removals_first_deaths_suspicions() -> None:
    game = played(1, BLACK, victim=9, points={9: SeatPoints(best_move=25), 10: SeatPoints(discipline=-50)})
    seats = list(game.seats)
    seats[8] = seats[8]._replace(named=(1, 2, 5), found=2, fouls=2, suspicions=3, right=2)
    other = played(2, BLACK, victim=9)
    tried = list(other.seats)
    tried[8] = tried[8]._replace(named=(5, 6, 7), suspicions=1)
    games = [game._replace(seats=tuple(seats)), other._replace(seats=tuple(tried))]
    victim = profile("i", games)
    assert (victim.best_moves, victim.best_moves_tried, victim.fouls, victim.first_deaths) == (1, 2, 2, 2)
    assert (victim.suspicions, victim.right, victim.accuracy) == (4, 2, 50)
    assert profile("j", games).removals == 1


def test_rows_of_wins_in_the_order_the_games_ended() -> None:
    winners = (RED, RED, RED, BLACK, DRAW, RED, RED)
    games = [played(number, winner) for number, winner in enumerate(winners, start=1)]
    shuffled = Random(1).sample(games, len(games))
    assert (profile("d", shuffled).streak, profile("d", shuffled).longest) == (2, 3)
    assert (profile("a", shuffled).streak, profile("a", shuffled).longest) == (-3, 1)
    assert profile("a stranger", games).streak == 0


def test_who_plays_best_with_whom_needs_three_games_on_one_side() -> None:
    games = [played(number, BLACK) for number in (1, 2, 3)]
    games += [played(4, RED, ("a", "x", *TABLE[2:])), played(5, RED, ("a", "b", "x", *TABLE[3:]))]
    mates = profile("a", games).mates
    assert [(mate.player, mate.together) for mate in mates] == [("b", Score(4, 3)), ("c", Score(4, 3))]


def test_unofficial_games_do_not_count() -> None:
    assert profile("a", [played(1, BLACK, official=False)]).all == Score()
    assert table_of([played(1, BLACK, official=False)]) == []


def test_the_table_has_the_most_points_first() -> None:
    games = [played(1, BLACK), played(2, RED, points={4: SeatPoints(bonus=30)})]
    table = table_of(games)
    assert [(one.player, one.points) for one in table[:2]] == [("d", 105), ("a", 75)]
    assert len(table) == 10
    assert [one.player for one in table_of(games, ["b", "d"])] == ["d", "b"]


def test_without_points_a_place_needs_enough_games() -> None:
    """Whoever has won the only game has a share of a hundred per cent."""
    games = [played(number, BLACK if number % 3 else RED) for number in range(1, 7)]
    games.append(played(7, BLACK, ("newcomer", *"bcdefghij")))
    table = table_of(games, by_points=False)
    assert "newcomer" not in {one.player for one in table}
    assert table_of(games)[0].player != table[-1].player
    shares = [one.all.percent for one in table]
    assert shares == sorted(shares, reverse=True)
    assert {one.points for one in table} == {0}, "points of different rules are not added up"
    first = table_of(games[:1], by_points=False)
    assert len(first) == 10, "after the first evening everybody has a place"


winners = st.lists(st.sampled_from((RED, BLACK, DRAW)), max_size=12)


@given(winners, st.integers(0, 1000))
def test_profiles_agree_with_the_list_of_games(drawn: list[Winner], seed: int) -> None:
    dice = Random(seed)
    games: list[GameResult] = []
    for number, winner in enumerate(drawn):
        players = dice.sample(TABLE, 10)
        games.append(played(number, winner, tuple(players)))
    for one in table_of(games):
        assert one.all.games == len(games)
        assert one.all.wins == sum(score.wins for _, score in one.by_side)
        assert one.all.wins == sum(score.wins for _, score in one.by_role)
        assert one.points == 75 * one.all.wins
        assert one.longest >= max(one.streak, 0)
        assert all(mate.together.games <= one.all.games for mate in one.mates)


class Read(tuple[SeatResult, ...]):
    """Seats that count how often somebody walks along them."""

    walks = 0

    def __iter__(self) -> Iterator[SeatResult]:
        type(self).walks += 1
        return super().__iter__()


def test_a_table_walks_along_each_game_once_however_many_play() -> None:
    games = []
    for number in range(200):
        players = tuple(f"p{(number * 10 + seat) % 400}" for seat in range(10))
        game = played(number, RED if number % 2 else BLACK, players)
        games.append(game._replace(seats=Read(game.seats)))
    Read.walks = 0
    table = table_of(games)
    assert len(table) == 400
    assert sum(one.all.games for one in table) == 2000
    assert Read.walks <= 2 * len(games)
