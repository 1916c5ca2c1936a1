"""Protests, changed results, replays (S0 8.7, S3 9): what becomes of a game after its end.

Who may rule is not known here; the chief judge of the tournament, or in a plain group its admins. A changed result
and a replay are proposed with a reason first and then agreed to (S3 9.6): by somebody else, or on the word of who
proposes.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from engine.clauses import UNLISTED, Clause
from engine.distance import Kept
from engine.events import Winner
from engine.house import find_ruleset
from engine.points import bonuses_allowed
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
    """The code of a clause (`grounds`)."""
    at_ms: int = 0
    by: str = ""
    """Who has ruled."""
    agreed: str = ""
    """Who has agreed; empty: somebody outside, on the word of who ruled."""
    confirmed: bool = False
    """The judge of the game has confirmed the bonuses as they are cut."""


class Cut(NamedTuple):
    """A bonus that the new result does not allow, and what is left of it."""

    seat: int
    given: int
    left: int


class Refusal(StrEnum):
    NOT_IN_GAME = "not-in-game"
    TOO_LATE = "too-late"
    ALREADY = "already"
    """One protest of one player about one game."""
    DECIDED = "decided"
    """What the chief judge has said is final (S0 8.7.4, S3 9.5)."""
    NO_PROTEST = "no-protest"
    NO_REASON = "no-reason"
    NOT_PROPOSED = "not-proposed"
    SAME_RESULT = "same-result"
    BAD_WINNER = "bad-winner"
    JUDGED = "judged"
    """Whoever judged the game does not rule on it (S3 9.3)."""
    OWN = "own"
    """Nor does anybody who has protested."""


class Entry(NamedTuple):
    """A game on the list of a tournament."""

    result: GameResult
    protests: tuple[Protest, ...] = ()
    ruling: Ruling = Ruling()
    proposed: Ruling = Ruling()
    """Waits for somebody to agree."""

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
        protests=tuple(each._replace(verdict=verdict) if each is found else each for each in entry.protests),
        proposed=Ruling(),
    )


def grounds(result: GameResult, fate: Fate) -> Mapping[str, Clause]:
    """The reasons for which a game may be dealt with so, by their codes."""
    listed = find_ruleset(result.ruleset).rulings.get(fate.value, UNLISTED)
    return {clause.code: clause for clause in listed}


def propose(entry: Entry, ruling: Ruling) -> Entry | Refusal:
    """What `agree` will make of the game; nothing of it counts before."""
    if ruling.why not in grounds(entry.result, ruling.fate):
        return Refusal.NO_REASON
    ruled = rule(entry, ruling)
    return ruled if isinstance(ruled, Refusal) else entry._replace(proposed=ruling)


def agree(entry: Entry, ruling: Ruling, who: str, now_ms: int) -> Entry | Refusal:
    """To what was shown, and not to what somebody else has proposed meanwhile."""
    if entry.ruling.fate is not Fate.STANDS:
        return Refusal.DECIDED
    proposed = entry.proposed
    if proposed.fate is Fate.STANDS or proposed[:4] != ruling[:4]:
        return Refusal.NOT_PROPOSED
    return rule(entry, proposed._replace(agreed="" if who == proposed.by else who, at_ms=now_ms))


def confirm(entry: Entry) -> Entry | Refusal:
    """The judge of the game leaves the bonuses as they are cut."""
    if not cuts(entry.result, entry.ruling) or entry.ruling.confirmed:
        return Refusal.DECIDED
    return entry._replace(ruling=entry.ruling._replace(confirmed=True))


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


def cuts(result: GameResult, ruling: Ruling) -> tuple[Cut, ...]:
    """The bonuses that a changed result makes invalid, cut to what the rules allow now (S0 8.4, S3 7.3)."""
    winner = ruling.winner
    if ruling.fate is not Fate.CHANGED or winner is None:
        return ()
    scoring = find_ruleset(result.ruleset).scoring
    won = {seat.seat: seat.side.value == winner.value for seat in result.seats}
    beside = {
        seat.seat: seat.points.best_move if scoring.larger_of_bonus_and_best_move else 0 for seat in result.seats
    }
    given = {seat.seat: seat.points.bonus + beside[seat.seat] for seat in result.seats if seat.points.bonus}
    allowed = {} if winner is Winner.DRAW else bonuses_allowed(scoring.bonus, given, won)
    columns = {seat: max(allowed.get(seat, 0) - beside[seat], 0) for seat in given}
    return tuple(
        Cut(seat.seat, seat.points.bonus, columns[seat.seat])
        for seat in result.seats
        if seat.seat in columns and columns[seat.seat] != seat.points.bonus
    )


def _changed(result: GameResult, ruling: Ruling) -> GameResult:
    winner = ruling.winner
    assert winner is not None, "`rule` has looked at it"
    left = {cut.seat: cut.left for cut in cuts(result, ruling)}
    return result._replace(
        winner=winner,
        seats=tuple(
            _changed_seat(result, seat, winner, ruling.guilty, left.get(seat.seat, seat.points.bonus))
            for seat in result.seats
        ),
    )


def _changed_seat(result: GameResult, seat: SeatResult, winner: Winner, guilty: str, bonus: int) -> SeatResult:
    scoring = find_ruleset(result.ruleset).scoring
    won = seat.side.value == winner.value
    points = seat.points._replace(
        win=scoring.win if won else 0,
        bonus=bonus,
        discipline=seat.points.discipline + (scoring.team_loss if seat.player == guilty else 0),  # S3 9.6
    )
    return seat._replace(won=won, points=points)
