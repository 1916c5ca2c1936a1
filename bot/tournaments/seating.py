"""The seating of a tournament: when it may be drawn, the schedule it gives, where the tables play. Pure."""

from dataclasses import replace

from bot.tournaments.tournament import Refusal, Room, ScheduledGame, Tournament, TournamentPhase
from engine.tournament.seating import TEN, Plan, Seating


def why_not_seat(tournament: Tournament) -> Refusal | None:
    if tournament.phase is not TournamentPhase.OPEN and not (
        tournament.phase is TournamentPhase.SEATED and tournament.untouched
    ):
        return Refusal.STARTED if tournament.phase is TournamentPhase.SEATED else Refusal.NOT_OPEN
    return Refusal.TOO_FEW if len(tournament.players) < tournament.tables * TEN else None


def seat(tournament: Tournament, seating: Seating, sought: Plan | None = None) -> Tournament | Refusal:
    """Makes the schedule from a seating; refused if the list no longer is `sought`, the plan it was found for."""
    why_not = why_not_seat(tournament)
    if why_not is not None:
        return why_not
    seated = {word for tables in seating.rounds for seats in tables for word in seats}
    if (sought is not None and sought != tournament.plan) or not seated <= {*tournament.plan.players}:
        return Refusal.LIST_CHANGED
    slots = tuple(
        ScheduledGame(number, table, seats)
        for number, tables in enumerate(seating.rounds, start=1)
        for table, seats in enumerate(tables, start=1)
    )
    return replace(tournament, phase=TournamentPhase.SEATED, slots=slots)


def assign_room(tournament: Tournament, table: int, room: Room) -> Tournament | Refusal:
    if not 2 <= table <= tournament.tables or table > len(tournament.rooms) + 1:
        return Refusal.ONE_TABLE
    rooms = list(tournament.rooms)
    rooms[table - 1 : table] = [room]
    return replace(tournament, rooms=tuple(rooms))
