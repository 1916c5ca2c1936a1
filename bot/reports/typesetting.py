"""Typesetting in a child process that is killed when it takes too long.

The parent writes one JSON object to the child's standard input and reads the file from its standard output.
"""

import asyncio
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PATIENCE = 30.0
"""Time limit for one file, in seconds; one second is usual."""
AT_ONCE = 1
"""How many files are made at the same time."""
PIXELS_PER_INCH = 144.0
NICENESS = 5
SURROUNDINGS = {"PYTHONUTF8": "1", "RAYON_NUM_THREADS": "1"}
"""The child's environment; without the thread limit, typesetting would use every core."""


class TypesettingFailed(RuntimeError):
    """The file could not be made."""


class Typesetter:
    """Makes files one at a time, outside the event loop."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def print(self, template: str, data: dict[str, Any], kind: str) -> bytes:
        """Returns the filled template as `png` or `pdf`; raises TypesettingFailed on an error or a timeout."""
        order = json.dumps({"template": template, "kind": kind, "data": data}, ensure_ascii=False).encode()
        async with self._turn:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-I", "-m", "bot.reports.typesetting"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env={**SURROUNDINGS, "PATH": os.environ.get("PATH", "")},
            )
            try:
                made, why = await asyncio.wait_for(process.communicate(order), self._patience)
            except TimeoutError as late:
                raise TypesettingFailed(f"{template}.{kind} takes longer than {self._patience:.0f} s") from late
            finally:
                if process.returncode is None:
                    with suppress(ProcessLookupError):
                        process.kill()
                    await process.wait()
        if process.returncode or not made:
            lines = why.decode(errors="replace").strip().splitlines()
            raise TypesettingFailed(f"{template}.{kind}: {lines[-1] if lines else process.returncode}")
        return made


def typeset(template: str, kind: str, data: dict[str, Any]) -> bytes:
    """Returns the compiled template; runs in the child. A picture is one page as high as its content."""
    import typst  # noqa: PLC0415  # 40 MB that the host itself does not need

    made = typst.compile(
        HERE / "templates" / f"{template}.typ",
        root=HERE / "templates",
        font_paths=[HERE / "fonts"],
        ignore_system_fonts=True,
        format=kind,  # type: ignore[call-overload]
        ppi=PIXELS_PER_INCH,
        sys_inputs={"data": json.dumps(data, ensure_ascii=False), "picture": "yes" if kind == "png" else "no"},
    )
    page: bytes = made[0] if isinstance(made, list) else made
    return page


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    order = json.loads(sys.stdin.buffer.read())
    sys.stdout.buffer.write(typeset(order["template"], order["kind"], order["data"]))


if __name__ == "__main__":
    main()
