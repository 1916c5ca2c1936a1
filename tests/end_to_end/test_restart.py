"""A restart at any point of a game: the downtime is not counted against anybody, and no message is sent twice."""

import asyncio
import json
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import count, groupby
from pathlib import Path
from typing import Any

from bot.core.pace import Pace
from bot.games.lobby import Lobby, LobbyRefusal, Phase
from bot.games.running_game import RunningGame
from bot.games.step_clock import StepClock
from bot.games.submissions import Accepted
from bot.stand_ins.stand_ins_of_a_table import StandInsOfTable
from bot.wiring import Parts
from engine.codec import decode
from engine.commands import CLOCK, JUDGE, Command, Verb
from engine.events import StepName
from engine.legal_moves import legal
from engine.players.statements import Statement
from engine.state import State
from engine.table import Table
from sandbox.client import Group, Person
from tests.kits.end_to_end.hosted_sandbox import HostedSandbox, hosted_sandbox
from tests.kits.end_to_end.repeatable_moves import choose, next_move

AWAY = 120_000
"""Shorter than Telegram keeps taps: after a longer outage questions are asked again
(test_ask_again_after_outage)."""
STARTING_MS = 5_000
"""The most that reading the store at the start may take."""
FLOOR_MS = 120_000


@dataclass
class Tables:
    """One table, played by the test itself; the clock is the host's."""

    hosted: HostedSandbox
    people: list[Person]
    group: Group
    game_id: str = ""
    _numbers: "count[int]" = field(default_factory=count)

    @property
    def host(self) -> Parts:
        assert self.hosted.wired is not None
        return self.hosted.wired

    async def live(self) -> RunningGame:
        live = await self.host.games.find(self.game_id)
        assert live is not None
        return live

    async def open(self, seated: int) -> None:
        opener = self.people[0]
        await opener.say("/newgame", self.group)
        await self.until(lambda: self.stored("SELECT id FROM games"))
        self.game_id = self.stored("SELECT id FROM games")[0][0]
        for person in self.people[1:seated]:
            await self.change(seated_too(person))

    async def change(self, change: Callable[[Lobby], Lobby | LobbyRefusal]) -> None:
        assert isinstance(await self.host.lobbies.change_lobby(self.game_id, change, ""), Lobby)

    async def deal(self) -> None:
        await self.host.dealing.begin(self.game_id, "begin", 0)

    async def do(self, command: Command) -> None:
        outcome = await self.host.submissions.submit(self.game_id, command, f"test{next(self._numbers)}")
        assert isinstance(outcome, Accepted), (command, outcome)

    async def go_on(self, until: Callable[[Table], bool], choose: Callable[[State], Command | None]) -> None:
        """Lets everybody answer, and time pass where nobody is asked, until the table is at the wanted step."""
        while not until((live := await self.live()).table):
            assert live.table.step is not StepName.OVER, "the game ended before it came so far"
            move = choose(live.position)
            await self.do(move or Command(CLOCK, Verb.EXPIRE, step=live.table.number))

    async def settle(self) -> RunningGame:
        """Waits until everything is delivered and the step's time runs; a vote is announced before it does."""
        live = await self.live()
        await self.until(lambda: not live.announces_vote and not (live.clock and live.clock.waits))
        await self.until(lambda: not self.host.outbox.waiting)
        return live

    async def until(self, condition: Callable[[], object], within: float = 60) -> None:
        deadline = time.monotonic() + within
        while not condition():
            self.hosted.check()
            assert time.monotonic() < deadline, "it never came"
            await asyncio.sleep(0.01)

    def stored(self, question: str) -> list[tuple[Any, ...]]:
        with self._file() as file:
            return file.execute(question).fetchall()

    @contextmanager
    def _file(self) -> Iterator[sqlite3.Connection]:
        file = sqlite3.connect(self.hosted.folder / "omerta.db")
        try:
            yield file
            file.commit()
        finally:
            file.close()

    @property
    def heartbeat(self) -> int:
        return int(self.stored("SELECT value FROM notes WHERE key = 'heartbeat'")[0][0])

    def time_passes(self, ms: int = AWAY) -> None:
        """Moves all stored times back, as if time had passed while the host was down."""
        with self._file() as file:
            file.execute("UPDATE notes SET value = CAST(value AS INTEGER) - ? WHERE key = 'heartbeat'", (ms,))
            file.execute("UPDATE clocks SET runs_since = runs_since - ?", (ms,))
            for number, text in file.execute("SELECT id, lobby FROM games").fetchall():
                lobby = json.loads(text)
                lobby["starts_at"] -= ms
                file.execute("UPDATE games SET lobby = ? WHERE id = ?", (json.dumps(lobby), number))

    def seen(self) -> dict[str, list[int]]:
        """Returns the messages of every chat, by number."""
        chats = {person.name: (person, self.hosted.host) for person in self.people}
        found = {name: [m["message_id"] for m in person.messages(chat)] for name, (person, chat) in chats.items()}
        return found | {"group": [m["message_id"] for m in self.people[0].messages(self.group)]}

    async def restart(self) -> None:
        await self.hosted.end()
        self.time_passes()
        await self.hosted.begin()
        await self.hosted.ready()

    async def _shows_its_deadline(self, live: RunningGame) -> None:
        """Checks that the message of the stage counts down to the credited time, after one edit in the group."""
        deadline = live.clock.deadline() if live.clock else None
        if deadline is None:
            await self.until(lambda: not self.host.outbox.waiting and not self.host.background.running)
        else:
            await self.until(lambda: self.host.outbox.calls.made["EditMessageText"])
            await self.until(lambda: self._counts_down_to() == deadline // 1000)
        assert self.host.outbox.calls.made["EditMessageText"] == (deadline is not None)

    def _counts_down_to(self) -> int:
        shown = [moment for message in self.people[0].messages(self.group)[-2:] for moment in _moments(message)]
        return shown[-1] if shown else 0

    async def restart_in_step(self) -> StepClock:
        """Restarts, and checks that nobody has lost time and no message was repeated."""
        before = await self.settle()
        step, said, number = before.table.step, self.seen(), len(self.stored("SELECT 1 FROM events"))
        clock = before.clock
        assert clock is not None
        await self.hosted.end()
        left = clock.left(self.heartbeat)
        self.time_passes()
        await self.hosted.begin()
        await self.hosted.ready()
        woken = self.heartbeat
        after = await self.live()
        assert after.clock is not None
        assert (after.table.step, after.clock.step, after.clock.waits) == (step, clock.step, False), step
        assert left - STARTING_MS < after.clock.left(woken) <= left, step
        assert (after.clock.runs_since is None) == (clock.runs_since is None), step
        assert self.host.timers.has(f"step:{self.game_id}") == (clock.runs_since is not None), step
        await self._shows_its_deadline(after)
        assert self.seen() == said, step
        assert len(self.stored("SELECT 1 FROM events")) == number, step
        return after.clock


def _moments(message: dict[str, Any]) -> list[int]:
    return [entity["unix_time"] for entity in message.get("entities", []) if entity["type"] == "date_time"]


def seated_too(person: Person) -> Callable[[Lobby], Lobby | LobbyRefusal]:
    return lambda lobby: lobby.sit(person.id, person.name)


def stand_in_too(name: str) -> Callable[[Lobby], Lobby | LobbyRefusal]:
    return lambda lobby: lobby.add_stand_in(name)


@asynccontextmanager
async def table(
    folder: Path, people: int, speed: float = 200, now: Callable[[], float] = time.time, **choices: Any
) -> AsyncIterator[Tables]:
    async with hosted_sandbox(folder, now=now) as hosted:
        await hosted.end()
        hosted.pace = Pace(speed, FLOOR_MS)
        await hosted.begin()
        guests = await hosted.guests(people)
        group = await hosted.group(guests)
        await hosted.use(group, language="ru", **choices)
        yield Tables(hosted, guests, group)


def tying(state: State) -> Command | None:
    """Votes so that every ballot is a tie: half for the first candidate, half for the last."""
    move = next_move(state, "tie")
    table = state.table
    if move is None or move.verb is not Verb.VOTE or table.step is StepName.LIFT_BALLOT:
        return move
    first, last = table.candidates[0], table.candidates[-1]
    wanted = {seat: first if place % 2 else last for place, seat in enumerate(table.alive)}
    called = table.candidates[table.window]
    waiting = [seat for seat in table.alive if not table.votes[seat] and wanted[seat] == called]
    return Command(waiting[0], Verb.VOTE, (called,), step=table.number) if waiting else None


def three_candidates(state: State) -> Command | None:
    """Nobody votes in the first window."""
    table = state.table
    offers = {offer.verb: offer for offer in legal(state.views[table.speaker])} if table.speaker else {}
    if Verb.NOMINATE in offers and len(table.nominations) < 3:
        return Command(table.speaker, Verb.NOMINATE, offers[Verb.NOMINATE].seats[-1:], step=table.number)
    return None if table.step is StepName.BALLOT else next_move(state, "three")


def in_step(step: StepName) -> Callable[[Table], bool]:
    return lambda table: table.step is step


SPORT = (
    *(StepName.DEAL, StepName.MEET, StepName.SPEECH, StepName.BALLOT, StepName.TIE_SPEECH, StepName.TIE_BALLOT),
    *(StepName.LIFT_BALLOT, StepName.LAST_WORD, StepName.NIGHT, StepName.LAST_WORD),
)


async def test_every_step_of_a_sport_game_keeps_its_time_over_a_restart(tmp_path: Path) -> None:
    async with table(tmp_path, 10, ruleset="fiim-2025") as played:
        await played.open(10)
        await played.deal()
        for step in SPORT:
            await played.go_on(in_step(step), tying)
            await played.restart_in_step()


async def test_a_best_move_and_a_window_of_a_ballot_keep_their_time_over_a_restart(tmp_path: Path) -> None:
    def kind(state: State) -> Command | None:
        return next_move(state, "kind") if state.table.step is not StepName.SPEECH or state.table.day > 1 else None

    async with table(tmp_path, 10, ruleset="fiim-2025") as played:
        await played.open(10)
        await played.deal()
        await played.go_on(in_step(StepName.BEST_MOVE), kind)
        await played.restart_in_step()
        await played.go_on(lambda table: table.step is StepName.BALLOT and table.window == 1, three_candidates)
        await played.restart_in_step()


async def test_a_discussion_and_a_time_out_keep_their_time_over_a_restart(tmp_path: Path) -> None:
    """A time-out also keeps what was left of the interrupted step."""
    options = (("time_outs", "2"),)
    async with table(tmp_path, 9, ruleset="box", options=options) as played:
        await played.open(9)
        await played.deal()
        await played.go_on(in_step(StepName.DISCUSSION), lambda state: next_move(state, "box"))
        beneath = await played.restart_in_step()
        await played.do(Command(1, Verb.TIME_OUT, step=(await played.live()).table.number))
        clock = await played.restart_in_step()
        assert beneath.left_ms - STARTING_MS < clock.under_ms <= beneath.left_ms


async def test_a_paused_game_stays_paused_over_a_restart(tmp_path: Path) -> None:
    async with table(tmp_path, 10, ruleset="fiim-2025") as played:
        await played.open(10)
        await played.deal()
        await played.go_on(in_step(StepName.SPEECH), lambda state: next_move(state, "pause"))
        await played.settle()
        await played.do(Command(JUDGE, Verb.PAUSE))
        clock = await played.restart_in_step()
        assert clock.runs_since is None
        assert (await played.live()).table.paused
        await played.do(Command(JUDGE, Verb.RESUME))
        resumed = (await played.settle()).clock
        assert resumed is not None
        assert resumed.runs_since is not None
        assert clock.left_ms - STARTING_MS < resumed.left(played.host.clock.now()) <= clock.left_ms


async def test_the_last_ten_seconds_are_announced_after_a_restart_too(tmp_path: Path) -> None:
    async with table(tmp_path, 10, speed=20, ruleset="phystech") as played:
        await played.open(10)
        await played.deal()
        await played.go_on(in_step(StepName.SPEECH), lambda state: next_move(state, "warned"))
        await played.settle()
        await played.hosted.end()
        with played._file() as file:
            file.execute("UPDATE clocks SET left_ms = ? - runs_since + 3000", (played.heartbeat,))
        await played.hosted.begin()
        await played.hosted.ready()
        watcher = played.people[0]
        await watcher.until(lambda: any("10 секунд" in text for text in watcher.sees(played.group)))


async def test_no_step_ends_whose_prompt_was_not_delivered(tmp_path: Path) -> None:
    async with table(tmp_path, 10, ruleset="fiim-2025") as played:
        await played.open(10)
        await played.deal()
        await played.go_on(in_step(StepName.SPEECH), lambda state: next_move(state, "lost"))
        await played.settle()
        said = played.seen()["group"]
        await played.hosted.stage.fault("error", method="sendMessage", chat=played.group.id, times=1000)
        live = await played.live()
        await played.do(Command(live.table.speaker, Verb.PASS, step=live.table.number))
        for _ in range(2):
            await played.restart()
            live = await played.live()
            assert live.clock is not None
            assert live.clock.waits
            assert live.clock.runs_since is None
            assert not played.host.timers.has(f"step:{played.game_id}")
        assert played.seen()["group"] == said
        await played.hosted.stage.do("clear_faults")
        live = await played.settle()
        assert live.clock is not None
        full = live.clock.left_ms
        assert full - STARTING_MS < live.clock.left(played.host.clock.now()) <= full
        assert len(played.seen()["group"]) == len(said) + 1


async def test_a_lobby_keeps_its_guests_and_its_time_over_restarts_and_starts_by_itself(tmp_path: Path) -> None:
    async with table(tmp_path, 10, ruleset="fiim-2025") as played:
        await played.open(9)
        await played.until(lambda: not played.host.outbox.waiting)
        said = played.seen()
        lobby = (await played.live()).lobby
        for _ in range(3):
            left = (await played.live()).lobby.starts_at - played.host.clock.now()
            await played.restart()
            now = (await played.live()).lobby
            assert now.guests == lobby.guests
            assert left - STARTING_MS < now.starts_at - played.host.clock.now() <= left
            assert json.loads(played.stored("SELECT lobby FROM games")[0][0])["starts_at"] == now.starts_at
        await played.until(lambda: not played.host.outbox.waiting)
        assert played.seen() == said
        await played.change(seated_too(played.people[9]))
        await played.hosted.end()
        with played._file() as file:
            text = json.loads(file.execute("SELECT lobby FROM games").fetchone()[0])
            text["starts_at"] = played.heartbeat + 100
            file.execute("UPDATE games SET lobby = ?", (json.dumps(text),))
        await played.hosted.begin()
        await played.hosted.ready()
        live = await played.live()
        await played.until(lambda: live.lobby.phase is Phase.PLAYING)
        await played.settle()


async def test_stand_ins_say_everything_once_over_restarts(tmp_path: Path) -> None:
    """Their statements follow from the journal; each is in the group exactly once."""
    options = (("stand_ins", "fill"),)
    async with table(tmp_path, 1, speed=8, ruleset="fiim-2025", options=options) as played:
        await played.open(1)
        for number in range(9):
            await played.change(stand_in_too(f"Робот {number}"))
        await played.deal()
        live = await played.live()
        person = live.lobby.seat_of(played.people[0].id)
        restarted: set[int] = set()
        while len(restarted) < 4:
            number, speaker = live.table.number, live.table.speaker
            if number not in restarted and played.stored(
                f"SELECT 1 FROM receipts WHERE key LIKE 'said:%:{number}:%'"
            ):
                # Its statement is stored; the minute is not over.
                await played.restart()
                live = await played.live()
                restarted.add(number)
            asked = speaker == person or (not speaker and person in live.table.alive)
            if asked and live.table.rules.steps[live.table.step].awaits(live.position.views[person]):
                await played.do(choose(live.position, person, "alone")._replace(step=live.table.number))
            else:
                await asyncio.sleep(0.005)
            assert live.table.step is not StepName.OVER
        await played.hosted.end()
        said, journal = what_was_said(live, played)
        spoken = [
            line
            for text in played.people[0].sees(played.group)
            for line in text.splitlines()
            if re.match(r"🎙 № \d+ [^:]+: ", line)
        ]
        # Among the waiting rows are edits of what is shown already.
        rows = played.stored("""SELECT args FROM outbox WHERE args LIKE '%"spoken"%'""")
        waiting = {json.loads(args)["kept"]["spoken"]["seat"] for (args,) in rows}
        assert len(said) >= 4
        assert {seat for seat, _ in said[len(spoken) :]} <= waiting
        for text, (seat, statement) in zip(spoken, said[: len(spoken)], strict=True):
            assert text.startswith(f"🎙 № {seat} ")
            assert {int(number) for number in re.findall(r"№ (\d+)", text)} >= {*statement.seats}, (
                text,
                statement,
            )
        deeds = [receipt for receipt in journal if receipt.startswith("standin:")]
        assert len(deeds) == len(set(deeds)) > 10


def what_was_said(live: RunningGame, played: Tables) -> tuple[list[tuple[int, Statement]], list[str]]:
    """Returns the statements that follow from the journal, and the receipts of its batches."""
    company = StandInsOfTable([seat for seat, user in enumerate(live.lobby.seating, start=1) if not user])
    said: list[tuple[int, Statement]] = []
    receipts = []
    rows = played.stored("SELECT payload, receipt FROM events ORDER BY version")
    for receipt, batch in groupby(rows, key=lambda row: row[1]):
        said += company.take_in([decode(json.loads(payload)) for payload, _ in batch])
        receipts.append(receipt)
    return said, receipts
