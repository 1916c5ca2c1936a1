"""A thousand live games in mid-play on the virtual clock, on one token with Telegram's limits.

The pieces of ten written games (`recorded_games`) stand in one store, everywhere between deal and end. Their
clocks run out one after the other within a minute: so many steps end, and begin with prompts, messages and edits,
of which Telegram takes 25 a second. No deadline may be late for that, no limit be broken, and the queue must
shrink again.
"""

import asyncio

from sqlalchemy import insert, select

from bot.storage.schema import clocks, events
from tests.bench.quiet_logs import quiet_logs
from tests.bench.recorded_games import SEATS, Piece, Score, Seating, cut, rows_of, write_score
from tests.kits.virtual_clock.table import House
from tests.kits.virtual_clock.telegram import StrictTelegram

TABLES, SCORES = 1_000, 10
WITHIN_MS = 60_000
MINUTES = 5
MOST_LATE_MS = 1_000


def run() -> bool:
    quiet_logs()
    return asyncio.run(ring())


async def ring() -> bool:
    scores = [await write_score(seed) for seed in range(1, SCORES + 1)]
    house = House(StrictTelegram)
    pieces = cut(scores, TABLES, [_seating(number) for number in range(TABLES)])
    deadlines = _store(house, scores, pieces)
    await house.open()
    most, until = 0, house.clock.now() + MINUTES * 60_000
    while await house.clock.step(until):
        most = max(most, house.host.outbox.waiting)
    left = house.host.outbox.waiting
    late = _late(house, deadlines)
    telegram = house.telegram
    assert isinstance(telegram, StrictTelegram)
    refused, sent = len(telegram.refused), sum(call.counted for call in telegram.calls)
    await house.close()
    fine = (len(late) == TABLES and max(late) <= MOST_LATE_MS, not refused, left < most / 2)
    verdict = ["kept" if one else "MISSED" for one in fine]
    print(
        f"{TABLES} live games on one token, all of whose clocks run out within a minute; {sent} messages and edits"
    )
    print(f"  {len(late)} deadlines, the latest {max(late)} ms late (at most {MOST_LATE_MS}: {verdict[0]})")
    print(f"  calls that Telegram would have refused: {refused} (none: {verdict[1]})")
    print(f"  messages that waited: {most} at most, {left} after {MINUTES} minutes (less than half: {verdict[2]})")
    return all(fine)


def _seating(number: int) -> Seating:
    people = tuple(range(1_000 * (number + 1), 1_000 * (number + 1) + SEATS))
    return Seating(-1001_000_000_000 - number, 1, people, (1,) * SEATS)


def _store(house: House, scores: list[Score], pieces: list[Piece]) -> dict[str, int]:
    """Stores the games; returns by game when its clock runs out."""
    now = house.clock.now()
    rows, deadlines = rows_of(scores, pieces, now), {}
    for number, row in enumerate(rows[clocks]):
        row["left_ms"] = 1_000 + number * 7919 % WITHIN_MS
        deadlines[row["game_id"]] = now + row["left_ms"]
    for table, some in rows.items():
        house.store.now_do(insert(table), some)
    return deadlines


def _late(house: House, deadlines: dict[str, int]) -> list[int]:
    """Returns by how much the first step that ended by itself in each game ended too late."""
    ended: dict[str, int] = {}
    question = select(events.c.game_id, events.c.at_ms).where(
        events.c.payload.contains('"event":"Expired"'), events.c.receipt.startswith("clock:")
    )
    for row in house.store.now(question.order_by(events.c.version)):
        ended.setdefault(row.game_id, row.at_ms)
    return [moment - deadlines[game] for game, moment in ended.items()]
