"""Games that nobody touches: what their clocks need to know of them, without their journals and lobbies."""

import json
from typing import NamedTuple

from bot.games.step_clock import StepClock
from bot.storage import Store
from bot.storage.repositories.clocks import ClockRepository


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
    return [
        (
            _asleep(clock.game_id, lobby),
            StepClock(clock.step, clock.left_ms, clock.runs_since, clock.under_ms, clock.waits),
        )
        for clock, lobby in await ClockRepository(database).with_lobbies()
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
