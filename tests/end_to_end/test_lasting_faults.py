"""Faults that last for some time, in real time: a locked file, refusals or an outage of Telegram, duplicate
updates.

`REAL_FAULTS=locked:30,storm:60,…` names the faults and their length in seconds; games are then played to their
end.
"""

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.fault_log import injected, saw
from tests.kits.end_to_end.killable_host import ForkServer, KillableHost, table

CHOSEN = [one.partition(":")[::2] for one in os.environ.get("REAL_FAULTS", "locked:1").split(",")]
TO_THE_END = "REAL_FAULTS" in os.environ
BEGINS, GOES_ON = 25, 15
"""Entries of the journal before it happens, and those after it that show that the game goes on."""
ALWAYS = 10**6


@asynccontextmanager
async def locked(killable: KillableHost) -> AsyncIterator[None]:
    other = sqlite3.connect(killable.folder / "omerta.db", isolation_level=None)
    with contextlib.closing(other):
        other.execute("BEGIN IMMEDIATE")
        length = len(killable.journal)
        yield
        assert len(killable.journal) == length, "nobody else can have written"
        other.execute("ROLLBACK")
        injected("locked")


@asynccontextmanager
async def struck(killable: KillableHost, kinds: tuple[str, ...], **how: int) -> AsyncIterator[None]:
    """Injects faults of the sandbox, which counts them."""
    for kind in kinds:
        await killable.stage.fault(kind, times=ALWAYS, **how)
    yield
    for fault in await killable.stage.do("faults"):
        injected(f"real {fault['kind']}", fault["triggered"])
        assert fault["triggered"] > 0, fault
    await killable.stage.do("clear_faults")


@dataclass(frozen=True, slots=True)
class Lasting:
    of: Callable[[KillableHost], AbstractAsyncContextManager[None]]
    same: bool = True
    """Whether nobody's time runs out meanwhile: the game then equals the undisturbed one, event for event."""
    throughout: bool = False
    """Whether people play during the fault."""


FAULTS = {
    "locked": Lasting(locked),
    "storm": Lasting(lambda killable: struck(killable, ("error",), error_code=429, retry_after=2), same=False),
    "unreachable": Lasting(lambda killable: struck(killable, ("drop_before",)), same=False),
    "twice": Lasting(lambda killable: struck(killable, ("double_update", "shuffle_updates")), throughout=True),
}


@pytest.mark.parametrize(("name", "seconds"), CHOSEN)
async def test_it_lasts_and_the_game_goes_on(tmp_path: Path, server: ForkServer, name: str, seconds: str) -> None:
    fault = FAULTS[name]
    async with table(tmp_path / name, server, "fiim-2025", 10) as killable:
        while len(killable.journal) < BEGINS:
            assert await killable.go_on()
        number = _number(killable)
        async with fault.of(killable):
            await asyncio.sleep(float(seconds or 0))
            # The running step may end; the next one does not end before it is asked.
            assert _number(killable) <= number + 1
            if fault.throughout:
                await killable.play()
        await _go_on(killable)
        disturbed = killable.journal.payloads()
        taps = len(killable.accepted)
    saw(f"{name} for {seconds} s: {len(disturbed)} entries" if seconds else f"{name}: {taps} taps")
    if fault.same and TO_THE_END:
        async with table(tmp_path / "calm", server, "fiim-2025", 10) as calm:
            await calm.play()
            assert disturbed == calm.journal.payloads()


async def _go_on(killable: KillableHost) -> None:
    if TO_THE_END:
        await killable.play()
        return
    length = len(killable.journal)
    while len(killable.journal) < length + GOES_ON:
        assert await killable.go_on()


def _number(killable: KillableHost) -> int:
    state = killable.journal.state()
    assert state is not None
    return state.table.number
