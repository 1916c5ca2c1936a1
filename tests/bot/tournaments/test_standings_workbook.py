"""The workbook of a stage computes by formulas: a spreadsheet program gets the same totals as the engine."""

from dataclasses import replace
from io import BytesIO
from random import Random

import pytest
from openpyxl import load_workbook
from xlsxwriter import Workbook

from bot.language.translator import Translator
from bot.tournaments.standings import Standings
from bot.tournaments.standings_workbook import TABLE_COLUMNS, workbook_of
from bot.tournaments.tournament import Entrant, Tournament, TournamentPhase
from engine import Winner
from engine.points import SeatPoints
from engine.results import GameResult
from engine.rulesets import RULESETS
from engine.tournament.awards import awards
from engine.tournament.ranking import rank
from engine.tournament.seating import Plan, seat_at_random
from engine.tournament.standings import KeptPenalty, count
from tests.kits.results_kit import played
from tests.kits.spreadsheet_program import Program

WORDS = Translator()


def say(key: str) -> str:
    return WORDS.plain("ru", key)


def games_of(ruleset: str, players: int, rounds: int, dice: Random) -> list[GameResult]:
    """Returns the games of a whole stage with every kind of points."""
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


def stage(
    ruleset: str, players: int, rounds: int
) -> tuple[Tournament, Standings, dict[str, list[KeptPenalty]], bytes]:
    dice = Random(f"{ruleset} {players} {rounds}")
    games = games_of(ruleset, players, rounds, dice)
    kept = {"replayed": [KeptPenalty("u1", -50), KeptPenalty("u2", -75)]}
    distance = count(ruleset, games, kept["replayed"])
    names = ["=1+1", "+7", "@SUM(1)", "http://example.org", "אבג", "Ж" * 32]
    tournament = Tournament("cup", -1, 0, 1, "=1+1", "seed", 0, ruleset=ruleset, phase=TournamentPhase.SEATED)
    entrants = tuple(Entrant(f"u{number}", number, names[number % len(names)]) for number in range(1, players + 1))
    tournament = replace(tournament, entrants=entrants)
    places = rank(ruleset, [one.word for one in tournament.entrants], distance.tallies, "lot")
    standings = Standings(tuple(games), distance, places, awards(games, distance, places))
    return tournament, standings, kept, workbook_of(tournament, standings, kept, say)


@pytest.mark.parametrize(("ruleset", "players", "rounds"), [("fiim-2025", 40, 14), ("fiim", 10, 4)])
def test_a_spreadsheet_program_finds_the_totals_of_the_engine(ruleset: str, players: int, rounds: int) -> None:
    _, standings, _, book = stage(ruleset, players, rounds)
    program, sheet = Program(book), say("cup-sheet-table")
    assert len(standings.places) == players
    for line, place in enumerate(standings.places, start=2):
        tally = place.tally
        found = {name: program.value(sheet, line, column) for column, name in enumerate(TABLE_COLUMNS, start=1)}
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
    tournament, _, _, book = stage("fiim-2025", 10, 2)
    sheet = load_workbook(BytesIO(book))[say("cup-sheet-table")]
    names = {sheet.cell(row, 3).value: sheet.cell(row, 3) for row in range(2, 12)}
    assert set(names) == {one.name for one in tournament.entrants}
    assert {cell.data_type for cell in names.values()} == {"s"}
    assert not any(cell.hyperlink for cell in names.values())


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("=1+2*3-4/2", 5),
        ("=-(2-5)*2", 6),
        ("=ROUND(2.5,0)+ROUND(-2.5,0)", 0),
        ("=ROUND(0.4*1/3,3)", 0.133),
        ("=ROUND(1.0005,3)", 1.001),
        ('=IF(1=2,1/0,"a ""b""")', 'a "b"'),
        ("=IF(1<2,3,4)+IF(2<1,3,4)", 7),
        ('=COUNTIFS($A$1:$A$4,"X",$B$1:$B$4,1)', 2),
        ("=SUMIFS($B$1:$B$4,$A$1:$A$4,A4)+SUM(B1:B2)", 9),
        ("=MAX(B1,B4)-MIN(B1,B4)", 6),
    ],
)
def test_the_program_calculates_like_a_spreadsheet(formula: str, value: float | str) -> None:
    made = BytesIO()
    book = Workbook(made, {"in_memory": True})
    sheet = book.add_worksheet("one")
    for row, (word, number) in enumerate((("x", 1), ("X", 1), ("x", 2), ("y", 7))):
        sheet.write_row(row, 0, (word, number))
    sheet.write_formula(5, 0, formula)
    book.close()
    found = Program(made.getvalue()).value("one", 6, 1)
    assert found == (pytest.approx(value) if isinstance(value, float | int) else value)
