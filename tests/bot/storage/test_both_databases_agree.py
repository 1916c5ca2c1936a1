"""The same writes, together or one after another, give the same tables on both databases."""

import asyncio
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete

from bot.storage import Conflict, Database, UnitOfWork
from bot.storage.open_database import open_database
from bot.storage.schema import metadata
from bot.storage.statements import changes
from tests.kits.postgres import Postgres
from tests.kits.storage_kit import Tables, contents

Part = tuple[str, dict[str, Any]]

CHATS = st.sampled_from([-3, -2, -1, 1, 2**52])
SMALL = st.integers(1, 3)
REVISIONS = st.integers(0, 1)
GAMES = st.sampled_from(["g", "h"])
PHASES = st.sampled_from(["", "open", "playing"])
TEXTS = st.sampled_from(["", "a", "A", "«ё» 🎭", '{"a":[1]}'])


TRIED: set[str] = set()


def change(name: str, /, **values: st.SearchStrategy[Any]) -> st.SearchStrategy[Part]:
    TRIED.add(name)
    return st.fixed_dictionaries(values).map(lambda drawn: (name, drawn))


PARTS = st.one_of(
    change("put_game", id=GAMES, chat_id=CHATS, thread_id=SMALL, phase=PHASES, lobby=TEXTS, changed_ms=SMALL),
    change("guard_game", game=GAMES, known=REVISIONS),
    change("touch_games"),
    change("move_games", old=CHATS, new=CHATS),
    change("add_place", user_id=SMALL, game_id=GAMES),
    change("drop_places", game=GAMES),
    change("drop_game", game=GAMES),
    change("forget_author", game=GAMES, author_was=SMALL),
    change("drop_events_of", game=GAMES),
    change("drop_slots_of_game", chat=CHATS, prefix=st.sampled_from(["a", "A", "A_", "%"])),
    change("drop_rows_of_game", game=GAMES),
    change("move_mutes", old=CHATS, new=CHATS),
    change("add_receipt", key=st.sampled_from("abcdef"), at_ms=SMALL),
    change("drop_old_receipts", before=SMALL),
    change("put_failed_update", update_id=SMALL, kind=TEXTS, chat_id=CHATS, tries=SMALL, why=TEXTS,
           aside=st.booleans(), at_ms=SMALL),
    change("drop_failed_update", update=SMALL),
    change("drop_old_failed_updates", before=SMALL),
    change("drop_failed_updates_of", chat=CHATS),
    change("add_event", game_id=GAMES, version=st.integers(1, 9), payload=TEXTS, at_ms=SMALL, author=CHATS,
           receipt=TEXTS),
    change("credit_clocks", lost=SMALL, now=SMALL),
    change("put_clock", game_id=GAMES, step=SMALL, left_ms=SMALL, runs_since=st.none() | SMALL, under_ms=SMALL,
           waits=st.booleans()),
    change("drop_clock", game=GAMES),
    change("put_slot", chat_id=CHATS, slot=TEXTS, message_id=SMALL, page=TEXTS, args=TEXTS),
    change("drop_slot", chat=CHATS, name=TEXTS),
    change("drop_slots_of", chat=CHATS),
    change("add_row", id=SMALL, chat_id=CHATS, thread_id=SMALL, game_id=GAMES, step=SMALL, rank=SMALL, kind=TEXTS,
           slot=TEXTS, page=TEXTS, args=TEXTS, due_ms=SMALL),
    change("note_tries", row=SMALL, so_often=SMALL),
    change("drop_row", row=SMALL),
    change("drop_rows_of", chat=CHATS),
    change("move_rows", old=CHATS, new=CHATS),
    change("guard_group", chat=CHATS, known=REVISIONS),
    change("add_group", chat_id=CHATS, data=TEXTS),
    change("put_group", chat_id=CHATS, data=TEXTS),
    change("guard_person", user=CHATS, known=REVISIONS),
    change("add_person", user_id=CHATS, data=TEXTS),
    change("put_person", user_id=CHATS, data=TEXTS),
    change("drop_person", user=CHATS),
    change("put_mute", chat_id=CHATS, user_id=SMALL, game_id=GAMES, until_ms=SMALL, former=TEXTS),
    change("drop_mute", chat=CHATS, user=SMALL),
    change("put_result", game_id=GAMES, chat_id=CHATS, ruleset=TEXTS, ended_ms=SMALL, changed_ms=SMALL,
           data=TEXTS),
    change("drop_result", game=GAMES),
    change("move_results", old=CHATS, new=CHATS),
    change("put_result_seat", game_id=GAMES, seat=SMALL, user_id=CHATS),
    change("drop_result_seats", game=GAMES),
    change("drop_result_seats_of", user=CHATS),
    change("guard_tournament", tournament=GAMES, known=REVISIONS),
    change("put_tournament", id=GAMES, chat_id=CHATS, data=TEXTS, changed_ms=SMALL),
    change("put_entry", game_id=GAMES, tournament_id=GAMES, data=TEXTS),
    change("drop_entry", game=GAMES),
    change("guard_plan", plan=GAMES, known=REVISIONS),
    change("put_plan", id=GAMES, chat_id=CHATS, phase=st.sampled_from(["open", "over"]), data=TEXTS,
           changed_ms=SMALL),
    change("drop_old_plans", before=SMALL),
    change("put_note", key=TEXTS, value=TEXTS),
    change("drop_note", name=TEXTS),
)  # fmt: skip
SERIES = st.lists(st.lists(PARTS, min_size=1, max_size=4), min_size=1, max_size=12)


def works(series: list[list[Part]]) -> list[UnitOfWork]:
    made = []
    for parts in series:
        work = UnitOfWork()
        for name, values in parts:
            work.parts.append((name, values))
        made.append(work)
    return made


async def empty(store: Database) -> None:
    async with store.engine.begin() as connection:
        for table in metadata.sorted_tables:
            await connection.execute(delete(table))


async def one_by_one(store: Database, series: list[list[Part]]) -> tuple[list[bool], Tables]:
    await empty(store)
    stored = []
    for work in works(series):
        try:
            await store.commit(work)
        except Conflict:
            stored.append(False)
        else:
            stored.append(True)
    return stored, await contents(store)


async def all_at_once(store: Database, series: list[list[Part]]) -> tuple[list[bool], Tables]:
    await empty(store)
    outcomes = await asyncio.gather(*(store.commit(work) for work in works(series)), return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} <= {type(None), Conflict}
    return [outcome is None for outcome in outcomes], await contents(store)


def test_every_change_is_tried_out() -> None:
    """A new change that is missing above would not be tested."""
    assert TRIED == changes("sqlite").keys() == changes("postgresql").keys()


MUTE = {"chat_id": -1, "user_id": 1, "game_id": "g", "until_ms": 1, "former": ""}


def test_a_random_series_gives_the_same_tables_on_both_databases(postgres: Postgres, tmp_path: Path) -> None:
    with asyncio.Runner() as runner:
        sqlite, release = runner.run(open_database(f"sqlite:///{tmp_path}/omerta.db"))
        other, _ = runner.run(open_database(postgres.new_database()))

        @given(SERIES)
        @example([[("put_mute", MUTE)], [("drop_mute", {"chat": -1, "user": 1})], [("put_mute", MUTE)]])
        @settings(max_examples=settings().max_examples // 4, suppress_health_check=[HealthCheck.too_slow])
        def same(series: list[list[Part]]) -> None:
            expected = runner.run(one_by_one(sqlite, series))
            assert runner.run(all_at_once(sqlite, series)) == expected
            assert runner.run(one_by_one(other, series)) == expected
            assert runner.run(all_at_once(other, series)) == expected

        same()
        runner.run(sqlite.close())
        runner.run(other.close())
        release()
