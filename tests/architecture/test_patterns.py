"""No text can stop the loop: every pattern in the source is read in linear time, and so is every reader of texts.

The patterns are found in the source itself, so that a new one is in here by itself.
"""

import ast
import importlib
import json
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.group_settings.durations import read_duration
from bot.group_settings.group_choices import CHOICES
from bot.language.display_names import short_name
from bot.operations.logs import hiding
from bot.phrases.reader import LARGEST_TABLE, phrase_reader_for
from bot.telegram.buttons.callback_data import MoveTap, SettingsChangeTap
from bot.telegram.updates.update_trim import read_update
from engine.record import BadRecord, read_record
from handlers.judge.correction import read_correction
from sandbox.core.refusals import Refusal
from sandbox.formatting.entities import formatted
from tests.kits.pattern_ambiguity import Automaton

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("bot", "handlers", "engine", "sandbox")
ANCHORED = {"match", "fullmatch"}
CALLS = ANCHORED | {"search", "findall", "finditer", "sub", "subn", "split"}

LONGEST = 4096
"""Signs of a message."""
GROWTH = 2.5
"""Times what half the text costs."""
FLOOR_S = 0.0015
"""Seconds. What costs less is not measured well, and stops nobody: quadratic readers take much longer."""
ROUNDS = 12
"""Measured again so often before a text counts as slow: the best of each."""
SPEAKERS = phrase_reader_for("phystech", LARGEST_TABLE)
FIRST_LENGTHS = sorted({int(8 * 1.12**power) for power in range(37)})


class Pattern(NamedTuple):
    where: str
    text: str
    flags: int
    searched: bool
    """It may match anywhere in a text."""


@cache
def trees() -> dict[Path, ast.Module]:
    files = (file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py")))
    return {file.relative_to(ROOT): ast.parse(file.read_text("utf-8")) for file in files}


@cache
def patterns() -> tuple[Pattern, ...]:
    return tuple(found for file, tree in trees().items() for found in _in_module(file, tree))


def _in_module(file: Path, tree: ast.Module) -> Iterator[Pattern]:
    within = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        declared = [word.value for word in node.keywords if word.arg == "pattern"]
        if _is_re(node.func) and isinstance(node.func, ast.Attribute) and node.func.attr in {*CALLS, "compile"}:
            values = [_value(file, argument) for argument in (*node.args, *(w.value for w in node.keywords))]
            flags = next((int(value) for value in values if isinstance(value, re.RegexFlag)), 0)
            used = _uses(within, node) if node.func.attr == "compile" else {node.func.attr}
            assert isinstance(values[0], str), f"{file}:{node.lineno}: a pattern is a constant"
            yield Pattern(f"{file}:{node.lineno}", values[0], flags, not used <= ANCHORED)
        for value in declared:
            yield Pattern(f"{file}:{node.lineno}", str(_value(file, value)), 0, searched=True)


def _is_re(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "re"


def _value(file: Path, node: ast.expr) -> Any:
    """Of a literal, of constants of the module; None: it is known only when it runs."""
    try:
        return ast.literal_eval(node)
    except ValueError:
        module = importlib.import_module(".".join(file.with_suffix("").parts))
    try:
        return eval(compile(ast.Expression(node), str(file), "eval"), vars(module))
    except NameError:
        return None


def _uses(within: dict[ast.AST, ast.AST], node: ast.Call) -> set[str]:
    """What is done with a compiled pattern, wherever its name is known."""
    outer = within[node]
    if isinstance(outer, ast.Attribute):
        return {outer.attr}
    if not isinstance(outer, ast.Assign) or not isinstance(outer.targets[0], ast.Name):
        return set(CALLS)
    return _used_as()[outer.targets[0].id]


@cache
def _used_as() -> dict[str, set[str]]:
    """By a pattern's name, in whichever module."""
    found: dict[str, set[str]] = defaultdict(set)
    for tree in trees().values():
        for each in ast.walk(tree):
            if isinstance(each, ast.Attribute) and each.attr in CALLS:
                if isinstance(each.value, ast.Name):
                    found[each.value.id].add(each.attr)
                elif isinstance(each.value, ast.Attribute):
                    found[each.value.attr].add(each.attr)
    return found


def grows(read: Callable[[str], object], begin: str, more: str, end: str, *, floor_s: float = FLOOR_S) -> str:
    """How reading such texts takes more than linear time; empty: it does not."""

    def text(length: int) -> str:
        return (begin + more * (length // len(more or "x") + 1))[: length - len(end)] + end

    def cost(length: int) -> float:
        said, began = text(length), time.thread_time()
        read(said)
        return time.thread_time() - began

    for length in FIRST_LENGTHS:  # what is exponential shows itself before it hangs
        if cost(length) > 0.05 and cost(length) > 0.05:
            return f"{length} signs: {text(length)[:40]!r}"
    for length in (LONGEST // 2, LONGEST):
        half, whole = cost(length // 2), cost(length)
        for _ in range(ROUNDS):  # the shortest times count: other processes can only lengthen them
            if whole <= max(floor_s, GROWTH * half):
                break
            half, whole = min(half, cost(length // 2)), min(whole, cost(length))
        if whole > max(floor_s, GROWTH * half):
            return f"{length} signs: {whole / half:.1f} times: {text(length)[:40]!r}"
    return ""


def test_the_walk_finds_patterns_however_they_are_written() -> None:
    found = {pattern.where.partition(":")[0] for pattern in patterns()}
    assert {
        "bot/phrases/tokenizer.py",
        "bot/group_settings/durations.py",
        "bot/language/display_names.py",
        "bot/telegram/buttons/callback_data.py",
    } <= found
    assert {"bot/operations/logs.py", "sandbox/formatting/entities.py"} <= found
    written = [node for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert not [node for node in written if node.module == "re"], "`import re`, so that the walk finds it"


@pytest.mark.parametrize("pattern", patterns(), ids=lambda pattern: pattern.where)
def test_a_pattern_has_one_way_to_read_a_text(pattern: Pattern) -> None:
    automaton = Automaton(pattern.text, pattern.flags)
    assert automaton.ambiguities() == []
    assert not pattern.searched or automaton.restarts() == []


@pytest.mark.parametrize("pattern", patterns(), ids=lambda pattern: pattern.where)
def test_a_pattern_takes_twice_as_long_for_twice_the_text(pattern: Pattern) -> None:
    compiled = re.compile(pattern.text, pattern.flags)

    def read(text: str) -> object:
        return [*compiled.finditer(text)] if pattern.searched else (compiled.match(text), compiled.fullmatch(text))

    slow = [why for hard in Automaton(pattern.text, pattern.flags).hard_texts() if (why := grows(read, *hard))]
    assert slow == []


@pytest.mark.parametrize(
    ("pattern", "searched"),
    [
        (r"(?:a+)+$", False),
        (r"(?:a|ab?)*c", False),
        (r"\s*[.!]*\s*$", False),
        (r"(?:[0-9]{1,6}\s*[^\W\d_]*\.?\s*)+", False),
        (r"(?:\s+(?:игрока|игрока\s+под\s+номером|под\s+номером))*\s*\d", False),
        (r"<[^>]+>", True),
        (r"\d{5,}:", True),
        (r"(?:a*)*", False),
        (r"(?=a+)a", False),
        (r"(a)\1", False),
    ],
)
def test_the_check_knows_what_is_not_linear(pattern: str, searched: bool) -> None:
    automaton = Automaton(pattern)
    assert automaton.ambiguities() or (searched and automaton.restarts())


@pytest.mark.parametrize("pattern", [r"(?:a+)+$", r"<[^>]+>", r"\s*[.!]*\s*x", r"\d{5,}:"])
def test_the_clock_knows_it_too(pattern: str) -> None:
    read = partial(re.findall, pattern)
    assert any(grows(read, *hard, floor_s=0) for hard in Automaton(pattern).hard_texts())


def _nobody(_: int) -> None:
    """Whom the sandbox knows."""


READERS: dict[str, Callable[[str], object]] = {
    "a speaker's words": SPEAKERS.hear,
    "a length": read_duration,
    **{f"a choice: {name}": choice.read for name, choice in CHOICES.items()},
    "a name": short_name.__wrapped__,
    "a correction": read_correction,
    "a move's button": MoveTap.unpack,
    "a change's button": SettingsChangeTap.unpack,
    "a record": read_record,
    "a line of the log": lambda text: hiding(["a secret of ours"])(None, "", text),
    "an update": lambda text: read_update(json.dumps({"message": {"text": text}})),
    "HTML at the sandbox": lambda text: formatted(text, "HTML", None, _nobody),
    "words at the sandbox": lambda text: formatted(text, "", None, _nobody),
}
HARD_TEXTS = [
    *(
        ("", sign, "!")
        for sign in ("1", " ", "а", "<", "&", "@", "#", "/", ".", "\u0301", "`", "[", ":", "№", "\n", "[](")
    ),
    *(("Выставляю", filler, "!") for filler in (" ", " игрока под номером", " №", " номер", "№", " под", " 5 ")),
    *(("", sentence, "!") for sentence in ("пас. ", " пас", "Выставляю ", "выставляю 5 ", "дякую\n", "пас .")),
    *(("пас", sign, "x") for sign in (" ", ".", " . ", "\n")),
    *(
        ("", unit, "!")
        for unit in ("1 ", "1ч ", "1 ч. ", "12345:", "1-", "/a ", "a@b.", "t.me/", "http://a ", "<b>", "*_")
    ),
    *(("23", sign, "x") for sign in (" ", " - ", "-")),
]


@pytest.mark.parametrize("name", READERS)
def test_what_people_type_is_read_in_linear_time(name: str) -> None:
    def read(text: str) -> None:
        with suppress(ValueError, TypeError, BadRecord, Refusal):
            READERS[name](text)

    assert [why for hard in HARD_TEXTS if (why := grows(read, *hard))] == []


def test_the_messages_that_have_frozen_a_host() -> None:
    assert SPEAKERS.hear("Выставляю" + " игрока под номером" * 40).nominate == ()
    assert SPEAKERS.hear("Выставляю" + " игрока под номером" * 40 + " 5").nominate == (5,)
    assert read_duration("1" * 39 + "!") is None
