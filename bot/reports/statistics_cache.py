"""Counts the statistics of finished games page by page and caches them until a counted game changes."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.core.cache import Cache
from bot.games.results import pages, player_word
from bot.reports.statistics_query import FRIENDLY
from bot.storage import Store
from bot.storage.repositories.results import ResultRepository, Scope
from engine.statistics import Book, Profile

MOST_KEPT = 64
PROFILES_AT_ONCE = 200
ALL = ""
"""The key of the profiles over all rule sets together."""


@dataclass(frozen=True, slots=True)
class Counted:
    mark: tuple[Any, ...]
    """The mark of the counted games; another mark means that the count is out of date."""
    profiles: Mapping[str, list[Profile]]
    """Profiles by rule set; those over all rule sets are under `ALL`, those of friendly games under `FRIENDLY`."""
    roles: Mapping[str, str]
    """A rule set for each role met; filled only when the games of one person are counted."""


class StatisticsCache:
    """Counts page by page, so that the event loop is not blocked; only one page is counted at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._results = ResultRepository(store)
        self._turn = asyncio.Lock()
        self._kept: Cache[tuple[int, int, int], Counted] = Cache(MOST_KEPT)

    async def of(self, scope: Scope, days: int) -> Counted:
        """Returns the cached or a new count; `days`, the period behind the scope, is part of the cache key."""
        key, mark = (scope.chat, scope.user, days), await self._results.mark(scope)
        kept = self._kept.get(key)
        if kept is None or kept.mark != mark:
            kept = self._kept[key] = await self._count(scope, mark)
        return kept

    async def _count(self, scope: Scope, mark: tuple[Any, ...]) -> Counted:
        only = player_word(scope.user) if scope.user else ""
        books: dict[str, Book] = {}
        roles: dict[str, str] = {}
        games = pages(self._store, scope)
        while True:
            async with self._turn:
                page = await anext(games, None)
                if page is None:
                    break
                for game in page:
                    for rules in (ALL, game.ruleset) if game.official else (FRIENDLY,):
                        books.setdefault(rules, Book(only)).add(game._replace(official=True))
                    for seat in game.seats if only else ():
                        roles.setdefault(seat.role, game.ruleset)
        return Counted(mark, {rules: await self._profiles(book) for rules, book in books.items()}, roles)

    async def _profiles(self, book: Book) -> list[Profile]:
        found = []
        for number, profile in enumerate(book.profiles(), start=1):
            found.append(profile)
            if number % PROFILES_AT_ONCE == 0:
                await asyncio.sleep(0)
        return found
