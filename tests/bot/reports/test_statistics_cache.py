"""Statistics of a group with many games: no query loads more than a page of them, and counted results are cached
for as long as they are valid."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Executable

from bot.games.results import PAGE, pages, results_in, results_of
from bot.reports.statistics_page import DAY_MS, StatisticsPages
from bot.reports.statistics_query import StatisticsQuery
from bot.storage import Store, UnitOfWork
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.storage.repositories.results import Scope
from bot.tournaments.tournament_store import put_entry
from engine.events import Winner
from engine.results import GameResult, write_result
from engine.tournament.protests import Entry, Fate, Ruling
from tests.kits.protocol_kit import WORDS
from tests.kits.results_kit import played
from tests.kits.storage_kit import opened
from tests.kits.virtual_clock.clock import VirtualClock

CHAT, ANNA = -100, 1
GAMES = 3 * PAGE + 2
TOP, STATS = StatisticsQuery("top", 0, "fiim-2025"), StatisticsQuery("stats", ANNA, "fiim-2025")


class Asked:
    """A store that records how many rows each query returned, and whether games were among them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.sizes: list[int] = []
        self.games = 0

    async def commit(self, work: UnitOfWork) -> None:
        await self._store.commit(work)

    async def rows(self, statement: Executable, **values: Any) -> Sequence[Any]:
        found = await self._store.rows(statement, **values)
        self.sizes.append(len(found))
        self.games += sum(1 for row in found if "ended_ms" in row._mapping)
        return found

    async def row(self, statement: Executable, **values: Any) -> Any:
        found = await self.rows(statement, **values)
        return found[0] if found else None


class Club:
    def __init__(self, store: Store) -> None:
        self.asked = Asked(store)
        self.clock = VirtualClock()
        self.people = People(self.asked)
        self.statistics = StatisticsPages(self.asked, WORDS, Groups(self.asked), self.people, self.clock)

    async def keep(self, *games: GameResult, changed_ms: int = 0) -> None:
        work = UnitOfWork()
        for game in games:
            work.put_result(
                game_id=game.id, chat_id=CHAT, ruleset=game.ruleset, ended_ms=game.ended_ms,
                changed_ms=changed_ms or game.ended_ms, data=json.dumps(write_result(game)),
            )  # fmt: skip
            for seat in game.seats:
                work.put_result_seat(game_id=game.id, seat=seat.seat, user_id=ANNA - 1 + seat.seat)
        await self.asked.commit(work)

    async def told(self, query: StatisticsQuery) -> tuple[str, int]:
        """Returns the statistics, and how many games were read for them."""
        self.asked.games = 0
        message = await self.statistics.page(CHAT, query, "ru")
        return message.text, self.asked.games


@asynccontextmanager
async def club(url: str) -> AsyncIterator[Club]:
    async with opened(url) as store:
        yield Club(store)


def many(count: int = GAMES, *, ended_ms: int = 0) -> list[GameResult]:
    """Returns many games, some of which ended in the same moment."""
    return [
        played(number, Winner.RED)._replace(ended_ms=ended_ms or 1 + number // 7) for number in range(1, count + 1)
    ]


async def test_no_question_brings_more_than_a_page_and_none_is_left_out(url: str) -> None:
    async with club(url) as here:
        await here.keep(*many())
        read = [game.id async for page in pages(here.asked, Scope(CHAT)) for game in page]
        assert read == [game.id for game in many()]
        assert {game.id for game in await results_in(here.asked, CHAT, 5)} == {
            game.id for game in many() if game.ended_ms >= 5
        }
        assert len(await results_of(here.asked, ANNA)) == GAMES
        for query in (TOP, STATS):
            text, games = await here.told(query)
            assert str(GAMES) in text
            assert games == GAMES
        assert max(here.asked.sizes) <= 10 * PAGE


async def test_what_was_counted_is_kept_until_one_of_the_games_changes(url: str) -> None:
    async with club(url) as here:
        await here.keep(*many())
        before = {query: (await here.told(query))[0] for query in (TOP, STATS)}
        assert [await here.told(query) for query in (TOP, STATS)] == [(before[TOP], 0), (before[STATS], 0)]
        assert (await here.told(StatisticsQuery("top", 0)))[1] == 0, "other rules of the same games"

        async def is_counted_anew() -> None:
            told = {query: await here.told(query) for query in (TOP, STATS)}
            assert all(games for _, games in told.values())
            assert all(text != before[query] for query, (text, _) in told.items())
            before.update({query: text for query, (text, _) in told.items()})

        first = many()[0]
        await here.keep(played(GAMES + 1, Winner.RED))
        await is_counted_anew()
        lost = played(1, Winner.BLACK)._replace(ended_ms=first.ended_ms)
        await here.keep(lost, changed_ms=10**12)
        await is_counted_anew()
        work = UnitOfWork()
        put_entry(work, "", Entry(lost, ruling=Ruling(Fate.CHANGED, Winner.RED, at_ms=10**12)))
        await here.asked.commit(work)
        await is_counted_anew()
        await here.asked.commit(UnitOfWork().drop_result(game=first.id).drop_result_seats(game=first.id))
        await is_counted_anew()


async def test_who_is_forgotten_or_leaves_is_gone_from_what_is_kept(url: str) -> None:
    async with club(url) as here:
        for user in range(ANNA, ANNA + 10):
            await here.people.change(user, name=f"Игрок{user}")
        await here.keep(*many(5))
        assert (await here.told(TOP))[0].count("Игрок") == 10
        await here.people.change(4, uncounted=True)
        text, games = await here.told(TOP)
        assert text.count("Игрок") == 9
        assert games == 0
        await here.asked.commit(UnitOfWork().drop_result_seats_of(user=5))
        assert (await here.told(TOP))[0].count("Игрок") == 8


async def test_a_period_ends_game_by_game(url: str) -> None:
    async with club(url) as here:
        now = here.clock.now()
        recent, old = played(1, Winner.RED), played(2, Winner.RED)
        await here.keep(recent._replace(ended_ms=now - DAY_MS), old._replace(ended_ms=now - 29 * DAY_MS))
        month = StatisticsQuery("stats", ANNA + 4, "fiim-2025", 30)
        assert "Партий: <b>2</b>" in (await here.told(month))[0]
        here.clock.set_to(now + 2 * DAY_MS)
        assert "Партий: <b>1</b>" in (await here.told(month))[0]
