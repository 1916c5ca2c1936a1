"""Writes files of this release for tests of later releases: `python -m tests.faults.old_releases`, before an event
or a table changes. Journals of whole games with their results, and a database with unfinished games."""

import asyncio
import json
import random
import sqlite3
import tempfile
import tomllib
from pathlib import Path

from sqlalchemy import insert, select

from bot.games.lobby import Lobby
from bot.judge import judges_chair
from bot.storage.open_database import open_database
from bot.storage.schema import metadata
from engine.api import open_game, perform
from engine.codec import encode
from engine.commands import CLOCK, JUDGE, Command, Verb
from engine.events import StepName
from engine.game import Game
from engine.players import RandomPlayer
from engine.players.game_loop import play_to_the_end
from engine.players.random_player import WildPlayer
from engine.results import game_result, write_result
from engine.rules import cards_for, rules_for
from engine.rulesets import RULESETS
from tests.kits.virtual_clock.table import House, VirtualTable

ROOT = Path(__file__).parent.parent.parent
VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
FOLDER = ROOT / "tests" / "journals"
SIZES = {"box": 16, "city": 12}
SECRET = f"{1:032x}:{2:032x}"
JUDGED = (Verb.FOUL, Verb.FOUL, Verb.FOUL, Verb.PARDON, Verb.OFFENCE, Verb.DISQUALIFY, Verb.CLAIM)
LED = (Verb.PAUSE, Verb.RESUME, Verb.HOLD, Verb.NEXT, Verb.REPEAT, Verb.UNDO)
AFTERWARDS = ((Verb.BONUS, 10), (Verb.BONUS, 20), (Verb.PENALTY, 50), (Verb.CORRECT, -10))
MINUTES = {"fiim": 14, "fiim-2025": 5, "phystech": 21, "city": 9, "box": 12}
"""How far each game of the database has come: somewhere between the first day and the second night."""
CHAIR, CHIEF = 9_001, 9_002


def write() -> None:
    folder = FOLDER / VERSION
    folder.mkdir(parents=True, exist_ok=True)
    for ruleset in RULESETS.values():
        _keep(folder / f"{ruleset.id}.json", _played(ruleset.id, 10))
        _keep(folder / f"{ruleset.id}-judged.json", _judged(ruleset.id, SIZES.get(ruleset.id, 10)))
    (folder / "store.sql").write_text(asyncio.run(_database()), "utf-8")


def _keep(path: Path, game: Game) -> None:
    result = write_result(game_result("game", game.state, game.table.guests, 0))
    lines = ",\n".join(json.dumps(encode(event), ensure_ascii=False) for event in game.journal)
    path.write_text(f'{{"result": {json.dumps(result, ensure_ascii=False)},\n"events": [\n{lines}\n]}}\n', "utf-8")


def _open(ruleset: str, size: int) -> Game:
    words = tuple(f"u{seat}" for seat in range(1, size + 1))
    return open_game(rules_for(RULESETS[ruleset], {}), cards_for(RULESETS[ruleset], size), words, SECRET)


def _played(ruleset: str, size: int) -> Game:
    game = _open(ruleset, size)
    play_to_the_end(game, [RandomPlayer() for _ in range(size)], random.Random(f"journal:{ruleset}"))
    return game


def _judged(ruleset: str, size: int) -> Game:
    """Plays a game of random legal moves in which a judge intervenes at random."""
    dice, game, player = random.Random(f"judged:{ruleset}"), _open(ruleset, size), WildPlayer()
    table = game.table
    while table.step is not StepName.OVER:
        if dice.random() < 0.05:
            perform(game, Command(JUDGE, dice.choice(JUDGED), (dice.choice(table.alive),)))
        if dice.random() < 0.05:
            perform(game, Command(JUDGE, dice.choice(LED)))
        for stopped in (Verb.RESUME, Verb.NEXT) if table.stopped else ():
            perform(game, Command(JUDGE, stopped))
        table = game.table
        if table.step is StepName.OVER:
            break
        awaits = table.rules.steps[table.step].awaits
        asked = [s for s in ((table.speaker,) if table.speaker else table.alive) if awaits(game.state.views[s])]
        choice = player.choose(game.state.views[asked[0]], dice) if asked else None
        if choice is None or perform(game, choice) is not None:
            perform(game, Command(CLOCK, Verb.EXPIRE))
        table = game.table
    for seat, (verb, value) in enumerate(AFTERWARDS, start=1):
        perform(game, Command(JUDGE, verb, (seat,), value, note="?"))
    perform(game, Command(JUDGE, Verb.CLOSE))
    perform(game, Command(JUDGE, Verb.CORRECT, (2,), 20))
    return game


async def _database() -> str:
    """Returns a database with five running games, one of them judged, a finished one, a lobby, a seat taken over,
    a tournament."""
    house = House()
    await house.open()
    tables = [
        VirtualTable(ruleset, SIZES.get(ruleset, 10), seed, house, seed)
        for seed, ruleset in enumerate(RULESETS, start=1)
    ]
    done = VirtualTable("fiim", 8, 50, house, 50)
    for table in (*tables, done):
        await table.begin()
    lobbies, submissions, now = house.host.lobbies, house.host.submissions, house.clock.now()
    city = next(table for table in tables if table.ruleset == "city")
    taken = await lobbies.change_lobby(
        city.game_id, lambda lobby: judges_chair.take_chair(lobby, CHAIR, "Судья", now), ""
    )
    assert isinstance(taken, Lobby)
    await house.host.tournaments.store.create(tables[0].group, 0, CHIEF, "Кубок", "fiim-2025", "")
    until = max(MINUTES.values()) * 60_000
    while house.clock.now() < now + until or not done.over:
        for table in (*tables, done):
            if table is done or house.clock.now() < now + MINUTES[table.ruleset] * 60_000:
                table.ask()
            elif table.live is not None and not table.live.table.paused:
                await submissions.submit(table.game_id, Command(JUDGE, Verb.PAUSE), f"pause:{table.ruleset}")
        await house.clock.step(house.clock.now() + 60_000)
    for table in tables:
        await submissions.submit(table.game_id, Command(JUDGE, Verb.FOUL, (1,)), f"foul:{table.ruleset}")
        await submissions.submit(table.game_id, Command(JUDGE, Verb.RESUME), f"resume:{table.ruleset}")
        assert not table.over
    return await _dump(house)


async def _dump(house: House) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "o.db"
        database, release = await open_database(f"sqlite+aiosqlite:///{path}")
        async with database.engine.begin() as connection:
            for table in metadata.sorted_tables:
                rows = [dict(row._mapping) for row in house.store.now(select(table))]
                if rows:
                    await connection.execute(insert(table), rows)
        await database.close()
        release()
        with sqlite3.connect(path) as file:
            return "\n".join(file.iterdump()) + "\n"


if __name__ == "__main__":
    write()
