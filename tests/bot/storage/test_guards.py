"""A guard lets a change through only if its row is as it was read; a decision on an old view is made again."""

import asyncio

import pytest
from sqlalchemy import select

from bot.storage import Conflict, Database, UnitOfWork
from bot.storage.schema import games
from tests.kits.postgres import Postgres
from tests.kits.storage_kit import contents, note, opened


def game(name: str, work: UnitOfWork | None = None) -> UnitOfWork:
    return (work or UnitOfWork()).put_game(
        game_id=name, chat_id=-1, thread_id=0, phase="playing", lobby="{}", changed_ms=1
    )


def guarded(name: str, known: int, key: str) -> UnitOfWork:
    return note(key, "1", UnitOfWork().guard_game(game=name, known=known))


async def revisions(store: Database) -> dict[str, int]:
    return {row.id: row.revision for row in await store.rows(select(games.c.id, games.c.revision))}


async def test_who_has_read_an_old_view_changes_nothing(url: str) -> None:
    async with opened(url) as store:
        await store.commit(game("g"))
        await store.commit(guarded("g", 0, "first"))
        with pytest.raises(Conflict):
            await store.commit(guarded("g", 0, "second"))
        await store.commit(guarded("g", 1, "third"))
        assert [row[0] for row in (await contents(store))["notes"]] == ["first", "third"]
        assert await revisions(store) == {"g": 2}


async def test_of_two_who_read_the_same_one_is_told_though_they_commit_together(url: str) -> None:
    async with opened(url) as store:
        await store.commit(game("h", game("g")))
        outcomes = await asyncio.gather(
            *(store.commit(guarded(name, 0, f"{name}{number}")) for number in range(3) for name in "gh"),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None)] * 2 + [Conflict] * 4
        assert await revisions(store) == {"g": 1, "h": 1}


async def test_storing_a_row_again_does_not_turn_its_revision_back(url: str) -> None:
    async with opened(url) as store:
        await store.commit(game("g"))
        await store.commit(guarded("g", 0, "n"))
        await store.commit(game("g"))
        assert await revisions(store) == {"g": 1}


async def test_two_processes_that_want_the_same_rows_do_not_wait_for_each_other_for_ever(
    postgres: Postgres,
) -> None:
    """Each batch locks all ten games: in different orders they would block each other."""
    url = postgres.new_database()
    names = [f"g{number}" for number in range(10)]
    async with opened(url) as one, opened(url) as other:
        away: list[BaseException] = []
        one.went_away.connect(away.append)
        other.went_away.connect(away.append)
        work = UnitOfWork()
        for name in names:
            game(name, work)
        await one.commit(work)

        async def press(store: Database, order: list[str], who: str) -> int:
            done = 0
            for turn in range(20):
                known = await revisions(store)
                outcomes = await asyncio.gather(
                    *(store.commit(guarded(name, known[name], f"{who}{turn}{name}")) for name in order),
                    return_exceptions=True,
                )
                assert {type(outcome) for outcome in outcomes} <= {type(None), Conflict}
                done += outcomes.count(None)
            return done

        async with asyncio.timeout(60):
            both = await asyncio.gather(press(one, names, "a"), press(other, names[::-1], "b"))
        assert not away
        assert sum((await revisions(one)).values()) == sum(both) == len((await contents(one))["notes"])
