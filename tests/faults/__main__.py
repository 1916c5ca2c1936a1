"""`python -m tests.faults [name…]`: runs the tests of each row of the fault table; a run of all rows writes the
page.

It takes long. `FAULTS_FOLDER` keeps the result of each row: an interrupted run of the same code is continued, and
`--page` writes the results so far.
"""

import contextlib
import hashlib
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

from tests.faults.fault_log import WHERE, read
from tests.faults.fault_table import TABLE, Fault

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "reliability.md"
HEAD = """# What it withstands

Written by `make faults`, which injects each fault, counts the injections and looks at what came of it. A row
without an injection has failed. A quick part of every row runs in `make test`; the settings are those with which
this page was made.

| fault | injected | promised | seen | settings |
|---|---:|---|---|---|
"""


@dataclass(frozen=True, slots=True)
class Seen:
    injected: int
    passed: int
    failed: int
    seconds: float
    figures: list[str]

    @property
    def fine(self) -> bool:
        return self.injected > 0 and self.passed > 0 and not self.failed

    def words(self, fault: Fault) -> str:
        verdict = f"held, {self.passed} tests" if self.fine else "**did not hold**"
        return "; ".join(filter(None, (verdict, *self.figures, fault.but)))

    def line(self, fault: Fault) -> str:
        settings = " ".join(f"`{name}={value}`" for name, value in settings_of(fault).items())
        return f"| {fault.what} | {self.injected:,} | {fault.promised} | {self.words(fault)} | {settings} |"


def settings_of(fault: Fault) -> dict[str, str]:
    """Returns the settings of a row; the environment overrides them: `KILL_EVERY=10 make faults`."""
    return {name: os.environ.get(name, value) for name, value in fault.more.items()}


def name_of(fault: Fault) -> str:
    """Returns the name of the row's run."""
    return hashlib.sha256(repr((fault.tests, sorted(settings_of(fault).items()))).encode()).hexdigest()[:12]


def look(fault: Fault, folder: Path) -> Seen:
    """Runs the tests; rows that are about the same run share it."""
    name = name_of(fault)
    book, report = folder / f"{name}.txt", folder / f"{name}.xml"
    began = time.perf_counter()
    if not report.exists():
        _run(fault, book, report)
    passed, failed = _outcomes(report)
    counts, figures = read(book)
    times = sum(counts[one] for one in fault.counted) if fault.counted else passed
    return Seen(times, passed, failed, time.perf_counter() - began, figures if fault.figures else [])


def _run(fault: Fault, book: Path, report: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        f"--junitxml={report}",
        *fault.tests,
    ]
    surroundings = {**os.environ, **settings_of(fault), WHERE: str(book)}
    done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout[-3000:], done.stderr[-1000:], file=sys.stderr)


def _outcomes(report: Path) -> tuple[int, int]:
    """Returns the numbers of passed and failed tests."""
    if not report.exists():
        return 0, 1
    suite = next(ET.parse(report).iter("testsuite"))
    bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
    return int(suite.get("tests", 0)) - bad - int(suite.get("skipped", 0)), bad


def write_page(seen: dict[str, Seen]) -> None:
    rows = [
        seen[fault.name].line(fault)
        if fault.name in seen
        else f"| {fault.what} | | {fault.promised} | no result this time; its quick part is in `make test` | |"
        for fault in TABLE
    ]
    PAGE.write_text(HEAD + "\n".join(rows) + "\n", "utf-8")


def main(names: list[str]) -> int:
    if names == ["--page"]:
        place = Path(os.environ["FAULTS_FOLDER"])
        kept = {path.stem for path in place.glob("*.xml")}
        write_page({fault.name: look(fault, place) for fault in TABLE if name_of(fault) in kept})
        return 0
    unknown = set(names) - {fault.name for fault in TABLE}
    if unknown:
        print(f"no such fault: {', '.join(sorted(unknown))}; there are {', '.join(f.name for f in TABLE)}")
        return 2
    chosen = [fault for fault in TABLE if not names or fault.name in names]
    seen: dict[str, Seen] = {}
    with contextlib.ExitStack() as ending:
        folder = os.environ.get("FAULTS_FOLDER") or ending.enter_context(tempfile.TemporaryDirectory())
        for fault in chosen:
            found = seen[fault.name] = look(fault, Path(folder))
            verdict = "held" if found.fine else "DID NOT HOLD"
            print(f"{verdict:12} {fault.name:20} {found.injected:8} injected, {found.seconds:5.0f} s", flush=True)
    if not names:
        write_page(seen)
    return 0 if all(found.fine for found in seen.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
