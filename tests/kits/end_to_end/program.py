"""The host as a program of its own, as seen by the person who runs it: settings in, log lines out, an exit code.

Most of them are forked from a process that has imported everything, because an import takes longer than a test.
"""

import array
import asyncio
import contextlib
import ctypes
import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.settings import Settings

ROOT = Path(__file__).parents[3]
PATIENCE = 60.0
LINE_LIMIT = 1 << 20
ALL_OF_THEM_NEED = ("bot.cli", "bot.serving", "sqlalchemy.dialects.sqlite.aiosqlite")
KNOWN = {name.upper() for name in Settings.model_fields}


@dataclass
class Program:
    pid: int
    lines: list[str] = field(default_factory=list)
    code: int | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self, stream: asyncio.StreamReader) -> None:
        async for line in stream:
            self.lines.append(line.decode().rstrip("\n"))
            self._news.set()

    async def wait(self, end: asyncio.StreamReader) -> None:
        self.code = int(await end.read())
        self._news.set()

    def logged(self, event: str) -> dict[str, Any] | None:
        """Returns the newest log line with that event name."""
        for line in reversed(self.lines):
            with contextlib.suppress(ValueError):
                found: dict[str, Any] = json.loads(line)
                if found.get("event") == event:
                    return found
        return None

    async def says(self, event: str) -> dict[str, Any]:
        found: dict[str, Any] = await self.until(lambda: self.logged(event))
        return found

    async def until(self, condition: Callable[[], Any], *, at_work: bool = True) -> Any:
        """Waits until the condition is true; it is checked again with each line."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not (met := condition()):
                    if at_work and self.code is not None:
                        raise AssertionError(f"it has ended: {self.lines[-20:]}")
                    self._news.clear()
                    await self._news.wait()
                return met
        except TimeoutError:
            raise AssertionError(f"never came; {self.lines[-20:]}") from None

    async def ends(self, sign: signal.Signals | None = None) -> int:
        if sign is not None:
            os.kill(self.pid, sign)
        await self.until(lambda: self.code is not None, at_work=False)
        assert self.code is not None
        return self.code


class Launcher:
    """Starts programs. They end with their test, and the launcher ends with the last of them."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._line = ours
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.kits.end_to_end.program", str(theirs.fileno())],
                pass_fds=(theirs.fileno(),),
                cwd=ROOT,
                env=os.environ | {"PYTHONPATH": str(ROOT)},
            )

    def close(self) -> None:
        self._line.close()
        self._process.wait()

    @asynccontextmanager
    async def start(
        self, folder: Path, *, quick: bool = False, without_rights: bool = False, trap: str = "", **settings: Any
    ) -> AsyncIterator[Program]:
        """Starts a program. `quick`: no step is made longer for people. `trap`: a module of the test that is set
        up in it."""
        own = {name.upper(): str(value) for name, value in settings.items()}
        wish = {"folder": str(folder), "settings": own, "quick": quick, "without_rights": without_rights}
        wish["trap"] = trap
        said, told = os.pipe()
        ended, end = os.pipe()
        socket.send_fds(self._line, [json.dumps(wish).encode()], [told, end])
        for handed_over in (told, end):
            os.close(handed_over)
        loop = asyncio.get_running_loop()
        pid = int(await loop.run_in_executor(None, self._line.recv, 32))
        program = Program(pid)
        lines, last = await _reader(said), await _reader(ended)
        tasks = [asyncio.create_task(program.read(lines)), asyncio.create_task(program.wait(last))]
        try:
            yield program
        finally:
            if program.code is None:
                os.kill(pid, signal.SIGKILL)
            await asyncio.gather(*tasks)

    async def refusal(self, folder: Path, *, without_rights: bool = False, **settings: Any) -> str:
        """Returns the one line of the error with which the program refuses to start."""
        async with self.start(folder, without_rights=without_rights, **settings) as program:
            code = await program.ends()
        assert code == 1, program.lines
        last = [line for line in program.lines if not line.startswith("{")]
        assert len(last) == 1, program.lines
        return last[0]


async def _reader(file: int) -> asyncio.StreamReader:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=LINE_LIMIT)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(file, "rb"))
    return reader


# --- the process that forks -------------------------------------------------------------------------------------


def main(line: socket.socket) -> None:
    for name in ALL_OF_THEM_NEED:
        importlib.import_module(name)
    gc.freeze()
    ends: dict[Any, tuple[int, int]] = {}
    """For each object that signals the end of a program: its number, and where to report it."""
    while True:
        for ready in select.select([line, *ends], [], [])[0]:
            if ready is not line:
                pid, end = ends.pop(ready)
                code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                os.write(end, str(code).encode())
                os.close(end)
                os.close(ready)
                continue
            wish, files, _, _ = socket.recv_fds(line, LINE_LIMIT, 2)
            if not wish:
                return
            told, end = files
            pid = os.fork()
            if pid == 0:
                others = (number for file, (_, other) in ends.items() for number in (file, other))
                os._exit(_be_the_program(json.loads(wish), told, (line.fileno(), end, *others)))
            os.close(told)
            ends[os.pidfd_open(pid)] = (pid, end)
            line.send(str(pid).encode())


def _be_the_program(wish: dict[str, Any], told: int, not_ours: tuple[int, ...]) -> int:
    os.dup2(told, 2)
    for file in (told, *not_ours):
        os.close(file)
    os.chdir(wish["folder"])
    for name in KNOWN & os.environ.keys():
        del os.environ[name]
    os.environ.update(wish["settings"])
    if wish["without_rights"]:
        _lay_down_rights()
    from bot.cli import main as omerta  # noqa: PLC0415

    if wish["quick"]:
        _without_floor()
    if wish["trap"]:
        importlib.import_module(wish["trap"]).set_up()
    code = omerta(["run"])
    sys.stderr.flush()
    return code


def _without_floor() -> None:
    from bot.core import pace  # noqa: PLC0415

    pace.LEAST_FOR_A_PERSON_MS = 0
    pace.Pace.__init__.__defaults__ = (1, 0)


CAPABILITIES_3 = 0x20080522
READ_AND_WRITE_ANYTHING = 0b110
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""


def _lay_down_rights() -> None:
    """Drops the rights to read every file, so that a privileged user too meets files they may not read."""
    system = ctypes.CDLL(None, use_errno=True)
    header, sets = array.array("I", [CAPABILITIES_3, 0]), array.array("I", [0] * 6)
    if system.capget(_at(header), _at(sets)):
        raise OSError(ctypes.get_errno(), "capget")
    for number in range(3):
        sets[number] &= ~READ_AND_WRITE_ANYTHING
    if system.capset(_at(header), _at(sets)):
        raise OSError(ctypes.get_errno(), "capset")


def _at(numbers: "array.array[int]") -> ctypes.c_void_p:
    return ctypes.c_void_p(numbers.buffer_info()[0])


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
