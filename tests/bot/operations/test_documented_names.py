"""The metrics, fields of /healthz and log events in docs/operations.md are those of the code."""

import ast
import re
from functools import cache
from pathlib import Path

from bot.operations.metrics import Metrics

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}
ROW_OF_METRICS = re.compile(r"^\| `(omerta_[a-z_]+)` \|([^|]*)\|", re.MULTILINE)
NAME = re.compile(r"`([a-z]+(?:_[a-z]+)+)`")
CURRENT = PAGE[: PAGE.index("Names that have changed")]
"""The page without the part that lists former names."""


@cache
def trees() -> tuple[ast.Module, ...]:
    files = (file for package in ("bot", "handlers") for file in sorted((ROOT / package).rglob("*.py")))
    return tuple(ast.parse(file.read_text(encoding="utf-8")) for file in files)


def log_events() -> set[str]:
    return {
        str(node.args[0].value)
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in LEVELS
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "log"
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }


def health_fields() -> set[str]:
    """Returns the keys of the dictionaries that `Health.look` builds."""
    (look,) = (
        node
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.AsyncFunctionDef) and node.name == "look"
        if any(isinstance(each, ast.Constant) and each.value == "uptime_s" for each in ast.walk(node))
    )
    return {
        str(key.value)
        for node in ast.walk(look)
        if isinstance(node, ast.Dict)
        for key in node.keys
        if isinstance(key, ast.Constant)
    }


def metrics() -> dict[str, tuple[str, ...]]:
    """Returns the labels by the name under which Prometheus sees a metric."""
    tree = ast.parse((ROOT / "bot" / "operations" / "metrics.py").read_text(encoding="utf-8"))
    found = {}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="Counter" | "Gauge" | "Histogram" as kind), args=[name, _, *labels]):
                suffix = "_total" if kind == "Counter" else ""
                listed = [ast.literal_eval(each) for each in labels]
                found[f"{ast.literal_eval(name)}{suffix}"] = tuple(label for each in listed for label in each)
    return found


def test_every_metric_is_documented_with_its_labels_and_no_other() -> None:
    written = {name: tuple(re.findall(r"`([a-z]+)`", labels)) for name, labels in ROW_OF_METRICS.findall(CURRENT)}
    assert written == metrics()


def test_every_field_of_healthz_is_documented() -> None:
    (sentence,) = re.findall(r"fields: ([^.]*)\.", PAGE)
    assert set(re.findall(r"`([a-z_]+)`", sentence)) == health_fields()


def test_every_name_on_the_page_is_known() -> None:
    known = log_events() | health_fields() | set(metrics())
    assert sorted(set(NAME.findall(CURRENT)) - known) == []


def test_the_search_finds_events_and_fields() -> None:
    assert {"timer_failed", "leadership_taken", "update_put_aside"} <= log_events()
    assert {"well", "leader", "outbox"} <= health_fields()


def test_the_search_finds_every_metric_that_is_served() -> None:
    served = {family.name for family in Metrics().registry.collect()}
    assert {name.removesuffix("_total") for name in metrics()} == served
