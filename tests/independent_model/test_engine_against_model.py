"""The engine against an independent model of the rules: random games, compared step by step."""

import os
import time
from collections.abc import Callable

import pytest

import engine.daybreak_and_nightfall
import engine.fouls
import engine.steps.ballot
import engine.steps.last_word_and_best_move
import engine.steps.night
import engine.steps.speech
from engine import events as ev
from tests.faults.fault_log import injected, saw
from tests.independent_model.running import play, play_on_all_cores
from tests.independent_model.settled import CITY, SETTLED, SPORT
from tests.independent_model.sport import Kind

DUELS = int(os.environ.get("DUELS", "300"))
"""Games of each rule set; `make faults` plays many more."""

REMOVALS = {f"removed: {kind.value}" for kind in Kind if kind not in (Kind.OVER, Kind.BEST_MOVE)}
SPORT_GAMES = REMOVALS | {
    *("foul 1", "foul 2", "foul 3", "foul 4", "silent minutes", "short minutes"),
    *("uncast votes", "tied once", "tied again", "tied again, fewer", "tied at a table of three or four"),
    *("lifted", "not lifted"),
    *("ballot: held", "ballot: cancelled", "ballot: no candidates", "ballot: one candidate on day one"),
    *("misses", "best moves", "three or four at the table"),
    *("end: red, no blacks", "end: black, parity", "end: draw, nobody left for too long"),
    *("end: red, team loss", "end: black, team loss"),
}
REACHED = {
    "fiim": SPORT_GAMES | {"tied again, fewer, at a table of three or four"},
    "fiim-2025": SPORT_GAMES | {"removed: best move", "ballot: automatic"},
    "phystech": SPORT_GAMES | {"removed: best move"},
    "city": {
        *("remark 1", "remark 2", "remark 3", "remark 4", "surrenders", "claims", "best moves", "lifted"),
        *("misses", "saved", "alibis", "two killed"),
        *("end: red, no blacks", "end: black, parity", "end: red, three misses", "end: red, surrender"),
        *(f"removed: {name}" for name in ("shots", "don", "maniac", "commissioner", "doctor", "mistress")),
        *(f"removed: {name}" for name in ("last word", "day", "speech", "ballot")),
    },
}


@pytest.mark.parametrize("ruleset", REACHED)
def test_engine_and_model_play_the_same_games(ruleset: str) -> None:
    began = time.perf_counter()
    seeds = range(1, DUELS + 1)
    duels = play(ruleset, seeds) if DUELS < 1000 else play_on_all_cores(ruleset, seeds)
    injected("duel", duels.tally["games"])
    saw(
        f"{ruleset}: {duels.tally['games']:,} games, {duels.tally['steps']:,} steps compared, "
        f"{len(duels.differences)} differences, {time.perf_counter() - began:.0f} s"
    )
    assert duels.differences == []
    assert sorted(REACHED[ruleset] - set(duels.tally)) == []


def test_every_difference_that_was_settled_names_clause_and_reason() -> None:
    assert all(row.clause.startswith("S") and row.why for row in SETTLED)
    assert {ruleset for row in SETTLED for ruleset in row.rulesets} == {*SPORT, *CITY}


# --- mistakes that must be noticed ---------------------------------------------------------------------------


def same_opener(day: int, _: int) -> ev.DayBroke:
    return ev.DayBroke(day, 1)


def ballot_of_another_day(day: int, seat: int) -> ev.BallotCancelled:
    return ev.BallotCancelled(day + 1, seat)


def never(*_: object) -> bool:
    return False


BREAKS: tuple[tuple[str, object, str, object], ...] = (
    ("fiim", engine.daybreak_and_nightfall, "DayBroke", same_opener),
    ("fiim-2025", engine.fouls, "BallotCancelled", ballot_of_another_day),
    ("fiim-2025", engine.fouls, "remove", never),
    ("phystech", engine.steps.speech, "speech_length", lambda table, _: (False, table.rules.options.speech)),
    ("phystech", engine.steps.last_word_and_best_move, "may_name", lambda _: ()),
    ("fiim-2025", engine.steps.night, "draw_at_dawn", never),
    ("city", engine.steps.night, "lost_by_misses", never),
    ("city", engine.steps.night, "_aims", lambda view, _: view.table.alive),
    ("city", engine.steps.night, "inspect", lambda *_: "red"),
    ("fiim", engine.steps.ballot, "_is_left_at_that", never),
)


@pytest.mark.parametrize(("ruleset", "module", "name", "wrong"), BREAKS, ids=[each[2] for each in BREAKS])
def test_a_mistake_is_found(
    ruleset: str, module: object, name: str, wrong: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, wrong)
    assert any(play(ruleset, [seed]).differences for seed in range(1, 200))
