"""Protests against a finished game, changed results, replays and annulments (S0 8.7, S3 9).

The caller decides who may rule: the chief judge of a tournament, or the admins of a plain group. A changed result
and a replay are first proposed with a reason and then agreed to (S3 9.6): by another person, or by the proposer on
behalf of somebody outside.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from engine.events import Winner
from engine.house_rules import find_ruleset
from engine.penalty_clauses import Clause
from engine.points import bonuses_allowed
from engine.protest_ruling_reasons import UNLISTED
from engine.results import GameResult, SeatResult
from engine.tournament.standings import KeptPenalty

__all__ = [
    "Cut",
    "Entry",
    "Fate",
    "Protest",
    "Refusal",
    "Ruling",
    "Verdict",
    "agree",
    "answer",
    "confirm",
    "counted",
    "cuts",
    "grounds",
    "propose",
    "protest",
    "protest_deadline",
    "rule",
]

MINUTE_MS = 60_000


class Verdict(StrEnum):
    """The chief judge's answer to a protest."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class Protest(NamedTuple):
    """One player's objection to the result of a game."""

    player: str
    why: str
    at_ms: int
    verdict: Verdict = Verdict.OPEN


class Fate(StrEnum):
    """What a ruling does with the result of a game."""

    STANDS = "stands"
    CHANGED = "changed"
    """The game counts with another winner (S3 9.6)."""
    REPLAYED = "replayed"
    """The game is played again with other seats (S3 9.7); only its disciplinary penalties stay."""
    ANNULLED = "annulled"
    """Nothing of the game counts."""


class Ruling(NamedTuple):
    """A decision about a game, or a proposal of one."""

    fate: Fate = Fate.STANDS
    winner: Winner | None = None
    guilty: str = ""
    """The player whose act has changed the result; gets the penalty of a team loss."""
    why: str = ""
    """The code of the clause that is the reason (see `grounds`)."""
    at_ms: int = 0
    by: str = ""
    """Who has ruled or proposed."""
    agreed: str = ""
    """Who has agreed; empty if the proposer did it on behalf of somebody outside."""
    confirmed: bool = False
    """Whether the judge of the game has confirmed the cut bonuses."""


class Cut(NamedTuple):
    """A bonus that the new result does not allow, and what is left of it."""

    seat: int
    given: int
    left: int


class Refusal(StrEnum):
    """Why a protest or a ruling is refused."""

    NOT_IN_GAME = "not-in-game"
    TOO_LATE = "too-late"
    ALREADY = "already"
    """The player has already protested against this game."""
    DECIDED = "decided"
    """There is a decision already, and it is final (S0 8.7.4, S3 9.5)."""
    NO_PROTEST = "no-protest"
    NO_REASON = "no-reason"
    NOT_PROPOSED = "not-proposed"
    SAME_RESULT = "same-result"
    BAD_WINNER = "bad-winner"
    JUDGED = "judged"
    """The judge of the game may not rule on it (S3 9.3)."""
    OWN = "own"
    """A player who has protested may not rule on the game."""


class Entry(NamedTuple):
    """A game of a tournament with its protests and rulings."""

    result: GameResult
    protests: tuple[Protest, ...] = ()
    ruling: Ruling = Ruling()
    proposed: Ruling = Ruling()
    """The ruling that waits for agreement; its fate is `STANDS` if there is none."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players from seat 1 on."""
        return tuple(seat.player for seat in self.result.seats)

    @property
    def open_protests(self) -> tuple[Protest, ...]:
        """Protests that nobody has answered yet."""
        return tuple(protest for protest in self.protests if protest.verdict is Verdict.OPEN)


def protest_deadline(result: GameResult) -> int:
    """Returns the last moment for a protest, in milliseconds: 10 (S0 8.7.1) or 15 minutes (S3 9.2) after the end.

    >>> from engine.results import GameResult
    >>> protest_deadline(GameResult("g1", "fiim-2025", True, Winner.RED, 4, 0, 40, ()))
    900000
    """
    return result.ended_ms + find_ruleset(result.ruleset).protest_minutes * MINUTE_MS


def protest(entry: Entry, player: str, why: str, now_ms: int) -> Entry | Refusal:
    """Files a protest; returns the entry with it, or why it is refused.

    `player` must have played, may protest once, and only until `protest_deadline`; `why` is in the player's words,
    `now_ms` the time in milliseconds.

    >>> from engine.results import GameResult
    >>> game = Entry(GameResult("g1", "fiim-2025", True, Winner.RED, 4, 0, 40, ()))
    >>> protest(game, "Ann", "the vote was miscounted", now_ms=1000).value
    'not-in-game'
    """
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
    """Accepts or rejects one player's protest; the result stays until a ruling changes it.

    Returns the entry with the verdict, or a `Refusal` if that player has no open protest.

    >>> from engine.results import GameResult
    >>> game = Entry(GameResult("g1", "fiim", True, Winner.RED, 4, 0, 0, ()), (Protest("Ann", "", 0),))
    >>> answer(game, "Ann", Verdict.REJECTED).protests[0].verdict.value
    'rejected'
    >>> answer(game, "Bob", Verdict.REJECTED).value
    'no-protest'
    """
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
    """Returns the clauses that the rules accept as reasons for this fate of a game, by their codes.

    >>> from engine.results import GameResult
    >>> sorted(grounds(GameResult("g1", "fiim-2025", True, Winner.RED, 4, 0, 40, ()), Fate.CHANGED))
    ['9.5', '9.6']
    """
    listed = find_ruleset(result.ruleset).rulings.get(fate.value, UNLISTED)
    return {clause.code: clause for clause in listed}


def propose(entry: Entry, ruling: Ruling) -> Entry | Refusal:
    """Proposes a ruling, which counts only after `agree`.

    Returns the entry with the proposal, or a `Refusal` if the reason is not among `grounds` or `rule` refuses it.

    >>> from engine.results import GameResult
    >>> game = Entry(GameResult("g1", "fiim-2025", True, Winner.RED, 4, 0, 40, ()))
    >>> propose(game, Ruling(Fate.CHANGED, Winner.DRAW, why="no such clause")).value
    'no-reason'
    >>> propose(game, Ruling(Fate.CHANGED, Winner.DRAW, why="9.6")).proposed.winner.value
    'draw'
    """
    if ruling.why not in grounds(entry.result, ruling.fate):
        return Refusal.NO_REASON
    ruled = rule(entry, ruling)
    return ruled if isinstance(ruled, Refusal) else entry._replace(proposed=ruling)


def agree(entry: Entry, ruling: Ruling, who: str, now_ms: int) -> Entry | Refusal:
    """Carries out a proposed ruling to which `who` agrees.

    `ruling` is the one that `who` was shown; returns `Refusal.NOT_PROPOSED` if it is no longer the proposed one.
    `now_ms` is the time in milliseconds.

    >>> from engine.results import GameResult
    >>> shown = Ruling(Fate.CHANGED, Winner.DRAW, why="9.6")
    >>> game = propose(Entry(GameResult("g1", "fiim-2025", True, Winner.RED, 4, 0, 40, ())), shown)
    >>> agree(game, shown, "chief", now_ms=5).ruling.fate.value
    'changed'
    """
    if entry.ruling.fate is not Fate.STANDS:
        return Refusal.DECIDED
    proposed = entry.proposed
    if proposed.fate is Fate.STANDS or proposed[:4] != ruling[:4]:
        return Refusal.NOT_PROPOSED
    return rule(entry, proposed._replace(agreed="" if who == proposed.by else who, at_ms=now_ms))


def confirm(entry: Entry) -> Entry | Refusal:
    """Marks the cut bonuses as confirmed by the judge of the game; `Refusal` if there are none to confirm.

    >>> from engine.results import GameResult
    >>> confirm(Entry(GameResult("g1", "fiim", True, Winner.RED, 4, 0, 0, ()))).value
    'decided'
    """
    if not cuts(entry.result, entry.ruling) or entry.ruling.confirmed:
        return Refusal.DECIDED
    return entry._replace(ruling=entry.ruling._replace(confirmed=True))


def rule(entry: Entry, ruling: Ruling) -> Entry | Refusal:
    """Changes the result, orders a replay, or annuls the game; this accepts open protests.

    Returns the entry with the ruling, or a `Refusal`: there is a ruling already, a replay without a protest, or an
    impossible winner or guilty player.

    >>> from engine.results import GameResult
    >>> game = Entry(GameResult("g1", "fiim-2025", True, Winner.RED, 4, 0, 40, ()))
    >>> rule(game, Ruling(Fate.ANNULLED)).ruling.fate.value
    'annulled'
    >>> rule(game, Ruling(Fate.REPLAYED)).value
    'no-protest'
    """
    if entry.ruling.fate is not Fate.STANDS:
        return Refusal.DECIDED
    if ruling.fate is Fate.REPLAYED and all(each.verdict is Verdict.REJECTED for each in entry.protests):
        return Refusal.NO_PROTEST  # S3 9.7: a replay needs a protest
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


def counted(entries: Iterable[Entry]) -> tuple[list[GameResult], list[KeptPenalty]]:
    """Returns the games as they count after all rulings, and the penalties kept of replayed games (S3 9.7.2).

    >>> from engine.results import GameResult
    >>> game = Entry(GameResult("g1", "fiim-2025", True, Winner.RED, 4, 0, 40, ()))
    >>> [result.id for result in counted([game])[0]], counted([rule(game, Ruling(Fate.ANNULLED))])[0]
    (['g1'], [])
    """
    games: list[GameResult] = []
    kept: list[KeptPenalty] = []
    for entry in entries:
        match entry.ruling.fate:
            case Fate.STANDS:
                games.append(entry.result)
            case Fate.CHANGED:
                games.append(_changed(entry.result, entry.ruling))
            case Fate.REPLAYED:
                kept.extend(
                    KeptPenalty(seat.player, seat.points.discipline)
                    for seat in entry.result.seats
                    if seat.points.discipline
                )
            case Fate.ANNULLED:
                pass
    return games, kept


def cuts(result: GameResult, ruling: Ruling) -> tuple[Cut, ...]:
    """Returns the bonuses that a changed result reduces to what the rules still allow (S0 8.4, S3 7.3).

    >>> from engine.results import GameResult
    >>> cuts(GameResult("g1", "fiim", True, Winner.RED, 4, 0, 0, ()), Ruling(Fate.CHANGED, Winner.BLACK))
    ()
    """
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
