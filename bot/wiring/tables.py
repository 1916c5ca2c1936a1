"""Builds the parts that run a table from its lobby to its result."""

from bot.core.signals import AsyncSignal, Signal
from bot.games.ask_again_after_outage import AskAgain
from bot.games.closed_group_pause import SuspendedGames
from bot.games.dealing import Dealing
from bot.games.event_followers import Followers
from bot.games.game_registry import GameRegistry
from bot.games.lobby_transactions import Lobbies
from bot.games.local_time import LocalTime
from bot.games.memory_eviction import Eviction
from bot.games.muting import Muting
from bot.games.running_game import RunningGame
from bot.games.seat_offers import SeatOfferRows, SeatOffersEnd
from bot.games.seat_tags import SeatTags
from bot.games.slow_game_reminders import Reminders
from bot.games.step_timeout import StepTimeout
from bot.games.step_timers import StepClocks
from bot.games.stop_game import StopGame
from bot.games.submissions import Submissions
from bot.judge.appointment import JudgeRemoval, JudgeRows
from bot.tournaments.tournaments import make_tournaments
from bot.wiring.parts import Foundation, Memory, Messaging, Tables


def wire_memory(base: Foundation) -> Memory:
    in_memory: dict[str, RunningGame] = {}
    evicted = Signal[str]()
    eviction = Eviction(in_memory, base.clock, base.timers, evicted)
    games = GameRegistry(in_memory, base.store, base.clock, base.leadership, eviction)
    return Memory(games, eviction, evicted)


def wire_tables(base: Foundation, memory: Memory, messaging: Messaging, lobby_due: AsyncSignal[str]) -> Tables:
    store, clock, pace, timers, leadership = base.store, base.clock, base.pace, base.timers, base.leadership
    groups, people = base.groups, base.people
    row_ids, group_rows, receipts = base.row_ids, base.group_rows, base.receipts
    report_error = base.hooks.report_error
    games, eviction, outbox, replies = memory.games, memory.eviction, messaging.outbox, messaging.replies
    local_time = LocalTime(clock, pace)
    lobbies = Lobbies(
        store,
        clock,
        timers,
        outbox,
        groups,
        people,
        leadership,
        games,
        eviction,
        group_rows,
        receipts,
        lobby_due,
        pace,
    )
    speakers_free = AsyncSignal[RunningGame]()
    muting = Muting(store, clock, groups, messaging.restrictions, games.find, replies, speakers_free.send)
    tags = SeatTags(store, clock, messaging.leader_transport, groups, report_error)
    reminders = Reminders(store, clock, timers, outbox, games, local_time, groups, row_ids)
    step_fired = AsyncSignal[str, int]()
    clocks = StepClocks(
        store,
        clock,
        pace,
        timers,
        outbox,
        leadership,
        games,
        group_rows,
        local_time,
        muting.holds,
        reminders.arm,
        step_fired,
    )
    speakers_free.connect(clocks.open_if_ready)
    tournaments = make_tournaments(
        store,
        clock,
        pace,
        outbox,
        groups,
        people,
        games,
        lobbies,
        row_ids,
        group_rows,
        receipts,
        replies,
        base.background,
        base.settings.lobby_minutes,
    )
    judge_rows = JudgeRows(row_ids, group_rows)
    judge_removal = JudgeRemoval(clock, judge_rows)
    suspended = SuspendedGames(store, outbox)
    seat_offers = SeatOfferRows(row_ids, group_rows)
    followers = Followers(games, leadership, report_error)
    submissions = Submissions(
        store,
        clock,
        pace,
        outbox,
        leadership,
        games,
        clocks,
        local_time,
        eviction,
        row_ids,
        group_rows,
        receipts,
        participants=(judge_removal, tournaments.results, suspended, SeatOffersEnd(seat_offers)),
        followers=followers,
        on_outcome=base.hooks.on_outcome,
        report_error=report_error,
    )
    dealing = Dealing(
        store,
        clock,
        pace,
        outbox,
        groups,
        leadership,
        games,
        lobbies,
        clocks,
        row_ids,
        group_rows,
        followers,
    )
    stop_game = StopGame(games, lobbies, group_rows, muting, tags, replies, row_ids, seat_offers)
    ask_again = AskAgain(store, clock, outbox, games, clocks, row_ids, receipts, messaging.reception)
    step_timeout = StepTimeout(clock, games, clocks, ask_again, submissions, stop_game)
    step_fired.connect(step_timeout.time_is_over)
    return Tables(
        local_time=local_time,
        lobbies=lobbies,
        muting=muting,
        tags=tags,
        clocks=clocks,
        tournaments=tournaments,
        judge_rows=judge_rows,
        seat_offers=seat_offers,
        judge_removal=judge_removal,
        suspended=suspended,
        followers=followers,
        submissions=submissions,
        dealing=dealing,
        stop_game=stop_game,
        ask_again=ask_again,
        step_timeout=step_timeout,
    )
