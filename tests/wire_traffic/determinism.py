"""What differs between two runs of the same program, held still: chance, time, threads and other processes."""

import asyncio
import os
import random
import secrets
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from tests.kits.virtual_clock.clock import VirtualClock

PROCESS = 4242


class PinnedLoop(asyncio.SelectorEventLoop):
    """Whatever waits in the loop itself waits for the virtual clock."""

    clock: VirtualClock | None = None

    def time(self) -> float:
        return super().time() if self.clock is None else self.clock.now() / 1000


class Finished:
    """A process that has done all its work in the moment in which somebody listens to it."""

    def __init__(self, command: tuple[str, ...], env: dict[str, str] | None) -> None:
        self._command, self._env = command, env
        self._given = b""
        self._output: tuple[int, bytes, bytes] | None = None
        self.stdin, self.stdout, self.stderr = _Input(self), _Output(self, 1), _Output(self, 2)

    @property
    def returncode(self) -> int | None:
        return None if self._output is None else self._output[0]

    def give(self, data: bytes) -> None:
        self._given += data

    def output(self, number: int) -> bytes:
        if self._output is None:
            self._output = _run(self._command, self._given, tuple((self._env or {}).items()))
        return (b"", self._output[1], self._output[2])[number]

    async def communicate(self, data: bytes = b"") -> tuple[bytes, bytes]:
        self.give(data)
        return self.output(1), self.output(2)

    async def wait(self) -> int:
        self.output(1)
        return self.returncode or 0

    def kill(self) -> None:
        self._output = self._output or (0, b"", b"")


class _Input:
    def __init__(self, process: Finished) -> None:
        self._process = process

    def write(self, data: bytes) -> None:
        self._process.give(data)

    async def drain(self) -> None:
        pass

    def close(self) -> None:
        pass


class _Output:
    def __init__(self, process: Finished, number: int) -> None:
        self._process, self._number = process, number

    async def read(self) -> bytes:
        return self._process.output(self._number)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for line in self._process.output(self._number).splitlines(keepends=True):
            yield line


@cache
def _run(command: tuple[str, ...], given: bytes, env: tuple[tuple[str, str], ...]) -> tuple[int, bytes, bytes]:
    done = subprocess.run(command, input=given, capture_output=True, env=dict(env) or None, check=False)
    return done.returncode, done.stdout, done.stderr


async def _exec(*command: str, env: dict[str, str] | None = None, **_: Any) -> Finished:
    return Finished(command, env)


async def _at_once(function: Callable[..., Any], *args: Any, **named: Any) -> Any:
    return function(*args, **named)


class Drawn:
    """What `secrets` gives, from a seed. Each kind has dice of its own: one more draw of one moves no other."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._dice: dict[object, random.Random] = {}

    def _of(self, *kind: object) -> random.Random:
        return self._dice.setdefault(kind, random.Random(f"{self._seed}:{kind}"))

    def choice(self, items: Sequence[Any]) -> Any:
        return self._of("choice").choice(items)

    def randbits(self, bits: int) -> int:
        return self._of("bits", bits).getrandbits(bits)

    def randbelow(self, limit: int) -> int:
        return self._of("below").randrange(limit)

    def token_hex(self, size: int = 16) -> str:
        return self._of("hex", size).randbytes(size).hex()

    def token_urlsafe(self, size: int = 16) -> str:
        return "".join(self._of("url", size).choices("abcdefghijkmnpqr", k=-(-size * 4 // 3)))


@contextmanager
def pinned(seed: str) -> Iterator[None]:
    """Nothing in here depends on the machine."""
    drawn = Drawn(seed)
    random.seed(seed)
    kinds = {name: getattr(drawn, name) for name in vars(Drawn) if not name.startswith("_")}
    with (
        patch.multiple(secrets, **kinds),
        patch.object(os, "getpid", lambda: PROCESS),
        patch.object(asyncio, "create_subprocess_exec", _exec),
        patch.object(asyncio, "to_thread", _at_once),
    ):
        yield
