"""The example in README.md runs as it stands."""

import re
from pathlib import Path
from typing import Any

README = Path(__file__).parents[2] / "sandbox" / "README.md"


async def test_the_example_runs() -> None:
    [example] = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(example, str(README), "exec"), names)
    await names["test_a_vote_is_counted"]()
