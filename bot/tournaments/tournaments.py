"""The parts of the tournament feature, put together."""

from dataclasses import dataclass

from bot.core.background_tasks import BackgroundTasks
from bot.games.service import Service
from bot.storage.directory import Directory
from bot.telegram.replies import Replies
from bot.tournaments.bulk_changes import BulkChanges
from bot.tournaments.final_stage import FinalStage
from bot.tournaments.protests import Protests
from bot.tournaments.seating_task import SeatingTask
from bot.tournaments.standings import TournamentStandings
from bot.tournaments.tournament_games import TournamentGames
from bot.tournaments.tournament_store import TournamentStore


@dataclass(frozen=True, slots=True)
class Tournaments:
    store: TournamentStore
    games: TournamentGames
    protests: Protests
    standings: TournamentStandings
    final_stage: FinalStage
    bulk_changes: BulkChanges
    seating: SeatingTask


def make_tournaments(
    service: Service, directory: Directory, replies: Replies, background: BackgroundTasks, lobby_minutes: int
) -> Tournaments:
    store = TournamentStore(service)
    games = TournamentGames(store, service, directory, lobby_minutes)
    standings = TournamentStandings(store)
    return Tournaments(
        store,
        games,
        Protests(store, games, service, directory),
        standings,
        FinalStage(store, games, standings, service),
        BulkChanges(store, service),
        SeatingTask(store, service, replies, background),
    )
