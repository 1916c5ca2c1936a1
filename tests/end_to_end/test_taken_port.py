"""A port that is really in use: the sandbox takes the next free one and prints its address."""

import asyncio
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import aiohttp
import pytest

from sandbox.server import NEARBY, Sandbox
from tests.kits.end_to_end.program import ROOT

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")
OMERTA = ("bot.cli", "run", "--port")
SANDBOX = ("sandbox", "--port")


@contextmanager
def taken(count: int = 1) -> Iterator[int]:
    """Listens on that many ports in a row; yields the first of them."""
    while True:
        listeners = [socket.create_server(("127.0.0.1", 0))]
        first = listeners[0].getsockname()[1]
        try:
            # One by one: those that were opened before one fails are closed below.
            listeners.extend(socket.create_server(("127.0.0.1", first + place)) for place in range(1, count))
        except (OSError, OverflowError):
            for listener in listeners:
                listener.close()
            continue
        try:
            yield first
        finally:
            for listener in listeners:
                listener.close()
        return


@asynccontextmanager
async def started(folder: Path, *words: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A program as it is typed; without a token. SIGINT reaches it also where the tests run in the background."""
    surroundings = os.environ | {"PYTHONPATH": str(ROOT), "BOT_TOKEN": "", "LOG_LEVEL": "WARNING"}
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *words),
        cwd=folder,
        env=surroundings,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        yield program
    finally:
        if program.returncode is None:
            program.kill()
        await program.wait()


async def first_line(program: asyncio.subprocess.Process) -> str:
    assert program.stdout is not None
    assert program.stderr is not None
    async with asyncio.timeout(60):
        line = (await program.stdout.readline()).decode()
        return line or (await program.stderr.read()).decode()


@pytest.mark.parametrize("words", [OMERTA, SANDBOX], ids=["omerta", "sandbox"])
async def test_the_next_free_port_is_taken_and_named(words: tuple[str, ...], tmp_path: Path) -> None:
    with taken(2) as port:
        async with started(tmp_path, *words, str(port)) as program:
            line = await first_line(program)
            found = ADDRESS.search(line)
            assert found is not None, line
            assert int(found[1]) > port + 1
            assert f"port {port} is taken" in line
            async with aiohttp.ClientSession() as session, session.get(found[0]) as page:
                assert page.status == 200
            program.send_signal(signal.SIGINT)
            assert await asyncio.wait_for(program.wait(), 60) in (0, 130, -signal.SIGINT)


@pytest.mark.parametrize("words", [OMERTA, SANDBOX], ids=["omerta", "sandbox"])
async def test_a_free_port_is_taken_without_a_word(words: tuple[str, ...], tmp_path: Path) -> None:
    with taken() as port:
        pass
    async with started(tmp_path, *words, str(port)) as program:
        line = await first_line(program)
        assert f"http://127.0.0.1:{port}" in line
        assert "taken" not in line


@pytest.mark.parametrize("words", [OMERTA, SANDBOX], ids=["omerta", "sandbox"])
async def test_a_port_that_there_is_not_is_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    async with started(tmp_path, *words, "70000") as program:
        said, complained = await program.communicate()
        assert program.returncode != 0
        assert said == b""
        assert b"Traceback" not in complained
        assert b"70000" in complained


async def test_far_from_the_wanted_one_if_all_beside_it_are_taken() -> None:
    with taken(NEARBY + 1) as port:
        async with Sandbox(port=port, or_next=True) as sandbox:
            assert sandbox.taken == port
            assert not port <= sandbox.port <= port + NEARBY


async def test_a_restart_keeps_the_port() -> None:
    """A bot knows the address, so a port in use is an error and no reason to take another."""
    with taken() as port:
        async with Sandbox(port=port, or_next=True) as sandbox:
            moved = sandbox.port
            await sandbox.restart()
            assert sandbox.port == moved
            assert sandbox.taken == port
