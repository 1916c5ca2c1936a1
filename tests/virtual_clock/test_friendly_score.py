"""After a game that earns no points the finale has the wins of the company."""

import pytest

from tests.kits.virtual_clock.standing_messages import standing
from tests.kits.virtual_clock.table import VirtualTable


@pytest.mark.parametrize(("size", "friendly"), [(8, True), (10, False)])
async def test_the_finale_of_a_friendly_game_counts_wins(size: int, friendly: bool) -> None:
    table = VirtualTable("fiim-2025", size, seed=4)
    await table.play()
    finale = next(message.text for message in standing(table.telegram, table.group) if "🏁" in message.text)
    assert ("Счёт компании" in finale) is friendly
    assert finale.count(" из 1\n") == (8 if friendly else 0)
    await table.close()
