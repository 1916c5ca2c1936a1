"""Points over a distance: one stage of a tournament with an unchanged roster, or a season.

Everything is counted again from the list of games: compensation and coefficient depend on all of them, so a game
that is added, changed or annulled may change what another one is worth. In thousandths of a point: a sixth of 0.4
is rounded there, half up, once per player and game, so that all sums are exact.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.errors import NotCountable
from engine.events import Winner
from engine.points import Scoring
from engine.results import GameResult, SeatResult
from engine.roles import Side
from engine.rulesets import RULESETS

__all__ = [
    "Distance",
    "GamePoints",
    "KeptPenalty",
    "Tally",
    "compensated_games",
    "compensation",
    "count",
    "heavy_side",
    "write_thousandths",
]

IN_A_HUNDREDTH = 10
DON, SHERIFF = "don", "sheriff"


class KeptPenalty(NamedTuple):
    """A disciplinary penalty, in hundredths of a point, that stays although its game does not count (S3 9.7.2)."""

    player: str
    points: int


class GamePoints(NamedTuple):
    """The points of one player in one game, in thousandths."""

    win: int = 0
    compensation: int = 0
    best_move: int = 0
    bonus: int = 0
    penalty: int = 0
    discipline: int = 0
    correction: int = 0

    @property
    def total(self) -> int:
        """The sum of all points of the game."""
        return sum(self)


class Tally(NamedTuple):
    """A player's sums over all games; points in thousandths."""

    player: str
    games: int = 0
    wins: int = 0
    main: int = 0
    """Points for wins and compensation (S3 7.2.1, 7.5.3)."""
    additional: int = 0
    penalties: int = 0
    """Zero or negative."""
    first_deaths: int = 0
    wins_as_sheriff: int = 0
    wins_as_don: int = 0

    @property
    def points(self) -> int:
        """All points together, the first criterion of the ranking."""
        return self.main + self.additional + self.penalties

    @property
    def wins_as_leader(self) -> int:
        """Wins as Don or Sheriff."""
        return self.wins_as_sheriff + self.wins_as_don


class Distance(NamedTuple):
    """The points of a list of games, by player and by game. *Distance* is the documents' word for such a list."""

    tallies: Mapping[str, Tally]
    points: Mapping[tuple[str, str], GamePoints]
    """Points by game id and player."""
    coefficient: tuple[int, int]
    """K as numerator and denominator: the factor on wins of the side that won less often (S0 8.5.2)."""
    heavy: Winner | None
    """The side that won less often; None if both have won as often, or the rules have no coefficient."""


def count(ruleset: str, games: Iterable[GameResult], kept: Iterable[KeptPenalty] = ()) -> Distance:
    """Counts the points of a list of games under one rule set.

    `kept` are penalties of games that do not count. Raises `NotCountable` if the rule set has no tournaments, or a
    game is of other rules, of an unofficial table, or listed twice.

    >>> count("fiim-2025", []).tallies
    {}
    >>> count("box", [])
    Traceback (most recent call last):
    engine.errors.NotCountable: box has no points over a distance
    """
    played = sorted(games, key=lambda game: game.id)
    _check(ruleset, played)
    scoring = RULESETS[ruleset].scoring
    heavy, coefficient = heavy_side(played) if scoring.coefficient else (None, (1, 1))
    shot = _counted(seat.player for game in played for seat in game.seats if _red_victim(seat))
    played_by = _counted(seat.player for game in played for seat in game.seats)
    points: dict[tuple[str, str], GamePoints] = {}
    tallies: dict[str, Tally] = {}
    for game in played:
        for seat in game.seats:
            player = seat.player
            share = compensation(shot.get(player, 0), played_by[player], game.compensation_max)
            k = coefficient if heavy == seat.side.value else (1, 1)
            points[game.id, player] = earned = _earned(game, seat, share, k)
            tallies[player] = _add(tallies.get(player, Tally(player)), seat, earned, scoring)
    for player, penalty in kept:
        so_far = tallies.get(player, Tally(player))
        tallies[player] = _discipline(so_far, penalty * IN_A_HUNDREDTH, scoring)
    return Distance(tallies, points, coefficient, heavy)


def _check(ruleset: str, games: list[GameResult]) -> None:
    if ruleset not in RULESETS or not RULESETS[ruleset].scoring.ranking:
        raise NotCountable(f"{ruleset} has no points over a distance")
    for game in games:
        if game.ruleset != ruleset:
            raise NotCountable(f"the game {game.id} was played by {game.ruleset}, not by {ruleset}")
        if not game.official:
            raise NotCountable(f"the table of the game {game.id} was not official")
    if len({game.id for game in games}) < len(games):
        raise NotCountable("a game stands twice in the list")


def _counted(players: Iterable[str]) -> dict[str, int]:
    number: dict[str, int] = {}
    for player in players:
        number[player] = number.get(player, 0) + 1
    return number


# --- compensation (S3 7.5) ----------------------------------------------------------------------------------


def compensated_games(games: int) -> int:
    """Returns B of S3 7.5.2: 40 % of the games played, rounded.

    >>> compensated_games(10), compensated_games(12)
    (4, 5)
    """
    return (4 * games + 5) // 10


def compensation(shot: int, games: int, most: int) -> int:
    """Returns Ci of S3 7.5.2, in thousandths.

    `shot` is how often the player was shot as a red in the first night, `most` the largest Ci, in hundredths.

    >>> compensation(shot=2, games=10, most=40)
    200
    """
    whole = most * IN_A_HUNDREDTH
    share = compensated_games(games)
    return whole if shot > share else 0 if not shot else _divide(whole * shot, share)


def _red_victim(seat: SeatResult) -> bool:
    return seat.first_victim and seat.side is Side.RED


# --- the coefficient (S0 8.5) -------------------------------------------------------------------------------


def heavy_side(games: Iterable[GameResult]) -> tuple[Winner | None, tuple[int, int]]:
    """Returns the side with fewer wins, and K = 2(N - n)/N as a fraction (S0 8.5.2): it has won n of N games.

    >>> heavy_side([])
    (None, (1, 1))
    """
    winners = [game.winner for game in games]
    red, black = winners.count(Winner.RED), winners.count(Winner.BLACK)
    if red == black:
        return None, (1, 1)
    heavy = Winner.RED if red < black else Winner.BLACK
    return heavy, (2 * (len(winners) - min(red, black)), len(winners))


# --- one game -----------------------------------------------------------------------------------------------


def _earned(game: GameResult, seat: SeatResult, share: int, k: tuple[int, int]) -> GamePoints:
    over, under = k
    won = seat.points
    paid = _red_victim(seat) and game.winner is Winner.BLACK  # S3 7.5.3
    return GamePoints(
        win=_divide(won.win * IN_A_HUNDREDTH * over, under),
        compensation=share if paid else 0,
        best_move=won.best_move * IN_A_HUNDREDTH,
        bonus=won.bonus * IN_A_HUNDREDTH,
        penalty=won.penalty * IN_A_HUNDREDTH,
        discipline=won.discipline * IN_A_HUNDREDTH,
        correction=won.correction * IN_A_HUNDREDTH,
    )


def _divide(number: int, by: int) -> int:
    """Divides and rounds half up; for numbers that are not negative."""
    return (2 * number + by) // (2 * by)


def _add(tally: Tally, seat: SeatResult, earned: GamePoints, scoring: Scoring) -> Tally:
    counted = tally._replace(
        games=tally.games + 1,
        wins=tally.wins + seat.won,
        main=tally.main + earned.win + earned.compensation,
        additional=tally.additional + earned.best_move + earned.bonus + earned.correction,
        penalties=tally.penalties + earned.penalty,
        first_deaths=tally.first_deaths + seat.first_victim,
        wins_as_sheriff=tally.wins_as_sheriff + (seat.won and seat.role == SHERIFF),
        wins_as_don=tally.wins_as_don + (seat.won and seat.role == DON),
    )
    return _discipline(counted, earned.discipline, scoring)


def _discipline(tally: Tally, points: int, scoring: Scoring) -> Tally:
    if scoring.discipline_is_additional:
        return tally._replace(additional=tally.additional + points)
    return tally._replace(penalties=tally.penalties + points)


def write_thousandths(points: int) -> str:
    """Writes thousandths of a point as a decimal.

    >>> write_thousandths(2133), write_thousandths(-500)
    ('2.133', '-0.5')
    """
    sign = "-" if points < 0 else ""
    whole, part = divmod(abs(points), 1000)
    return f"{sign}{whole}.{part:03d}".rstrip("0").rstrip(".")
