"""Counting finished games: a few at a time between what else the host does, and kept until one of them changes."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.core.cache import Cache
from bot.games.results import pages, player_word
from bot.storage import Store
from bot.storage.repositories.results import ResultRepository, Scope
from engine.statistics import Book, Profile

MOST_KEPT = 64
PROFILES_AT_ONCE = 200
ALL = ""
"""The book of all rules together."""


@dataclass(frozen=True, slots=True)
class Counted:
    mark: tuple[Any, ...]
    """Of the games that were counted."""
    profiles: Mapping[str, list[Profile]]
    """By rule set, and of all together."""
    roles: Mapping[str, str]
    """In which rules there was a role, for a person's games."""


class StatisticsCounter:
    """Counts page by page and yields to the event loop in between; counts run one after another."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._results = ResultRepository(store)
        self._turn = asyncio.Lock()
        self._kept: Cache[tuple[int, int, int], Counted] = Cache(MOST_KEPT)

    async def of(self, scope: Scope, days: int) -> Counted:
        """`days`: the period that the scope's beginning follows from."""
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
                    if not game.official:
                        continue
                    for rules in (ALL, game.ruleset):
                        books.setdefault(rules, Book(only)).add(game)
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
