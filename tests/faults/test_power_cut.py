"""The power fails while a transaction is written: whatever part of it reached the disk, the journal is a prefix.

`CUT_EVERY=1` cuts the log at every byte of the last transaction.
"""

import os
import shutil
import sqlite3
from pathlib import Path

from tests.faults.fault_log import injected
from tests.kits.storage_kit import event, opened

CUT_EVERY = int(os.environ.get("CUT_EVERY", "61"))
ENTRIES = 3
"""Journal entries in the last transaction."""


async def test_a_log_that_is_cut_anywhere_opens_with_a_prefix_of_the_journal(tmp_path: Path) -> None:
    path, wal = tmp_path / "omerta.db", tmp_path / "omerta.db-wal"
    async with opened(f"sqlite+aiosqlite:///{path}") as store:
        await store.commit(event("game", 1))
        before = wal.stat().st_size
        work = event("game", 2)
        for version in range(3, 2 + ENTRIES):
            event("game", version, work=work)
        await store.commit(work)
        after = wal.stat().st_size
        kept = [(copy, copy.read_bytes()) for copy in (path, wal)]
    assert after > before, "the last transaction has left nothing in the log"
    seen = set()
    cuts = [*range(before, after, CUT_EVERY), after]
    for cut in cuts:
        folder = tmp_path / "cut"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for copy, content in kept:
            (folder / copy.name).write_bytes(content if copy == path else content[:cut])
        connection = sqlite3.connect(folder / path.name)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found = [version for (version,) in connection.execute("SELECT version FROM events ORDER BY version")]
        connection.close()
        assert found in ([1], [1, *range(2, 2 + ENTRIES)]), f"torn at {cut}"
        seen.add(len(found))
    injected("power cut", len(cuts))
    assert seen == {1, 1 + ENTRIES}
