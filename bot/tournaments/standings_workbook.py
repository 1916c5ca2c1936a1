"""A stage as a workbook: the games as plain values, the points as formulas over them.

Changing a figure of a game changes the points. Names are never read as formulas or links.
"""

from collections.abc import Callable, Mapping
from io import BytesIO

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from bot.tournaments.standings import Standings
from bot.tournaments.tournament import Tournament
from engine.results import GameResult, SeatResult
from engine.rulesets import RULESETS
from engine.tournament.standings import KeptPenalty

Say = Callable[[str], str]

COLUMNS = (
    *("game", "player", "seat", "role", "side", "winner", "counts", "first"),
    *("best_move", "bonus", "penalty", "discipline", "correction"),
    *("won", "victim", "win", "compensation", "main", "additional", "penalties", "total"),
)
"""Columns of the sheet of games; from `won` on they are formulas."""
AT = {name: xl_col_to_name(number) for number, name in enumerate(COLUMNS)}
GAMES, TABLE, FACTS = "games", "table", "facts"


def workbook_of(
    tournament: Tournament, standings: Standings, kept: Mapping[str, list[KeptPenalty]], say: Say
) -> bytes:
    """Returns the workbook; `kept` are the penalties that remain from replayed games, by game."""
    made = BytesIO()
    book = Workbook(made, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    head = book.add_format({"bold": True, "bg_color": "#EEF0F3", "border": 1, "text_wrap": True})
    plain = book.add_format({"border": 1})
    table, games, facts = (book.add_worksheet(say(f"cup-sheet-{name}")[:31]) for name in (TABLE, GAMES, FACTS))
    rows = _games(games, standings, kept, say, head, plain, f"'{facts.get_name()}'!")
    _facts(facts, tournament, standings, say, plain, games.get_name(), rows)
    _table(table, tournament, standings, say, head, plain, games.get_name(), rows)
    book.close()
    return made.getvalue()


def _games(
    sheet: Worksheet,
    standings: Standings,
    kept: Mapping[str, list[KeptPenalty]],
    say: Say,
    head: Format,
    plain: Format,
    facts: str,
) -> int:
    """Writes one line for each player of each game; returns the number of the last row."""
    for column, name in enumerate(COLUMNS):
        sheet.write_string(0, column, say("cup-column-" + name.replace("_", "-")), head)
    sheet.set_column(1, 1, 28)
    sheet.freeze_panes(1, 2)
    line = 0
    for game in standings.games:
        for seat in game.seats:
            line += 1
            _seat(sheet, line, game, seat, plain)
    for game_id, penalties in sorted(kept.items()):
        for player, points in penalties:
            line += 1
            for column, text in ((0, game_id), (1, player), (3, ""), (4, ""), (5, "")):
                sheet.write_string(line, column, text, plain)
            for column, number in ((2, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, points / 100), (12, 0)):
                sheet.write_number(line, column, number, plain)
    for number in range(1, line + 1):
        _formulas(sheet, number, line, plain, facts)
    return line + 1


def _seat(sheet: Worksheet, line: int, game: GameResult, seat: SeatResult, plain: Format) -> None:
    texts = {"game": game.id, "player": seat.player, "role": seat.role, "side": seat.side, "winner": game.winner}
    points = seat.points
    numbers = {
        "seat": seat.seat,
        "counts": 1,
        "first": int(seat.first_victim),
        "best_move": points.best_move / 100,
        "bonus": points.bonus / 100,
        "penalty": points.penalty / 100,
        "discipline": points.discipline / 100,
        "correction": points.correction / 100,
    }
    for name, text in texts.items():
        sheet.write_string(line, COLUMNS.index(name), str(text), plain)
    for name, number in numbers.items():
        sheet.write_number(line, COLUMNS.index(name), number, plain)


def _formulas(sheet: Worksheet, line: int, last: int, plain: Format, facts: str) -> None:
    row = line + 1

    def cell(name: str) -> str:
        return f"{AT[name]}{row}"

    def all_of(name: str) -> str:
        return f"${AT[name]}$2:${AT[name]}${last + 1}"

    games = f"COUNTIFS({all_of('player')},{cell('player')},{all_of('counts')},1)"
    deaths = f"COUNTIFS({all_of('player')},{cell('player')},{all_of('victim')},1)"
    share = f"ROUND({games}*2/5,0)"
    most, win, heavy, k, joined = (f"{facts}$B${number}" for number in (1, 2, 3, 4, 5))
    formulas = {
        "won": f"=IF({cell('counts')}*({cell('side')}={cell('winner')}),1,0)",
        "victim": f'=IF({cell("counts")}*{cell("first")}*({cell("side")}="red"),1,0)',
        "win": f"=ROUND({cell('won')}*{win}*IF({cell('side')}={heavy},{k},1),3)",
        "compensation": (
            f'=IF({cell("victim")}*({cell("winner")}="black"),'
            f"IF({deaths}>{share},{most},ROUND({most}*{deaths}/MAX({share},1),3)),0)"
        ),
        "main": f"={cell('win')}+{cell('compensation')}",
        "additional": (f"={cell('best_move')}+{cell('bonus')}+{cell('correction')}+{joined}*{cell('discipline')}"),
        "penalties": f"={cell('penalty')}+(1-{joined})*{cell('discipline')}",
        "total": f"=ROUND({cell('main')}+{cell('additional')}+{cell('penalties')},3)",
    }
    for name, formula in formulas.items():
        sheet.write_formula(line, COLUMNS.index(name), formula, plain)


def _facts(
    sheet: Worksheet,
    tournament: Tournament,
    standings: Standings,
    say: Say,
    plain: Format,
    games: str,
    rows: int,
) -> None:
    """Writes the rules' figures that the formulas use, and the coefficient (S0 8.5). A game has ten lines."""
    scoring = RULESETS[tournament.ruleset].scoring
    most = max((game.compensation_max for game in standings.games), default=0)

    def won_by(side: str) -> str:
        span = f"'{games}'!${AT['winner']}$2:${AT['winner']}${max(rows, 2)}"
        counts = f"'{games}'!${AT['counts']}$2:${AT['counts']}${max(rows, 2)}"
        return f'COUNTIFS({span},"{side}",{counts},1)/10'

    every = f"SUM('{games}'!${AT['counts']}$2:${AT['counts']}${max(rows, 2)})/10"
    sheet.set_column(0, 0, 34)
    lines: tuple[tuple[str, float | str], ...] = (
        ("most", most / 100),
        ("win", scoring.win / 100),
        ("heavy", '=IF($B$6=0,"",IF($B$8=$B$9,"",IF($B$8<$B$9,"red","black")))'),
        ("k", '=IF($B$3="",1,2*($B$7-MIN($B$8,$B$9))/$B$7)'),
        ("joined", int(scoring.discipline_is_additional)),
        ("coefficient", int(scoring.coefficient)),
        ("played", f"={every}"),
        ("red", f"={won_by('red')}"),
        ("black", f"={won_by('black')}"),
    )
    for line, (name, value) in enumerate(lines):
        sheet.write_string(line, 0, say(f"cup-fact-{name}"), plain)
        if isinstance(value, str):
            sheet.write_formula(line, 1, value, plain)
        else:
            sheet.write_number(line, 1, value, plain)


TABLE_COLUMNS = ("place", "player", "name", "total", "main", "additional", "penalties", "games", "wins", "first")


def _table(
    sheet: Worksheet,
    tournament: Tournament,
    standings: Standings,
    say: Say,
    head: Format,
    plain: Format,
    games: str,
    rows: int,
) -> None:
    """Writes the standings: the places are fixed values, the other figures are formulas."""
    for column, name in enumerate(TABLE_COLUMNS):
        sheet.write_string(0, column, say(f"cup-column-{name}"), head)
    sheet.set_column(2, 2, 32)
    sheet.freeze_panes(1, 3)

    def span(name: str) -> str:
        return f"'{games}'!${AT[name]}$2:${AT[name]}${max(rows, 2)}"

    for line, place in enumerate(standings.places, start=1):
        sheet.write_number(line, 0, place.place, plain)
        sheet.write_string(line, 1, place.tally.player, plain)
        sheet.write_string(line, 2, tournament.named(place.tally.player), plain)
        own = f"{span('player')},$B{line + 1}"
        for column, name in enumerate(TABLE_COLUMNS[3:7], start=3):
            sheet.write_formula(line, column, f"=ROUND(SUMIFS({span(name)},{own}),3)", plain)
        for column, (name, one) in enumerate((("counts", 1), ("won", 1), ("first", 1)), start=7):
            sheet.write_formula(line, column, f"=COUNTIFS({own},{span(name)},{one})", plain)
