"""Fixtures that several files of this folder use."""

from collections.abc import AsyncIterator

import pytest

from tests.kits.virtual_clock.table import House
from tests.kits.virtual_clock.tournament_kit import drain


@pytest.fixture
async def home() -> AsyncIterator[House]:
    """Yields a started host; its outbox is emptied before it ends."""
    house = House()
    await house.open()
    yield house
    await drain(house)
    await house.close()
