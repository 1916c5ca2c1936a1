"""Games are removed from memory however they end; the memory for people and groups is bounded."""

import pytest

import bot.reports.statistics_cache
import bot.storage.groups
import bot.storage.people
import bot.telegram.outbox.rate_limits
from bot.core.cache import Cache
from bot.games.lobby import Phase
from bot.games.memory_eviction import KEPT_MS
from engine.commands import JUDGE, Command, Verb
from tests.kits.virtual_clock.memory_sizes import grown, holdings
from tests.kits.virtual_clock.table import House, VirtualTable

SIZE = 6
KEPT_CHATS = 4
TEXTS = "Parts.words._said"
"""The cache of texts, which is as large as the locales."""
PACING = "Parts.outbox.calls._limiters[]._chats"
"""The rate limiters of chats, which drop idle ones when there are too many."""


async def plays(house: House, number: int, *, ends: str) -> str:
    """Plays a game in a group of its own, with people of its own."""
    table = VirtualTable("fiim", SIZE, number, house, number)
    await table.begin()
    await house.clock.on_to(house.clock.now() + 30_000)
    if ends == "over":
        await house.host.submissions.submit(table.game_id, Command(JUDGE, Verb.TEAM_LOSS, (1,), note="other"), "")
    elif ends == "stopped":
        assert await house.host.stop_game.stop(table.game_id, "")
    elif ends == "taken over":
        assert table.live is not None
        await house.host.seats.hand_over_to_stand_in(table.live, 2)
        await house.clock.on_to(house.clock.now() + 60_000)
        assert await house.host.stop_game.stop(table.game_id, "")
    await house.clock.on_to(house.clock.now() + KEPT_MS + 60_000)
    return table.game_id


async def is_tapped(house: House, game: str) -> None:
    """Loads the game again, as a tap does long after it was over."""
    assert game not in house.host.games.loaded()
    live = await house.host.games.find(game)
    assert live is not None
    await house.host.presence.hear(live, 1)
    await house.host.outbox.sent_messages.find(live.lobby.chat_id, f"{game}:table")
    await house.clock.on_to(house.clock.now() + KEPT_MS + 60_000)


async def evening(house: House, first: int) -> None:
    for number, ends in enumerate(("over", "stopped", "taken over", "over"), start=first):
        game = await plays(house, number, ends=ends)
        await is_tapped(house, game)


async def test_nothing_of_a_game_that_has_ended_stays_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.storage.groups, "MOST_GROUPS", 2)
    monkeypatch.setattr(bot.storage.people, "MOST_PEOPLE", SIZE)
    monkeypatch.setattr(bot.telegram.outbox.rate_limits, "LEAST_KEPT", KEPT_CHATS)
    monkeypatch.setattr(bot.reports.statistics_cache, "MOST_KEPT", 1)
    house = House()
    await house.open()
    await evening(house, 1)
    before = holdings(house.host)
    await evening(house, 11)
    after = holdings(house.host)
    more = {path: count for path, count in grown(before, after).items() if not path.startswith((TEXTS, PACING))}
    assert not more
    assert 0 < after[PACING] <= 2 * max(KEPT_CHATS, SIZE + 1)
    assert not house.host.games.loaded()
    await house.close()


async def test_a_container_that_grows_with_games_is_noticed() -> None:
    house = House()
    await house.open()
    before = holdings(house.host)
    house.host.absence._games["somebody forgot this"] = object()  # type: ignore[assignment]
    assert grown(before, holdings(house.host)) == {"Parts.absence._games": 1}
    await house.close()


async def test_a_game_that_runs_is_not_put_away() -> None:
    house = House()
    await house.open()
    table = VirtualTable("fiim", SIZE, 1, house)
    table.house_rules = {"speech": "7200"}
    await table.begin()
    house.host.eviction.evict_later(table.game_id)
    await house.clock.on_to(house.clock.now() + KEPT_MS + 1_000)
    assert house.host.games.loaded()[table.game_id].lobby.phase is Phase.PLAYING
    await house.close()


def test_a_cache_forgets_what_was_not_asked_for() -> None:
    cache: Cache[int, str] = Cache(2)
    cache[1], cache[2] = "one", "two"
    assert cache.get(1) == "one"
    cache[3] = "three"
    assert [*cache] == [1, 3]
    assert cache.get(2) is None
    assert cache.get(2, "nobody") == "nobody"
