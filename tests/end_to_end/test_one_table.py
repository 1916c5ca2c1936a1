"""A person sits at one table only, whether they join by button, open a table, take a seat over or come back."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.games.lobby import Lobby
from bot.games.running_game import RunningGame
from bot.games.sitting_down import take_seat
from bot.wiring import Parts
from sandbox.client import Answer, Group, Person
from tests.kits.end_to_end.hosted_sandbox import RIGHTS, HostedSandbox, hosted_sandbox, open_more
from tests.kits.handler_calls import with_parts

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.xdist_group("one-table")]
SIT = "Сесть за стол"
IN_THE_YARD = "Вы уже за столом в группе «Двор». Сначала доиграйте там или встаньте из-за стола."
IN_THE_GARDEN = IN_THE_YARD.replace("Двор", "Сад")
FILLED = (("stand_ins", "fill"), ("deal", "7200"))


class Town:
    """Two groups with the same people in both."""

    def __init__(self, hosted: HostedSandbox, people: list[Person], yard: Group, garden: Group) -> None:
        self.hosted, self.people, self.yard, self.garden = hosted, people, yard, garden

    @property
    def host(self) -> Parts:
        assert self.hosted.wired is not None
        return self.hosted.wired

    async def open(self, opener: Person, group: Group) -> RunningGame:
        """A person may open four tables in a group at once, and more only as time passes."""
        await opener.say("/newgame", group)
        async with asyncio.timeout(60):
            while (live := await self.host.games.table_in(group.id)) is None:
                await asyncio.sleep(0.01)
        return live

    async def play(self, opener: Person, group: Group) -> RunningGame:
        """Plays a game with one person and computer players."""
        live = await self.open(opener, group)
        for number in range(9):
            await self.host.lobbies.change_lobby(live.id, lambda lobby, n=number: lobby.add_stand_in(f"Б{n}"), "")  # type: ignore[misc]
        assert isinstance(await self.host.dealing.begin(live.id, "", 0), RunningGame)
        return live

    async def sits_at(self, person: Person) -> list[str]:
        return [live.id for live in await self.host.games.tables_of(person.id)]

    async def close_all(self) -> None:
        for group in (self.yard, self.garden):
            await self.host.groups.change(group.id, several_tables=False)
            for live in await self.host.games.tables_in_group(group.id):
                assert await self.host.stop_game.stop(live.id, "")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def both(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Town]:
    async with hosted_sandbox(tmp_path_factory.mktemp("two"), speed=20) as hosted:
        people = await hosted.guests(3)
        yard = await hosted.group(people)
        garden = await hosted.stage.group("Сад", people, hosted.host, rights=list(RIGHTS))
        await people[0].until(lambda: people[0].buttons(garden))
        for group in (yard, garden):
            await hosted.use(group, options=FILLED)
        yield Town(hosted, people, yard, garden)


@pytest_asyncio.fixture(loop_scope="module")
async def town(both: Town) -> AsyncIterator[Town]:
    yield both
    await both.close_all()


async def test_the_second_table_says_where_one_sits(town: Town) -> None:
    anna, boris, _ = town.people
    await town.open(anna, town.yard)
    garden = await town.open(boris, town.garden)
    await anna.until(lambda: SIT in anna.buttons(town.garden))
    assert await anna.tap(SIT, town.garden) == Answer(IN_THE_YARD)
    assert not garden.lobby.has(anna.id)


async def test_two_taps_at_the_same_moment_in_two_groups_seat_once(town: Town) -> None:
    anna, boris, vera = town.people
    yard, garden = await town.open(boris, town.yard), await town.open(anna, town.garden)
    for turn in range(10):
        told = await asyncio.gather(
            with_parts(take_seat, town.host)(yard, vera.id, f"y{turn}"),
            with_parts(take_seat, town.host)(garden, vera.id, f"g{turn}"),
        )
        assert len(await town.sits_at(vera)) == 1
        keys = sorted(answer.key for answer in told)
        assert keys == ["lobby-no-elsewhere", "lobby-seated"]
        sat = yard if yard.lobby.has(vera.id) else garden
        assert isinstance(
            await town.host.lobbies.change_lobby(sat.id, lambda lobby: lobby.stand(vera.id), ""), Lobby
        )


async def test_who_opens_a_second_table_does_not_sit_at_it(town: Town) -> None:
    anna = town.people[0]
    yard = await town.open(anna, town.yard)
    garden = await town.open(anna, town.garden)
    assert await town.sits_at(anna) == [yard.id]
    assert garden.lobby.opener == anna.id
    await anna.until(lambda: IN_THE_YARD in anna.sees(town.hosted.host))
    assert not any(IN_THE_YARD in text for text in anna.sees(town.garden)), "another group is not told"


async def test_nobody_takes_over_a_seat_while_sitting_elsewhere(town: Town) -> None:
    anna, boris, _ = town.people
    played = await town.play(anna, town.yard)
    seat = played.lobby.seat_of(anna.id)
    await town.open(boris, town.garden)
    await anna.say("/leave", town.yard)
    await anna.until(lambda: "Да, ищу замену" in anna.buttons(town.yard))
    await anna.tap("Да, ищу замену", town.yard)
    await boris.until(lambda: "Занять место" in boris.buttons(town.yard))
    assert await boris.tap("Занять место", town.yard) == Answer(IN_THE_GARDEN)
    assert played.lobby.seat_of(anna.id) == seat
    await open_more(boris, town.garden)
    assert await boris.tap("Встать", town.garden) == Answer("Вы больше не за столом.")
    assert await boris.tap("Занять место", town.yard) == Answer("Вы за столом.")
    assert played.lobby.seat_of(boris.id) == seat


async def test_nobody_comes_back_to_a_second_table(town: Town) -> None:
    anna = town.people[0]
    played = await town.play(anna, town.yard)
    await town.host.seats.hand_over_to_stand_in(played, played.lobby.seat_of(anna.id))
    garden = await town.open(anna, town.garden)
    assert await town.sits_at(anna) == [garden.id]
    await anna.until(lambda: "Вернуться за стол" in anna.buttons(town.hosted.host))
    assert await anna.tap("Вернуться за стол", town.hosted.host) == Answer(IN_THE_GARDEN)
    assert await town.sits_at(anna) == [garden.id]


async def test_a_group_may_allow_several_tables(town: Town) -> None:
    boris = town.people[1]
    await town.host.groups.change(town.garden.id, several_tables=True)
    yard = await town.open(boris, town.yard)
    garden = await town.open(boris, town.garden)
    assert set(await town.sits_at(boris)) == {yard.id, garden.id}


async def test_two_people_open_a_table_at_the_same_moment(town: Town) -> None:
    persons = [await town.host.people.get(person.id) for person in town.people]
    group = await town.host.groups.get(town.yard.id)
    opened: list[Any] = await asyncio.gather(
        *(town.host.lobby_opening.open_lobby(group, 0, person, f"open{person.user_id}") for person in persons)
    )
    assert len([lobby for lobby in opened if lobby is not None]) == 1
    assert len(await town.host.games.tables_in_group(town.yard.id)) == 1
