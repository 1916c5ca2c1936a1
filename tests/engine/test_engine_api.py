"""The engine as a library: documented by examples that run, cheap to import, safe to look at."""

import doctest
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import FrozenInstanceError, fields
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints

import pytest

import engine
from engine import (
    JUDGE,
    RULESETS,
    Command,
    EngineError,
    Game,
    Position,
    Verb,
    cards_for,
    open_dealt,
    open_game,
    perform,
    rules_for,
)
from tests.documents.engine_api import PAGE, is_documented, page, public_methods, public_names

MODULES = ["engine", *(module.name for module in pkgutil.walk_packages(engine.__path__, "engine."))]
NAMES = [
    pytest.param(value, id=f"{module}.{name}") for module, name, value in public_names() if is_documented(value)
]


PLAN = engine.tournament.seating.Plan(tuple("ABCDEFGHIJ"), tables=1, rounds=2)


def opened(ruleset: str = "fiim-2025") -> Game:
    rules = rules_for(RULESETS[ruleset], {})
    return open_dealt(rules, cards_for(rules.ruleset, 10))


def begun(position: Position) -> Game:
    return open_dealt(rules_for(RULESETS["fiim"], {}), ("don",) * 10, position)


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings_run(name: str) -> None:
    assert doctest.testmod(import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0


@pytest.mark.parametrize("value", NAMES)
def test_every_public_name_has_a_docstring(value: Any) -> None:
    assert own_docstring(value)
    if inspect.isclass(value):
        assert [name for name, member in public_methods(value) if not inspect.getdoc(member)] == []


def own_docstring(value: Any) -> str:
    """Named tuples and data classes get a docstring that only repeats their fields: that is none."""
    text: str = value.__doc__ or ""
    return "" if text.startswith(f"{value.__name__}(") else text


@pytest.mark.parametrize("value", [each for each in NAMES if not inspect.isclass(each.values[0])])
def test_every_public_function_has_an_example(value: Any) -> None:
    assert ">>>" in value.__doc__


@pytest.mark.parametrize(
    "kind",
    [
        engine.Command,
        engine.Deal,
        engine.Game,
        engine.GameResult,
        engine.JudgeView,
        engine.Offer,
        engine.Preset,
        engine.RandomPlayer,
        engine.Record,
        engine.Replay,
        engine.RuleSet,
        engine.Rules,
        engine.SeatView,
        engine.SensiblePlayer,
        engine.State,
        engine.Table,
        engine.tournament.seating.Plan,
    ],
)
def test_every_main_class_has_an_example(kind: type) -> None:
    assert ">>>" in (kind.__doc__ or "")


def types_in(hint: Any) -> Iterator[type]:
    if inspect.isclass(hint) and hint.__module__.startswith("engine"):
        yield hint
    for inner in get_args(hint):
        yield from types_in(inner)


def test_every_type_that_a_public_name_mentions_is_public() -> None:
    known = {name: getattr(engine, name) for name in engine.__all__}
    public = {value for _, _, value in public_names() if inspect.isclass(value)}
    mentioned: dict[type, str] = {}
    for module, name, value in public_names():
        parts = [value] if is_documented(value) else []
        if inspect.isclass(value):
            parts += [part.fget if isinstance(part, property) else part for _, part in public_methods(value)]
        for part in parts:
            hints = get_type_hints(inspect.unwrap(part), localns=known).values()
            mentioned |= {kind: f"{module}.{name}" for hint in hints for kind in types_in(hint)}
    assert len(mentioned) > 50
    assert {kind: where for kind, where in mentioned.items() if kind not in public} == {}


def test_all_is_what_is_grouped_and_typed() -> None:
    grouped = [name for homes in engine.GROUPS.values() for names in homes.values() for name in names.split()]
    assert sorted(grouped) == sorted(engine.__all__)
    assert set(engine.__all__) <= set(dir(engine))
    with pytest.raises(AttributeError, match="no attribute 'poker'"):
        engine.poker  # noqa: B018


def test_no_public_name_is_also_a_module() -> None:
    """A module, once imported, would take the name's place."""
    assert set(engine.__all__) & {name.removeprefix("engine.") for name in MODULES} == set()


def test_the_page_is_what_make_api_writes() -> None:
    assert PAGE.read_text("utf-8") == page(), "run: make api"


def test_importing_the_engine_imports_none_of_its_modules() -> None:
    said = "import sys, engine; print([name for name in sys.modules if name.startswith('engine.')])"
    assert (
        subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True).stdout == "[]\n"
    )


def test_types_are_shipped() -> None:
    assert (Path(engine.__file__).parent / "py.typed").is_file()


# --- views ---------------------------------------


def test_a_view_cannot_be_used_to_change_the_game() -> None:
    game = opened()
    before = game.state.copy()
    for view in (game.state.view(3), game.state.judge_view()):
        known = view.me if isinstance(view, engine.SeatView) else view.seats[0]
        for part in (view.table, known):
            for name in type(part).__mro__[1].__slots__:  # type: ignore[attr-defined]
                with pytest.raises(AttributeError):
                    setattr(part, name, None)
                with pytest.raises(AttributeError):
                    delattr(part, name)
                assert not isinstance(getattr(part, name), list | dict | set)
    assert game.state == before


def test_the_rules_cannot_be_changed_through_a_view() -> None:
    rules = opened().state.view(3).table.rules
    declared = [getattr(part, field.name) for part in (rules, rules.ruleset) for field in fields(part)]
    seen = 0
    while declared:
        value = declared.pop()
        assert not isinstance(value, list | dict | set)
        if isinstance(value, Mapping):
            seen += 1
            declared += value.values()
    assert seen > 10
    with pytest.raises(FrozenInstanceError):
        rules.options.speech = 1  # type: ignore[misc]


def test_a_view_has_no_public_way_to_the_live_position() -> None:
    view = opened().state.view(3)
    for part in (view, view.table, view.me):
        reached = [getattr(part, name) for name in dir(part) if not name.startswith("_") and name != "candidate"]
        assert not [value for value in reached if type(value) in (engine.Table, engine.Knowledge, engine.State)]


def test_a_view_follows_the_game_and_its_copy_does_not() -> None:
    game = opened()
    view = game.state.view(3)
    then = view.table.copy()
    assert perform(game, Command(3, Verb.SEEN)) is None
    assert (view.table.seen, then.seen) == ((3,), ())
    then.alive = ()
    assert game.table.alive == view.table.alive != ()


def test_a_view_is_taken_back_with_an_undone_act() -> None:
    game = opened()
    view = game.state.view(3)
    assert perform(game, Command(JUDGE, Verb.FOUL, (3,))) is None
    assert view.table.fouls[3] == 1
    assert perform(game, Command(JUDGE, Verb.UNDO)) is None
    assert view.table.fouls[3] == 0


# --- what a debugger shows ---------------------------------------


def test_what_a_debugger_shows_is_short_and_tells_no_card() -> None:
    rules = rules_for(RULESETS["fiim-2025"], {})
    guests = tuple("ABCDEFGHIJ")
    game = open_game(rules, cards_for(rules.ruleset, 10), guests, "seed:salt")
    state = game.state
    shown = [state.view(seat) for seat in range(1, 11)]
    things = [game, state, state.table, state.judge_view(), *shown, *(view.table for view in shown)]
    things += [view.me for view in shown]
    things.append(engine.draw("seed:salt", guests, cards_for(rules.ruleset, 10)))
    for thing in things:
        text = repr(thing)
        assert "\n" not in text
        assert len(text) < 120
        assert not [role for role in (*rules.ruleset.roles, "red", "black", "seed") if role in text]


def test_a_finished_game_says_who_won() -> None:
    game = opened()
    engine.play_to_the_end(game, [engine.RandomPlayer()] * 10, Random(3))
    assert repr(game.table).startswith(f"<Table fiim-2025, over, {game.table.winner} won, ")


# --- errors ---------------------------------------


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (lambda: cards_for(RULESETS["box"], 99), "99"),
        (lambda: cards_for(RULESETS["box"], 12, "grand"), "'grand'"),
        (lambda: RULESETS["poker"], "'poker'"),
        (lambda: engine.find_ruleset("poker"), "'poker'"),
        (lambda: engine.find_ruleset("fiim+box.king"), "'box.king'"),
        (lambda: rules_for(RULESETS["fiim"], {"pace": "1"}), "'pace'"),
        (lambda: rules_for(RULESETS["fiim"], {"speech": "long"}), "'long'"),
        (lambda: engine.parse_option("pace", "1"), "'pace'"),
        (lambda: engine.write_option("pace", 1), "'pace'"),
        (lambda: open_dealt(rules_for(RULESETS["fiim"], {}), ("king",) * 6), "'king'"),
        (lambda: open_game(rules_for(RULESETS["fiim"], {}), ("don",), ("two words",), "s"), "two words"),
        (lambda: begun(Position(1, out=(99,))), "99"),
        (lambda: opened().state.view(99), "99"),
        (lambda: opened().state.view(JUDGE), "-1"),
        (lambda: open_dealt(rules_for(RULESETS["fiim"], {}), ("don",), Position(1, out=(1,))), "1"),
        (lambda: begun(Position(0)), "day 0"),
        (
            lambda: begun(Position(1, fouls=((3, 4),))),
            "4 fouls",
        ),
        (
            lambda: begun(Position(1, out=(3,), opener=3)),
            "seat 3",
        ),
        (lambda: open_dealt(rules_for(RULESETS["fiim"], {}), ()), "none"),
        (lambda: open_game(rules_for(RULESETS["fiim"], {}), ("don",), (), "s"), r"\(\)"),
        (lambda: open_game(rules_for(RULESETS["fiim"], {}), ("don", "mafia"), ("Ann", "Ann"), "s"), "Ann"),
        (lambda: open_game(rules_for(RULESETS["fiim"], {}), ("don",), ("Ann",), ""), "0 characters"),
        (lambda: rules_for(RULESETS["fiim"], {"speech": 45}), "45"),  # type: ignore[dict-item]
        (lambda: engine.write_option("speech", "long"), "'long'"),
        (lambda: engine.write_option("reveal_roles", "yes"), "'yes'"),
        (lambda: opened().state.side(99), "99"),
        (lambda: engine.replay([]), "nothing"),
        (lambda: engine.replay([*opened().journal, engine.events.FoulGiven(99)]), "FoulGiven"),
        (lambda: engine.replay([*opened().journal, engine.events.CandidateStruck(3)]), "CandidateStruck"),
        (lambda: engine.replay([*opened().journal, 42]), "42"),  # type: ignore[list-item]
        (lambda: engine.evolve(opened().state, 42), "42"),  # type: ignore[arg-type]
        (lambda: engine.encode(42), "42"),  # type: ignore[arg-type]
        (lambda: engine.audience(42), "42"),  # type: ignore[arg-type]
        (lambda: engine.write_record([]), "nothing"),
        (lambda: engine.protocol_of([]), "nothing"),
        (lambda: engine.play_to_the_end(opened(), [engine.RandomPlayer()], Random(1)), "1 players"),
        (lambda: engine.tournament.seating.seat_at_random(PLAN._replace(tables=2), Random(1)), "10 players"),
        (lambda: list(engine.tournament.seating.find_seating(PLAN._replace(apart=(("A", "Z"),)), Random(1))), "Z"),
        (lambda: engine.tournament.seating.new_seats(("Ann",), Random(1)), "Ann"),
        (lambda: engine.tournament.seating.new_seats(("Ann", "Ann"), Random(1)), "Ann"),
        (lambda: engine.decode({"event": "Poked", "v": 1}), "'Poked'"),
        (lambda: engine.read_record(""), "empty"),
        (lambda: engine.read_record("ruleset poker"), "'poker'"),
        (lambda: engine.read_points("lots"), "'lots'"),
        (lambda: engine.read_result({"id": "g1"}), "'g1'"),
        (lambda: engine.game_result("g1", opened().state, (), 0), "g1"),
        (lambda: engine.tournament.standings.count("poker", []), "poker"),
        (lambda: engine.tournament.ranking.rank("fiim", ["Ann", "Ann"], {}, ""), "Ann"),
        (lambda: engine.tournament.ranking.rank("poker", [], {}, ""), "'poker'"),
    ],
)
def test_an_error_names_the_value(wrong: Callable[[], object], named: str) -> None:
    with pytest.raises(EngineError, match=named):
        wrong()


def test_every_error_has_one_base() -> None:
    raised = [
        value for _, _, value in public_names() if inspect.isclass(value) and issubclass(value, BaseException)
    ]
    assert len(raised) > 15
    assert all(issubclass(error, EngineError) and issubclass(error, ValueError) for error in raised)
