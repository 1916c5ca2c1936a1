"""Files of earlier releases: journals lead to the same results as then, databases are migrated to this schema, and
their games go on to their end.

`python -m tests.faults.old_releases` writes the files of this release. `OLD_GAMES=all` plays every game on, and
one from every former schema; otherwise it is one of each release and one from the oldest schema.
"""

import json
import os
import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, select

from bot.games.lobby import Phase, lobby_from_json
from bot.storage import UnitOfWork
from bot.storage.open_database import MIGRATIONS, open_database
from bot.storage.schema import events, games, places, results
from bot.telegram.outbox.rows import Rank
from engine.api import replay
from engine.codec import decode
from engine.results import game_result, write_result
from engine.rulesets import RULESETS
from tests.faults.fault_log import injected
from tests.faults.old_releases import CHAIR, FOLDER, VERSION
from tests.kits.virtual_clock.table import House, VirtualTable

KEPT = sorted(FOLDER.glob("*/*.json"))
STORES = sorted(FOLDER.glob("*/store.sql"))
ALL = os.environ.get("OLD_GAMES") == "all"
REVISIONS = sorted(one.revision for one in ScriptDirectory(str(MIGRATIONS)).walk_revisions())


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_old_journal_leads_to_its_result(path: Path) -> None:
    kept = json.loads(path.read_text("utf-8"))
    state = replay(decode(event) for event in kept["events"])
    injected("old journal")
    assert (
        json.loads(json.dumps(write_result(game_result("game", state, state.table.guests, 0)))) == kept["result"]
    )


def test_every_rule_set_of_this_release_is_among_them_with_and_without_a_judge() -> None:
    kept = {path.stem for path in KEPT if path.parent.name == VERSION}
    assert kept == {*RULESETS, *(f"{ruleset}-judged" for ruleset in RULESETS)}
    assert any(path.parent.name == VERSION for path in STORES)


@pytest.mark.parametrize("path", STORES, ids=lambda path: path.parent.name)
async def test_games_in_mid_play_go_on_in_this_release(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "omerta.db"
    with sqlite3.connect(file) as old:
        old.executescript(path.read_text("utf-8"))
    found = await _go_on(file, set(RULESETS) if ALL else {"fiim-2025"})
    injected("old database")
    assert found == set(RULESETS)


async def test_messages_that_an_older_release_left_open_are_to_be_finished(tmp_path: Path) -> None:
    """The message of the running step stays, those before it are edited once more, cards lose the button of the
    deal."""
    file = tmp_path / "omerta.db"
    with sqlite3.connect(file) as old:
        old.executescript((FOLDER / "0.2.0" / "store.sql").read_text("utf-8"))
        (game, chat), *_ = old.execute("SELECT id, chat_id FROM games WHERE phase = 'playing'")
        shown = {"speech:1:1": "stage", "speech:1:2": "stage", "ballot:1:0": "stage"}
        old.execute("DELETE FROM slots WHERE page IN ('stage', 'prompt')")
        for number, (slot, page) in enumerate(shown.items(), start=500):
            args = json.dumps({"lines": [], "stage": slot})
            old.execute("INSERT INTO slots VALUES (?, ?, ?, ?, ?)", (chat, f"{game}:{slot}", number, page, args))
    database, release = await open_database(f"sqlite+aiosqlite:///{file}")
    await database.close()
    release()
    with sqlite3.connect(file) as migrated:
        asked = "SELECT slot, page, kind, rank, args FROM outbox WHERE game_id = ? AND rank = 4 ORDER BY id"
        rows = migrated.execute(asked, (game,)).fetchall()
    over = ("stage", "edit", int(Rank.SOFT), '{"over": {}}')
    assert [row for row in rows if row[1] == "stage"] == [
        (f"{game}:speech:1:1", *over),
        (f"{game}:speech:1:2", *over),
    ]
    assert len([row for row in rows if row[1] == "card"]) == 10


@pytest.mark.parametrize("revision", REVISIONS[: -1 if ALL else 1])
async def test_every_earlier_schema_is_brought_to_this_one(revision: str, tmp_path: Path) -> None:
    """The same rows as an older release would have stored them: in the tables and columns that there were."""
    file = tmp_path / "omerta.db"
    with sqlite3.connect(":memory:") as newest:
        newest.executescript(STORES[-1].read_text("utf-8"))
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            config = Config()
            config.set_main_option("script_location", str(MIGRATIONS))
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
        engine.dispose()
        with sqlite3.connect(file) as old:
            tables = [name for (name,) in old.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for table in set(tables) - {"alembic_version"}:
                columns = ", ".join(row[1] for row in old.execute(f"PRAGMA table_info({table})"))
                rows = newest.execute(f"SELECT {columns} FROM {table}").fetchall()
                marks = ", ".join("?" * len(columns.split(", ")))
                old.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)
    found = await _go_on(file, {"fiim-2025"})
    injected("old database")
    assert found == set(RULESETS)


async def _go_on(file: Path, played: set[str]) -> set[str]:
    """Opens the database with this release, on the virtual clock, and plays games of these rule sets to their end.
    Returns the rule sets of all games that can be continued."""
    before = {row[0]: row[1] for row in _rows(file, "SELECT game_id, count(*) FROM events GROUP BY game_id")}
    database, release = await open_database(f"sqlite+aiosqlite:///{file}")
    await database.close()
    release()
    house = House()
    with sqlite3.connect(file) as old:
        house.store.become(old)
    started = [lobby_from_json(row.lobby) for row in house.store.now(select(games.c.lobby))]
    lobbies = [lobby for lobby in started if lobby.phase is Phase.PLAYING]
    house.clock.set_to(max(row.at_ms for row in house.store.now(select(events.c.at_ms))) + 60_000)
    for lobby in lobbies:
        if lobby.ruleset not in played:
            await house.store.commit(UnitOfWork().drop_clock(game=lobby.id))
    await house.open()
    tables = []
    for number, lobby in enumerate(lobbies, start=1):
        table = VirtualTable(lobby.ruleset, len(lobby.seating), number, house)
        table.group, table.first_person = lobby.chat_id, min(filter(None, lobby.seating))
        table.live = await house.host.games.find(lobby.id)
        assert table.live is not None
        assert table.live.version >= before[lobby.id]
        tables.append(table)
        assert [live.id for live in await house.host.games.tables_of(table.first_person)] == [lobby.id]
    to_the_end = [table for table in tables if table.ruleset in played]
    await house.go_on(to_the_end)
    for table in to_the_end:
        stored = house.store.now(select(results).where(results.c.game_id == table.game_id))
        assert len(stored) == 1
        assert table.live is not None
        assert table.live.version > before[table.game_id]
    assert CHAIR in {row.user_id for row in house.store.now(select(places))}
    await house.close()
    return {table.ruleset for table in tables}


def _rows(file: Path, question: str) -> list[tuple[str, int]]:
    with sqlite3.connect(file) as old:
        return old.execute(question).fetchall()
