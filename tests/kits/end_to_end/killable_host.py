"""A host in a process of its own that can be killed at any moment, and people who play on regardless."""

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.storage.groups import Groups
from bot.storage.open_database import open_database
from bot.telegram.buttons.callback_data import MoveTap, PickTap
from engine.api import replay
from engine.codec import decode
from engine.commands import Command
from engine.events import StepName
from engine.state import State
from sandbox.client import BotAccount, Client, Group, Person
from sandbox.server import Sandbox
from sandbox.world.messages import buttons_of, text_of
from tests.faults.fault_log import injected
from tests.kits.end_to_end.hosted_sandbox import NAMES, RIGHTS, TIME_OF_DAY, TOKEN, WORDS, settings_for
from tests.kits.end_to_end.repeatable_moves import next_move

SPEED, FLOOR_MS = 200.0, 60_000
"""Steps in which nobody is awaited are short; a person who is asked has a minute, so that the clock never
decides."""
UNHURRIED = (("meet", "8"), ("ballot_window", "60"), ("best_move", "60"), ("night", "60"))
SECRET = "0123456789abcdef0123456789abcdef:fedcba9876543210fedcba9876543210"
PATIENCE = 60.0
BLINK = 0.004
"""Seconds between two looks at the journal."""


class ForkServer:
    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.kits.end_to_end.fork_server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[3],
        )
        assert self._answer() == "ready"

    def ask(self, **wish: Any) -> Any:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(wish) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the fork server has died"
        return json.loads(line)

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()


@contextlib.contextmanager
def fork_server() -> Iterator[ForkServer]:
    server = ForkServer()
    try:
        yield server
    finally:
        server.close()


class Journal:
    """The host's own file, read only and from outside."""

    def __init__(self, path: Path) -> None:
        self._file = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)

    def ask(self, question: str, *values: Any) -> list[tuple[Any, ...]]:
        while True:
            try:
                return self._file.execute(question, values).fetchall()
            except sqlite3.OperationalError as busy:
                # The file may be locked while the next host recovers it after a kill.
                if "locked" not in str(busy) and "busy" not in str(busy):
                    raise
                time.sleep(BLINK)

    def __len__(self) -> int:
        return int(self.ask("SELECT count(*) FROM events")[0][0])

    def payloads(self) -> list[str]:
        return [row[0] for row in self.ask("SELECT payload FROM events ORDER BY game_id, version")]

    def state(self) -> State | None:
        payloads = self.payloads()
        return replay(decode(json.loads(payload)) for payload in payloads) if payloads else None

    def owed_sends(self) -> int:
        return int(self.ask("SELECT count(*) FROM outbox WHERE kind = 'send'")[0][0])

    def lobby(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.ask("SELECT lobby FROM games")[0][0])
        return found

    def close(self) -> None:
        self._file.close()


@dataclass
class Tapped:
    """A tap that was answered as accepted, and the receipts it may have left."""

    author: int
    receipts: frozenset[str]


@dataclass
class KillableHost:
    stage: Client
    sandbox: Sandbox
    host: BotAccount
    folder: Path
    server: ForkServer
    ruleset: str
    kill_every: int = 0
    cold_at: int = 0
    """Number of the restart that goes through the command line; 0: none."""
    speed: float = SPEED
    floor_ms: int = FLOOR_MS
    options: tuple[tuple[str, str], ...] = ()
    choices: dict[str, Any] = field(default_factory=dict)
    """Further settings of the group."""
    prepare: "Callable[[KillableHost], Awaitable[None]] | None" = None
    """Called to prepare the group before the host is started."""
    people: list[Person] = field(default_factory=list)
    group: Group | None = None
    kills: int = 0
    accepted: list[Tapped] = field(default_factory=list)
    sent: dict[str, list[str]] = field(default_factory=dict)
    """Texts as they were first sent, by the owner of the chat."""
    restarts: list[float] = field(default_factory=list)
    """Seconds that each restart took."""
    _number: int = 0
    _cold: "subprocess.Popen[bytes] | None" = None
    _begun: float = 0
    _journal: Journal | None = None

    # --- the host -----------------------------------------------------------------------------------------------

    @property
    def journal(self) -> Journal:
        assert self._journal is not None
        return self._journal

    @property
    def log(self) -> Path:
        return self.folder / "host.log"

    @property
    def settings(self) -> dict[str, Any]:
        more = {"speed": SPEED, "web_port": 0}
        settings = settings_for(self.sandbox.url, self.folder, **more).model_dump(mode="json")
        return settings | {"bot_token": TOKEN, "webhook_secret": ""}

    def start(self, *, cold: bool = False) -> None:
        self._begun = time.time()
        self._ready.unlink(missing_ok=True)
        if cold:
            known = {"bot_token", "api_url", "database_url", "log_level", "lobby_minutes", "speed", "web_port"}
            own = {key.upper(): str(value) for key, value in self.settings.items() if key in known}
            with self.log.open("ab") as log:
                self._cold = subprocess.Popen(
                    [sys.executable, "-m", "bot.cli", "run"],
                    env=os.environ | own,
                    cwd=Path(__file__).parents[3],
                    stdout=log,
                    stderr=log,
                )
            self._number = self._cold.pid
            return
        self._number = self.server.ask(
            settings=self.settings,
            speed=self.speed,
            floor_ms=self.floor_ms,
            log=str(self.log),
            secret=SECRET,
            ready=str(self._ready),
        )

    @property
    def _ready(self) -> Path:
        return self.folder / "ready"

    def kill(self, how: signal.Signals = signal.SIGKILL) -> int:
        """Kills the host and returns the exit code."""
        number, self._number = self._number, 0
        if self._ready.exists():
            self.restarts.append(self._ready.stat().st_mtime - self._begun)
        os.kill(number, how)
        injected("kill")
        if self._cold is not None:
            cold, self._cold = self._cold, None
            return cold.wait()
        code: int = self.server.ask(reap=number)
        return code

    def close(self) -> None:
        if self._number:
            self.kill()
        if self._journal is not None:
            self._journal.close()

    # --- the table ----------------------------------------------------------------------------------------------

    async def gather(self, size: int, **more: Any) -> None:
        """Creates people and a group with its rules, seats everybody and starts the game."""
        self.people = [await self.stage.person(name, language_code="ru") for name in NAMES[:size]]
        for person in self.people:
            await person.start(self.host)
        self.group = await self.stage.group("Двор", self.people, self.host, rights=list(RIGHTS), **more)
        if self.prepare is not None:
            await self.prepare(self)
        for number, person in enumerate(self.people):
            await self.stage.transport.watch(person.id, self._notes_of(number, person))
        url = settings_for(self.sandbox.url, self.folder).database_url
        database, release = await open_database(url)
        options = self.options or (UNHURRIED if self.ruleset.startswith("fiim") else ())
        chosen = {
            "ruleset": self.ruleset,
            "options": options,
            "language": "ru",
            "evening_chosen": True,
            **self.choices,
        }
        await Groups(database).change(self.group.id, **chosen)
        await database.close()
        release()
        self._journal = Journal(self.folder / "omerta.db")
        self.start()
        opener = self.people[0]
        await self.until(lambda: all(person.sees(self.host) for person in self.people))
        await self.until(lambda: opener.buttons(self.group))
        await opener.say("/newgame", self.group)
        sit = WORDS.plain("ru", "button-sit")
        await self.until(lambda: sit in opener.buttons(self.group))
        for person in self.people[1:]:
            assert await person.tap(sit, self.group) is not None
        started = await opener.tap(WORDS.plain("ru", "button-start"), self.group)
        assert started is not None
        labels = {WORDS.plain("ru", key) for key in ("lobby-begun", "lobby-begun-loud")}
        assert started.text in labels, started

    def _notes_of(self, number: int, person: Person) -> Any:
        assert self.group is not None
        names = {person.key(self.host): f"person {number}"}
        if number == 0:
            names[self.group.key] = "group"

        def take(told: dict[str, Any]) -> None:
            if told.get("event") == "message" and told["chat"] in names:
                message = told["message"]
                if message.get("from", {}).get("id") == self.host.id:
                    self.sent.setdefault(names[told["chat"]], []).append(text_of(message) or "")

        return take

    def texts(self) -> dict[str, Counter[str]]:
        """Returns the texts of each chat, without what differs from game to game: its name, and the time of
        day."""
        game = self.journal.lobby()["id"]
        return {
            chat: Counter(TIME_OF_DAY.sub("TIME", text.replace(game, "GAME")) for text in sent)
            for chat, sent in self.sent.items()
        }

    # --- playing ------------------------------------------------------------------------------------------------

    async def until(self, condition: Any, within: float = PATIENCE) -> Any:
        deadline = time.monotonic() + within
        while not (met := condition()):
            assert time.monotonic() < deadline, f"it never came; the host's log ends with:\n{self._tail()}"
            await asyncio.sleep(BLINK)
        return met

    def _tail(self) -> str:
        return "\n".join(self.log.read_text().splitlines()[-30:]) if self.log.exists() else ""

    async def play(self) -> None:
        """Plays to the end of the game, with the kills that were asked for."""
        killer = asyncio.create_task(self._kill_and_restart()) if self.kill_every else None
        try:
            while await self.go_on():
                if killer is not None and killer.done():
                    killer.result()
        finally:
            if killer is not None:
                killer.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await killer
        await self.until(lambda: self._number and not self.journal.ask("SELECT 1 FROM outbox"))
        await self.until(lambda: not self.journal.ask("SELECT 1 FROM mutes"))

    async def go_on(self) -> bool:
        """Makes one move of a person who is asked, or lets the step's time pass. Returns False when the game is
        over."""
        await self.until(lambda: not self.journal.owed_sends())
        state = self.journal.state()
        assert state is not None
        if state.table.step is StepName.OVER:
            return False
        length = len(self.journal)
        move = next_move(state, "one")
        if move is None:
            await self.until(lambda: len(self.journal) > length)
        else:
            await self.make(move, length)
        return True

    async def _kill_and_restart(self) -> None:
        """From entry to entry of the journal."""
        upcoming = len(self.journal) + self.kill_every
        while True:
            await self.until(lambda upcoming=upcoming: len(self.journal) >= upcoming, within=10 * PATIENCE)
            self.kill()
            self.kills += 1
            upcoming = len(self.journal) + self.kill_every
            self.start(cold=self.kills == self.cold_at)

    async def make(self, move: Command, length: int) -> None:
        """Taps what is shown until the journal has the move."""
        person = self._person_on(move.actor)
        for _ in range(20):
            shown = await self.until(lambda: len(self.journal) > length or self._next_tap(person, move))
            if shown is True:
                return
            before = self._receipts(person)
            chat, message_id, data = shown
            tapped = await self.stage.do(
                "tap", user_id=person.id, chat=person.key(chat), message_id=message_id, data=data
            )
            answer = await self._answer(tapped["query_id"], length)
            if answer and answer["text"] == WORDS.plain("ru", "tap-accepted"):
                self.accepted.append(Tapped(person.id, self._receipts(person) - before))
                return
            await self._something_new(person, move, shown, length)
        raise AssertionError(f"{move} was tapped in vain; the host's log ends with:\n{self._tail()}")

    async def _answer(self, query_id: str, length: int) -> Any:
        """Returns None if the journal has the move and no answer comes: a tap cannot be answered after a long
        absence."""
        patience = time.monotonic() + PATIENCE
        while True:
            answer = await self.stage.do("callback_answer", query_id=query_id, wait=0.5)
            if answer is not None or time.monotonic() > patience:
                return answer
            if len(self.journal) > length:
                return await self.stage.do("callback_answer", query_id=query_id, wait=1)

    async def _something_new(self, person: Person, move: Command, shown: Any, length: int) -> None:
        """Waits until the journal grows or the keyboard changes. A kill may have undone the change: then tap
        again."""
        with contextlib.suppress(AssertionError):
            await self.until(
                lambda: len(self.journal) > length or self._next_tap(person, move) != shown,
                within=1 if shown[2].startswith("p:") or move.verb.value == "shoot" else 0.05,
            )

    def _person_on(self, seat: int) -> Person:
        user = self.journal.lobby()["seating"][seat - 1]
        return next(person for person in self.people if person.id == user)

    def _receipts(self, person: Person) -> frozenset[str]:
        found = self.journal.ask("SELECT DISTINCT receipt FROM events WHERE author = ?", person.id)
        return frozenset(row[0] for row in found)

    def _next_tap(self, person: Person, move: Command) -> tuple[Any, int, str] | None:
        """Returns the button that makes the move, or the next one on the way to it."""
        best: tuple[int, tuple[Any, int, str]] | None = None
        mine = f":{self.journal.lobby()['id']}:{move.step}:{move.verb}:"
        for chat in (self.host, self.group):
            for message in person.messages(chat)[-12:]:
                for _, _, button in buttons_of(message):
                    data = button.get("callback_data", "")
                    near = _nearness(data, move) if mine in data else 0
                    if near and (best is None or near > best[0]):
                        best = near, (chat, message["message_id"], data)
        return best[1] if best else None


def _nearness(data: str, move: Command) -> int:
    if data.startswith("m:"):
        tap = MoveTap.unpack(data)
        same = (tap.step, tap.verb, frozenset(tap.named)) == (move.step, move.verb, frozenset(move.seats))
        return 100 + tap.sure if same and (move.value is None or tap.value == move.value) else 0
    if data.startswith("p:"):
        pick = PickTap.unpack(data)
        right = set(pick.named) <= set(move.seats)
        return 1 + len(pick.named) if (pick.step, pick.verb) == (move.step, move.verb) and right else 0
    return 0


@contextlib.asynccontextmanager
async def table(
    folder: Path, server: ForkServer, ruleset: str, size: int, kill_every: int = 0, cold_at: int = 0, **more: Any
) -> AsyncIterator[KillableHost]:
    """Yields a host with a game that has just begun."""
    folder.mkdir()
    async with Sandbox(speed=SPEED) as sandbox, Client(sandbox) as stage:
        host = await stage.bot(TOKEN, "Омерта", "omerta_bot", can_read_all_group_messages=True)
        killable = KillableHost(stage, sandbox, host, folder, server, ruleset, kill_every, cold_at, **more)
        try:
            await killable.gather(size)
            yield killable
        finally:
            killable.close()
