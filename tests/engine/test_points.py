"""Points of one game: every figure of the rules but those that need a distance (K, Ci). In hundredths."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import JUDGE, Position, Reason, StepName, Verb, Winner, game_points
from engine.points import SeatPoints, read_points, write_points
from tests.kits.engine_kit import SPORT, Scene, scene


class Figures(NamedTuple):
    win: int
    disqualified: int
    team_loss: int
    two_blacks: int
    three_blacks: int


MODERN = Figures(win=75, disqualified=-50, team_loss=-75, two_blacks=25, three_blacks=40)
FIGURES = {
    "fiim": Figures(win=200, disqualified=-100, team_loss=-100, two_blacks=25, three_blacks=50),
    "fiim-2025": MODERN,
    "phystech": MODERN,
}
BLACKS, REDS = (1, 2, 3), (4, 5, 6, 7, 8, 9, 10)

each_ruleset = pytest.mark.parametrize("ruleset", SPORT)
each_modern = pytest.mark.parametrize("ruleset", ["fiim-2025", "phystech"])


def totals(at: Scene) -> dict[int, int]:
    return {seat: points.total for seat, points in enumerate(game_points(at.state), start=1)}


def red_win(ruleset: str) -> Scene:
    """Two blacks are out and the last one shoots himself."""
    at = scene(ruleset, Position(day=4, at_night=True, out=(2, 3, 5)))
    return at.does(1, Verb.SHOOT, 1).until(StepName.OVER)


def black_win(ruleset: str) -> Scene:
    """The shot makes three against three."""
    return scene(ruleset, Position(day=4, at_night=True, out=(5, 6, 7))).shoots(10).until(StepName.OVER)


def draw(ruleset: str) -> Scene:
    """Nobody does anything."""
    return scene(ruleset, Position(day=4, at_night=True, out=(5, 6))).until(StepName.OVER)


# --- win, loss, draw ----------------------------------------------------------------------------------------


@each_ruleset
@pytest.mark.parametrize(
    ("end", "winner", "winners"),
    [(red_win, Winner.RED, REDS), (black_win, Winner.BLACK, BLACKS), (draw, Winner.DRAW, ())],
)
def test_each_player_of_the_winning_team_has_the_win_and_nobody_else_anything(
    ruleset: str, end: Callable[[str], Scene], winner: Winner, winners: tuple[int, ...]
) -> None:
    at = end(ruleset)
    assert at.table.winner is winner
    assert totals(at) == {seat: FIGURES[ruleset].win if seat in winners else 0 for seat in range(1, 11)}


# --- removed players ----------------------------------------------------------------------------------------


@each_ruleset
def test_a_disqualified_winner_has_the_win_less_the_penalty(ruleset: str) -> None:
    at = scene(ruleset, Position(day=4, at_night=True, out=(2, 3))).judge(Verb.DISQUALIFY, 9)
    at.does(1, Verb.SHOOT, 1).until(StepName.OVER)
    assert totals(at)[9] == FIGURES[ruleset].win + FIGURES[ruleset].disqualified


@each_ruleset
def test_the_last_black_disqualified_pays_and_has_lost(ruleset: str) -> None:
    at = scene(ruleset, Position(day=4, out=(2, 3))).judge(Verb.DISQUALIFY, 1)
    assert totals(at)[1] == FIGURES[ruleset].disqualified


@each_ruleset
def test_four_fouls_cost_as_much_as_a_disqualification(ruleset: str) -> None:
    at = scene(ruleset, Position(day=4, out=(2, 3), fouls=((1, 3),))).judge(Verb.FOUL, 1)
    assert totals(at)[1] == FIGURES[ruleset].disqualified


@each_ruleset
def test_a_disqualified_player_pays_in_a_draw_too(ruleset: str) -> None:
    at = scene(ruleset, Position(day=4, at_night=True)).judge(Verb.DISQUALIFY, 9).until(StepName.OVER)
    assert at.table.winner is Winner.DRAW
    assert totals(at)[9] == FIGURES[ruleset].disqualified


@each_ruleset
@pytest.mark.parametrize(("guilty", "winners"), [(1, REDS), (4, BLACKS)])
def test_who_causes_a_team_loss_pays_and_the_other_team_has_won(
    ruleset: str, guilty: int, winners: tuple[int, ...]
) -> None:
    points = totals(scene(ruleset, Position(day=1)).judge(Verb.TEAM_LOSS, guilty))
    assert points.pop(guilty) == FIGURES[ruleset].team_loss
    assert points == {seat: FIGURES[ruleset].win if seat in winners else 0 for seat in points}


# --- the best move ------------------------------------------------------------------------------------------


def best_move(ruleset: str, victim: int, *named: int) -> Scene:
    """The first victim names seats; then the reds lose by a team loss of the Sheriff, or of another red."""
    at = scene(ruleset, Position(day=1, at_night=True)).shoots(victim)
    at.does(victim, Verb.BEST_MOVE, *named)
    return at.judge(Verb.TEAM_LOSS, 5)


@each_ruleset
@pytest.mark.parametrize(
    ("named", "blacks"),
    [((1, 2, 3), 3), ((1, 2, 6), 2), ((2, 3), 2), ((1, 6, 7), 1), ((1,), 1), ((6, 7, 8), 0)],
)
@pytest.mark.parametrize("victim", [4, 9])
def test_a_red_victim_earns_by_the_blacks_named_though_the_reds_lose(
    ruleset: str, named: tuple[int, ...], blacks: int, victim: int
) -> None:
    figures = FIGURES[ruleset]
    earned = {3: figures.three_blacks, 2: figures.two_blacks}.get(blacks, 0)
    assert totals(best_move(ruleset, victim, *named))[victim] == earned


@each_ruleset
def test_a_black_victim_earns_nothing_by_a_best_move(ruleset: str) -> None:
    assert totals(best_move(ruleset, 3, 1, 2))[3] == FIGURES[ruleset].win


@each_ruleset
def test_nobody_else_earns_by_a_best_move(ruleset: str) -> None:
    points = totals(best_move(ruleset, 9, 1, 2, 3))
    assert {points[seat] for seat in REDS if seat not in (5, 9)} == {0}


# --- the judge's bonus: older edition (S0 8.4) --------------------------------------------------------------


def test_older_edition_has_three_places_for_a_bonus() -> None:
    at = red_win("fiim")
    for seat, value in ((4, 100), (5, 50), (1, 50)):
        at.judge(Verb.BONUS, seat, value=value)
    points = totals(at)
    assert (points[4], points[5], points[1]) == (300, 250, 50)


@pytest.mark.parametrize(("seat", "value"), [(6, 100), (6, 50), (2, 50), (2, 100), (6, 30)])
def test_older_edition_gives_each_place_once(seat: int, value: int) -> None:
    at = red_win("fiim").judge(Verb.BONUS, 4, value=100).judge(Verb.BONUS, 5, value=50)
    at.judge(Verb.BONUS, 1, value=50)
    assert at.refuses(JUDGE, Verb.BONUS, seat, value=value) is Reason.BAD_VALUE


@pytest.mark.parametrize(("seat", "value"), [(4, 30), (4, 0), (4, -50), (4, 150), (1, 100), (1, 30)])
def test_older_edition_knows_no_other_bonus(seat: int, value: int) -> None:
    assert red_win("fiim").refuses(JUDGE, Verb.BONUS, seat, value=value) is Reason.BAD_VALUE


def test_older_edition_adds_bonus_and_best_move() -> None:
    at = best_move("fiim", 9, 1, 2, 3).judge(Verb.BONUS, 9, value=50)
    assert totals(at)[9] == 100


# --- the judge's bonus: edition of 2025 (S3 7.3) ------------------------------------------------------------

WINNER, LOSER = 4, 1
"""In a game won by the reds."""
STEPS = range(-10, 111, 5)


@each_modern
@pytest.mark.parametrize(
    ("seat", "consent", "allowed"),
    [
        (WINNER, False, {10, 20, 30, 40, 50, 60, 70}),
        (WINNER, True, {10, 20, 30, 40, 50, 60, 70, 90}),
        (LOSER, False, {10, 20, 30, 40, 50}),
        (LOSER, True, {10, 20, 30, 40, 50}),
    ],
)
@pytest.mark.parametrize("value", STEPS)
def test_values_of_a_bonus(ruleset: str, seat: int, consent: bool, allowed: set[int], value: int) -> None:
    at = red_win(ruleset)
    if value in allowed:
        at.judge(Verb.BONUS, seat, value=value, consent=consent)
        assert totals(at)[seat] == (75 if seat == WINNER else 0) + value
    else:
        assert at.refuses(JUDGE, Verb.BONUS, seat, value=value, consent=consent) is Reason.BAD_VALUE


@each_modern
def test_five_players_have_a_bonus_a_sixth_with_consent_a_seventh_never(ruleset: str) -> None:
    at = red_win(ruleset)
    for seat in (4, 5, 6, 7, 8):
        at.judge(Verb.BONUS, seat, value=10)
    assert at.refuses(JUDGE, Verb.BONUS, 9, value=10) is Reason.BAD_VALUE
    at.judge(Verb.BONUS, 9, value=10, consent=True)
    assert at.refuses(JUDGE, Verb.BONUS, 10, value=10, consent=True) is Reason.BAD_VALUE


@each_modern
def test_bonuses_come_to_1_6_at_most(ruleset: str) -> None:
    at = red_win(ruleset).judge(Verb.BONUS, 4, value=70).judge(Verb.BONUS, 5, value=70)
    assert at.refuses(JUDGE, Verb.BONUS, 6, value=30) is Reason.BAD_VALUE
    at.judge(Verb.BONUS, 6, value=20)
    assert at.refuses(JUDGE, Verb.BONUS, 7, value=10) is Reason.BAD_VALUE


@each_modern
def test_with_consent_bonuses_come_to_2_0_at_most(ruleset: str) -> None:
    at = red_win(ruleset).judge(Verb.BONUS, 4, value=90, consent=True).judge(Verb.BONUS, 5, value=70, consent=True)
    assert at.refuses(JUDGE, Verb.BONUS, 6, value=50, consent=True) is Reason.BAD_VALUE
    at.judge(Verb.BONUS, 6, value=40, consent=True)
    assert at.refuses(JUDGE, Verb.BONUS, 7, value=10, consent=True) is Reason.BAD_VALUE


@each_modern
@pytest.mark.parametrize(
    ("blacks", "bonus", "entered"),
    [
        ((1, 2), 30, (25, 5)),  # the worked example of 7.3.7
        ((1, 2), 20, (25, 0)),
        ((1, 2), 50, (25, 25)),
        ((1, 2, 3), 40, (40, 0)),
        ((1, 2, 3), 50, (40, 10)),
        ((1, 2, 3), 10, (40, 0)),
        ((1,), 30, (0, 30)),
    ],
)
def test_bonus_and_best_move_complement_each_other(
    ruleset: str, blacks: tuple[int, ...], bonus: int, entered: tuple[int, int]
) -> None:
    at = best_move(ruleset, 9, *blacks).judge(Verb.BONUS, 9, value=bonus)
    points = game_points(at.state)[8]
    assert (points.best_move, points.bonus) == entered
    assert points.total == max(points.best_move, bonus)


# --- every rule set -----------------------------------------------------------------------------------------


@each_ruleset
def test_one_bonus_for_one_player(ruleset: str) -> None:
    at = red_win(ruleset).judge(Verb.BONUS, 4, value=50)
    assert at.refuses(JUDGE, Verb.BONUS, 4, value=50) is Reason.ALREADY_DONE


@each_ruleset
@pytest.mark.parametrize("value", [10, 50, 100, 33])
def test_no_bonus_in_a_draw(ruleset: str, value: int) -> None:
    assert draw(ruleset).refuses(JUDGE, Verb.BONUS, 4, value=value) is Reason.NOT_ALLOWED


@each_ruleset
@pytest.mark.parametrize("verb", [Verb.BONUS, Verb.PENALTY])
def test_the_judge_gives_points_when_the_game_is_over(ruleset: str, verb: Verb) -> None:
    assert scene(ruleset, Position(day=1)).refuses(JUDGE, verb, 4, value=50) is Reason.WRONG_STEP


@each_ruleset
@pytest.mark.parametrize("verb", [Verb.BONUS, Verb.PENALTY])
def test_points_for_nobody_and_points_without_a_number(ruleset: str, verb: Verb) -> None:
    at = red_win(ruleset)
    assert at.refuses(JUDGE, verb, 11, value=50) is Reason.NOT_PLAYING
    assert at.refuses(JUDGE, verb, 4) is Reason.BAD_VALUE


# --- the judge's penalty ------------------------------------------------------------------------------------


@each_modern
def test_penalties_add_up(ruleset: str) -> None:
    at = red_win(ruleset)
    for value in (-20, -40, -40):
        at.judge(Verb.PENALTY, 4, value=value)
    assert totals(at)[4] == 75 - 100
    assert totals(at)[5] == 75


@each_modern
@pytest.mark.parametrize("value", [-10, -30, -60, 0, 20, 40])
def test_penalties_of_other_sizes_are_refused(ruleset: str, value: int) -> None:
    assert red_win(ruleset).refuses(JUDGE, Verb.PENALTY, 4, value=value) is Reason.BAD_VALUE


@pytest.mark.parametrize("value", [-20, -40, -30])
def test_older_edition_has_no_penalties(value: int) -> None:
    assert red_win("fiim").refuses(JUDGE, Verb.PENALTY, 4, value=value) is Reason.NOT_ALLOWED


# --- sums are exact -----------------------------------------------------------------------------------------


@each_modern
def test_best_move_bonus_and_penalties_of_one_seat_add_up(ruleset: str) -> None:
    at = scene(ruleset, Position(day=1, at_night=True)).shoots(9).does(9, Verb.BEST_MOVE, 1, 2, 6)
    at.judge(Verb.DISQUALIFY, 9).judge(Verb.TEAM_LOSS, 1)
    at.judge(Verb.BONUS, 9, value=30).judge(Verb.PENALTY, 9, value=-20)
    points = game_points(at.state)[8]
    assert points == SeatPoints(75, 25, 5, -20, -50)
    assert points.total == 35


@pytest.mark.parametrize("ruleset", ["city", "box"])
def test_rules_that_count_nothing_give_no_points(ruleset: str) -> None:
    cards = {"city": ("don", "mafia", "commissar"), "box": ("mafioso", "mafioso", "sheriff")}[ruleset]
    at = scene(ruleset, Position(day=2), dealt=(*cards, *["civilian"] * 7))
    at.judge(Verb.DISQUALIFY, 9).judge(Verb.TEAM_LOSS, 2)
    assert at.table.winner in (Winner.RED, Winner.TOWN)
    assert set(totals(at).values()) == {0}


@given(st.integers(-99_999, 99_999))
def test_a_written_number_of_points_reads_back_exactly(hundredths: int) -> None:
    assert read_points(write_points(hundredths)) == hundredths


@pytest.mark.parametrize(
    ("hundredths", "text"), [(75, "0.75"), (-50, "-0.5"), (200, "2"), (5, "0.05"), (0, "0"), (-120, "-1.2")]
)
def test_points_are_written_as_the_judges_write_them(hundredths: int, text: str) -> None:
    assert write_points(hundredths) == text


@pytest.mark.parametrize(("text", "hundredths"), [("1.0", 100), ("1", 100), ("0.50", 50), ("-0.2", -20)])
def test_points_are_read_with_or_without_the_last_zeros(text: str, hundredths: int) -> None:
    assert read_points(text) == hundredths


@pytest.mark.parametrize(
    "text", ["", "-", ".", ".5", "1.", "0.125", "1e2", "+1", "٣", "0,5", "--1", "1 2", "9999"]
)
def test_what_is_no_number_of_points_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="points"):
        read_points(text)
