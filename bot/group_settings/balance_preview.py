"""Simulates a group's role set in the background and shows the figures to one admin as they grow."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import asdict
from typing import Any

import structlog

from bot.core.clock import Clock
from bot.simulation.balance import PRECISION, Balance, BalanceFailed, watch_balance
from bot.simulation.simulation import Plan

log = structlog.get_logger()

SHOWN_EVERY_MS = 4_000

Show = Callable[[int, dict[str, Any]], None]
"""Called with the user id and the figures."""


class BalancePreview:
    """At most one simulation per person; only one runs at a time, the others wait."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._runs: dict[int, asyncio.Task[None]] = {}

    def start(self, person: int, plan: Plan, show: Show) -> None:
        self.stop(person)
        self._runs[person] = asyncio.create_task(self._run(person, plan, show), name="balance")

    def stop(self, person: int) -> None:
        """Cancels the person's simulation; called when the admin leaves the screen."""
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
            async with aclosing(watch_balance(plan, PRECISION)) as figures:
                async for found in figures:
                    now = self._clock.now()
                    if found.done or now - shown_at >= SHOWN_EVERY_MS:
                        show(person, _figures(found))
                        shown_at = now
                    if found.done:
                        break
        except (BalanceFailed, OSError) as failed:
            log.error("balance_not_computed", why=str(failed))
            show(person, {"failed": True})
        finally:
            if self._runs.get(person) is asyncio.current_task():
                del self._runs[person]


def _figures(found: Balance) -> dict[str, Any]:
    return asdict(found)
