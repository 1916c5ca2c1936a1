"""What is left of a finished game: the value that points over a distance, standings and statistics are made of.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections import Counter
from typing import Any, NamedTuple

from engine.errors import BadResult, GameNotOver
from engine.events import StepName, Way, Winner
from engine.points import SeatPoints, game_points
from engine.role_set_check import Flaw, check_cards
from engine.roles import SUSPECT, Side
from engine.rules import Rules
from engine.rulesets import RULESETS
from engine.state import State
from engine.table import Departure

INNOCENT = frozenset({Side.RED, Side.TOWN})


class SeatResult(NamedTuple):
    """One player's part in a finished game."""

    seat: int
    player: str
    """The one who is counted; another word for each person."""
    role: str
    side: Side
    won: bool
    points: SeatPoints
    """Of this game alone, in hundredths: no Ci, no K."""
    fouls: int = 0
    removed: bool = False
    """By four fouls or a disqualifying one."""
    gave_the_game_away: bool = False
    """Caused a team loss."""
    first_victim: bool = False
    """Shot in the first night."""
    named: tuple[int, ...] = ()
    """The best move."""
    found: int = 0
    """How many of the named were black."""
    suspicions: int = 0
    """Guesses at night of one who was innocent."""
    right: int = 0
    """How many of them were right."""
    left: Departure | None = None

    @property
    def best_move(self) -> bool:
        """Did the best move earn points? (S0 8.3.1, S3 7.2.5)"""
        return self.points.best_move > 0


class GameResult(NamedTuple):
    """What is left of a finished game; standings, statistics and protests are made of it.

    >>> GameResult("g1", "fiim", True, Winner.RED, 4, 0, 0, ())
    <GameResult g1 of fiim, red won>
    """

    id: str
    ruleset: str
    official: bool
    """Played with the number of players and the cards of the document."""
    winner: Winner
    days: int
    ended_ms: int
    compensation_max: int
    """In hundredths (S3 7.5.2); 0 where the rules have none."""
    seats: tuple[SeatResult, ...]

    def __repr__(self) -> str:
        end = "a draw" if self.winner is Winner.DRAW else f"{self.winner} won"
        return f"<GameResult {self.id} of {self.ruleset}, {end}>"

    def of(self, player: str) -> SeatResult | None:
        """A player's part in it, if there was one."""
        return next((seat for seat in self.seats if seat.player == player), None)


def is_official(rules: Rules, cards: tuple[str, ...]) -> bool:
    """Is this one of the five documents, with its number of players and one of its role sets?

    A table of other numbers or house rules is for friends: it counts in no rating and no tournament.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> is_official(rules, engine.cards_for(rules.ruleset, 10))
    True
    """
    ruleset, dealt, size = rules.ruleset, Counter(cards), len(cards)
    known = [by_size[size] for by_size in ruleset.role_sets.values() if size in by_size]
    return (
        ruleset.id in RULESETS
        and any(dealt == Counter(dict(cards)) for cards in known)
        and Flaw.NOT_OFFICIAL_SIZE not in check_cards(rules, cards).warnings
    )


def game_result(game_id: str, state: State, players: tuple[str, ...], ended_ms: int) -> GameResult:
    """The result of a game that is over; `GameNotOver` before.

    `players` are who is counted, from seat 1 on (`BadResult` if not one for each seat); `ended_ms` is the time.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> game_result("g1", game.state, tuple("ABCDEFGHIJ"), 0)
    Traceback (most recent call last):
    engine.errors.GameNotOver: the game g1 is not over
    """
    table = state.table
    if table.step is not StepName.OVER or table.winner is None:
        raise GameNotOver(f"the game {game_id} is not over")
    if len(players) != table.size:
        raise BadResult(f"{table.size} seats, and {len(players)} players")
    points = game_points(state)
    return GameResult(
        id=game_id,
        ruleset=table.rules.ruleset.id,
        official=is_official(table.rules, table.cards),
        winner=table.winner,
        days=table.day,
        ended_ms=ended_ms,
        compensation_max=table.rules.options.compensation_max,
        seats=tuple(
            _seat_result(state, seat, player, points[seat - 1]) for seat, player in enumerate(players, start=1)
        ),
    )


def _seat_result(state: State, seat: int, player: str, points: SeatPoints) -> SeatResult:
    table, me = state.table, state.views[seat].me
    named = table.best_moves.get(seat, ())
    guesses = suspicions(state, seat)
    return SeatResult(
        seat=seat,
        player=player,
        role=me.role.id,
        side=me.role.side,
        won=table.winner is not None and table.winner.value == me.role.side.value,
        points=points,
        fouls=table.fouls[seat],
        removed=seat in table.disqualified,
        gave_the_game_away=seat == table.team_lost,
        first_victim=seat in table.victims.get(table.rules.first_shooting_night, ()),
        named=named,
        found=sum(1 for other in named if state.side(other) not in INNOCENT),
        suspicions=len(guesses),
        right=sum(1 for target in guesses if state.side(target) not in INNOCENT),
        left=next((gone for gone in table.departures if gone.seat == seat), None),
    )


def suspicions(state: State, seat: int) -> tuple[int, ...]:
    """Whom an innocent player suspected, night by night; what the guilty answer to this prompt is no guess."""
    me = state.views[seat].me
    if me.role.side not in INNOCENT:
        return ()
    return tuple(target for _, ability, target in me.history if ability == SUSPECT.id and target)


# --- as JSON ------------------------------------------------------------------------------------------------


def write_result(result: GameResult) -> dict[str, Any]:
    """A result as JSON values; fields by their names, so that it can still be read when more have been added.

    >>> write_result(GameResult("g1", "fiim", True, Winner.RED, 4, 0, 0, ()))["winner"].value
    'red'
    """
    return {**result._asdict(), "seats": [_write_seat(seat) for seat in result.seats]}


def _write_seat(seat: SeatResult) -> dict[str, Any]:
    left = None if seat.left is None else seat.left._asdict()
    return {**seat._asdict(), "points": seat.points._asdict(), "left": left}


def read_result(data: dict[str, Any]) -> GameResult:
    """The result that `write_result` wrote, perhaps through JSON; `BadResult` if it is none.

    >>> read_result(write_result(GameResult("g1", "fiim", True, Winner.RED, 4, 0, 0, ())))
    <GameResult g1 of fiim, red won>
    """
    try:
        return GameResult(
            **{
                **data,
                "winner": Winner(data["winner"]),
                "seats": tuple(_read_seat(seat) for seat in data["seats"]),
            }
        )
    except (KeyError, TypeError, ValueError) as bad:
        raise BadResult(f"not a game result: {data!r}") from bad


def _read_seat(data: dict[str, Any]) -> SeatResult:
    left = data["left"]
    return SeatResult(
        **{
            **data,
            "side": Side(data["side"]),
            "points": SeatPoints(**data["points"]),
            "named": tuple(data["named"]),
            "left": None if left is None else Departure(**{**left, "way": Way(left["way"])}),
        }
    )
