"""Points of one game, in hundredths, so that sums are exact; and how a rule document scores.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Mapping
from typing import NamedTuple

from engine.commands import Reason, Verb
from engine.errors import BadPoints
from engine.events import Winner
from engine.ranking_criteria import Criterion
from engine.roles import Side
from engine.state import State

FULL = 3
"""Blacks named in a complete best move."""


class BonusPlaces(NamedTuple):
    """Each place of the judge's list can be given once (S0 8.4)."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]


class BonusSteps(NamedTuple):
    """Any of the steps, for so many players, up to so much in all (S3 7.3)."""

    winners: tuple[int, ...]
    winners_with_consent: tuple[int, ...]
    losers: tuple[int, ...]
    players: int
    players_with_consent: int
    total: int
    total_with_consent: int


class Scoring(NamedTuple):
    """What a rule document gives and takes points for; all numbers in hundredths."""

    win: int
    disqualified: int
    team_loss: int
    best_move: tuple[int, int]
    """For two and for three blacks named by a red victim."""
    bonus: BonusPlaces | BonusSteps
    penalties: tuple[int, ...]
    larger_of_bonus_and_best_move: bool
    """The two complement each other and do not add up (S3 7.3.7)."""
    ranking: tuple[Criterion, ...] = ()
    """Each decides where those before it leave players equal; none: these rules have no tournaments."""
    coefficient: bool = False
    """Wins of the side that won less are worth more over a distance (S0 8.5)."""
    discipline_is_additional: bool = False
    """What a removal costs counts with the additional points (S0 8.2.4), not with the penalties."""
    reads: frozenset[str] = frozenset()


NO_POINTS = Scoring(
    win=0,
    disqualified=0,
    team_loss=0,
    best_move=(0, 0),
    bonus=BonusPlaces((), ()),
    penalties=(),
    larger_of_bonus_and_best_move=False,
)
"""For rules that count nothing."""


class SeatPoints(NamedTuple):
    """The points of one seat in one game, in hundredths, by what they were given for.

    >>> SeatPoints(win=75, best_move=25, penalty=-20).total
    80
    """

    win: int = 0
    best_move: int = 0
    bonus: int = 0
    penalty: int = 0
    discipline: int = 0
    correction: int = 0
    """What was corrected after the game, with a reason."""

    @property
    def total(self) -> int:
        """All of them together."""
        return sum(self)


def game_points(state: State) -> tuple[SeatPoints, ...]:
    """What each seat has earned in this game alone, from seat 1 on, in hundredths.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim-2025"], {})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> _ = engine.perform(game, engine.Command(engine.JUDGE, engine.Verb.DISQUALIFY, (3,)))
    >>> game_points(game.state)[2].discipline
    -50
    """
    return tuple(_seat_points(state, seat) for seat in range(1, state.table.size + 1))


def _seat_points(state: State, seat: int) -> SeatPoints:
    table = state.table
    scoring = table.rules.ruleset.scoring
    discipline = 0
    if seat == table.team_lost:
        discipline = scoring.team_loss
    elif seat in table.disqualified:
        discipline = scoring.disqualified
    return SeatPoints(
        win=scoring.win if table.winner and table.winner.value == state.side(seat).value else 0,
        best_move=best_move_points(state, seat),
        bonus=_bonus_column(state, seat, table.bonuses.get(seat, (0, False))[0]),
        penalty=sum(points for whose, points, _ in table.penalties if whose == seat),
        discipline=discipline,
        correction=sum(points for whose, points, _ in table.corrections if whose == seat),
    )


def _bonus_column(state: State, seat: int, bonus: int) -> int:
    """What stands in the column of bonuses beside a best move (S3 7.3.7)."""
    if not state.table.rules.ruleset.scoring.larger_of_bonus_and_best_move:
        return bonus
    return max(bonus - best_move_points(state, seat), 0)


def best_move_points(state: State, seat: int) -> int:
    """S0 8.3.1, S3 7.2.5: only a red victim earns them."""
    table = state.table
    if state.side(seat) is not Side.RED:
        return 0
    found = sum(1 for named in table.best_moves.get(seat, ()) if state.side(named) is Side.BLACK)
    two, three = table.rules.ruleset.scoring.best_move
    return three if found >= FULL else two if found == FULL - 1 else 0


def why_no_bonus(state: State, seat: int, points: int, consent: bool) -> Reason | None:
    """Why the judge may not give this seat so many points as a bonus; None if so. S0 8.4, S3 7.3."""
    table = state.table
    if table.winner is Winner.DRAW:
        return Reason.NOT_ALLOWED  # S0 8.4.5, S3 7.3.8
    if seat in table.bonuses:
        return Reason.ALREADY_DONE
    won = table.winner == state.side(seat).value
    match table.rules.ruleset.scoring.bonus:
        case BonusPlaces(winners, losers):
            places = list(winners if won else losers)
            for other, (taken, _) in table.bonuses.items():
                if (table.winner == state.side(other).value) is won:
                    places.remove(taken)
            return None if points in places else Reason.BAD_VALUE
        case BonusSteps() as rule:
            given = {**table.bonuses, seat: (points, consent)}
            agreed = any(consents for _, consents in given.values())
            column = sum(_bonus_column(state, each, bonus) for each, (bonus, _) in given.items())
            steps = rule.losers
            if won:
                steps = rule.winners + (rule.winners_with_consent if consent else ())
            players = rule.players_with_consent if agreed else rule.players
            total = rule.total_with_consent if agreed else rule.total
            fits = len(given) <= players and column <= total  # 7.3.2, 7.3.3
            return None if points in steps and fits else Reason.BAD_VALUE


def bonuses_allowed(
    rule: BonusPlaces | BonusSteps, given: Mapping[int, int], won: Mapping[int, bool]
) -> dict[int, int]:
    """What is left of the judge's bonuses when others have won than when they were given: the next lower value
    that the rules have for the side, none where there is none."""
    left: dict[int, int] = {}
    places = {True: list(rule.winners), False: list(rule.losers)}
    if isinstance(rule, BonusSteps):
        places[True] += rule.winners_with_consent
    for seat in sorted(given, key=lambda each: (-given[each], each)):
        fitting = [value for value in places[won[seat]] if value <= given[seat]]
        left[seat] = max(fitting, default=0)
        if fitting and isinstance(rule, BonusPlaces):
            places[won[seat]].remove(left[seat])
    return left


def why_no_penalty(state: State, points: int, code: str, consent: bool) -> Reason | None:
    """Why the judge may not take so many points for the clause `code`; None if so. S3 7.4."""
    ruleset = state.table.rules.ruleset
    if not ruleset.scoring.penalties:
        return Reason.NOT_ALLOWED
    alone = not any(each.consent and each.code == code for each in ruleset.clauses[Verb.PENALTY])
    return None if points in ruleset.scoring.penalties and (alone or consent) else Reason.BAD_VALUE


def write_points(hundredths: int) -> str:
    """Hundredths of a point as a decimal.

    >>> write_points(75), write_points(-50), write_points(200)
    ('0.75', '-0.5', '2')
    """
    sign = "-" if hundredths < 0 else ""
    whole, part = divmod(abs(hundredths), 100)
    return f"{sign}{whole}.{part:02d}".rstrip("0").rstrip(".")


def read_points(text: str) -> int:
    """The hundredths that a decimal of at most two places writes; `BadPoints` otherwise.

    >>> read_points("0.75"), read_points("-0.5")
    (75, -50)
    >>> read_points("a lot")
    Traceback (most recent call last):
    engine.errors.BadPoints: not a number of points: 'a lot'
    """
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    whole, dot, part = digits.partition(".")
    if not (whole + part).isdigit() or not (whole + part).isascii() or len(whole) > 3 or len(part) > 2:
        raise BadPoints(f"not a number of points: {text!r}")
    if not whole or (dot and not part):
        raise BadPoints(f"not a number of points: {text!r}")
    return sign * (int(whole) * 100 + int(part.ljust(2, "0")))
