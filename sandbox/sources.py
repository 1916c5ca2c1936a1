"""`python -m sandbox.sources`: writes the tables of behaviours and refusals with their sources into README.md."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from sandbox.behaviours import Behaviour
from sandbox.botapi import keyboards, rate_limits, update_queue, update_routing, versions, webhooks
from sandbox.botapi.methods import (
    bot_profile,
    content,
    ephemeral_receivers,
    groups,
    members,
    messages,
    send_permissions,
    sending,
)
from sandbox.formatting import entities
from sandbox.refusals import PREFIXES, Why
from sandbox.world import callback_queries, chats, permissions

README = Path(__file__).with_name("README.md")
BEGINS = "<!-- made by python -m sandbox.sources -->"
ENDS = "<!-- until here -->"
MODULES = (
    permissions,
    chats,
    members,
    send_permissions,
    groups,
    content,
    sending,
    ephemeral_receivers,
    callback_queries,
    messages,
    keyboards,
    entities,
    bot_profile,
    rate_limits,
    update_queue,
    webhooks,
    update_routing,
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
