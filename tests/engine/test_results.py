"""What is left of a finished game."""

import json
from random import Random

import pytest

from engine import JUDGE, SHIPPED, Command, Game, Position, StepName, Verb, Winner, cards_for, perform, rules_for
from engine.house_rules import find_ruleset
from engine.results import game_result, is_official, read_result, write_result
from engine.roles import Side
from tests.kits.engine_kit import EVERY, SPORT, Scene, any_table, legal_command, scene

PLAYERS = tuple(f"player-{seat}" for seat in range(1, 11))


def lost_by_the_reds(ruleset: str = "fiim-2025") -> Scene:
    """Seat 9 is shot in the first night and names three; the Sheriff gives the game away."""
    at = scene(ruleset, Position(day=1, at_night=True))
    at.does(5, Verb.SUSPECT, 1).does(6, Verb.SUSPECT, 7).does(7, Verb.SLEEP).shoots(9)
    at.does(9, Verb.BEST_MOVE, 1, 2, 6)
    if ruleset == "fiim":
        at.does(9, Verb.PASS)
    return at.judge(Verb.FOUL, 8).judge(Verb.DISQUALIFY, 10).judge(Verb.TEAM_LOSS, 4)


@pytest.mark.parametrize("ruleset", SPORT)
def test_a_game_as_it_is_counted(ruleset: str) -> None:
    at = lost_by_the_reds(ruleset)
    result = game_result("g", at.state, PLAYERS, 5_000)
    assert (result.id, result.ruleset, result.official, result.ended_ms) == ("g", ruleset, True, 5_000)
    assert result.winner is Winner.BLACK
    assert [seat.player for seat in result.seats if seat.won] == ["player-1", "player-2", "player-3"]
    assert [seat.role for seat in result.seats[:5]] == ["don", "mafia", "mafia", "sheriff", "civilian"]
    assert [seat.seat for seat in result.seats if seat.first_victim] == [9]
    assert [(seat.seat, seat.named, seat.found) for seat in result.seats if seat.named] == [(9, (1, 2, 6), 2)]
    assert [seat.seat for seat in result.seats if seat.best_move] == [9]
    assert [seat.seat for seat in result.seats if seat.removed] == [10]
    assert [seat.seat for seat in result.seats if seat.gave_the_game_away] == [4]
    assert [(seat.seat, seat.fouls) for seat in result.seats if seat.fouls] == [(8, 1)]
    assert {seat.seat: (seat.suspicions, seat.right) for seat in result.seats if seat.suspicions} == {
        5: (1, 1),
        6: (1, 0),
    }
    assert result.of("player-9") == result.seats[8]
    assert result.of("a stranger") is None


def test_it_knows_the_points_and_the_compensation_of_its_table() -> None:
    at = lost_by_the_reds()
    result = game_result("g", at.state, PLAYERS, 0)
    assert [seat.points.total for seat in result.seats] == [75, 75, 75, -75, 0, 0, 0, 0, 25, -50]
    assert result.compensation_max == 40
    assert game_result("g", lost_by_the_reds("fiim").state, PLAYERS, 0).compensation_max == 0


def test_a_game_that_is_not_over_has_no_result() -> None:
    with pytest.raises(ValueError, match="not over"):
        game_result("g", scene().state, PLAYERS, 0)
    with pytest.raises(ValueError, match="10 seats"):
        game_result("g", lost_by_the_reds().state, PLAYERS[:9], 0)


@pytest.mark.parametrize("ruleset", SPORT)
@pytest.mark.parametrize("size", range(6, 13))
def test_only_ten_are_official(ruleset: str, size: int) -> None:
    rules = rules_for(SHIPPED[ruleset], {})
    assert is_official(rules, cards_for(SHIPPED[ruleset], size)) is (size == 10)


def test_other_cards_or_house_rules_are_unofficial() -> None:
    cards = cards_for(SHIPPED["fiim"], 10)
    assert not is_official(rules_for(SHIPPED["fiim"], {}), (*cards[:-1], "mafia"))
    assert not is_official(rules_for(find_ruleset("fiim-2025+city.doctor"), {}), cards)
    assert is_official(rules_for(SHIPPED["fiim"], {"speech": "30"}), cards)


@pytest.mark.parametrize("ruleset", EVERY)
def test_a_result_survives_json_and_its_sides_agree_with_the_winner(ruleset: str) -> None:
    for number in range(12):
        dice = Random(f"{ruleset} {number}")
        game = finished(any_table(dice, ruleset), dice)
        players = tuple(f"p{seat}" for seat in range(1, game.table.size + 1))
        result = game_result(f"g{number}", game.state, players, number)
        assert read_result(json.loads(json.dumps(write_result(result)))) == result
        assert all(seat.won is (seat.side.value == result.winner.value) for seat in result.seats)
        assert all(seat.right <= seat.suspicions for seat in result.seats)
        assert all(not seat.suspicions or seat.side in (Side.RED, Side.TOWN) for seat in result.seats)


def finished(game: Game, dice: Random) -> Game:
    """Played at random to its end; the judge has points for some."""
    while game.table.step is not StepName.OVER:
        perform(game, legal_command(dice, game.state))
    for seat in range(1, game.table.size + 1):
        perform(game, Command(JUDGE, Verb.BONUS, (seat,), 10))
    return game
