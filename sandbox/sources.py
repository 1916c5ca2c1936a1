"""`python -m sandbox.sources`: writes the table of behaviours and their sources into the sandbox's page."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from sandbox import (
    callbacks,
    chats,
    entities,
    hearing,
    limits,
    markup,
    permissions,
    updates,
    versions,
    webhooks,
)
from sandbox.methods import call, groups, members, messages, profile, receivers, writing
from sandbox.refusals import PREFIXES, Why
from sandbox.sourcing import Behaviour

README = Path(__file__).with_name("README.md")
BEGINS = "<!-- made by python -m sandbox.sources -->"
ENDS = "<!-- until here -->"
MODULES = (
    permissions,
    chats,
    members,
    writing,
    groups,
    call,
    receivers,
    callbacks,
    messages,
    markup,
    entities,
    profile,
    limits,
    updates,
    webhooks,
    hearing,
    versions,
)


def behaviours() -> list[Behaviour]:
    return list(chain.from_iterable(module.BEHAVIOURS for module in MODULES))


def made() -> str:
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
    README.write_text(f"{before}{BEGINS}\n{made()}\n{ENDS}{rest.partition(ENDS)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
