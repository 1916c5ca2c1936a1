"""Ten people act in the same millisecond, and one taps fifty times: each counts once.

`CROWDED_TRIALS` is the number of repetitions.
"""

import asyncio
import os

from sqlalchemy import select

from bot.games.submissions import Accepted, Repeated
from bot.storage.schema import events
from engine.commands import Command, Rejected, Verb
from tests.faults.fault_log import injected
from tests.kits.virtual_clock.table import House, VirtualTable

TRIALS = int(os.environ.get("CROWDED_TRIALS", "10"))


async def test_ten_of_ten_count_however_often() -> None:
    house = House()
    await house.open()
    for trial in range(1, TRIALS + 1):
        table = VirtualTable("fiim-2025", 10, trial, house, trial)
        await table.begin()
        live = table.live
        assert live is not None
        outcomes = await asyncio.gather(
            *(
                house.host.submissions.submit(live.id, Command(seat, Verb.SEEN, step=1), f"{live.id}:{seat}", seat)
                for seat in range(1, 11)
            )
        )
        assert [type(outcome) for outcome in outcomes] == [Accepted] * 10, trial
        stored = [payload for payload in _journal(table, live.id) if '"event":"CardSeen"' in payload]
        assert len(stored) == 10, trial
        await house.clock.on_to(house.clock.now() + 100)
    injected("ten in one millisecond", TRIALS)
    await house.close()


async def test_fifty_taps_in_a_moment_are_one_event_and_one_call() -> None:
    table = VirtualTable("fiim-2025", 10, 1)
    await table.house.open()
    await table.begin()
    live = table.live
    assert live is not None
    while live.clock is None or live.clock.waits:
        assert await table.clock.step(table.clock.now() + 60_000)
    calls, version = len(table.telegram.calls), live.version
    taps = (
        table.host.submissions.submit(live.id, Command(3, Verb.SEEN, step=1), f"u{number}", 3)
        for number in range(50)
    )
    outcomes = await asyncio.gather(*taps)
    for _ in range(20):
        await table.clock.step(table.clock.now() + 200)
    injected("fifty taps", 50)
    assert sum(isinstance(outcome, Accepted) for outcome in outcomes) == 1
    assert all(isinstance(outcome, (Accepted, Rejected, Repeated)) for outcome in outcomes)
    assert live.version == version + 1
    group = [call for call in table.telegram.calls[calls:] if call.chat == table.group and call.counted]
    assert len(group) <= 1
    await table.close()


def _journal(table: VirtualTable, game: str) -> list[str]:
    return [row.payload for row in table.store.now(select(events.c.payload).where(events.c.game_id == game))]
