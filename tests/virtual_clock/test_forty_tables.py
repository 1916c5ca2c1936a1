"""Forty tables at once on one token, against a Telegram that enforces its published limits."""

from collections import Counter

from aiogram.methods import EditMessageText, SendMessage

from bot.telegram.outbox.rows import Rank
from tests.kits.virtual_clock.table import House, VirtualTable
from tests.kits.virtual_clock.telegram import StrictTelegram

TABLES = 40
APART_MS = 17_000
"""Milliseconds between the starts of two games; after ten minutes all forty run."""
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
    latest = house.host.outbox.calls.longest_wait_ms
    assert latest[Rank.PROMPT] <= LATEST_MS
    assert latest[Rank.RESULT] <= LATEST_MS


async def test_two_hundred_chats_at_once_are_told_one_after_the_other() -> None:
    """As when a host with many games starts: the rate limit counts a call when its row is begun."""
    house = House(StrictTelegram)
    await house.open()
    await house.host.outbox.post([house.host.replies.text(person, "private-idle") for person in range(1, 201)])
    while house.host.outbox.waiting and await house.clock.step(house.clock.now() + 60_000):
        pass
    telegram = house.telegram
    assert isinstance(telegram, StrictTelegram)
    assert len(telegram.calls) == 200
    assert not telegram.refused
    began, ended = telegram.calls[0].at, telegram.calls[-1].at
    assert 7_000 <= ended - began <= 9_000
    await house.close()
