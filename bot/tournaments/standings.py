"""The standings of a tournament: points, places and awards, counted from its games."""

from dataclasses import dataclass

from bot.tournaments.tournament import Tournament
from bot.tournaments.tournament_store import TournamentStore
from engine.results import GameResult
from engine.tournament.awards import AwardWinner, awards
from engine.tournament.protests import counted
from engine.tournament.ranking import Place, rank
from engine.tournament.standings import Distance, count


@dataclass(frozen=True, slots=True)
class Standings:
    """Standings are not stored: they are counted from the games whenever they are shown."""

    games: tuple[GameResult, ...]
    distance: Distance
    places: tuple[Place, ...]
    awards: tuple[AwardWinner, ...]


class TournamentStandings:
    def __init__(self, store: TournamentStore) -> None:
        self._store = store

    async def of(self, tournament: Tournament) -> Standings:
        games, kept = counted(await self._store.entries(tournament.id))
        distance = count(tournament.ruleset, games, kept)
        played = {seat.player for game in games for seat in game.seats} | {penalty.player for penalty in kept}
        # A reserve who has not been called has no place.
        ranked = [one.word for one in tournament.entrants if one.word in played or not one.reserve]
        places = rank(tournament.ruleset, ranked, distance.tallies, tournament.derived("lot"))
        return Standings(tuple(games), distance, places, awards(games, distance, places))
