"""`python -m sandbox.readme_tables` writes the tables of behaviours and refusals into README.md."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

from sandbox import botapi, formatting, world
from sandbox.core.behaviours import Behaviour
from sandbox.core.refusals import PREFIXES, Why

README = Path(__file__).with_name("README.md")
BEGINS = "<!-- made by python -m sandbox.readme_tables -->"
ENDS = "<!-- until here -->"


def behaviours() -> list[Behaviour]:
    """Returns the `BEHAVIOURS` of all modules, by package and then by the modules' names."""
    return [
        one for package in (world, formatting, botapi) for one in _declared_in(package.__name__, package.__path__)
    ]


def _declared_in(package: str, path: Iterable[str]) -> Iterator[Behaviour]:
    for module in pkgutil.walk_packages(path, f"{package}."):
        yield from getattr(import_module(module.name), "BEHAVIOURS", ())


def tables() -> str:
    lines = ["| behaviour | source | test |", "|---|---|---|"]
    lines += [f"| {one.what} | {one.source} | `{one.test}` |" for one in behaviours()]
    lines += ["", "| code | refusal | source |", "|---|---|---|"]
    for why in Why:
        code, text, source = why.value
        lines.append(f"| {code} {PREFIXES.get(code, '').rstrip(': ')} | `{text}` | {source} |")
    return "\n".join(lines)


def main() -> None:
    page = README.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGINS)
    README.write_text(f"{before}{BEGINS}\n{tables()}\n{ENDS}{rest.partition(ENDS)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
