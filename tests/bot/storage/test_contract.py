"""What the host may rely on, whichever database it uses."""

import asyncio

import pytest
from sqlalchemy.exc import DBAPIError, StatementError

from bot.storage import Conflict, StoreClosed, UnitOfWork
from tests.kits.storage_kit import contents, event, note, opened, owed, receipt, slot


async def test_a_unit_of_work_is_stored_whole_or_not_at_all(url: str) -> None:
    async with opened(url) as store:
        await store.commit(receipt("u1"))
        before = await contents(store)
        with pytest.raises(Conflict):
            await store.commit(receipt("u1", owed(7, -1, note("n", "1", event("g", 1)))))
        assert await contents(store) == before


async def test_what_happens_to_one_row_keeps_its_order_within_a_unit(url: str) -> None:
    async with opened(url) as store:
        work = slot(-1, "table", 10)
        work.drop_slot(chat=-1, name="table")
        slot(-1, "table", 11, work)
        await store.commit(work)
        assert [row[2] for row in (await contents(store))["slots"]] == [11]


async def test_what_happens_to_one_row_keeps_its_order_over_units_that_commit_together(url: str) -> None:
    """A mute that is lifted and set again at once must be stored afterwards."""

    def mute(until_ms: int) -> UnitOfWork:
        return UnitOfWork().put_mute(chat_id=-1, user_id=5, game_id="g", until_ms=until_ms, former="")

    async with opened(url) as store:
        commits = store.commits
        await asyncio.gather(
            store.commit(mute(9)),
            store.commit(UnitOfWork().drop_mute(chat=-1, user=5)),
            store.commit(mute(20)),
            store.commit(slot(-1, "table", 1)),
            store.commit(UnitOfWork().drop_slots_of(chat=-1)),
            store.commit(slot(-1, "lobby", 2)),
            store.commit(owed(1, -1)),
            store.commit(UnitOfWork().move_rows(old=-1, new=-2)),
            store.commit(owed(2, -1)),
        )
        assert store.commits - commits == 1
        found = await contents(store)
        assert [row[3] for row in found["mutes"]] == [20]
        assert [row[1] for row in found["slots"]] == ["lobby"]
        assert [row[:2] for row in found["outbox"]] == [(1, -2), (2, -1)]


async def test_many_units_that_come_together_are_one_commit(url: str) -> None:
    async with opened(url) as store:
        commits = store.commits
        await asyncio.gather(*(store.commit(event("g", n, work=receipt(f"u{n}"))) for n in range(1, 201)))
        assert store.commits - commits == 1
        found = await contents(store)
        assert (len(found["events"]), len(found["receipts"])) == (200, 200)


async def test_a_conflict_of_one_unit_does_not_hurt_the_others(url: str) -> None:
    async with opened(url) as store:
        await store.commit(event("g", 3))
        outcomes = await asyncio.gather(
            *(store.commit(event("g", n, work=note(f"n{n}", "1"))) for n in range(1, 6)), return_exceptions=True
        )
        assert [type(outcome).__name__ for outcome in outcomes] == [
            "NoneType", "NoneType", "Conflict", "NoneType", "NoneType",
        ]  # fmt: skip
        found = await contents(store)
        assert [row[1] for row in found["events"]] == [1, 2, 3, 4, 5]
        assert [row[0] for row in found["notes"]] == ["n1", "n2", "n4", "n5"]


async def test_of_two_equal_units_that_come_together_one_is_a_conflict(url: str) -> None:
    async with opened(url) as store:
        outcomes = await asyncio.gather(
            *(store.commit(event("g", 1, work=receipt("u1"))) for _ in range(3)), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, Conflict]


async def test_a_receipt_counts_once(url: str) -> None:
    async with opened(url) as store:
        await store.commit(receipt("u1"))
        with pytest.raises(Conflict):
            await store.commit(receipt("u1"))


async def test_an_event_has_a_number_of_its_own(url: str) -> None:
    async with opened(url) as store:
        await store.commit(event("g", 1))
        with pytest.raises(Conflict):
            await store.commit(event("g", 1))
        await store.commit(event("h", 1))


def unit(change: str, **values: object) -> UnitOfWork:
    """Returns a unit of work with a change that none of its methods would make."""
    work = UnitOfWork()
    work.parts.append((change, values))
    return work


async def test_a_unit_that_cannot_be_stored_fails_alone_and_is_no_conflict(url: str) -> None:
    async with opened(url) as store:
        good, empty, short, better = await asyncio.gather(
            store.commit(note("a", "1")),
            store.commit(unit("put_note", key="b", value=None)),
            store.commit(unit("put_note", key="c")),
            store.commit(note("d", "1")),
            return_exceptions=True,
        )
        assert (good, better) == (None, None)
        assert isinstance(empty, DBAPIError)
        assert isinstance(short, (DBAPIError, StatementError))
        assert [row[0] for row in (await contents(store))["notes"]] == ["a", "d"]
        with pytest.raises(KeyError):
            await store.commit(unit("forget_everything"))


async def test_rows_survive_closing_and_opening(url: str) -> None:
    async with opened(url) as store:
        await store.commit(owed(9, -1, slot(-1, "table", 3, note("n", "«ё»", receipt("u1", event("g", 1))))))
        before = await contents(store)
    async with opened(url) as store:
        assert await contents(store) == before
        assert sum(map(len, before.values())) == 5


async def test_what_a_cancelled_caller_has_handed_in_is_stored(url: str) -> None:
    async with opened(url) as store:
        caller = asyncio.create_task(store.commit(note("n", "1")))
        await asyncio.sleep(0)
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        await store.commit(note("m", "1"))
        assert [row[0] for row in (await contents(store))["notes"]] == ["m", "n"]


async def test_closing_writes_everything_that_was_handed_in(url: str) -> None:
    async with opened(url) as store:
        callers = [asyncio.create_task(store.commit(note(f"n{n:03}", "1"))) for n in range(600)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*callers)
    async with opened(url) as store:
        assert len((await contents(store))["notes"]) == 600


async def test_nothing_is_taken_once_the_store_is_closing(url: str) -> None:
    async with opened(url) as store:
        early = asyncio.create_task(store.commit(note("early", "1")))
        await asyncio.sleep(0)
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0)
        with pytest.raises(StoreClosed):
            await asyncio.wait_for(store.commit(note("late", "1")), 5)
        await asyncio.gather(early, closing)
