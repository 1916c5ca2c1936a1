"""Points over a distance: every figure of S0 8 and S3 7 that needs more than one game. In thousandths."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import JUDGE, Command, Position, StepName, Verb, Winner, perform
from engine.errors import NotCountable
from engine.points import SeatPoints
from engine.results import GameResult, game_result
from engine.rulesets import RULESETS
from engine.tournament.protests import Entry, Fate, Ruling, counted, rule
from engine.tournament.standings import (
    GamePoints,
    KeptPenalty,
    compensated_games,
    compensation,
    count,
    heavy_side,
    write_thousandths,
)
from tests.kits.engine_kit import SPORT, Scene, scene
from tests.kits.results_kit import TABLE, played

RED, BLACK, DRAW = Winner.RED, Winner.BLACK, Winner.DRAW
SPORT_WINNERS = (RED, BLACK, DRAW)


# --- the share of 40 % and Ci (S3 7.5) ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("games", "share"), list(enumerate((0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6), start=1))
)
def test_b_is_forty_per_cent_of_the_games_rounded(games: int, share: int) -> None:
    assert compensated_games(games) == share


@pytest.mark.parametrize(
    ("shot", "games", "most", "ci"),
    [
        (0, 10, 40, 0),
        (1, 10, 40, 100),
        (2, 10, 40, 200),
        (3, 10, 40, 300),
        (4, 10, 40, 400),
        (5, 10, 40, 400),
        (1, 1, 40, 400),  # B is nought, nothing is divided
        (1, 2, 40, 400),
        (1, 7, 40, 133),  # a third of 0.4
        (2, 7, 40, 267),
        (1, 14, 40, 67),
        (5, 14, 40, 333),
        (7, 14, 40, 400),
        (1, 10, 30, 75),
        (3, 10, 50, 375),
        (1, 10, 0, 0),
    ],
)
def test_first_victims_are_compensated_by_ci(shot: int, games: int, most: int, ci: int) -> None:
    assert compensation(shot, games, most) == ci


@given(st.integers(0, 60), st.integers(1, 60), st.sampled_from((30, 40, 50)))
def test_ci_is_the_formula_rounded_to_a_thousandth(shot: int, games: int, most: int) -> None:
    shot = min(shot, games)
    share = Fraction(2 * games, 5)
    b = int(share + Fraction(1, 2))
    exact = Fraction(most * 10) if shot > b else Fraction(most * 10 * shot, b or 1)
    assert abs(compensation(shot, games, most) - exact) <= Fraction(1, 2)


@pytest.mark.parametrize(
    ("winner", "victim", "paid"),
    [(BLACK, 9, 400), (BLACK, 4, 400), (RED, 9, 0), (DRAW, 9, 0), (BLACK, 2, 0), (BLACK, 0, 0)],
)
def test_ci_is_paid_to_a_red_or_the_sheriff_whose_team_lost(winner: Winner, victim: int, paid: int) -> None:
    distance = count("fiim-2025", [played(1, winner, victim=victim)])
    assert sum(points.compensation for points in distance.points.values()) == paid
    if paid:
        assert distance.tallies[TABLE[victim - 1]].main == paid


def test_all_first_deaths_as_a_red_raise_ci_and_only_the_lost_ones_are_paid() -> None:
    """Ten games, B = 4: shot three times, once in a lost game; a death as a black counts for nothing."""
    games = [played(1, BLACK, victim=10), played(2, RED, victim=10), played(3, DRAW, victim=10)]
    as_black = (TABLE[9], *TABLE[1:9], TABLE[0])
    games.append(played(4, BLACK, as_black, victim=1))
    games += [played(number, RED) for number in range(5, 11)]
    distance = count("fiim-2025", games)
    j = TABLE[9]
    assert {game: points.compensation for (game, player), points in distance.points.items() if player == j} == {
        "g001": 300,
        **{f"g{number:03}": 0 for number in range(2, 11)},
    }
    assert distance.tallies[j].first_deaths == 4


def test_a_game_more_changes_what_an_earlier_one_was_worth() -> None:
    games = [played(1, BLACK, victim=10)]
    assert count("fiim-2025", games).tallies["j"].main == 400
    games += [played(number, BLACK) for number in range(2, 8)]
    assert count("fiim-2025", games).tallies["j"].main == 133


def test_each_player_has_a_share_of_the_own_games() -> None:
    """A reserve who came for one game has B = 0."""
    games = [played(number, BLACK) for number in range(1, 6)]
    games.append(played(6, BLACK, (*TABLE[:9], "reserve"), victim=10))
    assert count("fiim-2025", games).tallies["reserve"].main == 400


@pytest.mark.parametrize("ruleset", ["fiim-2025", "phystech"])
@pytest.mark.parametrize("most", [30, 40, 50])
def test_the_most_of_ci_is_an_option_of_the_table(ruleset: str, most: int) -> None:
    game = played(1, BLACK, ruleset=ruleset, victim=10, compensation_max=most)
    assert count(ruleset, [game]).tallies["j"].main == most * 10


def test_the_older_edition_pays_no_compensation() -> None:
    assert count("fiim", [played(1, BLACK, ruleset="fiim", victim=10)]).tallies["j"].points == 0


# --- the coefficient K (S0 8.5) -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("red", "black", "draws", "heavy", "k"),
    [
        (3, 7, 0, RED, Fraction(14, 10)),
        (7, 3, 0, BLACK, Fraction(14, 10)),
        (5, 5, 0, None, Fraction(1)),
        (4, 4, 2, None, Fraction(1)),
        (1, 2, 0, RED, Fraction(4, 3)),
        (1, 2, 1, RED, Fraction(3, 2)),
        (0, 4, 0, RED, Fraction(2)),
        (0, 0, 3, None, Fraction(1)),
        (0, 0, 0, None, Fraction(1)),
    ],
)
def test_wins_of_the_side_that_won_less_are_multiplied_by_k(
    red: int, black: int, draws: int, heavy: Winner | None, k: Fraction
) -> None:
    winners = [RED] * red + [BLACK] * black + [DRAW] * draws
    games = [played(number, winner, ruleset="fiim") for number, winner in enumerate(winners, start=1)]
    side, (over, under) = heavy_side(games)
    assert (side, Fraction(over, under)) == (heavy, k)
    distance = count("fiim", games)
    assert distance.heavy is heavy
    for game in games:
        for seat in game.seats:
            factor = k if heavy is not None and seat.side.value == heavy.value else Fraction(1)
            expected = 2000 * factor if seat.won else Fraction(0)
            assert abs(distance.points[game.id, seat.player].win - expected) <= Fraction(1, 2)


def test_k_multiplies_the_win_and_nothing_else() -> None:
    """One red win of four: K = 1.5 (S0 8.5.3)."""
    extra = {4: SeatPoints(best_move=50, bonus=100, discipline=-100)}
    games = [played(1, RED, ruleset="fiim", points=extra)]
    games += [played(number, BLACK, ruleset="fiim") for number in (2, 3, 4)]
    distance = count("fiim", games)
    assert distance.points["g001", "d"] == GamePoints(win=3000, best_move=500, bonus=1000, discipline=-1000)
    assert distance.points["g002", "a"] == GamePoints(win=2000)


@pytest.mark.parametrize("ruleset", ["fiim-2025", "phystech"])
def test_the_newer_edition_has_no_coefficient(ruleset: str) -> None:
    games = [played(number, RED if number == 1 else BLACK, ruleset=ruleset) for number in (1, 2, 3)]
    assert count(ruleset, games).points["g001", "d"].win == 750


# --- what is main, additional, penalty ----------------------------------------------------------------------

MIXED = SeatPoints(best_move=25, bonus=5, penalty=-60, discipline=-50)


def test_newer_edition_removal_and_penalties_are_penalty_points() -> None:
    tally = count("fiim-2025", [played(1, RED, points={4: MIXED})]).tallies["d"]
    assert (tally.main, tally.additional, tally.penalties) == (750, 300, -1100)
    assert tally.points == -50


def test_older_edition_a_removal_is_counted_as_additional() -> None:
    mixed = SeatPoints(best_move=25, bonus=100, discipline=-100)
    tally = count("fiim", [played(1, RED, ruleset="fiim", points={4: mixed})]).tallies["d"]
    assert (tally.main, tally.additional, tally.penalties) == (2000, 250, 0)


def ended(at: Scene) -> GameResult:
    return game_result("g", at.until(StepName.OVER).state, TABLE, 0)


def test_the_worked_example_of_7_3_7() -> None:
    """A best move of 0.25 and a bonus of 0.3: 0.25 and 0.05, which are 0.3 together."""
    at = scene("fiim-2025", Position(day=1, at_night=True)).shoots(9)
    at.does(9, Verb.BEST_MOVE, 1, 2, 6).judge(Verb.TEAM_LOSS, 1).judge(Verb.BONUS, 9, value=30)
    distance = count("fiim-2025", [ended(at)])
    assert distance.points["g", "i"] == GamePoints(win=750, best_move=250, bonus=50)
    assert distance.tallies["i"].additional == 300
    assert distance.tallies["i"].points == 1050


PLAYED_FIGURES = [
    # rule set, what happens, seat, main, additional, penalties: all of S0 8.2-8.4 and S3 7.2-7.4 out of real games
    ("fiim", (Verb.TEAM_LOSS, 1, None), 4, 2000, 0, 0),
    ("fiim", (Verb.TEAM_LOSS, 4, None), 1, 2000, 0, 0),
    ("fiim", (Verb.TEAM_LOSS, 4, None), 4, 0, -1000, 0),
    ("fiim", (Verb.TEAM_LOSS, 4, None), 5, 0, 0, 0),
    ("fiim-2025", (Verb.TEAM_LOSS, 1, None), 4, 750, 0, 0),
    ("fiim-2025", (Verb.TEAM_LOSS, 4, None), 1, 750, 0, 0),
    ("fiim-2025", (Verb.TEAM_LOSS, 4, None), 4, 0, 0, -750),
    ("phystech", (Verb.TEAM_LOSS, 4, None), 4, 0, 0, -750),
]


@pytest.mark.parametrize(("ruleset", "act", "seat", "main", "additional", "penalties"), PLAYED_FIGURES)
def test_figures_out_of_played_games(
    ruleset: str, act: tuple[Verb, int, int | None], seat: int, main: int, additional: int, penalties: int
) -> None:
    verb, whom, value = act
    at = scene(ruleset, Position(day=2)).judge(verb, whom, value=value)
    tally = count(ruleset, [ended(at)]).tallies[TABLE[seat - 1]]
    assert (tally.main, tally.additional, tally.penalties) == (main, additional, penalties)


@pytest.mark.parametrize(
    ("ruleset", "additional", "penalties"), [("fiim", -1000, 0), ("fiim-2025", 0, -500), ("phystech", 0, -500)]
)
def test_a_removal_costs_its_figure_besides_the_win(ruleset: str, additional: int, penalties: int) -> None:
    at = scene(ruleset, Position(day=2)).judge(Verb.DISQUALIFY, 9).judge(Verb.TEAM_LOSS, 1)
    tally = count(ruleset, [ended(at)]).tallies["i"]
    win = 2000 if ruleset == "fiim" else 750
    assert (tally.main, tally.additional, tally.penalties) == (win, additional, penalties)


@pytest.mark.parametrize("ruleset", SPORT)
def test_what_the_judge_corrects_later_is_additional(ruleset: str) -> None:
    at = scene(ruleset, Position(day=2)).judge(Verb.TEAM_LOSS, 1)
    assert perform(at.game, Command(JUDGE, Verb.CORRECT, (5,), -15, note="counted twice")) is None
    tally = count(ruleset, [ended(at)]).tallies["e"]
    assert (tally.additional, tally.penalties) == (-150, 0)


@pytest.mark.parametrize("ruleset", ["fiim-2025", "phystech"])
def test_penalties_add_up(ruleset: str) -> None:
    at = scene(ruleset, Position(day=2)).judge(Verb.TEAM_LOSS, 1)
    at.judge(Verb.PENALTY, 5, value=-20).judge(Verb.PENALTY, 5, value=-40)
    assert count(ruleset, [ended(at)]).tallies["e"].penalties == -600


# --- games that cannot be counted ---------------------------------------------------------------------------


def test_an_unofficial_table_other_rules_and_a_game_twice_are_refused() -> None:
    with pytest.raises(NotCountable, match="not official"):
        count("fiim-2025", [played(1, RED, official=False)])
    with pytest.raises(NotCountable, match="by fiim, not by fiim-2025"):
        count("fiim-2025", [played(1, RED, ruleset="fiim")])
    with pytest.raises(NotCountable, match="twice"):
        count("fiim-2025", [played(1, RED), played(1, RED)])
    for ruleset in ("city", "box", "chess"):
        with pytest.raises(NotCountable, match="no points over a distance"):
            count(ruleset, [])


# --- properties ---------------------------------------------------------------------------------------------


def season(dice: Random, ruleset: str, games: int) -> list[GameResult]:
    """Random games of twelve players who change seats."""
    players = [f"p{number}" for number in range(12)]
    scoring = RULESETS[ruleset].scoring
    best_moves = (0, 0, *scoring.best_move)
    season = []
    for number in range(games):
        dice.shuffle(players)
        besides = {
            seat: SeatPoints(
                best_move=dice.choice(best_moves) if seat > 3 else 0,
                bonus=dice.choice((0, 0, 5, 10, 30, 50)),
                penalty=dice.choice((0, 0, -20, -60)) if scoring.penalties else 0,
                discipline=dice.choice((0, 0, 0, scoring.disqualified, scoring.team_loss)),
            )
            for seat in range(1, 11)
        }
        season.append(
            played(
                number,
                dice.choice(SPORT_WINNERS),
                tuple(players[:10]),
                ruleset=ruleset,
                victim=dice.randint(0, 10),
                points=besides,
            )
        )
    return season


seasons = st.tuples(st.sampled_from(SPORT), st.integers(0, 12), st.integers(0, 2**32)).map(
    lambda drawn: (drawn[0], season(Random(drawn[2]), drawn[0], drawn[1]))
)


@given(seasons)
def test_sums_are_exact(drawn: tuple[str, list[GameResult]]) -> None:
    ruleset, games = drawn
    distance = count(ruleset, games)
    for player, tally in distance.tallies.items():
        own = [points for (_, who), points in distance.points.items() if who == player]
        assert tally.games == len(own)
        assert tally.points == sum(points.total for points in own)
        assert tally.main == sum(points.win + points.compensation for points in own)
        assert tally.points == tally.main + tally.additional + tally.penalties


@given(seasons, st.randoms(use_true_random=False))
def test_the_order_in_which_games_are_added_does_not_matter(
    drawn: tuple[str, list[GameResult]], dice: Random
) -> None:
    ruleset, games = drawn
    other = games.copy()
    dice.shuffle(other)
    assert count(ruleset, other) == count(ruleset, games)


@given(seasons, st.integers(0, 2**32))
def test_adding_and_annulling_a_game_restores_everything(drawn: tuple[str, list[GameResult]], more: int) -> None:
    ruleset, games = drawn
    before = count(ruleset, games)
    extra = Entry(season(Random(more), ruleset, 1)[0]._replace(id="extra"))
    entries = [Entry(game) for game in games]
    with_extra = count(ruleset, *counted([*entries, extra]))
    assert ("extra", extra.result.seats[0].player) in with_extra.points
    annulled = rule(extra, Ruling(Fate.ANNULLED))
    assert isinstance(annulled, Entry)
    assert count(ruleset, *counted([*entries, annulled])) == before


@given(seasons)
def test_a_kept_penalty_is_counted_and_no_game_with_it(drawn: tuple[str, list[GameResult]]) -> None:
    ruleset, games = drawn
    before = count(ruleset, games).tallies
    after = count(ruleset, games, [KeptPenalty("p0", -50)]).tallies
    was = before.get("p0")
    assert after["p0"].points == (was.points if was else 0) - 500
    assert after["p0"].games == (was.games if was else 0)


@pytest.mark.parametrize(
    ("thousandths", "text"),
    [(0, "0"), (750, "0.75"), (-500, "-0.5"), (2133, "2.133"), (2000, "2"), (67, "0.067"), (-5, "-0.005")],
)
def test_thousandths_as_text(thousandths: int, text: str) -> None:
    assert write_thousandths(thousandths) == text
