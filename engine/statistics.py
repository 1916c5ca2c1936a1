"""Statistics over finished official games: of one player, of everybody, of pairs."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.results import GameResult, SeatResult

__all__ = [
    "Book",
    "Mate",
    "Profile",
    "Score",
    "counted",
    "profile",
]


class Score(NamedTuple):
    """Of so many games so many were won.

    >>> Score(3, 2).percent
    67
    """

    games: int = 0
    wins: int = 0

    def plus(self, won: bool) -> "Score":
        """The score after one more game."""
        return Score(self.games + 1, self.wins + won)

    @property
    def percent(self) -> int:
        """Rounded half up; 0 without a game."""
        return (200 * self.wins + self.games) // (2 * self.games) if self.games else 0


class Mate(NamedTuple):
    """Somebody on whose side a player has often been."""

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
"""Games on one side before somebody is listed as a mate."""


def counted(games: Iterable[GameResult]) -> list[GameResult]:
    """The official games, in the order they ended.

    >>> counted([])
    []
    """
    return sorted((game for game in games if game.official), key=lambda game: (game.ended_ms, game.id))


def profile(player: str, games: Iterable[GameResult]) -> Profile:
    """The figures of one player; games in which they did not play do not matter.

    >>> profile("Ann", []).all
    Score(games=0, wins=0)
    """
    book = Book(player)
    for game in counted(games):
        book.add(game)
    return next(book.profiles(), Profile(player))


class Book:
    """Games entered one by one in the order they ended: everybody's, or one player's with those on the same side.

    To enter a game costs the same however many there were before it.

    >>> list(Book().profiles())
    []
    """

    def __init__(self, only: str = "") -> None:
        self._only = only
        self._tallies: dict[str, _Tally] = {}
        self._mates: dict[str, Score] = {}

    def add(self, game: GameResult) -> None:
        """Enter a game; one that is not official is passed over."""
        if not game.official:
            return
        if not self._only:
            for seat in game.seats:
                self._enter(seat)
            return
        own = game.of(self._only)
        if own is not None:
            self._enter(own)
            for seat in game.seats:
                if seat.seat != own.seat and seat.side is own.side:
                    self._mates[seat.player] = self._mates.get(seat.player, Score()).plus(own.won)

    def _enter(self, seat: SeatResult) -> None:
        tally = self._tallies.get(seat.player)
        if tally is None:
            tally = self._tallies[seat.player] = _Tally()
        tally.add(seat)

    def profiles(self) -> Iterator[Profile]:
        """The figures of everybody entered so far."""
        mates = self._best_mates()
        return (tally.profile(player)._replace(mates=mates) for player, tally in self._tallies.items())

    def _best_mates(self) -> tuple[Mate, ...]:
        """With whom the side wins most often; a chance mate of one evening says nothing."""
        known = [Mate(player, score) for player, score in self._mates.items() if score.games >= ENOUGH]
        return tuple(sorted(known, key=lambda mate: (-mate.together.percent, -mate.together.games, mate.player)))


class _Tally:
    """One player's games so far."""

    __slots__ = ("_by_role", "_by_side", "_sums", "longest", "streak")

    def __init__(self) -> None:
        self._sums = [0] * len(_SUMMED)
        self._by_side: dict[str, list[int]] = {}
        self._by_role: dict[str, list[int]] = {}
        self.streak = 0
        self.longest = 0

    def add(self, seat: SeatResult) -> None:
        won = seat.won
        sums = self._sums
        for place, figure in enumerate(_SUMMED.values()):
            sums[place] += figure(seat)
        for scores, key in ((self._by_side, seat.side.value), (self._by_role, seat.role)):
            score = scores.setdefault(key, [0, 0])
            score[0] += 1
            score[1] += won
        goes_on = self.streak > 0 if won else self.streak < 0
        self.streak = (self.streak if goes_on else 0) + (1 if won else -1)
        self.longest = max(self.longest, self.streak)

    def profile(self, player: str) -> Profile:
        sums: dict[str, Any] = dict(zip(_SUMMED, self._sums, strict=True))
        sides = tuple(sorted((side, Score(*score)) for side, score in self._by_side.items()))
        return Profile(
            player,
            Score(sum(score.games for _, score in sides), sum(score.wins for _, score in sides)),
            sides,
            tuple(sorted((role, Score(*score)) for role, score in self._by_role.items())),
            streak=self.streak,
            longest=self.longest,
            **sums,
        )


_SUMMED: Mapping[str, Callable[[SeatResult], int]] = {
    "points": lambda seat: seat.points.total,
    "best_moves": lambda seat: seat.best_move,
    "best_moves_tried": lambda seat: bool(seat.named),
    "fouls": lambda seat: seat.fouls,
    "removals": lambda seat: seat.removed,
    "first_deaths": lambda seat: seat.first_victim,
    "suspicions": lambda seat: seat.suspicions,
    "right": lambda seat: seat.right,
}
"""Fields of a profile that are a sum over its games."""
