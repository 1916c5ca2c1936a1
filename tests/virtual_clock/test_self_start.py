"""When a game begins by itself, how long its table waits, and with how few players: as the group has chosen."""

import pytest

from bot.games.lobby import LobbyRefusal, Phase
from bot.games.self_start import GATHERED_MS
from tests.kits.virtual_clock.open_table import OPENER, open_table

MINUTE = 60


async def test_a_game_begins_by_itself_when_so_many_sit() -> None:
    async with open_table(guests=4, evening_chosen=True, self_start="6") as at:
        assert at.label("lobby-starts-gathered", count=6) in at.shown.html
        await at.wait(9 * MINUTE)
        assert at.phase() is Phase.OPEN
        await at.people.bring(at.people.tap(OPENER + 5, f"l:{at.live.id}:sit", 1, at.lobby.chat_id))
        await at.wait(GATHERED_MS / 1000 - 2)
        assert at.phase() is Phase.OPEN, "there is time to see the list"
        await at.wait(4)
        assert at.phase() is Phase.PLAYING


async def test_who_stands_up_in_that_moment_keeps_the_game_from_beginning() -> None:
    async with open_table(guests=4, evening_chosen=True, self_start="6") as at:
        await at.people.bring(at.people.tap(OPENER + 5, f"l:{at.live.id}:sit", 1, at.lobby.chat_id))
        await at.people.bring(at.people.tap(OPENER + 5, f"l:{at.live.id}:stand", 1, at.lobby.chat_id))
        await at.wait(MINUTE)
        assert at.phase() is Phase.OPEN
        assert len(at.lobby.guests) == 5


async def test_a_game_that_never_begins_by_itself_waits_for_the_button() -> None:
    async with open_table(guests=9, evening_chosen=True, self_start="never", lobby_minutes=10) as at:
        assert at.label("lobby-starts-never") in at.shown.html
        await at.wait(11 * MINUTE)
        assert at.phase() is Phase.OPEN
        texts = [one.now.text for one in at.telegram.of(at.lobby.chat_id)]
        assert at.label("lobby-waits-for-start") in texts
        await at.tap_data(f"l:{at.live.id}:start")
        assert at.phase() is Phase.PLAYING


async def test_a_table_that_nobody_starts_is_closed_in_the_end() -> None:
    async with open_table(guests=9, evening_chosen=True, self_start="never", lobby_minutes=5) as at:
        await at.wait(11 * MINUTE)
        assert at.phase() is Phase.CLOSED
        assert at.label("lobby-never-started") in [one.now.text for one in at.telegram.of(at.lobby.chat_id)]


@pytest.mark.parametrize("minutes", [3, 30])
async def test_a_table_waits_as_long_as_its_group_wants(minutes: int) -> None:
    async with open_table(guests=9, evening_chosen=True, lobby_minutes=minutes) as at:
        assert at.lobby.starts_at - at.lobby.opened_at == minutes * 60_000
        await at.wait(minutes * MINUTE)
        assert at.phase() is Phase.PLAYING


async def test_a_table_may_be_no_smaller_than_its_group_wants() -> None:
    async with open_table(guests=6, evening_chosen=True, smallest_table=8) as at:
        assert at.lobby.why_not_start() is LobbyRefusal.TOO_FEW
        assert await at.tap("Начать") == at.label("lobby-no-too-few", least=8, most=12)
        await at.tap("Сесть за стол", OPENER + 7)
        assert at.lobby.why_not_start() is None


async def test_a_table_is_not_asked_for_more_players_than_its_rules_allow() -> None:
    async with open_table(guests=9, evening_chosen=True, smallest_table=12, ruleset="city") as at:
        assert at.lobby.sizes == (12, 13, 14, 15)
