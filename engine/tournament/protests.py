"""Protests, changed results, replays (S0 8.7, S3 9): what becomes of a game after its end.

Who may rule is not known here; the chief judge of the tournament, or in a plain group its admins. A changed result
and a replay are proposed with a reason first and then agreed to (S3 9.6): by somebody else, or on the word of who
proposes.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from engine.events import Winner
from engine.house_rules import find_ruleset
from engine.penalty_clauses import UNLISTED, Clause
from engine.points import bonuses_allowed
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
    """What the chief judge has said to a protest."""

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
    """What the chief judge has made of a game."""

    STANDS = "stands"
    CHANGED = "changed"
    """Another side has won (S3 9.6)."""
    REPLAYED = "replayed"
    """It is played again with other seats (S3 9.7); of the first game only the disciplinary penalties stay."""
    ANNULLED = "annulled"
    """Nothing of it counts."""


class Ruling(NamedTuple):
    """What the chief judge has decided about a game, or proposes."""

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
    """Why a protest or a ruling is refused."""

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
        """Protests that nobody has answered yet."""
        return tuple(protest for protest in self.protests if protest.verdict is Verdict.OPEN)


def protest_deadline(result: GameResult) -> int:
    """The last moment for a protest, in milliseconds: 10 minutes (S0 8.7.1) or 15 (S3 9.2) after the end.

    >>> from engine.results import GameResult
    >>> protest_deadline(GameResult("g1", "fiim-2025", True, Winner.RED, 4, 0, 40, ()))
    900000
    """
    return result.ended_ms + find_ruleset(result.ruleset).protest_minutes * MINUTE_MS


def protest(entry: Entry, player: str, why: str, now_ms: int) -> Entry | Refusal:
    """File a protest: the entry with it, or why it is refused.

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
    """Accept or reject one player's protest; the result stays until a ruling changes it.

    The entry with the verdict, or `Refusal` if that player has no open protest.

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
    """The reasons for which the rules let a game have this fate, by their codes.

    >>> from engine.results import GameResult
    >>> sorted(grounds(GameResult("g1", "fiim-2025", True, Winner.RED, 4, 0, 40, ()), Fate.CHANGED))
    ['9.5', '9.6']
    """
    listed = find_ruleset(result.ruleset).rulings.get(fate.value, UNLISTED)
    return {clause.code: clause for clause in listed}


def propose(entry: Entry, ruling: Ruling) -> Entry | Refusal:
    """Propose a ruling; it counts only when `agree` has confirmed it.

    The entry with the proposal, or `Refusal` if the reason is not among `grounds` or the ruling is impossible.

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
    """Agree to a proposed ruling: it is carried out.

    `ruling` is the one that `who` was shown; `Refusal.NOT_PROPOSED` if another one stands by now. `now_ms` is the
    time.

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
    """The judge of the game confirms the bonuses as the new result has cut them; `Refusal` if none were cut.

    >>> from engine.results import GameResult
    >>> confirm(Entry(GameResult("g1", "fiim", True, Winner.RED, 4, 0, 0, ()))).value
    'decided'
    """
    if not cuts(entry.result, entry.ruling) or entry.ruling.confirmed:
        return Refusal.DECIDED
    return entry._replace(ruling=entry.ruling._replace(confirmed=True))


def rule(entry: Entry, ruling: Ruling) -> Entry | Refusal:
    """Change the result, order a replay, or annul the game; open protests are accepted by it.

    The entry as ruled, or `Refusal`: ruled already, a replay without a protest, a winner who cannot be.

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


def counted(entries: Iterable[Entry]) -> tuple[list[GameResult], list[KeptPenalty]]:
    """The games as they count after all rulings, and the penalties that outlive a replayed game (S3 9.7.2).

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
    """The bonuses that a changed result makes invalid, cut to what the rules allow now (S0 8.4, S3 7.3).

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
