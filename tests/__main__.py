"""Runs all tests in two passes: `python -m tests` (`make test`). Arguments are passed on to pytest.

Tests marked `realtime` wait for real processes, HTTP servers or a browser, and fail when other tests take the
processor from them. They run in the second pass, two at a time: they mostly wait. All others run at once on all
cores. No failed test is run again.
"""

import subprocess
import sys
from collections.abc import Sequence

import pytest

PASSES = (("not realtime", "auto", "loadgroup"), ("realtime", "2", "loadfile"))
"""Marker expression, number of workers and distribution of each pass. Files of real-time tests stay whole: the
tests of one file may share a host."""
NO_TESTS = pytest.ExitCode.NO_TESTS_COLLECTED


def main(arguments: Sequence[str]) -> int:
    """Returns the worst exit code of the passes. A pass without tests counts only if no pass had any."""
    codes = []
    for marked, workers, distribution in PASSES:
        command = ["pytest", "-m", marked, "-n", workers, "--dist", distribution, *arguments]
        codes.append(subprocess.run([sys.executable, "-m", *command], check=False).returncode)
        if codes[-1] == pytest.ExitCode.INTERRUPTED:
            break
    return max((code for code in codes if code != NO_TESTS), default=NO_TESTS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
