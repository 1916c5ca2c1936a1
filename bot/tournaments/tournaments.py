"""Constructs the parts of the tournament feature."""

from dataclasses import dataclass

from bot.core.background_tasks import BackgroundTasks
from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby_transactions import Lobbies
from bot.storage import Store
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.storage.repositories.receipts import ReceiptRepository
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import RowIds
from bot.telegram.replies import Replies
from bot.tournaments.bulk_changes import BulkChanges
from bot.tournaments.final_stage import FinalStage
from bot.tournaments.game_opening import GameOpening
from bot.tournaments.game_results import GameResults
from bot.tournaments.protests import Protests
from bot.tournaments.seating_task import SeatingTask
from bot.tournaments.standings import TournamentStandings
from bot.tournaments.tournament_store import TournamentStore


@dataclass(frozen=True, slots=True)
class Tournaments:
    store: TournamentStore
    results: GameResults
    opening: GameOpening
    protests: Protests
    standings: TournamentStandings
    final_stage: FinalStage
    bulk_changes: BulkChanges
    seating: SeatingTask


def make_tournaments(
    database: Store,
    clock: Clock,
    pace: Pace,
    outbox: Outbox,
    groups: Groups,
    people: People,
    games: GameRegistry,
    lobbies: Lobbies,
    row_ids: RowIds,
    group_rows: GroupRows,
    receipts: ReceiptRepository,
    replies: Replies,
    background: BackgroundTasks,
    lobby_minutes: int,
) -> Tournaments:
    store = TournamentStore(database, clock, outbox, receipts)
    results = GameResults(store, database, clock, games, row_ids)
    opening = GameOpening(
        store,
        results,
        database,
        clock,
        pace,
        groups,
        games,
        lobbies,
        row_ids,
        group_rows,
        receipts,
        lobby_minutes,
    )
    standings = TournamentStandings(store)
    return Tournaments(
        store,
        results,
        opening,
        Protests(store, results, database, clock, receipts, people),
        standings,
        FinalStage(store, results, standings, clock, row_ids),
        BulkChanges(store, database, row_ids),
        SeatingTask(store, row_ids, replies, background),
    )
