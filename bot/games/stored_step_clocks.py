"""Reads the step clocks of games that are not in memory, without their journals and whole lobbies."""

import json
from typing import NamedTuple

from bot.games.step_clock import StepClock
from bot.storage import Store
from bot.storage.repositories.clocks import ClockRepository


class DormantClock(NamedTuple):
    """What timers need of a stored game: its place (`local_time.Place`), and whether computer players play."""

    id: str
    ruleset: str
    options: tuple[tuple[str, str], ...]
    opened_at: int
    time_zone: str
    quiet: tuple[int, ...]
    has_stand_ins: bool


async def stored_clocks(database: Store) -> list[tuple[DormantClock, StepClock]]:
    """Returns the clocks of all running games; of each game only what timers need, as there may be thousands."""
    return [
        (
            _dormant(clock.game_id, lobby),
            StepClock(clock.step, clock.left_ms, clock.runs_since, clock.under_ms, clock.waits),
        )
        for clock, lobby in await ClockRepository(database).with_lobbies()
    ]


def _dormant(game_id: str, lobby: str) -> DormantClock:
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
