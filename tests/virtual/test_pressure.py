"""Forty tables at once on one token, against a Telegram that keeps its published limits."""

from collections import Counter

from aiogram.methods import EditMessageText, SendMessage

from bot.outbox.rows import Rank
from tests.virtual.table import House, VirtualTable
from tests.virtual.telegram import StrictTelegram

TABLES = 40
APART_MS = 17_000
"""Forty groups do not press «start» in the same second; after ten minutes all of them play."""
LATEST_MS = 5_000


async def test_forty_games_of_ten_draw_no_second_429_and_no_card_is_late() -> None:
    house = House(StrictTelegram)
    await house.open()
    tables = [VirtualTable("fiim-2025", 10, seed, house, seed) for seed in range(1, TABLES + 1)]
    await house.play(tables, apart_ms=APART_MS)
    await house.close()
    telegram = house.telegram
    assert isinstance(telegram, StrictTelegram)
    assert all(table.over for table in tables)
    twice = Counter((call.chat, call.at // 60_000) for call in telegram.refused)
    assert not [key for key, times in twice.items() if times > 1]
    sends = [call for call in telegram.calls if isinstance(call.method, SendMessage)]
    edits = [call for call in telegram.calls if isinstance(call.method, EditMessageText)]
    assert len(sends) > 40 * TABLES
    assert edits
    latest = house.host.outbox.latest
    assert latest[Rank.PROMPT] <= LATEST_MS
    assert latest[Rank.RESULT] <= LATEST_MS
