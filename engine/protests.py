"""Protests, changed results, replays (S0 8.7, S3 9): what becomes of a game after its end.

Who may rule is not known here; the chief judge of the tournament, or in a plain group its admins.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from engine.distance import Kept
from engine.events import Winner
from engine.house import find_ruleset
from engine.results import GameResult, SeatResult

MINUTE_MS = 60_000


class Verdict(StrEnum):
    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class Protest(NamedTuple):
    player: str
    why: str
    at_ms: int
    verdict: Verdict = Verdict.OPEN


class Fate(StrEnum):
    """What the chief judge has made of a game."""

    STANDS = "stands"
    CHANGED = "changed"
    """Another side has won (S3 9.6)."""
    REPLAYED = "replayed"
    """It is played again with other seats (S3 9.7); of the first game only the disciplinary penalties stay."""
    ANNULLED = "annulled"
    """Nothing of it counts."""


class Ruling(NamedTuple):
    fate: Fate = Fate.STANDS
    winner: Winner | None = None
    guilty: str = ""
    """Whose act has changed the result; pays as for a team loss."""
    why: str = ""
    at_ms: int = 0


class Refusal(StrEnum):
    NOT_IN_GAME = "not-in-game"
    TOO_LATE = "too-late"
    ALREADY = "already"
    """One protest of one player about one game."""
    DECIDED = "decided"
    """What the chief judge has said is final (S0 8.7.4, S3 9.5)."""
    NO_PROTEST = "no-protest"
    SAME_RESULT = "same-result"
    BAD_WINNER = "bad-winner"


class Entry(NamedTuple):
    """A game on the list of a tournament."""

    result: GameResult
    protests: tuple[Protest, ...] = ()
    ruling: Ruling = Ruling()

    @property
    def players(self) -> tuple[str, ...]:
        """From seat 1 on."""
        return tuple(seat.player for seat in self.result.seats)

    @property
    def open_protests(self) -> tuple[Protest, ...]:
        return tuple(protest for protest in self.protests if protest.verdict is Verdict.OPEN)


def protest_deadline(result: GameResult) -> int:
    """The last moment for a protest: 10 minutes (S0 8.7.1) or 15 (S3 9.2) after the end."""
    return result.ended_ms + find_ruleset(result.ruleset).protest_minutes * MINUTE_MS


def protest(entry: Entry, player: str, why: str, now_ms: int) -> Entry | Refusal:
    if entry.result.of(player) is None:
        return Refusal.NOT_IN_GAME
    if any(each.player == player for each in entry.protests):
        return Refusal.ALREADY
    if entry.ruling.fate is not Fate.STANDS:
        return Refusal.DECIDED
    if now_ms > protest_deadline(entry.result):
        return Refusal.TOO_LATE
    return entry._replace(protests=(*entry.protests, Protest(player, why, now_ms)))


def answer(entry: Entry, player: str, verdict: Verdict) -> Entry | Refusal:
    """Accept or reject one player's protest; the result stays until a ruling changes it."""
    found = next((each for each in entry.protests if each.player == player), None)
    if found is None:
        return Refusal.NO_PROTEST
    if found.verdict is not Verdict.OPEN:
        return Refusal.DECIDED
    return entry._replace(
        protests=tuple(each._replace(verdict=verdict) if each is found else each for each in entry.protests)
    )


def rule(entry: Entry, ruling: Ruling) -> Entry | Refusal:
    """The chief judge changes the result, orders a replay, or annuls the game; open protests are accepted."""
    if entry.ruling.fate is not Fate.STANDS:
        return Refusal.DECIDED
    if ruling.fate is Fate.REPLAYED and all(each.verdict is Verdict.REJECTED for each in entry.protests):
        return Refusal.NO_PROTEST  # S3 9.7: after a protest
    if ruling.fate is Fate.CHANGED:
        sides = {seat.side.value for seat in entry.result.seats}
        if ruling.winner is None or ruling.winner.value not in (*sides, Winner.DRAW.value):
            return Refusal.BAD_WINNER
        if ruling.winner is entry.result.winner:
            return Refusal.SAME_RESULT
        if ruling.guilty and entry.result.of(ruling.guilty) is None:
            return Refusal.NOT_IN_GAME
    return Entry(
        entry.result,
        tuple(
            each._replace(verdict=Verdict.ACCEPTED) if each.verdict is Verdict.OPEN else each
            for each in entry.protests
        ),
        ruling,
    )


def counted(entries: Iterable[Entry]) -> tuple[list[GameResult], list[Kept]]:
    """The games of a distance as they count, and the penalties that outlive a replayed game (S3 9.7.2)."""
    games: list[GameResult] = []
    kept: list[Kept] = []
    for entry in entries:
        match entry.ruling.fate:
            case Fate.STANDS:
                games.append(entry.result)
            case Fate.CHANGED:
                games.append(_changed(entry.result, entry.ruling))
            case Fate.REPLAYED:
                kept.extend(
                    Kept(seat.player, seat.points.discipline)
                    for seat in entry.result.seats
                    if seat.points.discipline
                )
            case Fate.ANNULLED:
                pass
    return games, kept


def _changed(result: GameResult, ruling: Ruling) -> GameResult:
    winner = ruling.winner
    assert winner is not None, "`rule` has looked at it"
    return result._replace(
        winner=winner, seats=tuple(_changed_seat(result, seat, winner, ruling.guilty) for seat in result.seats)
    )


def _changed_seat(result: GameResult, seat: SeatResult, winner: Winner, guilty: str) -> SeatResult:
    scoring = find_ruleset(result.ruleset).scoring
    won = seat.side.value == winner.value
    points = seat.points._replace(
        win=scoring.win if won else 0,
        bonus=0 if winner is Winner.DRAW else seat.points.bonus,  # S0 8.4.5, S3 7.3.8
        discipline=seat.points.discipline + (scoring.team_loss if seat.player == guilty else 0),  # S3 9.6
    )
    return seat._replace(won=won, points=points)
