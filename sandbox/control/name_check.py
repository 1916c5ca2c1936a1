"""Names that people, bots and groups may have."""

from __future__ import annotations

import re

from sandbox.control.errors import CommandError
from sandbox.world.users import Bot, Person
from sandbox.world.world import World

USERNAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{2,31}")


def checked_name(value: str, what: str = "first_name") -> str:
    name = value.strip()
    if not name or len(name) > 128:
        raise CommandError("bad-arguments", f"{what} has 1-128 characters")
    return name


def free_username(world: World, value: str | None, owner_id: int | None = None) -> str | None:
    if not value:
        return None
    if not USERNAME.fullmatch(value):
        raise CommandError("bad-arguments", "a username has 3-32 Latin letters, digits and _")
    everybody: list[Person | Bot] = [*world.users.people.values(), *world.users.bots.values()]
    if any((one.username or "").lower() == value.lower() and one.id != owner_id for one in everybody):
        raise CommandError("username-taken", value)
    return value
