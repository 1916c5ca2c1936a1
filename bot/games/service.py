"""The one way in: a command becomes events, stored together with its receipt and what is owed for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from bot.core.clock import Clock
from bot.core.compact_json import compact
from bot.core.error_reports import ReportError, ignore_error
from bot.core.leadership import Leadership
from bot.core.pace import Pace
from bot.core.timers import Timers
from bot.games.announcements import NOTHING, Reply, announce
from bot.games.game_registry import ENDED
from bot.games.lobbies import TRIES, Lobbies, put_game
from bot.games.lobby import LobbyRefusal, Phase
from bot.games.results import keep_result
from bot.games.running_game import RunningGame, load_game
from bot.games.step_clock import StepClock, next_clock
from bot.games.step_clocks import StepClocks, put_clock
from bot.storage import Conflict, Store, UnitOfWork
from bot.storage.directory import Directory
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, Row
from engine.api import open_game, perform
from engine.codec import encode
from engine.commands import CLOCK, JUDGE, Command, Reason, Rejected, Verb
from engine.events import Event, JudgeVotedOut, StepName
from engine.game import Game

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Accepted:
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """This update has had its effect already."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """No such game, or it is over and put away."""


@dataclass(frozen=True, slots=True)
class Outdated:
    """What the person saw when they decided is no longer so."""


Outcome = Accepted | Rejected | Repeated | Unknown | Outdated
Still = Callable[[RunningGame], bool]
"""Is what somebody saw still so?"""


class Companion(Protocol):
    """Somebody whose part in what happens is stored with it: the chair, tournaments, suspended games."""

    async def join(self, changed: RunningGame, happened: Sequence[Event], work: UnitOfWork) -> list[Row]:
        """Add to the work, and to the table as it will be; returns what is to be shown beside."""
        ...


class Follower(Protocol):
    """Somebody who acts on what has happened: stand-ins, mutes, the records."""

    async def follow(self, live: RunningGame, happened: Sequence[Event]) -> None: ...


@dataclass(frozen=True, slots=True)
class Submission:
    """What one update asks of a game: commands, the first of which decides, and what is told and stored beside."""

    commands: Sequence[Command]
    receipt: str
    author: int
    more: Sequence[Row]
    along: Companion | None
    reply: Reply


class Service(Lobbies):
    """Serial per game: a game's commands wait for each other, different games do not."""

    def __init__(
        self,
        database: Store,
        clock: Clock,
        outbox: Outbox,
        timers: Timers,
        directory: Directory,
        pace: Pace,
        leadership: Leadership,
        process: int = 0,
    ) -> None:
        super().__init__(database, clock, outbox, timers, directory, pace, leadership, process)
        self.clocks = StepClocks(self, pace, self._expire)
        self._followers: list[Follower] = []
        self._companions: list[Companion] = []
        self.on_outcome: Callable[[Outcome], None] | None = None
        self.report_error: ReportError = ignore_error

    def add_follower(self, follower: Follower) -> None:
        self._followers.append(follower)

    def add_companion(self, companion: Companion) -> None:
        self._companions.append(companion)

    async def submit(
        self,
        game_id: str,
        command: Command,
        receipt: str,
        author: int = 0,
        still: Still | None = None,
        more: Sequence[Row] = (),
        along: Companion | None = None,
        then: Sequence[Command] = (),
        reply: Reply = NOTHING,
    ) -> Outcome:
        """Decide a command and make it durable. When this returns, what it says is on the disk.

        If it is accepted, `more` is told, `reply` is said with the news, what `along` adds is stored, and the
        commands of `then` are carried out in the same transaction, as far as the rules allow each of them.
        """
        submission = Submission((command, *then), receipt, author, more, along, reply)
        live = await self.live(game_id)
        if live is None or live.state is None:
            return Unknown()
        async with live.lock:
            if live.lobby.phase is Phase.CLOSED:
                return Unknown()  # stopped: nothing brings it back
            outcome: Outcome | None
            for _ in range(TRIES):
                if still is not None and not still(live):
                    outcome = Repeated() if await self.counted(receipt) else Outdated()
                    break
                outcome = await self._try(live, submission)
                if outcome is not None:
                    break
                live = await self._reload(live)
            else:
                raise RuntimeError(f"the journal of {game_id} changes faster than it can be read")
        if self.on_outcome is not None:
            self.on_outcome(outcome)
        if isinstance(outcome, Accepted):
            await self.follow(live, outcome.events)
        return outcome

    async def _try(self, live: RunningGame, submission: Submission) -> Outcome | None:
        """None: another process was quicker."""
        command, *then = submission.commands
        receipt = submission.receipt
        trial = Game(live.position.copy())
        rejected = perform(trial, command)
        if rejected is None:
            for other in then:
                perform(trial, other)
        if rejected is None and is_judge_voted_out(trial.journal) and trial.table.holding:
            perform(trial, Command(JUDGE, Verb.HOLD))  # nobody is left for whom each step could wait
        if rejected is not None:
            # What has had its effect already looks too late or done: an update that comes again after a crash.
            if await self.counted(receipt):
                return Repeated()
            return rejected if await self.is_newest(live) else None
        happened = tuple(trial.journal)
        now = self.clock.now()
        changed = replace_state(live, trial, now, happened, self._pace_of)
        rows = [*announce(changed, happened, self.next_id, submission.reply), *submission.more]
        clock = self._opened_if_nothing_is_owed(live, changed, rows, now)
        if clock is not None:
            clock = self.clocks.calendar.spared(live.lobby, clock)
        changed.clock = clock
        work = UnitOfWork()
        known = self.guard(work, live)
        self._journal(work, live, happened, now, submission.author, receipt)
        if receipt:
            work.add_receipt(key=receipt, at_ms=now)
        if clock != live.clock:
            put_clock(work, live.id, clock)
        if changed.table.step is StepName.OVER and live.lobby.phase is Phase.PLAYING:
            changed.lobby = replace(live.lobby, phase=Phase.OVER)
            rows.append(self.lobby_row(changed.lobby))
        elif changed.table.step is not StepName.OVER and live.lobby.phase is Phase.OVER:
            # The judge has taken back what had ended it. Somebody else may have the table by now.
            if await self.table_in(live.lobby.chat_id, live.lobby.thread_id) is not None:
                return Rejected(Reason.WRONG_STEP)
            changed.lobby = replace(live.lobby, phase=Phase.PLAYING)
            self.timers.cancel(f"away:{live.id}")
        keep_result(work, live, changed, now)
        for companion in (*self._companions, *(() if submission.along is None else (submission.along,))):
            rows += await companion.join(changed, happened, work)
        if changed.lobby != live.lobby:
            put_game(work, changed.lobby, now)
        for row in rows:
            row.put(work)
        try:
            await self.database.commit(work)
        except Conflict:
            return Repeated() if await self.counted(receipt) else None
        ran = live.clock
        self.adopt(live, known, changed)
        self.outbox.add(rows)
        if live.clock != ran or not self.timers.has(f"step:{live.id}"):
            self.clocks.arm(live)
        if changed.lobby.phase is Phase.OVER:
            self.put_away_later(live.id)
        return Accepted(happened)

    def _pace_of(self, live: RunningGame) -> Callable[[int], int]:
        return lambda seconds: self.pace.step(seconds, for_person=live.awaits_person())

    def _opened_if_nothing_is_owed(
        self, live: RunningGame, changed: RunningGame, rows: Sequence[Row], now: int
    ) -> StepClock | None:
        clock = changed.clock
        if clock is None or not clock.waits or any(row.step == clock.step for row in rows):
            return clock
        began_before = live.clock is not None and live.clock.step == clock.step
        if self.outbox.owes(live.id, clock.step) or (began_before and not self.leadership.held):
            return clock  # what is still owed is known to whoever conducts
        if self.clocks.is_held(changed):
            return clock
        return clock.delivered(now, stopped=changed.table.stopped)

    def _journal(
        self, work: UnitOfWork, live: RunningGame, happened: Sequence[Event], now: int, author: int, receipt: str
    ) -> None:
        for number, event in enumerate(happened, start=live.version + 1):
            work.add_event(
                game_id=live.id,
                version=number,
                payload=compact(encode(event)),
                at_ms=now,
                author=author,
                receipt=receipt,
            )

    async def _reload(self, live: RunningGame) -> RunningGame:
        if self.leadership.shared:
            await self.is_newest(live)
            return live
        fresh = await load_game(self.database, live.id)
        if fresh is None:
            raise LookupError(live.id)
        live.lobby, live.state, live.clock, live.version = fresh.lobby, fresh.state, fresh.clock, fresh.version
        return live

    async def follow(self, live: RunningGame, happened: Sequence[Event]) -> None:
        """Tell the followers, if this process is the leader."""
        if not self.leadership.held:
            return  # whoever conducts hears of it and follows
        happened = (*self.unheard.pop(live.id, ()), *happened)
        for follower in self._followers:
            try:
                await follower.follow(live, happened)
            except Exception as error:  # the game is stored and goes on whatever a follower stumbles over
                log.exception("follower_failed", game=live.id, follower=type(follower).__name__)
                self.report_error("follower", error)

    async def overhear(self, game_id: str) -> None:
        """Another process has changed this game: its clock is set here, and whoever follows it hears."""
        live = await self._find(game_id, fresh=True)
        happened = self.unheard.pop(game_id, ())
        if live is None:
            return
        self.arm_lobby(live.lobby)
        self.clocks.arm(live)
        if live.lobby.phase in ENDED:
            self.put_away_later(game_id)
        if live.state is not None:
            await self.follow(live, happened)

    async def _expire(self, game_id: str, step: int) -> None:
        over, receipt = Command(CLOCK, Verb.EXPIRE, step=step), f"clock:{game_id}:{step}"
        live = self.loaded().get(game_id)
        named = None if live is None else live.named
        if live is not None and named is not None and named.step == step:
            # What was named until then counts (S3 4.6.3).
            outcome = await self.submit(game_id, named, receipt, live.person_on(named.actor), then=(over,))
            if not isinstance(outcome, Rejected):
                return
        await self.submit(game_id, over, receipt)

    # --- the deal -----------------------------------------------------------------------------------------------

    async def begin(
        self, game_id: str, receipt: str, author: int, more: Sequence[Row] = ()
    ) -> RunningGame | LobbyRefusal | None:
        """Deal the cards of an open lobby; `more` is told with them."""
        live = await self.live(game_id)
        if live is None:
            return None
        async with live.lock:
            for _ in range(TRIES):
                begun = await self._deal(live, receipt, author, more)
                if begun is not None:
                    break
                await self._reload(live)
                if live.state is not None or not self.leadership.shared:
                    return live
            else:
                raise RuntimeError(f"the table {game_id} changes faster than it can be read")
        if isinstance(begun, LobbyRefusal):
            return begun
        await self.follow(live, begun)
        return live

    async def _deal(
        self, live: RunningGame, receipt: str, author: int, more: Sequence[Row]
    ) -> Sequence[Event] | LobbyRefusal | None:
        """None: another process was quicker, or this update has had its effect already."""
        lobby = live.lobby
        refusal = lobby.why_not_start()
        if refusal is None and await self.is_judge_unseen(lobby):
            refusal = LobbyRefusal.JUDGE_UNSEEN
        if refusal is not None:
            return refusal if await self.is_newest(live) else None
        words = tuple(guest.word for guest in lobby.guests)
        game = open_game(lobby.rules, lobby.cards(len(words)), words, lobby.secret, seated=bool(lobby.tournament))
        now = self.clock.now()
        happened = tuple(game.journal)
        group = await self._directory.groups.get(lobby.chat_id)
        dealt = replace(lobby.begin(game.table.guests), voice=group.voice, afterlife=group.afterlife)
        begun = RunningGame(dealt, game.state, len(happened))
        begun.clock = next_clock(None, game.table, happened, now, self._pace_of(begun))
        rows = [
            self.lobby_row(begun.lobby),
            self.group_row(begun.lobby, Kind.SEND, "table", Rank.NEWS, "table"),
            self.group_row(begun.lobby, Kind.PIN, "table", Rank.NEWS, "table"),
            self.lobby_unpinned(begun.lobby),
            *announce(begun, happened, self.next_id),
            *more,
        ]
        work = UnitOfWork()
        known = self.guard(work, live)
        self._journal(work, live, happened, now, author, receipt)
        if receipt:
            work.add_receipt(key=receipt, at_ms=now)
        put_game(work, begun.lobby, now)
        put_clock(work, live.id, begun.clock)
        for row in rows:
            row.put(work)
        try:
            await self.database.commit(work)
        except Conflict:
            return None
        self.adopt(live, known, begun)
        self.timers.cancel(f"lobby:{live.id}")
        self.outbox.add(rows)
        self.clocks.arm(live)
        return happened


def is_judge_voted_out(happened: Sequence[Event]) -> bool:
    """The table may vote for another judge (S4): until one is named, the bot judges alone."""
    return any(isinstance(event, JudgeVotedOut) for event in happened)


def replace_state(
    live: RunningGame,
    trial: Game,
    now: int,
    happened: Sequence[Event],
    pace_of: Callable[[RunningGame], Callable[[int], int]],
) -> RunningGame:
    """The game as it will be when the work is stored."""
    changed = RunningGame(
        live.lobby, trial.state, live.version + len(happened), keypad=live.keypad, lock=live.lock
    )
    changed.clock = next_clock(live.clock, trial.table, happened, now, pace_of(changed))
    return changed
