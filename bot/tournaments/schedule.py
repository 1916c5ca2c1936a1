"""The schedule of a tournament: which game is next, begun, given up, counted or replayed. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from bot.tournaments.disqualification import with_substitutes
from bot.tournaments.tournament import Refusal, Room, ScheduledGame, Tournament, TournamentPhase
from engine.results import GameResult


def next_slot(tournament: Tournament, table: int, running: frozenset[str]) -> ScheduledGame | Refusal:
    """Returns the next game of a table, or why it cannot begin; `running` are games that are not over."""
    if tournament.phase is not TournamentPhase.SEATED:
        return Refusal.NOT_SEATED
    if table > len(tournament.rooms):
        return Refusal.NO_ROOM
    if any(slot.table == table and slot.game in running for slot in tournament.slots if slot.game):
        return Refusal.GAME_RUNS
    found = next((slot for slot in tournament.slots if slot.table == table and not slot.game), None)
    if found is None:
        return Refusal.NO_GAMES_LEFT
    if "" in found.seats:
        return Refusal.SHORT
    playing = {word for slot in tournament.slots if slot.game and slot.game in running for word in slot.seats}
    return Refusal.PLAYERS_PLAY if playing & set(found.seats) else found


def begin(tournament: Tournament, slot: ScheduledGame, game: str) -> Tournament:
    return with_slot(tournament, slot, replace(slot, game=game, tries=slot.tries + 1))


def give_up(tournament: Tournament, game: str, seed: str) -> Tournament:
    """Frees the slot of a game that ended without a result; it is played again, from a seed of its own."""
    slot = tournament.slot_of(game)
    return tournament if slot is None else with_slot(tournament, slot, replace(slot, game="", seed=seed))


def seal_extra(tournament: Tournament, slot: ScheduledGame, seed: str) -> tuple[Tournament, ScheduledGame]:
    """Gives a game beyond the schedule a seed of its own; older releases ordered such games without one."""
    if slot.seed or not slot.is_extra:
        return tournament, slot
    sealed = replace(slot, seed=seed)
    return with_slot(tournament, slot, sealed), sealed


def count_in(tournament: Tournament, game: GameResult, room: Room) -> Tournament | Refusal:
    """Counts a game played outside the schedule as the scheduled game of the same ten players."""
    if tournament.phase is not TournamentPhase.SEATED:
        return Refusal.NOT_SEATED
    if tournament.slot_of(game.id) is not None:
        return Refusal.COUNTED
    if not game.official:
        return Refusal.UNOFFICIAL
    if game.ruleset != tournament.ruleset:
        return Refusal.OTHER_RULES
    if room not in tournament.rooms:
        return Refusal.OTHER_ROOM
    played = tuple(seat.player for seat in game.seats)
    free = (
        slot for slot in tournament.slots if not slot.game and tournament.rooms[slot.table - 1 :][:1] == (room,)
    )
    found = next((slot for slot in free if set(slot.seats) == set(played)), None)
    if found is None:
        return Refusal.OTHER_PLAYERS
    return with_slot(tournament, found, replace(found, game=game.id, seats=played, tries=found.tries + 1))


def replay(tournament: Tournament, game: str, seats: Sequence[str], seed: str) -> Tournament:
    """Adds a replay of a game at the end of the stage, with other seats (S3 9.7.4-9.7.5)."""
    slot = tournament.slot_of(game)
    assert slot is not None, "only a game of this tournament is replayed"
    again = ScheduledGame(
        slot.round, slot.table, with_substitutes(tournament, tuple(seats), slot.round), replay_of=game, seed=seed
    )
    return replace(tournament, slots=(*tournament.slots, again), phase=TournamentPhase.SEATED)


def with_slot(tournament: Tournament, old: ScheduledGame, new: ScheduledGame) -> Tournament:
    return replace(tournament, slots=tuple(new if slot is old else slot for slot in tournament.slots))
