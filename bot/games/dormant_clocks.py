"""Games that nobody touches: what their clocks need to know of them, without their journals and lobbies."""

import json
from typing import NamedTuple

from sqlalchemy import select

from bot.games.step_clock import StepClock
from bot.storage import Store
from bot.storage.schema import clocks, games


class DormantClock(NamedTuple):
    """A game in the store: where its wall hangs (`bot.games.local_time.Place`), and who sits there."""

    id: str
    ruleset: str
    options: tuple[tuple[str, str], ...]
    opened_at: int
    time_zone: str
    quiet: tuple[int, ...]
    has_stand_ins: bool


async def stored_clocks(database: Store) -> list[tuple[DormantClock, StepClock]]:
    """Of all games that are played. A start may find thousands: of each only that much is read."""
    found = await database.rows(select(clocks, games.c.lobby).join(games, games.c.id == clocks.c.game_id))
    return [
        (
            _asleep(row.game_id, row.lobby),
            StepClock(row.step, row.left_ms, row.runs_since, row.under_ms, bool(row.waits)),
        )
        for row in found
    ]


def _asleep(game_id: str, lobby: str) -> DormantClock:
    data = json.loads(lobby)
    return DormantClock(
        game_id,
        data["ruleset"],
        tuple((key, value) for key, value in data["options"]),
        data["opened_at"],
        data.get("time_zone", ""),
        tuple(data.get("quiet", ())),
        0 in data.get("seating", ()),
    )
