"""A network that is down or refuses, on the virtual clock: for everybody, or for one chat."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from aiogram.exceptions import TelegramNetworkError, TelegramRetryAfter
from aiogram.methods import EditMessageText, SendMessage, TelegramMethod

from bot.telegram.outbox.rows import Kind, Rank
from engine.events import StepName
from tests.faults.fault_log import injected, saw
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.table import House, VirtualTable
from tests.kits.virtual_clock.telegram import CountingTelegram

STORM_MS, OUTAGE_MS, SLOW_MS = 60_000, 300_000, 10_000
MOST_OWED = 40
"""To a table of ten and its group at once: two prompts or news each, and some edits."""
SHARED_MS = 1_000
WAITS = "просит подождать"
"""Part of the message about delayed mutes, which is not counted as owed."""
BEGINS_MS = 90_000
"""Milliseconds after the start: in the first speeches."""


class Moody(CountingTelegram):
    """A Telegram that refuses all calls for some time, or those into one chat."""

    def __init__(self, clock: VirtualClock, how: str = "", lasts: int = 0, chat: int = 0) -> None:
        super().__init__(clock)
        self.how, self.chat = how, chat
        self.begins = clock.now() + BEGINS_MS
        self.ends = self.begins + lasts
        self.refused = 0

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        now = self._clock.now()
        here = not self.chat or getattr(method, "chat_id", 0) == self.chat
        if self.how and self.begins <= now < self.ends and here:
            self.refused += 1
            await self._clock.sleep_until(now + 40)
            if self.how == "429":
                raise TelegramRetryAfter(method, "Too Many Requests: retry after 5", 5)
            raise TelegramNetworkError(method, "Cannot connect to host")
        return await super().__call__(method, request_timeout)


class Slow(CountingTelegram):
    """A slow Telegram that records how much is queued meanwhile."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock, SLOW_MS)
        self.waiting: Callable[[], int] = int
        self.most = 0
        self.edits: Counter[tuple[int, int]] = Counter()

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        self.most = max(self.most, self.waiting())
        if isinstance(method, EditMessageText):
            self.edits[int(method.chat_id or 0), method.message_id or 0] += 1
        return await super().__call__(method, request_timeout)


def moody(how: str, lasts: int, chat: int = 0) -> Any:
    return lambda clock: Moody(clock, how, lasts, chat)


@pytest.mark.parametrize(("how", "lasts"), [("429", STORM_MS), ("unreachable", OUTAGE_MS)])
async def test_a_storm_loses_nothing_and_no_step_ends_unasked(how: str, lasts: int) -> None:
    calm = VirtualTable("fiim-2025", 10, 3)
    await calm.play()
    await calm.close()
    house = House(moody(how, lasts))
    table = VirtualTable("fiim-2025", 10, 3, house)
    live = await table.play()
    await table.close()
    telegram = house.telegram
    assert isinstance(telegram, Moody)
    injected(f"storm {how}", telegram.refused)
    assert telegram.refused > 3
    assert live.table.step is StepName.OVER
    assert table.journal() == calm.journal(), "nobody has lost a turn"
    assert table.shortest_speech() >= 60_000
    sends = [
        [call for call in one.counted() if isinstance(call.method, SendMessage) and WAITS not in call.method.text]
        for one in (calm, table)
    ]
    assert len(sends[1]) == len(sends[0])
    after = [call.at for call in sends[1] if telegram.ends <= call.at < telegram.ends + 60_000]
    assert len(after) <= 30, "no flood afterwards"


@pytest.mark.parametrize(("how", "named"), [("429", "429 on one chat"), ("unreachable", "one chat unanswered")])
async def test_a_chat_that_must_wait_does_not_hold_up_another_table(how: str, named: str) -> None:
    async def evening(how: str) -> tuple[list[int], int]:
        first, second = -1001_000_000_001, -1001_000_000_002
        house = House(moody(how, STORM_MS, first))
        await house.open()
        tables = [VirtualTable("fiim-2025", 10, seed, house, seed) for seed in (1, 2)]
        await house.play(tables)
        await house.close()
        assert isinstance(house.telegram, Moody)
        times = [call.at for call in house.telegram.calls if call.counted and call.chat == second]
        return times, house.telegram.refused

    undisturbed, _ = await evening("")
    disturbed, refused = await evening(how)
    injected(named, refused)
    assert refused > 3
    ends = undisturbed[0] + BEGINS_MS + STORM_MS
    during = [[at for at in times if at < ends] for times in (disturbed, undisturbed)]
    assert during[0] == during[1]
    # Afterwards the first table runs a minute later; all tables share the bot's calls of a second.
    assert max(abs(one - other) for one, other in zip(disturbed, undisturbed, strict=True)) <= SHARED_MS


async def test_slow_calls_do_not_pile_up() -> None:
    house = House(Slow)
    telegram = house.telegram
    assert isinstance(telegram, Slow)
    telegram.waiting = lambda: house.host.outbox.waiting
    table = VirtualTable("fiim-2025", 10, 3, house)
    await house.open()
    await table.begin()
    live = table.live
    assert live is not None
    while house.host.outbox.waiting:
        await house.clock.step(house.clock.now() + 60_000)
    slot = await house.host.outbox.sent_messages.find(table.group, f"{live.id}:table")
    assert slot is not None
    before = telegram.edits.copy()
    for _ in range(100):
        row = house.host.group_rows.row(live.lobby, Kind.EDIT, "table", Rank.EDIT, "table")
        await house.host.outbox.post([row])
        await house.clock.step(house.clock.now() + 100)
    assert house.host.outbox.waiting <= MOST_OWED, "a hundred edits of one message are one or two"
    while house.host.outbox.waiting and await house.clock.step(house.clock.now() + 600_000):
        pass
    assert (telegram.edits - before)[table.group, slot.message_id] <= 3
    while not table.over:
        table.ask()
        assert await house.clock.step(house.clock.now() + 3_600_000)
    await table.close()
    injected("slow call", len(telegram.calls))
    saw(f"at most {telegram.most} rows waited")
    assert telegram.most <= MOST_OWED
