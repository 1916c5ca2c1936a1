"""The workbook of a stage counts for itself: somebody else's evaluator gives the totals of the engine."""

import json
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from openpyxl import load_workbook

from bot.tournaments.office import Standings
from bot.tournaments.tournament import Entrant, Phase, Tournament
from bot.tournaments.workbook import TABLE_COLUMNS, workbook_of
from bot.words import Words
from engine import Winner
from engine.awards import awards
from engine.distance import Kept, count
from engine.points import SeatPoints
from engine.ranking import rank
from engine.results import GameResult
from engine.rulesets import RULESETS
from engine.seating import Plan, seat_at_random
from tests.results_kit import played

WORDS = Words()


def say(key: str) -> str:
    return WORDS.plain("ru", key)


def games_of(ruleset: str, players: int, rounds: int, dice: Random) -> list[GameResult]:
    """A whole stage with every kind of points."""
    scoring = RULESETS[ruleset].scoring
    plan = Plan(tuple(f"u{number}" for number in range(1, players + 1)), players // 10, rounds)
    games: list[GameResult] = []
    for tables in seat_at_random(plan, dice).rounds:
        for table in tables:
            victim = dice.randint(0, 10)
            extra = {
                seat: SeatPoints(
                    best_move=dice.choice((0, *scoring.best_move)) if seat == victim > 3 else 0,
                    bonus=dice.choice((0, 0, 0, 5, 10, 30, 50)),
                    penalty=dice.choice((0, 0, 0, -20, -60)) if scoring.penalties else 0,
                    discipline=dice.choice((0,) * 9 + (scoring.disqualified, scoring.team_loss)),
                    correction=dice.choice((0,) * 9 + (-15, 10)),
                )
                for seat in range(1, 11)
            }
            winner = dice.choice((Winner.RED, Winner.BLACK, Winner.BLACK, Winner.DRAW))
            games.append(played(len(games), winner, table, ruleset=ruleset, victim=victim, points=extra))
    return games


def stage(ruleset: str, players: int, rounds: int) -> tuple[Tournament, Standings, dict[str, list[Kept]], bytes]:
    dice = Random(f"{ruleset} {players} {rounds}")
    games = games_of(ruleset, players, rounds, dice)
    kept = {"replayed": [Kept("u1", -50), Kept("u2", -75)]}
    distance = count(ruleset, games, kept["replayed"])
    names = ["=1+1", "+7", "@SUM(1)", "http://example.org", "אבג", "Ж" * 32]
    cup = Tournament("cup", -1, 0, 1, "=1+1", "seed", 0, ruleset=ruleset, phase=Phase.SEATED)
    entrants = tuple(Entrant(f"u{number}", number, names[number % len(names)]) for number in range(1, players + 1))
    cup = replace(cup, entrants=entrants)
    places = rank(ruleset, [one.word for one in cup.entrants], distance.tallies, "lot")
    standings = Standings(tuple(games), distance, places, awards(games, distance, places))
    return cup, standings, kept, workbook_of(cup, standings, kept, say)


def evaluated(book: bytes, folder: Path) -> dict[str, Any]:
    """Every cell of the table after somebody else has worked the formulas out."""
    file = folder / "cup.xlsx"
    file.write_bytes(book)
    program = [sys.executable, "-W", "ignore", "-m", "tests.spreadsheet_program"]
    run = subprocess.run(
        [*program, str(file), say("cup-sheet-table")], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr[-500:]
    cells: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return cells


@pytest.mark.parametrize(("ruleset", "players", "rounds"), [("fiim-2025", 40, 14), ("fiim", 10, 4)])
def test_a_spreadsheet_program_finds_the_totals_of_the_engine(
    ruleset: str, players: int, rounds: int, tmp_path: Path
) -> None:
    _, standings, _, book = stage(ruleset, players, rounds)
    cells = evaluated(book, tmp_path)
    columns = {name: "ABCDEFGHIJ"[number] for number, name in enumerate(TABLE_COLUMNS)}
    assert len(standings.places) == players
    for line, place in enumerate(standings.places, start=2):
        tally = place.tally
        found = {name: cells[f"{column}{line}"] for name, column in columns.items()}
        assert found["player"] == tally.player
        thousandths = {name: round(float(found[name]) * 1000) for name in TABLE_COLUMNS[3:7]}
        assert thousandths == {
            "total": tally.points,
            "main": tally.main,
            "additional": tally.additional,
            "penalties": tally.penalties,
        }, tally.player
        assert (found["games"], found["wins"], found["first"]) == (tally.games, tally.wins, tally.first_deaths)


def test_what_people_typed_stays_text() -> None:
    cup, _, _, book = stage("fiim-2025", 10, 2)
    sheet = load_workbook(BytesIO(book))[say("cup-sheet-table")]
    names = {sheet.cell(row, 3).value: sheet.cell(row, 3) for row in range(2, 12)}
    assert set(names) == {one.name for one in cup.entrants}
    assert {cell.data_type for cell in names.values()} == {"s"}
    assert not any(cell.hyperlink for cell in names.values())
