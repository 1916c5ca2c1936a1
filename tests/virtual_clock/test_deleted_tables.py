"""People delete or unpin the message of the table, of the lobby or of the end."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from engine.commands import CLOCK, JUDGE, Command, Verb
from engine.events import StepName
from tests.kits.virtual_clock.chats import Chats, Shown
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.table import House
from tests.virtual_clock.test_deleted_messages import (
    TABLE,
    chats,
    deletable_room,
    deleted,
    labels,
    newest,
    says,
    standing,
    taps,
    waits,
)
from tests.virtual_clock.test_night_and_death import until
from tests.virtual_clock.test_offences import GROUP, Room


def is_pinned(message: Shown) -> bool:
    return bool(message.pinned) and message.pinned[-1][1]


async def next_day(at: Room) -> None:
    await until(at, StepName.NIGHT)
    while at.live.table.step is not at.live.table.rules.ruleset.day_opens_with:
        await at.do(Command(CLOCK, Verb.EXPIRE))
    await waits(at, 20)


async def test_the_table_that_was_deleted_comes_back_pinned() -> None:
    async with deletable_room(ruleset="box") as at:
        gone = await deleted(at, GROUP, TABLE)
        assert is_pinned(gone)
        await next_day(at)
        (back,) = standing(at, GROUP, TABLE)
        assert is_pinned(back)
        await waits(at, 60)  # so many steps in a few seconds fill the group's limit of a minute
        await taps(at, 2, back, "☝️ 5", times=2)
        assert at.live.table.nominations == ((2, 5),)


async def test_a_table_that_people_have_unpinned_is_not_pinned_again() -> None:
    async with deletable_room(ruleset="box") as at:
        await waits(at, 2)
        table = newest(at, GROUP, TABLE)
        chats(at).unpin(table)
        await next_day(at)
        await next_day(at)
        assert newest(at, GROUP, TABLE) is table
        assert not is_pinned(table)
        await says(at, at.seat_two, "/newgame", GROUP)
        assert not is_pinned(table)


async def test_a_table_that_was_deleted_comes_back_when_somebody_asks_for_it() -> None:
    async with deletable_room() as at:
        await at.house.host.groups.change(GROUP, is_supergroup=True)
        await deleted(at, GROUP, TABLE)
        await says(at, at.seat_two, "/newgame", GROUP)
        await waits(at, 10)
        assert len(standing(at, GROUP, TABLE)) == 1
        before = at.house.clock.now()
        await waits(at, 20)
        await says(at, at.seat_two, "/newgame", GROUP)
        await waits(at, 10)
        assert len(standing(at, GROUP, TABLE)) == 1
        assert all(TABLE not in one.now.text for one in chats(at).of(GROUP) if one.called_at >= before)


async def test_a_table_that_was_deleted_does_not_come_back_after_the_end() -> None:
    async with deletable_room(judged=True) as at:
        await deleted(at, GROUP, TABLE)
        await at.do(Command(JUDGE, Verb.TEAM_LOSS, (1,)))
        await waits(at, 10)
        assert at.live.table.step is StepName.OVER
        assert standing(at, GROUP, TABLE) == []


async def test_the_message_about_the_end_comes_back_when_its_points_change() -> None:
    async with deletable_room(judged=True) as at:
        await at.do(Command(JUDGE, Verb.TEAM_LOSS, (1,)))
        await waits(at, 5)
        gone = await deleted(at, GROUP, "Секрет раздачи")
        await at.do(Command(JUDGE, Verb.CLOSE))
        await waits(at, 90)
        (back,) = standing(at, GROUP, "Секрет раздачи")
        assert back.now.text.startswith(gone.now.text.split("\n\n")[0])
        assert labels(back) == labels(gone)


# --- the lobby ---------------------------------------------------------------------------------------------------


@asynccontextmanager
async def lobby() -> AsyncIterator[tuple[House, People, Chats]]:
    house = House(Chats)
    await house.open()
    rights = ("can_pin_messages", "can_delete_messages")
    await house.host.groups.change(
        GROUP, language="ru", title="Двор", is_supergroup=True, rights=rights, evening_chosen=True
    )
    for person in range(2001, 2011):
        await house.host.people.change(person, name=f"P{person}", language="ru", reachable=True)
    people = People(house)
    await people.say(2001, "/newgame", GROUP)
    await house.clock.on_to(house.clock.now() + 5_000)
    assert isinstance(house.telegram, Chats)
    try:
        yield house, people, house.telegram
    finally:
        await house.close()


def lobbies(telegram: Chats) -> list[Shown]:
    return [one for one in telegram.of(GROUP) if one.stands and "Стол открыт" in one.now.text]


@pytest.mark.parametrize("asks", ["/join", "/newgame"])
async def test_a_lobby_that_was_deleted_comes_back_pinned(asks: str) -> None:
    async with lobby() as (house, people, telegram):
        (old,) = lobbies(telegram)
        telegram.delete(old)
        await people.say(2002, asks, GROUP)
        await house.clock.on_to(house.clock.now() + 10_000)
        (back,) = lobbies(telegram)
        assert is_pinned(back)
        (data,) = [key.data for key in back.now.keys if key.label == "Сесть за стол"]
        await people.bring(people.tap(2003, data, back.id, GROUP))
        await house.clock.on_to(house.clock.now() + 10_000)
        assert "p2003" in back.now.text


async def test_a_lobby_that_was_deleted_does_not_come_back_when_it_is_over() -> None:
    async with lobby() as (house, people, telegram):
        (old,) = lobbies(telegram)
        telegram.delete(old)
        await people.say(2001, "/cancel", GROUP)
        await house.clock.on_to(house.clock.now() + 10_000)
        assert lobbies(telegram) == []
