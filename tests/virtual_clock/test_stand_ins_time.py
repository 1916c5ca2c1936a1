"""How long computer players think at night tells no card: the Don, who answers twice, takes no longer."""

import json
from collections import defaultdict

from sqlalchemy import select

from bot.games.lobby import Lobby, new_game_id
from bot.games.running_game import RunningGame
from bot.stand_ins.pace_of_stand_ins import SLOWEST_MS
from bot.storage.schema import events
from engine.events import StepName
from tests.kits.virtual_clock.table import House

GROUP = -1001_000_000_007
SECRET = "0" * 32 + ":" + "1" * 32


async def play(house: House) -> RunningGame:
    """Plays a game of ten computer players to the end."""
    await house.open()
    await house.host.groups.change(GROUP, language="ru", title="Двор")
    lobby = Lobby(
        id=new_game_id(),
        chat_id=GROUP,
        thread_id=0,
        opener=0,
        ruleset="fiim-2025",
        options=(("stand_ins", "fill"),),
        role_sets=(),
        secret=SECRET,
        starts_at=house.clock.now() + 3_600_000,
        opened_at=house.clock.now(),
    )
    for number in range(1, 11):
        seated = lobby.add_stand_in(f"Бот {number}")
        assert isinstance(seated, Lobby)
        lobby = seated
    assert await house.host.lobbies.open_lobby(lobby, [], "")
    live = await house.host.dealing.begin(lobby.id, "begin", 0)
    assert isinstance(live, RunningGame)
    while live.table.step is not StepName.OVER:
        assert await house.clock.step(house.clock.now() + 600_000), "stands still"
    return live


async def test_who_is_asked_twice_in_a_night_answers_both_in_the_same_moment() -> None:
    house = House()
    live = await play(house)
    t = events.c
    rows = house.store.now(select(t.payload, t.at_ms).where(t.game_id == live.id).order_by(t.version))
    fell: dict[int, int] = {}
    answers: dict[tuple[int, int], list[int]] = defaultdict(list)
    for row in rows:
        event = json.loads(row.payload)
        if event["event"] == "NightFell":
            fell[event["night"]] = row.at_ms
        elif event["event"] == "Acted":
            answers[event["night"], event["seat"]].append(row.at_ms)
    await house.close()
    twice = [times for times in answers.values() if len(times) == 2]
    assert twice, "the Don has shot and checked in some night"
    assert all(first == second for first, second in twice)
    delivered = 5_000  # what it takes until everybody has been asked
    assert all(times[-1] - fell[night] <= SLOWEST_MS + delivered for (night, _), times in answers.items())
