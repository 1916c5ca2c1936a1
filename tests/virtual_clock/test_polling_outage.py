"""Updates cannot be fetched for some time, on the virtual clock: no player's time runs out, and nobody is
punished."""

from collections import Counter
from typing import Any

import pytest
from aiogram.methods import SendMessage

from bot.games.ask_again_after_outage import STANDS_MS, STANDS_SLOW_MS
from bot.games.running_game import RunningGame
from bot.telegram.updates.polling_reception import OVERDUE_MS
from engine.commands import Command, Verb
from engine.events import StepName
from engine.legal_moves import legal
from tests.faults.fault_log import injected
from tests.kits.virtual_clock.evenings import DECLINES
from tests.kits.virtual_clock.table import House, Manners, VirtualTable
from tests.kits.virtual_clock.telegram import StrictTelegram
from tests.virtual_clock.test_ask_again_after_outage import (
    AGAIN,
    LONG_MS,
    away,
    left,
    pass_time,
    seated,
    sends,
    settled,
)

SHORT_MS = 60_000
MINUTE_MS = 60_000


class Fetching:
    """Polling, as the host sees it."""

    def __init__(self, table: VirtualTable) -> None:
        self.table, self.reception = table, table.host.reception
        self.reception.begin()

    async def deaf(self, ms: int) -> None:
        """Lets every attempt fail for that long."""
        self.reception.fail()
        injected("deaf")
        await self.pass_time(ms)

    async def pass_time(self, ms: int) -> None:
        await self.table.clock.on_to(self.table.clock.now() + ms)

    async def hear(self) -> None:
        gap_ms = self.reception.gap_ms()
        if gap_ms:
            await self.table.host.recovery.resume(gap_ms)
        self.reception.fetched()


async def almost_over(left_ms: int = 15_000, step: StepName = StepName.BALLOT) -> tuple[VirtualTable, Fetching]:
    table = await seated(step)
    await table.clock.on_to(table.clock.now() + left(table) - left_ms)
    return table, Fetching(table)


@pytest.mark.parametrize("ms", [SHORT_MS, LONG_MS])
async def test_no_step_ends_while_nobody_can_be_heard(ms: int) -> None:
    table, fetching = await almost_over()
    live = table.live
    assert live is not None
    number, seat = live.table.number, live.awaited()[0]
    await fetching.deaf(ms)
    assert live.table.number == number
    await fetching.hear()
    assert left(table) >= 14_000, "it has what it had when the last of them was heard"
    vote = Command(seat, Verb.VOTE, (live.table.candidates[live.table.window],), step=number)
    await table.host.submissions.submit(live.id, vote, "heard late", 1)
    assert live.table.votes[seat]
    await pass_time(table, lambda: live.table.number != number)
    await table.close()


async def test_a_poll_that_hangs_is_taken_for_deafness_before_it_fails() -> None:
    table, fetching = await almost_over(OVERDUE_MS + 5_000)
    live = table.live
    assert live is not None
    number = live.table.number
    await fetching.pass_time(2 * MINUTE_MS)
    assert live.table.number == number
    await table.close()


@pytest.mark.parametrize(("ms", "again"), [(LONG_MS, True), (SHORT_MS, False)])
async def test_questions_come_again_only_if_taps_may_be_lost(ms: int, again: bool) -> None:
    table, fetching = await almost_over()
    before = len(table.telegram.calls)
    await fetching.deaf(ms)
    assert sends(table.telegram.calls[before:]) == {}
    await fetching.hear()
    await settled(table)
    texts = sends(table.telegram.calls[before:])
    assert [AGAIN in text for text in texts.get(table.group, [])] == [True] * again
    assert set(texts) <= {table.group}
    await table.close()


async def test_the_deadline_that_has_moved_is_shown() -> None:
    table, fetching = await almost_over(step=StepName.NIGHT)
    live = table.live
    assert live is not None
    await fetching.deaf(SHORT_MS)
    before = len(table.telegram.calls)
    await fetching.hear()
    await settled(table)
    assert live.clock is not None
    shown = [str(getattr(call.method, "text", "")) for call in table.telegram.calls[before:] if call.counted]
    assert any(f'unix="{(live.clock.deadline() or 0) // 1000}"' in text for text in shown)
    await table.close()


async def test_a_game_does_not_stand_for_ever() -> None:
    table, fetching = await almost_over()
    live = table.live
    assert live is not None
    number = live.table.number
    await fetching.deaf(STANDS_MS - MINUTE_MS)
    assert live.table.number == number
    await fetching.pass_time(2 * MINUTE_MS)
    assert live.table.number != number
    await table.close()


async def test_a_game_over_days_stands_longer() -> None:
    table = await seated(StepName.NIGHT, lasts_s=86_400)
    live = table.live
    assert live is not None
    await table.clock.on_to(table.clock.now() + left(table) - 15_000)
    fetching = Fetching(table)
    await fetching.deaf(STANDS_SLOW_MS // 2)
    assert live.table.step is StepName.NIGHT
    await fetching.hear()
    await settled(table)
    assert live.table.step is StepName.NIGHT
    assert left(table) >= 14_000
    await table.close()


# --- nobody is blamed --------------------------------------------------------------------------------------------


def missed(table: VirtualTable) -> Counter[int]:
    watched = table.host.absence._games.get(table.game_id)
    return Counter() if watched is None else Counter(watched.missed)


async def one_answers(table: VirtualTable, live: RunningGame) -> None:
    """Lets the first of those whom the night waits for do nothing in it."""
    seat = live.awaited()[0]
    declines = next(offer.verb for offer in legal(live.position.views[seat]) if offer.verb in DECLINES)
    command = Command(seat, declines, step=live.table.number)
    await table.host.submissions.submit(live.id, command, "one of them", 1)


async def test_the_step_in_which_taps_were_lost_counts_for_nobody_and_the_next_one_does() -> None:
    table = await seated(StepName.NIGHT)
    live = await away(table, LONG_MS)
    await settled(table)
    await one_answers(table, live)
    await pass_time(table, lambda: live.table.step is not StepName.NIGHT)
    assert missed(table) == {}
    table.manners = Manners({})
    await pass_time(table, lambda: bool(missed(table)))
    await table.close()


async def test_a_second_start_in_the_same_step_still_blames_nobody() -> None:
    table = await seated(StepName.NIGHT)
    await away(table, LONG_MS)
    await settled(table)
    live = await away(table, 1_000)
    await settled(table)
    await one_answers(table, live)
    await pass_time(table, lambda: live.table.step is not StepName.NIGHT)
    assert missed(table) == {}
    await table.close()


async def test_what_was_missed_before_updates_stopped_for_minutes_is_forgiven() -> None:
    table = await seated(StepName.NIGHT)
    await pass_time(table, lambda: bool(missed(table)))
    fetching = Fetching(table)
    await fetching.deaf(LONG_MS)
    await fetching.hear()
    assert missed(table) == {}
    await table.close()


# --- many tables -------------------------------------------------------------------------------------------------


async def test_many_tables_at_once_are_no_flood_and_each_person_has_one_question() -> None:
    house = House(StrictTelegram)
    await house.open()
    tables = [await seated(StepName.DEAL, seed, house, seed, lasts_s=80_000) for seed in range(1, 31)]
    telegram: Any = house.telegram
    before, refused = len(telegram.calls), len(telegram.refused)
    await away(tables[0], LONG_MS)
    await settled(tables[0])
    asked = telegram.calls[before:]
    each = Counter(call.chat for call in asked if isinstance(call.method, SendMessage))
    assert len(each) == 300
    assert set(each.values()) == {1}
    assert len(telegram.refused) == refused, "within Telegram's limits"
    for table in tables:
        live = await house.host.games.find(table.game_id)
        assert live is not None
        assert live.table.step is StepName.DEAL
        assert live.clock is not None
        assert live.clock.left(house.clock.now()) > 70_000_000
    await house.close()
