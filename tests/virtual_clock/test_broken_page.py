"""A page that cannot be rendered is dropped and reported; the game goes on."""

from typing import Any

import pytest

from bot.pages import renderer
from bot.wiring import Hooks
from engine.events import StepName
from tests.kits.virtual_clock.table import House, VirtualTable


async def test_a_page_that_raises_does_not_hold_up_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise KeyError("nobody has written this page")

    monkeypatch.setitem(renderer.SEAT_PAGES, "prompt", broken)
    heard: list[str] = []
    house = House(hooks=Hooks(report_error=lambda place, _: heard.append(place)))
    table = VirtualTable("fiim-2025", 10, 3, house)
    live = await table.play(longest_minutes=2_000)
    await table.close()
    assert live.table.step is StepName.OVER
    assert "page" in heard
