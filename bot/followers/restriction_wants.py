"""What the games of a chat want of its members, and what is stored about them: values, without calls."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.followers.member_permissions import Former
from bot.followers.restrict_pacing import Window


class Want(NamedTuple):
    until_ms: int = 0
    """Muted until then; 0: as before the game."""
    speaks: bool = False
    """The table waits until this person can write."""


class Mute(NamedTuple):
    """As it is stored."""

    game_id: str
    until_ms: int
    former: Former


@dataclass(slots=True)
class ChatWants:
    window: Window
    wants: dict[int, dict[str, Want]] = field(default_factory=dict)
    """By person and game: somebody may sit at two tables of a group."""
    muted: set[int] = field(default_factory=set)
    """Whose mutes are stored: a group need not look through those of all the others."""
    blocked_until: int = 0
    failures: int = 0
    waits: int = 0
    waited_s: int = 0
    refused: bool = False
    """The bot may not restrict anybody here, until its rights change."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    worker: "asyncio.Task[None] | None" = None


def merged(wants: Iterable[Want]) -> Want:
    """Of all games at which somebody sits: who is to speak at one of them can write."""
    found = [*wants]
    for wanted in found:
        if wanted.speaks:
            return wanted
    return max(found, default=Want())
