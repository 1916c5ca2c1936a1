"""Computer players: their figures against real tables and the exact floor, and what they may never do."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations
from random import Random

import pytest

from engine import (
    RULESETS,
    Command,
    Game,
    SeatView,
    Winner,
    can,
    cards_for,
    open_game,
    rules_for,
)
from engine.events import BestMoveMade, Told, Topic, Way
from engine.options import KINDS
from engine.players import (
    Dice,
    Player,
    RandomPlayer,
    Say,
    SensiblePlayer,
    Statement,
    WildPlayer,
    play_to_the_end,
    strength,
)
from engine.players.sport_and_city.team_probabilities import Bonds, Case, judge
from engine.roles import Side
from tests.kits.blindfold import Blindfold

SPORT = ("fiim", "fiim-2025", "phystech")
Seating = Callable[[], Player]

# The options that a player's choices may depend on.
CHANGEABLE = (
    "ballot_style",
    "withdraw",
    "nominations",
    "unvoted",
    "tie_at_three_or_four",
    "single_later",
    "best_move_time",
    "last_word_when_decided",
    "draw",
    "reveal_roles",
)


def new_game(number: int, ruleset: str = "fiim-2025", size: int = 10, **options: str) -> Game:
    rules = rules_for(RULESETS[ruleset], options)
    guests = tuple(str(guest) for guest in range(1, size + 1))
    return open_game(rules, cards_for(rules.ruleset, size), guests, f"{number}:test")


def is_black(game: Game, seat: int) -> bool:
    return game.state.side(seat) is Side.BLACK


def seated(game: Game, red: Seating, black: Seating) -> list[Player]:
    return [black() if is_black(game, seat) else red() for seat in range(1, game.table.size + 1)]


def red_share(
    games: int, red: Seating = SensiblePlayer, black: Seating = SensiblePlayer, ruleset: str = "fiim-2025"
) -> float:
    """The share of games that the reds win."""
    won = 0
    for number in range(games):
        game = new_game(number, ruleset)
        play_to_the_end(game, seated(game, red, black), Random(number))
        won += game.table.winner is Winner.RED
    return won / games


def without_checks() -> SensiblePlayer:
    return SensiblePlayer(sheriff_checks=False)


# --- the floor: players without a thought ---------------------------------------------------------------------


@cache
def floor(red: int, black: int, *, at_night: bool = False) -> float:
    """The reds' chance if by day anybody leaves, each with the same chance, and by night a red."""
    if not black or black >= red:
        return float(not black)
    if at_night:
        return floor(red - 1, black)
    everybody = red + black
    red_leaves = red / everybody * floor(red - 1, black, at_night=True)
    return red_leaves + black / everybody * floor(red, black - 1, at_night=True)


def test_the_floor_is_the_known_one() -> None:
    assert floor(7, 3) == pytest.approx(0.069, abs=0.0005)
    assert floor(7, 3, at_night=True) == pytest.approx(0.114, abs=0.0005)  # no ballot on day 1


def test_random_players_play_at_the_floor() -> None:
    games = 1_200
    three_sigmas = 3 * (floor(7, 3) * (1 - floor(7, 3)) / games) ** 0.5
    assert red_share(games, RandomPlayer, RandomPlayer) == pytest.approx(floor(7, 3), abs=three_sigmas)


def test_of_random_players_one_leaves_each_day_and_a_red_each_night() -> None:
    for number in range(40):
        game = new_game(number, SPORT[number % 3])
        play_to_the_end(game, [RandomPlayer()] * 10, Random(number))
        gone = game.table.departures
        assert [departure.at_night for departure in gone] == [bool(n % 2) for n in range(len(gone))]
        assert not any(is_black(game, departure.seat) for departure in gone if departure.way is Way.SHOT)


# --- figures of sensible players ------------------------------------------------------------------------------


def test_ten_sensible_players_play_like_a_real_table() -> None:
    games = 1_200
    red = days = missed = sheriffs = 0
    named: Counter[int] = Counter()
    for number in range(games):
        game = new_game(number)
        play_to_the_end(game, seated(game, SensiblePlayer, SensiblePlayer), Random(number))
        table = game.table
        red += table.winner is Winner.RED
        days += table.day
        victims = table.victims[1]
        missed += not victims
        sheriffs += any(game.state.view(seat).me.role.id == "sheriff" for seat in victims)
        for event in game.journal:
            if isinstance(event, BestMoveMade):
                named[sum(is_black(game, seat) for seat in event.named)] += 1
    assert 0.36 <= red / games <= 0.46  # 38 to 43 % at real tables
    assert 3 <= days / games <= 5
    assert 0.07 <= missed / games <= 0.13  # 10.1 %
    assert 0.11 <= sheriffs / (games - missed) <= 0.19  # 15.2 %
    moves = named.total()
    assert 0.14 <= named[0] / moves <= 0.26  # 18.7 %
    assert 0.20 <= named[2] / moves <= 0.32  # 27.4 %
    assert named[3] / moves <= 0.05  # 2.0 %


@pytest.mark.parametrize("ruleset", ["fiim", "phystech"])
def test_other_sport_rules_are_balanced_by_the_same_conduct(ruleset: str) -> None:
    assert 0.33 <= red_share(250, ruleset=ruleset) <= 0.50


def test_the_sheriffs_checks_are_worth_at_least_five_points() -> None:
    games = 150
    assert red_share(games, without_checks, without_checks) <= red_share(games) - 0.05


def test_sensible_reds_beat_random_blacks_more_often_than_random_reds_do() -> None:
    assert red_share(120, red=SensiblePlayer, black=RandomPlayer) >= floor(7, 3) + 0.2


def test_sensible_blacks_beat_random_reds_more_often_than_random_blacks_do() -> None:
    assert red_share(250, red=RandomPlayer, black=SensiblePlayer) <= floor(7, 3) - 0.03


def test_without_a_slip_of_memory_the_blacks_always_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "SLIP", 0.0)
    for number in range(120):
        game = new_game(number)
        play_to_the_end(game, seated(game, SensiblePlayer, SensiblePlayer), Random(number))
        assert all(len(victims) == 1 for victims in game.table.victims.values())


# --- what every player keeps to -------------------------------------------------------------------------------


@pytest.mark.parametrize("player", [RandomPlayer, SensiblePlayer, WildPlayer])
def test_same_dice_same_game(player: Seating) -> None:
    journals = []
    for number in (1, 2, 2):
        game = new_game(2)
        play_to_the_end(game, [player() for _ in range(10)], Random(number))
        journals.append(game.journal)
    assert journals[1] == journals[2]
    assert journals[0] != journals[1]


class Careful:
    """Asks before every command whether it is legal."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def choose(self, view: SeatView, dice: Dice) -> Command | None:
        command = self.player.choose(view, dice)
        assert command is None or can(view, command), f"{command} is not legal"
        return command

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:
        return self.player.speak(view, dice)

    def hear(self, seat: int, statement: Statement) -> None:
        self.player.hear(seat, statement)

    def watch(self, view: SeatView) -> None:
        self.player.watch(view)


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_every_choice_is_legal_and_every_game_ends(ruleset: str) -> None:
    """Any mixture of players, any number of them, any options."""
    official = RULESETS[ruleset].options
    for number in range(40):
        dice = Random(f"{ruleset} {number}")
        options = {
            key: dice.choice(KINDS[key].others(official[key].value))
            for key in CHANGEABLE
            if key in official and dice.random() < 0.3
        }
        size = dice.choice(RULESETS[ruleset].sizes)
        game = new_game(number, ruleset, size, **options)
        kinds: list[Seating] = [SensiblePlayer, SensiblePlayer, RandomPlayer, WildPlayer]
        play_to_the_end(game, [Careful(dice.choice(kinds)()) for _ in range(size)], dice)
        assert game.table.winner is not None


@pytest.mark.parametrize("ruleset", SPORT)
def test_a_sensible_player_never_looks_beyond_its_view(ruleset: str) -> None:
    for number in range(8):
        seeing, blind = new_game(number, ruleset), new_game(number, ruleset)
        play_to_the_end(seeing, [SensiblePlayer() for _ in range(10)], Random(number))
        players = [Blindfold(SensiblePlayer(), blind, seat) for seat in range(1, 11)]
        play_to_the_end(blind, players, Random(number))
        assert blind.journal == seeing.journal


# --- what they say --------------------------------------------------------------------------------------------


class Quoted(SensiblePlayer):
    """Keeps what it has said, with the number of nights before."""

    __slots__ = ("said",)

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[int, Statement]] = []

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:
        statement = super().speak(view, dice)
        if statement is not None:
            self.said.append((view.table.night, statement))
        return statement


def quoted_games(games: int) -> list[tuple[Game, list[Quoted]]]:
    tables = []
    for number in range(games):
        game, players = new_game(number), [Quoted() for _ in range(10)]
        play_to_the_end(game, players, Random(number))
        tables.append((game, players))
    return tables


def test_statements_speak_of_seats_at_the_table() -> None:
    seats = range(1, 11)
    heard: Counter[Say] = Counter()
    for _, players in quoted_games(60):
        for me, player in enumerate(players, start=1):
            for night, statement in player.said:
                heard[statement.say] += 1
                assert all(seat in seats for seat in (*statement.seats, *statement.about))
                checked = [check.seat for check in statement.checks]
                assert len(set(checked)) == len(checked) <= night
                assert all(seat in seats and seat != me for seat in checked)
                if statement.say is Say.CLAIMS_SHERIFF:
                    assert not statement.seats
                else:
                    assert len(statement.seats) == 1
                    assert statement.seats != (me,)
                    assert not checked
    assert set(heard) == set(Say) - {Say.CLAIMS_LEADER}


def test_the_sheriff_tells_the_truth_and_nobody_red_claims_the_card() -> None:
    lies = truths = 0
    for game, players in quoted_games(60):
        for seat, player in enumerate(players, start=1):
            claims = [said.checks for _, said in player.said if said.say is Say.CLAIMS_SHERIFF]
            if claims and game.state.view(seat).me.role.id == "sheriff":
                told = [event for event in game.state.view(seat).me.told if event.topic is Topic.CHECK]
                shown = [(event.about[0], event.answer) for event in told if isinstance(event, Told)]
                assert all(list(checks) == shown[: len(checks)] for checks in claims)
                truths += 1
            elif claims:
                assert is_black(game, seat)
                lies += 1
    assert truths > 20
    assert lies > 10


# --- how they think -------------------------------------------------------------------------------------------


def test_worlds_are_weighed_as_if_each_were_looked_at() -> None:
    for number in range(60):
        dice = Random(number)
        bonds = Bonds(10)
        for one in range(1, 11):
            for other in range(1, one):
                bonds.bind(one, other, dice.uniform(0.1, 2))
        order = dice.sample(range(1, 11), 10)
        left = dice.randrange(5)
        out, living, blacks = order[:left], order[left:], dice.choice((2, 3, 4))
        cases = [
            Case(1.0, frozenset(order[:1]), frozenset()),
            Case(dice.random(), frozenset(order[1:3]), frozenset(order[-2:])),
        ]
        sums, total = [0.0] * 11, 0.0
        for case in cases:
            for team in combinations(range(1, 11), blacks):
                alive = sum(seat in living for seat in team)
                if case.red & set(team) or not case.black <= set(team) or not 0 < alive * 2 < len(living):
                    continue
                weight = case.weight
                for one, other in combinations(team, 2):
                    weight *= bonds.together[one][other]
                total += weight
                for seat in team:
                    sums[seat] += weight
        verdict = judge(bonds, cases, living, out, blacks)
        assert verdict.black == pytest.approx([weight / total if total else 0.0 for weight in sums])
