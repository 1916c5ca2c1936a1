"""Updates of every shape through the real dispatcher, at several tables at once: nothing breaks, nothing leaks.

`FUZZ_UPDATES` is the number of updates, `FUZZ_SEEDS` names the seeds; a seed that fails can be replayed alone.
"""

import os
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.storage import Database
from tests.faults.fault_log import injected
from tests.fuzz.checked_host import CheckedHost
from tests.fuzz.random_updates import RandomUpdates
from tests.kits.end_to_end.leak_oracle import in_logs
from tests.kits.storage_kit import opened

UPDATES = int(os.environ.get("FUZZ_UPDATES", "2000"))
SEEDS = [int(seed) for seed in os.environ.get("FUZZ_SEEDS", "1").split(",")]
STORED = UPDATES // 5
"""Number of updates through real databases."""
PAUSES = (0, 0, 0, 200, 500, 1_000, 5_000)


async def run(seed: int, updates: int, database: Database | None = None, attacks: int = 5) -> CheckedHost:
    """Runs the updates and stops at the first fault."""
    checked = CheckedHost(seed, database)
    mischief = RandomUpdates(checked, seed, attacks)
    await checked.open()
    for _ in range(updates):
        await checked.feed(mischief.next())
        await checked.pass_time(checked.dice.choice(PAUSES))
        if checked.faults:
            break
    await checked.close()
    return checked


@pytest.mark.filterwarnings("ignore:Detected unknown update type")  # what aiogram says of an empty update
@pytest.mark.parametrize("seed", SEEDS)
async def test_no_update_breaks_anything_or_tells_a_secret(seed: int) -> None:
    with capture_logs() as logs:
        checked = await run(seed, UPDATES)
    counts = checked.counts
    injected("fuzzed update", UPDATES)
    assert checked.faults == [], f"FUZZ_SEEDS={seed} FUZZ_UPDATES={UPDATES} replays it; so far {dict(counts)}"
    assert [line for line in logs if line["log_level"] in ("error", "critical")] == []
    said = [str(line) for line in logs if line["event"] != "update_handled"]
    assert [fault for language in ("ru", "uk") for fault in in_logs(said, language)] == []
    for kind in (
        "forged tap",
        "spoilt tap",
        "repeated",
        "borrowed tap",
        "odd shape",
        "effective",
        "message",
        "attack",
    ):
        assert counts[kind] > UPDATES / 100, kind


async def test_the_same_seed_gives_the_same_run() -> None:
    with capture_logs():
        runs = [await run(7, 150) for _ in range(2)]
    first, second = (
        [(deal.id, deal.version, deal.seating) for deal in checked.deals.values()] for checked in runs
    )
    assert first == second
    assert runs[0].counts == runs[1].counts


@pytest.mark.filterwarnings("ignore:Detected unknown update type")
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_no_update_breaks_a_real_store(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """The same updates on both databases: each is answered, and none waits."""
    away: list[BaseException] = []
    url = f"sqlite+aiosqlite:///{tmp_path}/omerta.db"
    if kind == "postgresql":
        url = request.getfixturevalue("postgres").new_database()
    async with opened(url) as database:
        database.went_away.connect(away.append)
        with capture_logs() as logs:
            checked = await run(3, STORED, database, attacks=60)
        assert not database.away
    injected(f"fuzzed update on {kind}", STORED)
    assert checked.faults == [], dict(checked.counts)
    assert [line for line in logs if line["log_level"] in ("error", "critical")] == []
    assert away == []
    assert checked.counts["attack"] > STORED / 5
    assert checked.counts["effective"] > STORED / 20
