"""Settings and registration of a tournament before the seating. Pure: each change returns a new tournament."""

from dataclasses import replace
from typing import TypeVar

from bot.tournaments.tournament import (
    MOST_ENTRANTS,
    MOST_ROUNDS,
    MOST_TABLES,
    RULESETS_WITH_POINTS,
    Entrant,
    Refusal,
    Stage,
    Tournament,
    TournamentPhase,
)

T = TypeVar("T")


def change_setting(tournament: Tournament, what: str, by: int) -> Tournament | Refusal:
    """Changes one setting of a draft; `by` is added to a number, other settings step to the next value."""
    if tournament.phase is not TournamentPhase.DRAFT:
        return Refusal.NOT_DRAFT
    match what:
        case "stage":
            return replace(tournament, stage=_next(tuple(Stage), tournament.stage))
        case "ruleset":
            return replace(tournament, ruleset=_next(RULESETS_WITH_POINTS, tournament.ruleset))
        case "tables":
            return replace(tournament, tables=min(max(tournament.tables + by, 1), MOST_TABLES))
        case _:
            return replace(tournament, rounds=min(max(tournament.rounds + by, 1), MOST_ROUNDS))


def open_registration(tournament: Tournament) -> Tournament | Refusal:
    return (
        replace(tournament, phase=TournamentPhase.OPEN)
        if tournament.phase is TournamentPhase.DRAFT
        else Refusal.NOT_DRAFT
    )


def register(tournament: Tournament, user_id: int, name: str, *, reserve: bool = False) -> Tournament | Refusal:
    if tournament.phase is not TournamentPhase.OPEN:
        return Refusal.NOT_OPEN
    if tournament.person(user_id) is not None:
        return Refusal.ALREADY
    if len(tournament.entrants) >= MOST_ENTRANTS:
        return Refusal.FULL
    newcomer = Entrant(f"u{user_id}", user_id, name, reserve)
    return replace(tournament, entrants=(*tournament.entrants, newcomer))


def add_stand_in(tournament: Tournament, name: str) -> Tournament | Refusal:
    if tournament.phase is not TournamentPhase.OPEN:
        return Refusal.NOT_OPEN
    if len(tournament.entrants) >= MOST_ENTRANTS:
        return Refusal.FULL
    number = sum(1 for one in tournament.entrants if not one.user_id) + 1
    return replace(tournament, entrants=(*tournament.entrants, Entrant(f"bot{number}", 0, name)))


def withdraw(tournament: Tournament, user_id: int) -> Tournament | Refusal:
    if tournament.phase is not TournamentPhase.OPEN:
        return Refusal.NOT_OPEN
    found = tournament.person(user_id)
    if found is None:
        return Refusal.NOT_IN_IT
    apart = tuple(pair for pair in tournament.apart if found.word not in pair)
    return replace(tournament, entrants=tuple(one for one in tournament.entrants if one is not found), apart=apart)


def keep_apart(tournament: Tournament, one: int, other: int) -> Tournament | Refusal:
    """Keeps two entrants, given by list number, from meeting; naming the same pair again removes the rule."""
    if tournament.phase is not TournamentPhase.OPEN:
        return Refusal.NOT_OPEN
    if one == other or not all(1 <= number <= len(tournament.entrants) for number in (one, other)):
        return Refusal.NOT_IN_IT
    pair = (tournament.entrants[one - 1].word, tournament.entrants[other - 1].word)
    without = tuple(old for old in tournament.apart if set(old) != set(pair))
    return replace(
        tournament, apart=without if len(without) < len(tournament.apart) else (*tournament.apart, pair)
    )


def _next(items: tuple[T, ...], item: T) -> T:
    return items[(items.index(item) + 1) % len(items)]
