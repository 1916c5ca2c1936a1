"""How a group's cards play against themselves, shown to one admin while it is played: `bot.balance`."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import asdict
from typing import Any

import structlog

from bot.balance import Balance, BalanceFailed, watch_balance
from bot.clockwork.clock import Clock
from bot.simulation import Plan

log = structlog.get_logger()

SHOWN_EVERY_MS = 4_000

Show = Callable[[int, dict[str, Any]], None]
"""To this person, these figures."""


class Balancing:
    """At most one run for each person; of all runs one plays at a time, the others wait for it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._runs: dict[int, asyncio.Task[None]] = {}

    def start(self, person: int, plan: Plan, show: Show) -> None:
        self.stop(person)
        self._runs[person] = asyncio.create_task(self._run(person, plan, show), name="balance")

    def stop(self, person: int) -> None:
        """Whoever looks elsewhere does not wait for it any more."""
        running = self._runs.pop(person, None)
        if running is not None:
            running.cancel()

    async def close(self) -> None:
        running = list(self._runs.values())
        self._runs.clear()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _run(self, person: int, plan: Plan, show: Show) -> None:
        shown_at = 0
        try:
            async with aclosing(watch_balance(plan)) as figures:
                async for found in figures:
                    now = self._clock.now()
                    if found.done or now - shown_at >= SHOWN_EVERY_MS:
                        show(person, _figures(found))
                        shown_at = now
                    if found.done:
                        break
        except (BalanceFailed, OSError) as failed:
            log.error("the balance could not be found", why=str(failed))
            show(person, {"failed": True})
        finally:
            if self._runs.get(person) is asyncio.current_task():
                del self._runs[person]


def _figures(found: Balance) -> dict[str, Any]:
    return asdict(found)
