"""Timers: a failed one is tried again, a cancelled one is not, and none fires while the time is stopped."""

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import datetime, timedelta, tzinfo
from typing import Self

import apscheduler.schedulers.base
import pytest

from bot.core import apscheduler_alarms as alarms_module
from bot.core import timers as timers_module
from bot.core.apscheduler_alarms import WATCH, ScheduledAlarms
from bot.core.clock import SteadyClock
from bot.core.timers import Timers


@pytest.fixture
def late() -> list[int]:
    """Returns an empty list for the milliseconds by which each timer is late."""
    return []


@pytest.fixture
def troubles() -> list[str]:
    """Returns an empty list for the places at which errors are reported."""
    return []


@pytest.fixture
async def timers(monkeypatch: pytest.MonkeyPatch, late: list[int], troubles: list[str]) -> AsyncIterator[Timers]:
    monkeypatch.setattr(timers_module, "SHORTEST_MS", 5)
    clock = SteadyClock()
    started = Timers(clock, ScheduledAlarms(clock), lambda place, _: troubles.append(place), late.append)
    started.start()
    yield started
    await started.stop()


class Deed:
    """An action that fails that many times, then succeeds."""

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.tried = 0
        self.attempt = asyncio.Event()
        self.done = asyncio.Event()

    async def __call__(self) -> None:
        self.tried += 1
        self.attempt.set()
        if self.tried <= self.failures:
            raise OSError("no room")
        self.done.set()


async def test_an_action_that_fails_is_tried_until_it_succeeds(timers: Timers, troubles: list[str]) -> None:
    deed = Deed(failures=3)
    timers.set("step:game", 0, deed)
    await asyncio.wait_for(deed.done.wait(), 10)
    assert (deed.tried, troubles) == (4, ["timer"] * 3)
    assert len(timers) == 0


async def test_what_was_cancelled_while_it_failed_is_not_tried_again(timers: Timers) -> None:
    class Cancelled(Deed):
        async def __call__(self) -> None:
            timers.cancel("step:game")
            await super().__call__()

    deed, later = Cancelled(failures=9), Deed(failures=0)
    timers.set("step:game", 0, deed)
    await asyncio.wait_for(deed.attempt.wait(), 10)
    timers.set("later", SteadyClock().now() + 50, later)
    await asyncio.wait_for(later.done.wait(), 10)
    assert deed.tried == 1


async def test_what_was_set_anew_while_it_failed_comes_when_it_was_set_to(timers: Timers) -> None:
    anew = Deed(failures=0)

    class Moved(Deed):
        async def __call__(self) -> None:
            timers.set("step:game", SteadyClock().now() + 50, anew)
            await super().__call__()

    deed = Moved(failures=9)
    timers.set("step:game", 0, deed)
    await asyncio.wait_for(anew.done.wait(), 10)
    assert (deed.tried, anew.tried) == (1, 1)


async def test_nothing_fires_while_the_time_stands(timers: Timers, late: list[int]) -> None:
    held = Deed(failures=0)
    timers.hold()
    timers.set("step:game", 0, held)
    for _ in range(20):
        await asyncio.sleep(0)
    assert held.tried == 0
    timers.release()
    await asyncio.wait_for(held.done.wait(), 10)
    assert len(late) == 1


async def test_a_timer_that_is_set_to_the_moment_it_had_rings_once_with_its_newest_deed(timers: Timers) -> None:
    old, new, later = Deed(failures=0), Deed(failures=0), Deed(failures=0)
    soon = SteadyClock().now() + 40
    for deed in (old, new):
        timers.set("step:game", soon, deed)
    timers.set("later", soon + 20, later)
    await asyncio.wait_for(later.done.wait(), 10)
    assert (old.tried, new.tried) == (0, 1)


async def test_a_timer_that_is_moved_there_and_back_rings_once(timers: Timers) -> None:
    deed, later = Deed(failures=0), Deed(failures=0)
    soon = SteadyClock().now() + 40
    for moment in (soon, soon + 10_000, soon):
        timers.set("step:game", moment, deed)
    timers.set("later", soon + 20, later)
    await asyncio.wait_for(later.done.wait(), 10)
    assert deed.tried == 1


async def test_an_earlier_timer_is_not_kept_waiting_by_a_later_one(timers: Timers) -> None:
    deed = Deed(failures=0)
    timers.set("later", SteadyClock().now() + 3_600_000, Deed(failures=0))
    await asyncio.sleep(0)
    timers.set("step:game", SteadyClock().now() + 20, deed)
    await asyncio.wait_for(deed.done.wait(), 10)


async def test_alarms_that_are_moved_or_cancelled_do_not_pile_up() -> None:
    clock = SteadyClock()
    rung: list[str] = []
    alarms = ScheduledAlarms(clock)
    alarms.start(rung.append)
    tomorrow = clock.now() + 24 * 60 * 60_000
    for number in range(500):
        alarms.set("lobby:extended", tomorrow + number)
        alarms.set(f"lobby:{number}", tomorrow)
    assert scheduled(alarms) == {"lobby:extended", *(f"lobby:{number}" for number in range(500))}
    for number in range(500):
        alarms.cancel(f"lobby:{number}")
    assert scheduled(alarms) == {"lobby:extended"}
    alarms.set("lobby:extended", 0)
    async with asyncio.timeout(10):
        while not rung:
            await asyncio.sleep(0.005)
    assert (rung, scheduled(alarms)) == (["lobby:extended"], set())
    await alarms.stop()


def scheduled(alarms: ScheduledAlarms) -> set[str]:
    assert alarms._scheduler is not None
    return {job.id for job in alarms._scheduler.get_jobs()} - {WATCH}


async def test_an_alarm_for_which_the_scheduler_is_not_woken_rings_in_time(
    timers: Timers, late: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alarms_module, "LOOK_MS", 20)
    timers.set("step:next", SteadyClock().now() + 1, Deed(failures=0))
    await asyncio.sleep(1.1)  # the watch, set before the patch, is over
    late.clear()
    added, moved = Deed(failures=0), Deed(failures=0)
    timers.set("step:moved", SteadyClock().now() + 60_000, moved)
    timers.set("step:moved", SteadyClock().now() + 120, moved)
    timers.set("step:added", SteadyClock().now() + 150, added)
    await asyncio.wait_for(asyncio.gather(added.done.wait(), moved.done.wait()), 10)
    assert max(late) < 100


# --- the wall clock is set --------------------------------------------------------------------------------------


class Wall:
    """A wall clock that can be set, for APScheduler and for the program's clock alike."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.set_by = timedelta()
        wall = self

        class Pushed(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Self:
                return super().now(tz) + wall.set_by

        for module in (alarms_module, apscheduler.schedulers.base):
            monkeypatch.setattr(module, "datetime", Pushed)

    def nanoseconds(self) -> int:
        return time.time_ns() + int(self.set_by.total_seconds()) * 1_000_000_000


@pytest.mark.parametrize("hours", [-1, 1, -24, 24])
async def test_a_wall_clock_that_is_set_neither_delays_nor_hastens_a_timer(
    hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    clock = SteadyClock(wall=wall.nanoseconds)
    late: list[int] = []
    timers = Timers(clock, ScheduledAlarms(clock), on_late=late.append)
    timers.start()
    deed, far = Deed(failures=0), Deed(failures=0)
    timers.set("step:game", clock.now() + 300, deed)
    timers.set("step:other", clock.now() + 2_000_000, far)
    await asyncio.sleep(0.01)
    wall.set_by = timedelta(hours=hours)
    await asyncio.wait_for(deed.done.wait(), 10)
    assert 0 <= late[0] < 250
    assert far.tried == 0
    await timers.stop()


async def test_an_alarm_that_comes_too_early_is_set_again(timers: Timers) -> None:
    deed = Deed(failures=0)
    moment = SteadyClock().now() + 200
    timers.set("step:game", moment, deed)
    timers._ring("step:game")
    assert (deed.tried, timers.has("step:game")) == (0, True)
    await asyncio.wait_for(deed.done.wait(), 10)
    assert SteadyClock().now() >= moment - 5


async def test_an_alarm_that_is_due_at_the_stop_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    clock, rung = SteadyClock(), list[str]()
    for turns in range(8):  # the alarm is being called at one of these moments
        alarms = ScheduledAlarms(clock)
        alarms.start(rung.append)
        alarms.set("due", clock.now())
        for _ in range(turns):
            await asyncio.sleep(0)
        await alarms.stop()
        rung.clear()
        await asyncio.sleep(0.01)
        assert rung == []
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
