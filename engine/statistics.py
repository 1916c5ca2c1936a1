"""Statistics over finished official games: of one player, of everybody, of pairs."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.results import GameResult, SeatResult


class Score(NamedTuple):
    """Of so many games so many were won."""

    games: int = 0
    wins: int = 0

    def plus(self, won: bool) -> "Score":
        return Score(self.games + 1, self.wins + won)

    @property
    def percent(self) -> int:
        """Rounded half up; 0 without a game."""
        return (200 * self.wins + self.games) // (2 * self.games) if self.games else 0


class Mate(NamedTuple):
    player: str
    together: Score
    """Games on the same side."""


class Profile(NamedTuple):
    """One player's games; points in hundredths, of each game alone."""

    player: str
    all: Score = Score()
    by_side: tuple[tuple[str, Score], ...] = ()
    by_role: tuple[tuple[str, Score], ...] = ()
    points: int = 0
    best_moves: int = 0
    """That earned points."""
    best_moves_tried: int = 0
    fouls: int = 0
    removals: int = 0
    first_deaths: int = 0
    suspicions: int = 0
    right: int = 0
    streak: int = 0
    """Games won in a row up to now; lost ones count below nought."""
    longest: int = 0
    """The longest row of wins."""
    mates: tuple[Mate, ...] = ()
    """Best first: those with whom at least `ENOUGH` games were played on one side."""

    @property
    def accuracy(self) -> int:
        """Percent of the night suspicions that were right."""
        return Score(self.suspicions, self.right).percent


ENOUGH = 3
LEAST = 5
"""Games before a share of wins says anything about a player."""


def counted(games: Iterable[GameResult]) -> list[GameResult]:
    """Official games, in the order they ended."""
    return sorted((game for game in games if game.official), key=lambda game: (game.ended_ms, game.id))


def profile(player: str, games: Iterable[GameResult]) -> Profile:
    own = [(game, seat) for game in counted(games) if (seat := game.of(player)) is not None]
    seats = [seat for _, seat in own]
    won = [seat.won for seat in seats]
    return Profile(
        player,
        _score(seats),
        _split(seats, [seat.side.value for seat in seats]),
        _split(seats, [seat.role for seat in seats]),
        points=sum(seat.points.total for seat in seats),
        best_moves=sum(1 for seat in seats if seat.best_move),
        best_moves_tried=sum(1 for seat in seats if seat.named),
        fouls=sum(seat.fouls for seat in seats),
        removals=sum(1 for seat in seats if seat.removed),
        first_deaths=sum(1 for seat in seats if seat.first_victim),
        suspicions=sum(seat.suspicions for seat in seats),
        right=sum(seat.right for seat in seats),
        streak=_streak(won),
        longest=_longest(won),
        mates=_mates(own),
    )


def table_of(
    games: Iterable[GameResult], players: Iterable[str] | None = None, *, by_points: bool = True
) -> list[Profile]:
    """Their profiles: most points first, then the better share of wins, then more games, then the name.

    Without points the share decides, and so only those are in it who have played often enough.
    """
    official = counted(games)
    names = {seat.player for game in official for seat in game.seats}
    if players is not None:
        names &= set(players)
    profiles = [profile(name, official) for name in names]
    if not by_points:
        enough = min(LEAST, max((one.all.games for one in profiles), default=0))
        profiles = [one._replace(points=0) for one in profiles if one.all.games >= enough]
    return sorted(profiles, key=lambda one: (-one.points, -one.all.percent, -one.all.games, one.player))


def _score(seats: Iterable[SeatResult]) -> Score:
    score = Score()
    for seat in seats:
        score = score.plus(seat.won)
    return score


def _split(seats: Sequence[SeatResult], keys: Sequence[str]) -> tuple[tuple[str, Score], ...]:
    scores: dict[str, Score] = {}
    for seat, key in zip(seats, keys, strict=True):
        scores[key] = scores.get(key, Score()).plus(seat.won)
    return tuple(sorted(scores.items()))


def _streak(won: Sequence[bool]) -> int:
    length = 0
    for each in reversed(won):
        if each is not won[-1]:
            break
        length += 1
    return length if won and won[-1] else -length


def _longest(won: Sequence[bool]) -> int:
    longest = row = 0
    for each in won:
        row = row + 1 if each else 0
        longest = max(longest, row)
    return longest


def _mates(own: Iterable[tuple[GameResult, SeatResult]]) -> tuple[Mate, ...]:
    """With whom the side wins most often; a chance mate of one evening says nothing."""
    scores: dict[str, Score] = {}
    for game, mine in own:
        for seat in game.seats:
            if seat.seat != mine.seat and seat.side is mine.side:
                scores[seat.player] = scores.get(seat.player, Score()).plus(mine.won)
    known = [Mate(player, score) for player, score in scores.items() if score.games >= ENOUGH]
    return tuple(sorted(known, key=lambda mate: (-mate.together.percent, -mate.together.games, mate.player)))
