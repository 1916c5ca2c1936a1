"""The tables of a person are found by who sits or judges there, without a search through all tables."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Executable, Select, select, text

from bot.games.lobby import Lobby, Phase
from bot.judge import judges_chair
from bot.storage import UnitOfWork
from bot.storage.repositories.games import GameRepository
from bot.storage.schema import places
from tests.kits.virtual_clock.table import House, VirtualTable


class Asked:
    """An empty store that records its queries."""

    def __init__(self) -> None:
        self.questions: list[Select[Any]] = []

    async def commit(self, work: UnitOfWork) -> None:
        raise AssertionError(work.parts)

    async def rows(self, statement: Executable, **values: Any) -> Sequence[Any]:
        assert isinstance(statement, Select)
        assert not values
        self.questions.append(statement)
        return []

    async def row(self, statement: Executable, **values: Any) -> Any:
        await self.rows(statement, **values)


async def test_a_person_finds_their_tables_and_no_other() -> None:
    house = House()
    await house.open()
    tables = [VirtualTable("fiim-2025", 10, seed, house, seed) for seed in (1, 2)]
    for table in tables:
        await table.begin()
    games, person = house.host.games, tables[0].first_person
    assert [live.id for live in await games.tables_of(person)] == [tables[0].game_id]
    assert await games.tables_of(person + 500) == []
    await house.host.seats.reseat(tables[0].game_id, 1, 0, "Робот", "", lambda _: [])
    live = tables[0].live
    assert live is not None
    left = next(one for one in range(person, person + 10) if one not in live.lobby.seating)
    assert await games.tables_of(left) == []
    await house.close()


async def test_judges_find_the_game_after_its_end_and_players_do_not() -> None:
    house = House()
    await house.open()
    table = VirtualTable("fiim-2025", 10, 1, house)
    await table.begin()
    host, now = house.host, house.clock.now()
    done = await host.lobbies.change_lobby(
        table.game_id, lambda lobby: judges_chair.take_chair(lobby, 77, "Судья", now), ""
    )
    assert isinstance(done, Lobby)
    assert [live.id for live in await host.games.judged_by(77)] == [table.game_id]
    assert await host.games.judged_by(table.first_person) == []
    await house.play([table])
    assert [live.lobby.phase for live in await host.games.judged_by(77)] == [Phase.OVER]
    assert {row.user_id for row in house.store.now(select(places))} == {77}
    await house.close()


async def test_the_question_looks_at_no_table_of_others() -> None:
    """The time of a tap must not depend on how many others play."""
    house, asked = House(), Asked()
    await GameRepository(asked).live_of(5)
    await GameRepository(asked).live_or_over_of(5, 0)
    questions = [str(each.compile(compile_kwargs={"literal_binds": True})) for each in asked.questions]
    assert len(questions) == 2
    plan = [row.detail for each in questions for row in house.store.now(text(f"EXPLAIN QUERY PLAN {each}"))]
    assert plan
    assert not [step for step in plan if "SCAN" in step], plan


async def test_places_that_an_older_release_did_not_store_are_found_at_the_start() -> None:
    house = House()
    await house.open()
    table = VirtualTable("fiim-2025", 10, 1, house)
    await table.begin()
    await house.store.commit(UnitOfWork().drop_places(game=table.game_id))
    assert await house.host.games.tables_of(table.first_person) == []
    await house.restart()
    assert [live.id for live in await house.host.games.tables_of(table.first_person)] == [table.game_id]
    await house.close()
