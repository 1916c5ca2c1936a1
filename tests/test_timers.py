"""Timers: what failed is tried again, what was cancelled is not, and nothing fires while the time stands."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.clockwork import timers as timers_module
from bot.clockwork.clock import SteadyClock
from bot.clockwork.timers import FEW, Timers


@pytest.fixture
async def timers(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Timers]:
    monkeypatch.setattr(timers_module, "SHORTEST_MS", 5)
    started = Timers(SteadyClock())
    started.start()
    yield started
    await started.stop()


class Deed:
    """Fails so many times, then succeeds."""

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


async def test_an_action_that_fails_is_tried_until_it_succeeds(timers: Timers) -> None:
    troubles: list[str] = []
    timers.on_trouble = lambda place, _: troubles.append(place)
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


async def test_nothing_fires_while_the_time_stands(timers: Timers) -> None:
    held = Deed(failures=0)
    late: list[int] = []
    timers.on_late = late.append
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


async def test_moments_that_are_put_off_or_called_off_do_not_pile_up(timers: Timers) -> None:
    tomorrow = SteadyClock().now() + 24 * 60 * 60_000
    for number in range(5_000):
        timers.set("lobby:extended", tomorrow + number, Deed(failures=0))
    for number in range(5_000):
        timers.set(f"lobby:{number}", tomorrow, Deed(failures=0))
    assert len(timers._heap) <= 2 * len(timers) + FEW
    for number in range(5_000):
        timers.cancel(f"lobby:{number}")
    assert len(timers) == 1
    assert len(timers._heap) <= 2 + FEW
    soon = Deed(failures=0)
    timers.set("lobby:extended", 0, soon)
    await asyncio.wait_for(soon.done.wait(), 10)
    assert len(timers) == 0
