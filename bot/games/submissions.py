"""Carries out commands: every command of a game passes here and becomes events, which are stored together with its
receipt, the step clock and the rows about it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from bot.core.clock import Clock
from bot.core.error_reports import ReportError
from bot.core.leadership import Leadership
from bot.core.pace import Pace
from bot.games.announcements import SMALL_ACTS, announce
from bot.games.closed_step_messages import closings
from bot.games.event_followers import Followers
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby import Phase
from bot.games.lobby_transactions import TRIES, put_game
from bot.games.local_time import LocalTime
from bot.games.memory_eviction import Eviction
from bot.games.news_lines import NOTHING, Reply
from bot.games.quiet_hours import prolonged_over_quiet_hours
from bot.games.results import keep_result
from bot.games.running_game import RunningGame
from bot.games.step_acts import CHANGE_LINES
from bot.games.step_clock import StepClock, next_clock
from bot.games.step_timers import StepClocks, put_clock
from bot.games.vote_announcement import announces_votes
from bot.storage import Conflict, Store, UnitOfWork
from bot.storage.repositories.receipts import ReceiptRepository
from bot.storage.unit_of_work import as_json
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Row, RowIds
from engine.api import perform
from engine.codec import encode
from engine.commands import JUDGE, Command, Reason, Rejected, Verb
from engine.events import Event, JudgeVotedOut, StepBegan, StepName
from engine.game import Game

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Accepted:
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """This update was carried out before."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """There is no such game, or it was stopped."""


@dataclass(frozen=True, slots=True)
class Outdated:
    """The game has changed in what the person saw when they decided."""


Outcome = Accepted | Rejected | Repeated | Unknown | Outdated
Still = Callable[[RunningGame], bool]
"""Returns True while what the person saw when they decided still holds."""


class Addition(Protocol):
    """Something that is stored in the same transaction as a command's events."""

    async def join(self, changed: RunningGame, happened: Sequence[Event], work: UnitOfWork) -> list[Row]:
        """Adds to the work and to the changed game; returns further rows."""
        ...


@dataclass(frozen=True, slots=True)
class Occasion:
    """When a participant is asked to join."""

    events: frozenset[type[Event]]
    """It is asked if one of these has happened."""
    after_end: bool = False
    """It is also asked about any event if the game is over after it."""
    only_tournaments: bool = False


class Participant(Addition, Protocol):
    """Joins the transactions of all games: the judge's appointment, tournaments, suspended games."""

    @property
    def occasion(self) -> Occasion: ...


@dataclass(frozen=True, slots=True)
class Submission:
    """What one update asks of a game."""

    commands: Sequence[Command]
    """If the first is rejected, so is the submission; the others are carried out as far as the rules allow."""
    receipt: str
    author: int
    more: Sequence[Row]
    along: Addition | None
    reply: Reply
    on_stored: Callable[[], Awaitable[None]] | None


class Submissions:
    """Carries out the commands of one game one after another; different games do not wait for each other."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        pace: Pace,
        outbox: Outbox,
        leadership: Leadership,
        games: GameRegistry,
        clocks: StepClocks,
        local_time: LocalTime,
        eviction: Eviction,
        row_ids: RowIds,
        group_rows: GroupRows,
        receipts: ReceiptRepository,
        participants: Sequence[Participant],
        followers: Followers,
        on_outcome: Callable[[Outcome], None],
        report_error: ReportError,
    ) -> None:
        self._store = store
        self._clock = clock
        self._pace = pace
        self._outbox = outbox
        self._leadership = leadership
        self._games = games
        self._clocks = clocks
        self._local_time = local_time
        self._eviction = eviction
        self._row_ids = row_ids
        self._group_rows = group_rows
        self._receipts = receipts
        self._participants = participants
        self._followers = followers
        self._on_outcome = on_outcome
        self._report_error = report_error

    async def submit(
        self,
        game_id: str,
        command: Command,
        receipt: str,
        author: int = 0,
        still: Still | None = None,
        more: Sequence[Row] = (),
        along: Addition | None = None,
        then: Sequence[Command] = (),
        reply: Reply = NOTHING,
        on_stored: Callable[[], Awaitable[None]] | None = None,
    ) -> Outcome:
        """Decides a command and makes it durable: when this returns, its outcome is stored.

        If it is accepted, `more` is sent, `reply` is said with the news, what `along` adds is stored, and the
        commands of `then` are carried out in the same transaction, as far as the rules allow each of them.
        `on_stored` is called right after the commit, before messages are sent and followers are told, so that the
        author of a command is answered without delay.
        """
        submission = Submission((command, *then), receipt, author, more, along, reply, on_stored)
        game = await self._games.find(game_id)
        if game is None or game.state is None:
            return Unknown()
        async with game.lock:
            if game.lobby.phase is Phase.CLOSED:
                return Unknown()
            outcome: Outcome | None
            for _ in range(TRIES):
                if still is not None and not still(game):
                    outcome = Repeated() if await self._receipts.has(receipt) else Outdated()
                    break
                outcome = await self._try(game, submission)
                if outcome is not None:
                    break
                await self._games.reload(game)
            else:
                raise RuntimeError(f"a command for {game_id} could not be stored: {TRIES} conflicts in a row")
        self._on_outcome(outcome)
        if isinstance(outcome, Accepted):
            await self._followers.follow(game, outcome.events)
        return outcome

    async def _try(self, game: RunningGame, submission: Submission) -> Outcome | None:
        """Decides the commands and stores the outcome once; returns None if another process was first."""
        trial = Game(game.position.copy())
        rejected = _carry_out(trial, submission.commands)
        if rejected is not None:
            # A repeated update after a crash may be rejected because of its own first effect.
            if await self._receipts.has(submission.receipt):
                return Repeated()
            return rejected if await self._games.refresh(game) else None
        happened = tuple(trial.journal)
        now = self._clock.now()
        changed = _after(game, trial, now, self._pace)
        ends = not SMALL_ACTS.issuperset(map(type, happened))
        rows = [
            *(closings(game, changed, happened, self._row_ids.next) if ends else ()),
            *announce(changed, happened, self._row_ids.next, submission.reply, ended=game.table),
            *submission.more,
        ]
        changed.clock = self._clock_of(game, changed, rows, now)
        if game.lobby.phase is Phase.OVER and changed.table.step is not StepName.OVER:
            # The judge has taken back what had ended the game. Another table may be open there by now.
            if await self._games.table_in(game.lobby.chat_id, game.lobby.thread_id) is not None:
                return Rejected(Reason.WRONG_STEP)
            changed.lobby = replace(game.lobby, phase=Phase.PLAYING)
            self._eviction.keep(game.id)
        work = UnitOfWork()
        known = self._games.guard(work, game)
        put_events(work, game, happened, now, submission.author, submission.receipt)
        if changed.clock != game.clock:
            put_clock(work, game.id, changed.clock)
        rows += await self._join(game, changed, happened, work, submission, now)
        for row in rows:
            row.put(work)
        try:
            await self._store.commit(work)
        except Conflict:
            return Repeated() if await self._receipts.has(submission.receipt) else None
        clock_before = game.clock
        self._games.adopt(game, known, changed)
        await self._call(submission.on_stored)
        self._send(game, changed, clock_before, rows)
        return Accepted(happened)

    def _clock_of(
        self, game: RunningGame, changed: RunningGame, rows: Sequence[Row], now: int
    ) -> StepClock | None:
        """Returns the clock of the changed game: running if no prompt is to be delivered first, and prolonged if
        it would end in quiet hours."""
        clock = changed.clock
        if clock is not None and clock.waits and not self._has_to_wait(game, changed, clock, rows):
            clock = clock.delivered(now, stopped=changed.table.stopped)
        if clock is not None and game.lobby.quiet:
            clock = prolonged_over_quiet_hours(self._local_time, game.lobby, clock)
        return clock

    def _has_to_wait(self, game: RunningGame, changed: RunningGame, clock: StepClock, rows: Sequence[Row]) -> bool:
        if any(row.step == clock.step for row in rows):
            return True
        began_before = game.clock is not None and game.clock.step == clock.step
        if self._outbox.owes(game.id, clock.step) or (began_before and not self._leadership.held):
            return True  # only the leader knows which prompts are still to be delivered
        return self._clocks.is_held(changed)

    async def _join(
        self,
        game: RunningGame,
        changed: RunningGame,
        happened: Sequence[Event],
        work: UnitOfWork,
        submission: Submission,
        now: int,
    ) -> list[Row]:
        """Adds what else belongs to the transaction: the end of the game, participants, a changed lobby."""
        rows: list[Row] = []
        over = changed.table.step is StepName.OVER
        if over and game.lobby.phase is Phase.PLAYING:
            changed.lobby = replace(game.lobby, phase=Phase.OVER)
            rows.append(self._group_rows.lobby_edited(changed.lobby))
        if over or game.table.step is StepName.OVER:
            keep_result(work, game, changed, now)
        kinds = {type(event) for event in happened}
        for participant in self._participants:
            occasion = participant.occasion
            asked = occasion.events & kinds or (occasion.after_end and over)
            if asked and (changed.lobby.tournament or not occasion.only_tournaments):
                rows += await participant.join(changed, happened, work)
        if submission.along is not None:
            rows += await submission.along.join(changed, happened, work)
        if changed.lobby != game.lobby:
            put_game(work, changed.lobby, now)
        return rows

    async def _call(self, on_stored: Callable[[], Awaitable[None]] | None) -> None:
        """Calls `on_stored`. An error is reported, not raised: the command is stored, followers must be told."""
        if on_stored is None:
            return
        try:
            await on_stored()
        except Exception as error:
            log.exception("answer_failed")
            self._report_error("answer", error)

    def _send(
        self, game: RunningGame, changed: RunningGame, clock_before: StepClock | None, rows: list[Row]
    ) -> None:
        self._outbox.add(rows)
        if game.clock != clock_before or not self._clocks.is_armed(game.id):
            self._clocks.arm(game)
        if changed.lobby.phase is Phase.OVER:
            self._eviction.evict_later(game.id)


def _carry_out(trial: Game, commands: Sequence[Command]) -> Rejected | None:
    """Returns why the first command is rejected; the others are carried out as far as the rules allow."""
    rejected = perform(trial, commands[0])
    if rejected is not None:
        return rejected
    for command in commands[1:]:
        perform(trial, command)
    if trial.table.holding and is_judge_voted_out(trial.journal):
        perform(trial, Command(JUDGE, Verb.HOLD))  # toggles holding off: no judge is left to release each step
    return None


def is_judge_voted_out(happened: Sequence[Event]) -> bool:
    """Has the table voted its judge out (S4)? Until another one is named, the bot judges alone."""
    return any(isinstance(event, JudgeVotedOut) for event in happened)


def put_events(
    work: UnitOfWork, game: RunningGame, happened: Sequence[Event], now: int, author: int, receipt: str
) -> None:
    """Adds events to the journal of a game, and the receipt of what has caused them."""
    for version, event in enumerate(happened, start=game.version + 1):
        work.add_event(
            game_id=game.id,
            version=version,
            payload=as_json(encode(event)),
            at_ms=now,
            author=author,
            receipt=receipt,
        )
    if receipt:
        work.add_receipt(key=receipt, at_ms=now)


def step_length(game: RunningGame, pace: Pace) -> Callable[[int], int]:
    """Returns a function that converts seconds of the rules into milliseconds at this table."""
    return lambda seconds: pace.step(seconds, for_person=game.awaits_person())


def _after(game: RunningGame, trial: Game, now: int, pace: Pace) -> RunningGame:
    """Returns the game as it will be when the work is stored."""
    happened = trial.journal
    changed = RunningGame(game.lobby, trial.state, game.version + len(happened), lock=game.lock)
    if game.acts.before_judge or not CHANGE_LINES.isdisjoint(map(type, happened)):
        changed.acts = game.acts.after(happened)
    else:
        changed.acts = game.acts
    begins = any(isinstance(event, StepBegan) for event in happened)
    announces = begins and announces_votes(game.lobby, has_people=changed.has_people())
    length = step_length(changed, pace)
    changed.clock = next_clock(game.clock, game.table, trial.table, happened, now, length, announces=announces)
    return changed
