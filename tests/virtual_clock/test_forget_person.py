"""A person who asks to be forgotten is deleted as soon as no unfinished table knows them in any capacity."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from bot.games.lobby import Guest, Lobby, Phase
from bot.games.lobby_transactions import put_game
from bot.operations.forget_person import AT_ONCE
from bot.storage import UnitOfWork
from bot.storage.schema import events, games, people
from bot.storage.statements import changes
from tests.kits.virtual_clock.table import House

GROUP, ANNA, NAME = -1001_000_000_001, 4711, "Аполлинария"
CAPACITIES: dict[str, dict[str, Any]] = {
    "opener": {"opener": ANNA, "opener_name": NAME},
    "guest": {"guests": (Guest("u4711", ANNA, NAME),)},
    "player": {"seating": (0, ANNA), "names": ("Борис", NAME)},
    "absent": {"seating": (0, 0), "names": ("Борис", NAME), "absent": ((2, ANNA),)},
    "judge": {"chair": ((1, ANNA, NAME),)},
    "former judge": {"chair": ((1, ANNA, NAME), (2, 0, ""))},
    "side judge": {"side_judges": ((ANNA, NAME),)},
    "witness": {"witnesses": (ANNA,)},
    "asked to judge": {"chair_offered": ANNA},
    "asks for a substitute": {"offered": ((2, ANNA),)},
}


@pytest.fixture
async def house() -> AsyncIterator[House]:
    home = House()
    await home.open()
    await home.host.people.change(ANNA, name=NAME, reachable=True)
    yield home
    await home.close()


async def put(home: House, *lobbies: Lobby) -> None:
    work = UnitOfWork()
    for lobby in lobbies:
        put_game(work, lobby, home.clock.now())
    await home.store.commit(work)


def stored(home: House) -> str:
    """Returns all that is stored of tables and of people."""
    rows = [*home.store.now(select(games.c.lobby)), *home.store.now(select(people.c.user_id, people.c.data))]
    return " ".join(str(row) for row in rows)


@pytest.mark.parametrize("phase", [Phase.OPEN, Phase.PLAYING])
@pytest.mark.parametrize("capacity", CAPACITIES)
async def test_it_waits_for_a_table_that_knows_them_in_any_capacity(
    house: House, capacity: str, phase: Phase
) -> None:
    lobby = replace(Lobby("g", GROUP, 0, 1, "fiim-2025", (), (), "", 0, 0, phase=phase), **CAPACITIES[capacity])
    await put(house, lobby)
    assert not await house.host.forget_person.ask(ANNA)
    assert await house.host.forget_person.those_who_wait() == 0
    await put(house, replace(lobby, phase=Phase.OVER))
    assert await house.host.forget_person.those_who_wait() == 1
    assert str(ANNA) not in stored(house)
    assert NAME not in stored(house)


async def test_other_tables_hold_nobody_up(house: House) -> None:
    """A person's number may be a part of another number in the text of other tables."""
    other = Lobby("g", GROUP, 0, int(f"1{ANNA}"), "fiim-2025", (), (), "", 0, 0, phase=Phase.PLAYING)
    await put(house, *(replace(other, id=f"g{number}") for number in range(AT_ONCE + 1)))
    assert await house.host.forget_person.ask(ANNA)
    assert str(house.store.now(select(games.c.lobby))).count(f"1{ANNA}") == AT_ONCE + 1


async def test_of_many_games_all_are_struck_out(house: House) -> None:
    played = Lobby(
        "g", GROUP, 0, 1, "fiim-2025", (), (), "", 0, 0, phase=Phase.OVER, seating=(ANNA,), names=(NAME,)
    )
    await put(house, *(replace(played, id=f"g{number}") for number in range(3 * AT_ONCE)))
    assert await house.host.forget_person.ask(ANNA)
    assert str(ANNA) not in stored(house)
    assert NAME not in stored(house)


async def test_deeds_are_nobodys_afterwards_and_no_look_through_all_journals_is_stored(house: House) -> None:
    work = UnitOfWork()
    for game in range(3):
        for version, author in enumerate((ANNA, 5, ANNA)):
            work.add_event(game_id=f"g{game}", version=version, payload="{}", at_ms=1, author=author, receipt="")
    await house.store.commit(work)
    assert await house.host.forget_person.ask(ANNA)
    assert [row.author for row in house.store.now(select(events.c.author))] == [0, 5, 0] * 3
    searched = changes("sqlite")["forget_author"].statement
    assert "events.game_id = " in str(searched), "each journal by its key"
