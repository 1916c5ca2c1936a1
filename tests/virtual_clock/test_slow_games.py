"""Games over days on the virtual clock: quiet hours, reminders, system clocks that are wrong."""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from aiogram.methods import RestrictChatMember, SendMessage
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from bot.core.time_zones import local
from bot.games.quiet_hours import QuietHours
from bot.games.running_game import load_game
from bot.games.slow_game_reminders import reminders
from bot.games.slow_games import SLOW_FROM_S
from bot.storage.schema import clocks, events, notes
from engine.commands import JUDGE, Command, Verb
from engine.events import StepName
from engine.house_rules import SHIPPED
from engine.options import KINDS, Seconds
from tests.kits.handler_calls import jobs_of
from tests.kits.virtual_clock.chats import Chats
from tests.kits.virtual_clock.table import House, Manners, VirtualTable

HOUR = 3_600
KYIV = ZoneInfo("Europe/Kyiv")
NIGHTLY = QuietHours(KYIV, 23, 9)
SLOW_BOX = {"discussion": 24, "second_discussion": 6, "ballot_window": 12, "night": 12, "deal": 24, "meet": 6}
"""Hours of each step, so that a day of the game takes a day."""
LONGEST_MINUTES = 60 * 24 * 60


def in_seconds(hours: Mapping[str, int]) -> dict[str, str]:
    return {key: str(length * HOUR) for key, length in hours.items()}


def slow_table(seed: int, ruleset: str = "box", lengths: Mapping[str, int] = SLOW_BOX) -> VirtualTable:
    table = VirtualTable(ruleset, 9, seed)
    table.house_rules = in_seconds(lengths)
    table.quiet = (NIGHTLY.start, NIGHTLY.end)
    table.manners = Manners(
        {StepName.DEAL: 3 * HOUR, StepName.NIGHT: 5 * HOUR, StepName.BALLOT: 4 * HOUR, StepName.DISCUSSION: HOUR}
    )
    return table


def expired(table: VirtualTable) -> list[int]:
    t = events.c
    rows = table.store.now(select(t.payload, t.at_ms).order_by(t.version))
    return [row.at_ms for row in rows if '"event":"Expired"' in row.payload]


def reminded(table: VirtualTable) -> list[tuple[int, int]]:
    """Returns the time and the chat of each reminder."""
    return [
        (call.at, call.chat)
        for call in table.telegram.calls
        if isinstance(call.method, SendMessage) and call.method.text.startswith("⏰")
    ]


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_no_step_of_a_slow_game_ends_in_quiet_hours(seed: int) -> None:
    table = slow_table(seed)
    live = await table.play(LONGEST_MINUTES)
    await table.close()
    ended = expired(table)
    assert live.table.step is StepName.OVER
    assert table.minutes > 2 * 24 * 60
    assert len(ended) > 2
    assert not [local(moment, KYIV).isoformat() for moment in ended if NIGHTLY.cover(moment)]
    told = reminded(table)
    assert told
    assert not [local(moment, KYIV).isoformat() for moment, _ in told if NIGHTLY.cover(moment)]
    assert table.host.timers.has(f"remind:{live.id}") is False


async def test_nobody_is_reminded_more_than_twice_in_a_step_nor_after_having_answered() -> None:
    table = slow_table(4)
    table.manners = Manners({StepName.DEAL: 3 * HOUR})  # everybody has seen the card before half time
    live = await table.play(LONGEST_MINUTES)
    await table.close()
    t = events.c
    begun = [row.at_ms for row in table.store.now(select(t.payload, t.at_ms)) if '"StepBegan"' in row.payload]
    steps = Counter((sum(1 for at in begun if at <= moment), chat) for moment, chat in reminded(table))
    assert steps
    assert max(steps.values()) <= 2
    assert not [step for step, _ in steps if step <= 1]
    assert live.table.step is StepName.OVER


async def test_a_reminder_has_no_clock_of_its_own() -> None:
    """The question that it speaks of has one in the same chat, and nobody edits a reminder after the step."""
    house = House(Chats)
    table = VirtualTable("box", 9, 1, house)
    table.house_rules = in_seconds(dict.fromkeys(SLOW_BOX, 1))
    table.manners = Manners({})
    await house.open()
    await house.play([table], LONGEST_MINUTES)
    await house.close()
    assert isinstance(house.telegram, Chats)
    told = [shown for shown in house.telegram.shown.values() if shown.now.text.startswith("⏰")]
    assert len(told) > 9
    assert [shown.now.text for shown in told if shown.now.ends] == []
    assert [shown.now.html for shown in told if "tg-time" not in shown.now.html] == [], "in the reader's own zone"


async def test_a_live_evening_is_not_held_up_by_quiet_hours() -> None:
    calm, quiet = VirtualTable("fiim-2025", 10, 7), VirtualTable("fiim-2025", 10, 7)
    quiet.quiet = (1, 0)
    for table in (calm, quiet):
        await table.play()
        await table.close()
    assert [call.at for call in calm.counted()] == [call.at for call in quiet.counted()]
    assert not reminded(quiet)


async def test_a_pause_takes_nothing_from_a_step_that_waits_for_the_morning() -> None:
    table = slow_table(1)
    await table.house.open()
    await table.begin()
    live = table.live
    assert live is not None
    while live.clock is None or live.clock.waits:
        await table.clock.step(table.clock.now() + 60_000)
    shown = live.clock.deadline()
    before = live.clock.left(table.clock.now())
    await table.host.submissions.submit(live.id, Command(JUDGE, Verb.PAUSE), "p1")
    for _ in range(40):
        await table.clock.step(table.clock.now() + HOUR * 1000)
        table.clock._now += 30 * 60_000
    await table.host.submissions.submit(live.id, Command(JUDGE, Verb.RESUME), "p2")
    assert live.clock is not None
    after = live.clock.deadline()
    assert shown is not None
    assert after is not None
    assert after >= table.clock.now() + before
    assert after == NIGHTLY.after(table.clock.now() + before)
    assert not NIGHTLY.cover(after)
    await table.close()


async def _to_the_deal(table: VirtualTable) -> Any:
    await table.house.open()
    await table.begin()
    live = table.live
    assert live is not None
    while live.clock is None or live.clock.waits:
        await table.clock.step(table.clock.now() + 60_000)
    return live


@pytest.mark.parametrize("hours_off", [-1, 1, 10])
async def test_a_wall_clock_that_is_set_in_mid_step_ends_none_at_night(hours_off: int) -> None:
    """The machine was suspended, or its clock was corrected: the local time of the people counts."""
    table = slow_table(1, lengths=SLOW_BOX | {"deal": 11})
    table.manners = Manners({})
    live = await _to_the_deal(table)
    table.clock.wall_behind = -hours_off * HOUR * 1000
    number = live.table.number
    while live.table.number == number:
        assert await table.clock.step(table.clock.now() + 3 * 24 * HOUR * 1000)
    (moment,) = expired(table)
    assert not NIGHTLY.cover(moment - table.clock.wall_behind)
    await table.close()


async def test_the_stored_clock_is_the_one_that_is_shown() -> None:
    table = slow_table(1, lengths=SLOW_BOX | {"deal": 15})
    live = await _to_the_deal(table)
    (row,) = table.store.now(select(clocks))
    assert row.left_ms == live.clock.left_ms
    assert local(live.clock.deadline(), KYIV).strftime("%H:%M") == "09:00"
    sent = [call.method for call in table.telegram.calls if isinstance(call.method, SendMessage)]
    assert any("16 января, 09:00" in method.text and 'format="dt"' in method.text for method in sent)
    await table.close()


LENGTHS = [
    (ruleset, key)
    for ruleset, found in SHIPPED.items()
    for key in found.options
    if isinstance(KINDS[key], Seconds)
]


@pytest.mark.parametrize("ruleset", sorted(SHIPPED))
async def test_every_length_may_be_two_days(ruleset: str) -> None:
    lengths = {key: 48 for name, key in LENGTHS if name == ruleset}
    table = VirtualTable(ruleset, 10, 5)
    table.house_rules = in_seconds(lengths)
    table.quiet = (23, 9)
    live = await table.play(60 * 24 * 400)
    await table.close()
    assert live.table.step is StepName.OVER
    assert not [moment for moment in expired(table) if NIGHTLY.cover(moment)]


spans = st.integers(SLOW_FROM_S * 1000, 60 * HOUR * 1000)
quiet = st.builds(QuietHours, st.just(KYIV), st.integers(0, 23), st.integers(0, 23))


@given(st.integers(1_700_000_000_000, 2_200_000_000_000), spans, quiet)
def test_reminders_are_two_at_most_within_the_step_and_never_in_quiet_hours(
    began: int, length: int, hours: QuietHours
) -> None:
    end = hours.after(began + length)
    found = reminders(began, end, hours)
    assert len(found) <= 2
    assert list(found) == sorted(set(found))
    assert all(began < moment < end and not hours.cover(moment) for moment in found)
    assert all(later - sooner >= HOUR * 1000 for sooner, later in pairwise(found))


DAY = [
    ("a day", "10:00", 24, ["22:00", "09:00"]),
    ("a working day", "09:00", 12, ["15:00", "20:00"]),
    ("over night", "20:00", 12, ["22:00"]),
    ("two hours", "12:00", 2, ["13:00"]),
    ("one hour", "12:00", 1, ["12:30"]),
]


@pytest.mark.parametrize(("start", "hours", "expected"), [case[1:] for case in DAY], ids=[case[0] for case in DAY])
def test_when_people_are_reminded(start: str, hours: int, expected: list[str]) -> None:
    noon = 1_800_000_000_000  # 10:00 in Kyiv
    began = noon + (int(start[:2]) - 10) * HOUR * 1000
    found = reminders(began, NIGHTLY.after(began + hours * HOUR * 1000), NIGHTLY)
    assert [local(moment, KYIV).strftime("%H:%M") for moment in found] == expected


async def _until(table: VirtualTable, step: StepName, day: int) -> Any:
    """Lets time pass while nobody acts."""
    while True:
        live = await table.house.host.games.find(table.game_id)
        assert live is not None
        if live.table.step is step and live.table.day >= day and live.clock and not live.clock.waits:
            return live
        assert await table.clock.step(table.clock.now() + 5 * 24 * HOUR * 1000), live.table.step


async def test_whoever_misses_two_steps_is_replaced_though_the_host_was_started_anew_in_between() -> None:
    table = slow_table(1)
    table.house_rules["stand_ins"] = "on-absence"
    await table.house.open()
    await table.begin()
    await _until(table, StepName.DISCUSSION, 2)  # they have missed a night
    assert table.store.now(select(notes.c.value).where(notes.c.key == f"missed:{table.game_id}"))
    nudged = [call for call in table.telegram.calls if "👋" in str(getattr(call.method, "text", ""))]
    assert nudged
    await table.house.restart()
    live = await _until(table, StepName.NIGHT, 2)
    assert not live.lobby.absent
    live = await _until(table, StepName.DISCUSSION, 3)
    assert live.lobby.absent
    await table.house.close()


async def test_a_mute_outlasts_a_long_step_without_being_renewed_all_the_time() -> None:
    table = slow_table(1)
    await table.house.open()
    await table.begin()
    live = await _until(table, StepName.NIGHT, 0)
    scheduled_jobs = jobs_of(table.house.host, table.store)
    timers = table.host.timers

    async def every_minute() -> None:
        timers.set("chore", table.clock.now() + 60_000, every_minute)
        await scheduled_jobs.renew_mutes()

    await every_minute()
    while live.table.step is StepName.NIGHT:
        assert await table.clock.step(table.clock.now() + 5 * 24 * HOUR * 1000)
    calls = [call for call in table.telegram.calls if isinstance(call.method, RestrictChatMember)]
    muted = [call for call in calls if not call.method.permissions.can_send_messages]  # type: ignore[attr-defined]
    each = Counter(call.method.user_id for call in muted)  # type: ignore[attr-defined]
    hours = (muted[-1].at - muted[0].at) / HOUR / 1000
    assert hours > 12
    assert max(each.values()) <= 2 + hours / 6
    for call in muted:
        until = call.method.until_date * 1000  # type: ignore[attr-defined]
        assert 30_000 < until - call.at < 7 * HOUR * 1000
    await table.close()


async def test_a_game_that_runs_is_not_put_away_however_old_it_is() -> None:
    table = slow_table(1)
    live = await _to_the_deal(table)
    await table.host.submissions.submit(live.id, Command(JUDGE, Verb.PAUSE), "p1")
    table.clock._now += 2 * table.host.settings.keep_days * 24 * HOUR * 1000
    scheduled_jobs = jobs_of(table.host, table.store)
    await scheduled_jobs.cleanup.drop_old_receipts()
    assert await scheduled_jobs.cleanup.delete_old_games() == 0
    assert await load_game(table.store, live.id) is not None
    await table.close()
