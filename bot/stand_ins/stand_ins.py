"""Lets computer players act at tables. Their knowledge is computed from the journal, so a restart changes nothing.

Their choices and thinking times derive from the game's secret, the step and the seat; the time does not depend on
the card.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from weakref import WeakValueDictionary

import structlog

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.timers import Timers
from bot.games.announcements import stage_slot
from bot.games.game_registry import GameRegistry
from bot.games.running_game import RunningGame
from bot.games.step_properties import VOTES
from bot.games.submissions import Accepted, Submissions
from bot.language.stand_in_speech import VARIANTS
from bot.stand_ins.pace_of_stand_ins import TALK_APART_MS, TALK_TOGETHER, reading_time, thinking_time
from bot.stand_ins.stand_ins_of_a_table import SPOKEN, NewPlayer, StandInsOfTable, dice
from bot.storage import Conflict, Store, UnitOfWork
from bot.storage.repositories.journals import JournalRepository
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.page_names import STEP_MESSAGE
from bot.telegram.outbox.rows import KEPT, Args, Kind, Rank, Row, RowIds
from engine.commands import JUDGE, Command, Verb
from engine.events import Event, StepName
from engine.legal_moves import can
from engine.players import SensiblePlayer
from engine.players.statements import Say, Statement
from engine.state import SeatView
from engine.steps.last_word_and_best_move import claim_costs
from engine.table import Table

log = structlog.get_logger()


CLAIMS = frozenset({Say.CLAIMS_SHERIFF, Say.CLAIMS_LEADER})


class StandIns:
    """Lets the computer players of all tables act through `submit`, like people."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        pace: Pace,
        timers: Timers,
        outbox: Outbox,
        games: GameRegistry,
        submissions: Submissions,
        row_ids: RowIds,
        player: NewPlayer = SensiblePlayer,
    ) -> None:
        self._store = store
        self._clock = clock
        self._pace = pace
        self._timers = timers
        self._outbox = outbox
        self._games = games
        self._submissions = submissions
        self._row_ids = row_ids
        self._journals = JournalRepository(store)
        self._player = player
        self._companies: dict[str, StandInsOfTable] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def clear(self) -> None:
        self._companies.clear()

    async def follow(self, game: RunningGame, _: Sequence[Event]) -> None:
        await self._go_on(game)
        if game.state is not None and game.table.step is StepName.OVER:
            self.forget(game.id)

    def forget(self, game_id: str) -> None:
        """Drops the computer players of a game that is over or was stopped."""
        self._companies.pop(game_id, None)

    async def wake_up(self, game: RunningGame) -> None:
        """Schedules the computer players whom the step waits for, after a restart."""
        await self._go_on(game)

    async def _go_on(self, game: RunningGame) -> None:
        seats = _seats(game)
        if not seats or game.state is None:
            self._companies.pop(game.id, None)
            return
        # Commands may come faster than they are followed: one is followed at a time, in the order of the journal.
        async with self._locks.setdefault(game.id, asyncio.Lock()):
            company = self._companies.get(game.id)
            is_new = company is None or set(company.players) != set(seats)
            if company is None or is_new:
                company = self._companies[game.id] = StandInsOfTable(seats, self._player)
            for number, said in await self._catch_up(game, company):
                # A crash may have come between a step and its statements; older ones are not repeated.
                if not is_new or number == game.table.number:
                    await self._speak(game, number, said)
        self._schedule(game, seats)

    async def _catch_up(
        self, game: RunningGame, company: StandInsOfTable
    ) -> list[tuple[int, list[tuple[int, Statement]]]]:
        """Follows the journal batch by batch; returns the statements by step."""
        stored = await self._journals.between(game.id, company.version, game.version)
        found = []
        for _, batch in groupby(stored, key=lambda each: each.receipt):
            said = company.take_in([each.event for each in batch])
            if said and company.state is not None:
                found.append((company.state.table.number, said))
        return found

    async def _speak(self, game: RunningGame, number: int, said: Sequence[tuple[int, Statement]]) -> None:
        """Lets the computer players say their words in a step: in a turn as a part of its message, in free talk a
        few together and a while apart, so that they can be read."""
        for seat, statement in said:
            if statement.say in CLAIMS and claim_costs(game.table, seat):
                # By a timer, because the claim's events call `follow`, and so this code, again.
                claim = partial(self._claim, game.id, seat, number)
                self._timers.set(f"claim:{game.id}:{seat}", self._clock.now(), claim)
        words = [
            {"seat": seat, "statement": _to_json(statement), "pick": self._wording(game, number, seat)}
            for seat, statement in said
        ]
        together = TALK_TOGETHER if game.has_people() else len(words)
        for place, begin in enumerate(range(0, len(words), together)):
            portion = words[begin : begin + together]
            if not place:
                await self._say(game, number, portion)
                continue
            later = partial(self._say_later, game.id, number, portion)
            moment = self._clock.now() + place * self._pace.scale(TALK_APART_MS)
            self._timers.set(f"talk:{game.id}:{number}:{place}", moment, later)

    async def _say_later(self, game_id: str, number: int, words: list[Args]) -> None:
        game = await self._games.find(game_id)
        if game is not None and game.state is not None and game.table.number == number:
            await self._say(game, number, words)

    async def _say(self, game: RunningGame, number: int, words: list[Args]) -> None:
        """Sends these words of a step once: a receipt for each seat is stored with them."""
        row = self._turn_row(game, words[0]) if game.table.step in SPOKEN else self._talk_row(game, words)
        work = UnitOfWork()
        for said in words:
            work.add_receipt(key=f"said:{game.id}:{number}:{said['seat']}", at_ms=self._clock.now())
        row.put(work)
        try:
            await self._store.commit(work)
        except Conflict:
            return
        self._outbox.add([row])

    def _turn_row(self, game: RunningGame, said: Args) -> Row:
        """Returns the row that adds the words to the message of the turn, which usually waits for them."""
        row = self._row(game, Kind.EDIT, STEP_MESSAGE, Rank.RESULT, {KEPT: {"spoken": said}})
        return replace(row, slot=f"{game.id}:{stage_slot(game.table)}")

    def _talk_row(self, game: RunningGame, words: list[Args]) -> Row:
        return self._row(game, Kind.SEND, "spoken", Rank.NEWS, {"words": words, "stage": stage_slot(game.table)})

    def _row(self, game: RunningGame, kind: Kind, page: str, rank: Rank, args: Args) -> Row:
        lobby = game.lobby
        row_id = self._row_ids.next()
        return Row(row_id, lobby.chat_id, kind, page, rank, game_id=game.id, thread_id=lobby.thread_id, args=args)

    async def _claim(self, game_id: str, seat: int, number: int) -> None:
        """Submits that a computer player has claimed a role, which costs it the best move like anybody (S1)."""
        command = Command(JUDGE, Verb.CLAIM, (seat,), step=number)
        await self._submissions.submit(game_id, command, f"claim:{game_id}:{seat}")

    def _wording(self, game: RunningGame, number: int, seat: int) -> int:
        """Returns the index of the statement's wording."""
        return dice(game.position, seat, "wording", number).randrange(VARIANTS)

    def _schedule(self, game: RunningGame, seats: Sequence[int]) -> None:
        state, table = game.position, game.table
        step = table.rules.steps.get(table.step)
        if step is None or table.stopped or table.time_out_by:
            return
        asked = (table.speaker,) if table.speaker else table.alive
        for seat in asked:
            if seat in seats and step.awaits(state.views[seat]):
                done = _answers(state.views[seat], table)
                name = f"standin:{game.id}:{table.number}:{seat}:{done}:{len(table.nominations)}"
                if self._timers.has(name):
                    continue
                # A second question in one night is answered at once, so that a night's length reveals no card. In
                # a turn, too, whatever is done is done at once: it is part of the message.
                at_once = done or table.step in SPOKEN
                now = self._clock.now()
                moment = now + (0 if at_once else thinking_time(game, seat, now, self._pace))
                self._timers.set(name, moment, self._acting(game.id, seat, table.number))

    def _end_turn_later(self, game: RunningGame, seat: int) -> None:
        """Ends a turn when it has been read; nothing more is done in it."""
        name = f"standin:{game.id}:{game.table.number}:{seat}:over"
        if not self._timers.has(name):
            now = self._clock.now()
            moment = now + reading_time(game, seat, now, self._pace)
            self._timers.set(name, moment, partial(self._end_turn, game.id, seat, game.table.number))

    async def _end_turn(self, game_id: str, seat: int, number: int) -> None:
        await self._submit(game_id, Command(seat, Verb.PASS, step=number), seat, number, 0)

    def _acting(self, game_id: str, seat: int, number: int) -> "_Action":
        return _Action(self, game_id, seat, number)

    async def act(self, game_id: str, seat: int, number: int) -> None:
        game = await self._games.find(game_id)
        company = self._companies.get(game_id)
        if game is None or game.state is None or company is None or seat not in company.players:
            return
        if game.table.number != number or not game.table.rules.steps[game.table.step].awaits(
            game.position.views[seat]
        ):
            return
        if _lacks_keys(game):
            self._schedule(game, [seat])
            return
        view = game.position.views[seat]
        done = _answers(view, game.table)
        moment = f"choice:{done}:{len(game.table.nominations)}"
        command = company.players[seat].choose(view, dice(game.position, seat, moment))
        if command is None:
            return
        command = command._replace(step=number)
        if command.verb is Verb.PASS and game.table.step in SPOKEN:
            self._end_turn_later(game, seat)
            return
        if not can(view, command):
            log.warning("stand_in_move_rejected", game=game_id, verb=command.verb.value)
            return
        await self._submit(game_id, command, seat, number, done)

    async def _submit(self, game_id: str, command: Command, seat: int, number: int, done: int) -> None:
        receipt = f"standin:{game_id}:{number}:{seat}:{command.verb}:{done}"
        outcome = await self._submissions.submit(game_id, command, receipt)
        if not isinstance(outcome, Accepted):
            log.info("stand_in_move_outdated", game=game_id, step=number)


class _Action:
    """The callback of a timer that lets one computer player act."""

    __slots__ = ("_game", "_number", "_seat", "_stand_ins")

    def __init__(self, stand_ins: StandIns, game: str, seat: int, number: int) -> None:
        self._stand_ins, self._game, self._seat, self._number = stand_ins, game, seat, number

    async def __call__(self) -> None:
        await self._stand_ins.act(self._game, self._seat, self._number)


def _answers(view: SeatView, table: Table) -> int:
    """Returns how many answers this seat has given in the running wave of the night; 0 in other steps."""
    me = view.me
    runs = table.step is StepName.NIGHT and (me.night, me.wave) == (table.night, table.wave)
    return len(me.said) if runs else 0


def _lacks_keys(game: RunningGame) -> bool:
    """Is the running step a vote that people cannot take part in yet? It is announced, or its keys come late."""
    is_late = game.table.step in VOTES and game.clock is not None and game.clock.waits
    return game.announces_vote or is_late


def _seats(game: RunningGame) -> list[int]:
    return [seat for seat, person in enumerate(game.lobby.seating, start=1) if not person]


def _to_json(statement: Statement) -> dict[str, object]:
    return {
        "say": statement.say.value,
        "seats": list(statement.seats),
        "why": statement.why.value,
        "about": list(statement.about),
        "checks": [[check.seat, check.side.value] for check in statement.checks],
        "role": statement.role,
    }
