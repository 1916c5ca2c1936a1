"""`python -m tests.documents.engine_api`: writes docs/engine-api.md from the docstrings of public names."""

import ast
import inspect
import sys
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from itertools import zip_longest
from textwrap import dedent
from types import ModuleType
from typing import Any

import engine
from tests.documents.quotes import ROOT

PAGE = ROOT / "docs" / "engine-api.md"
HEAD = """# The engine: reference

Every public name of `engine`, written by `make api` from the docstrings; their examples run as tests. The guide is
[engine.md](engine.md), the words are in [glossary.md](glossary.md). Clauses are quoted as `S3 4.4.8`: document and
number, see [clauses.md](clauses.md).

`import engine` offers the names of the first part, and the submodules of the second as `engine.events` and so on.
"""


def public_names() -> Iterator[tuple[str, str, Any]]:
    """Module, name and value of everything public."""
    for name in engine.__all__:
        yield "engine", name, getattr(engine, name)
    for submodule in engine.SUBMODULES:
        module = import_module(f"engine.{submodule}")
        for name in module.__all__:
            yield module.__name__, name, getattr(module, name)


def public_methods(kind: type) -> Iterator[tuple[str, Any]]:
    """Methods and properties that a class defines itself; generated ones have no docstring of ours."""
    for name, member in vars(kind).items():
        if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
            yield name, member


def is_documented(value: Any) -> bool:
    """Can it have a docstring of its own? Constants and unions of types cannot."""
    return inspect.isclass(value) or inspect.isfunction(value) or hasattr(value, "cache_info")


def _doc(value: Any) -> str:
    lines: list[str] = []
    in_example = False
    for line in (inspect.getdoc(value) or "").splitlines():
        if line.startswith(">>>") and not in_example:
            lines.append("```pycon")
            in_example = True
        elif in_example and not line:
            lines.append("```")
            in_example = False
        lines.append(line)
    return "\n".join([*lines, "```"] if in_example else lines)


def _declared(kind: type) -> Iterator[tuple[str, str]]:
    """Each field of a class, or member of an enum, with the docstring below it; empty where there is none."""
    (tree,) = ast.parse(dedent(inspect.getsource(kind))).body
    assert isinstance(tree, ast.ClassDef)
    made = next(
        (part.body for part in tree.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"), []
    )
    for body in (tree.body, made):
        for statement, following in zip_longest(body, body[1:]):
            target = getattr(statement, "target", None) or next(iter(getattr(statement, "targets", ())), None)
            name = getattr(target, "attr", "") if body is made else getattr(target, "id", "")
            if name and not name.startswith("_"):
                yield name, _string(following)


def _string(statement: ast.stmt | None) -> str:
    value = statement.value if isinstance(statement, ast.Expr) else None
    text = value.value if isinstance(value, ast.Constant) else ""
    return " ".join(text.split()) if isinstance(text, str) else ""


def _fields(kind: type) -> Iterator[str]:
    """The plain ones in one line, then a line for each that has a docstring."""
    found = list(_declared(kind))
    plain = [name for name, text in found if not text]
    if plain:
        title = "Values" if issubclass(kind, Enum) else "Fields"
        yield f"{title}: " + ", ".join(f"`{name}`" for name in plain) + "."
    told = [f"- `{name}`: {text}" for name, text in found if text]
    if told:
        yield "\n".join(told)


def _entry(name: str, value: Any) -> Iterator[str]:
    if inspect.isclass(value):
        yield f"### class `{name}`\n"
        yield _doc(value) + "\n"
        for line in _fields(value):
            yield line + "\n"
        for method, member in public_methods(value):
            called = f"{method}" if isinstance(member, property) else f"{method}{_signature(member)}"
            yield f"- `{called}`: {_doc(member).partition(chr(10))[0]}"
        yield ""
    elif is_documented(value):
        yield f"### `{name}{_signature(value)}`\n"
        yield _doc(value) + "\n"


def _signature(function: Any) -> str:
    """Names and defaults only: annotations read badly in a heading and differ between releases of Python."""
    parameters = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in inspect.signature(function).parameters.values()
        if parameter.name != "self"
        and not (isinstance(parameter.default, dict) or type(parameter.default).__name__ == "mappingproxy")
    ]
    return str(inspect.Signature(parameters))


def _constants(module: ModuleType, names: list[str]) -> Iterator[str]:
    found = [name for name in names if not is_documented(getattr(module, name))]
    if found:
        yield "Constants and type names: " + ", ".join(f"`{name}`" for name in found) + ".\n"


def _part(module: ModuleType, names: list[str]) -> Iterator[str]:
    yield from _constants(module, names)
    for name in names:
        yield from _entry(name, getattr(module, name))


def _is_shown(module: ModuleType, name: str) -> bool:
    """Is it among the names of `engine` itself?"""
    return name in engine.__all__ and getattr(engine, name) is getattr(module, name)


def page() -> str:
    """The whole reference."""
    parts = [HEAD]
    for title, homes in engine.GROUPS.items():
        parts += [f"## {title}\n", *_part(engine, [name for names in homes.values() for name in names.split()])]
    for submodule in engine.SUBMODULES:
        module = import_module(f"engine.{submodule}")
        parts += [f"## `engine.{submodule}`\n", (inspect.getdoc(module) or "") + "\n"]
        parts += _part(module, [name for name in module.__all__ if not _is_shown(module, name)])
    return "\n".join(parts).rstrip() + "\n"


def main() -> int:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
