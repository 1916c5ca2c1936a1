"""What the games of a chat want of its members; makes no calls."""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.telegram.restrictions.member_permissions import FormerPermissions
from bot.telegram.restrictions.rate_limits import Window


class WantedRestriction(NamedTuple):
    until_ms: int = 0
    """When the mute ends; 0: the permissions are as before the game."""
    speaks: bool = False
    """The table waits until this person can write."""


class Mute(NamedTuple):
    """A stored mute."""

    game_id: str
    until_ms: int
    former: FormerPermissions


@dataclass(slots=True)
class ChatRestrictions:
    """What is wanted in one chat, and how its calls have succeeded."""

    window: Window
    wants: dict[int, dict[str, WantedRestriction]] = field(default_factory=dict)
    """What is wanted, by person and game: somebody may sit at two tables of a group."""
    blocked_until: int = 0
    failures: int = 0
    """Calls in a row that were not answered."""
    waits: int = 0
    waited_s: int = 0
    """`waits` is how often, `waited_s` how many seconds Telegram has demanded a wait."""
    refused: bool = False
    """The bot may not restrict anybody here, until its rights change."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def wanted(self, person: int) -> WantedRestriction:
        return merged(self.wants.get(person, {}).values())

    def games_of(self, person: int) -> list[str]:
        return [*self.wants.get(person, {})]

    def games(self) -> set[str]:
        return {game for by_game in self.wants.values() for game in by_game}

    def set_wants(self, game_id: str, person: int, wanted: WantedRestriction) -> None:
        self.wants.setdefault(person, {})[game_id] = wanted

    def drop_satisfied(self, person: int) -> bool:
        """Forgets games that want nothing of this person. Returns True if no game wants anything any more."""
        by_game = self.wants[person]
        for game in [game for game, wanted in by_game.items() if wanted == WantedRestriction()]:
            del by_game[game]
        if by_game:
            return False
        del self.wants[person]
        return True

    def rights_changed(self) -> None:
        self.refused, self.failures, self.blocked_until = False, 0, 0

    def each_wanted(self) -> Iterator[tuple[int, WantedRestriction]]:
        return ((person, merged(by_game.values())) for person, by_game in self.wants.items())


def merged(wants: Iterable[WantedRestriction]) -> WantedRestriction:
    """Merges what all games want of one person: a person who is to speak in one of them can write."""
    found = [*wants]
    for wanted in found:
        if wanted.speaks:
            return wanted
    return max(found, default=WantedRestriction())
