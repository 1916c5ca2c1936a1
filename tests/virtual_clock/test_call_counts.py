"""How many calls a game makes, counted as Telegram counts them: sends and edits, on the virtual clock.

Full speeches, votes after 3 s, answers at night after 15 s.
"""

import pytest

from engine.events import StepName
from tests.kits.virtual_clock.table import VirtualTable

SEEDS = range(1, 5)
MOST_IN_A_MINUTE = 11


@pytest.mark.parametrize(("ruleset", "most"), [("fiim-2025", 4.76), ("box", 5.85)])
async def test_a_game_of_ten_stays_within_its_calls(ruleset: str, most: float) -> None:
    """The last edits of messages are among them: they cost no more than was saved elsewhere."""
    calls, minutes = 0, 0.0
    for seed in SEEDS:
        table = VirtualTable(ruleset, 10, seed)
        live = await table.play()
        await table.close()
        assert live.table.step is StepName.OVER
        assert table.busiest_minute() <= MOST_IN_A_MINUTE
        calls += len(table.counted())
        minutes += table.minutes
    assert calls / minutes <= most


async def test_a_step_runs_only_when_its_prompts_are_delivered() -> None:
    """Telegram takes 20 seconds for each call: no step is shorter for it."""
    table = VirtualTable("fiim-2025", 10, 1)
    table.telegram.slow_down(20_000)
    live = await table.play(longest_minutes=1_000)
    await table.close()
    assert live.table.step is StepName.OVER
    assert table.shortest_speech() >= 60_000


async def test_the_same_seed_gives_the_same_evening() -> None:
    first, second = VirtualTable("fiim-2025", 10, 7), VirtualTable("fiim-2025", 10, 7)
    await first.play()
    await second.play()
    await first.close()
    await second.close()
    assert [call.at for call in first.counted()] == [call.at for call in second.counted()]
    assert first.journal() == second.journal()
