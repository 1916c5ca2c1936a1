"""Two recordings, held against each other: only names drawn by chance and numbers given by order may differ."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

SHOWN, SHOWN_OF_ONE = 12, 3
WIDTH = 1_500
GAME = re.compile(r'"(?:m|p|l|c|j|x|t|f|s|u|a|pr):([2-9A-HJ-NP-Za-km-z]{8})[:"]')
"""In the data of a button: a table or a tournament."""
TOKEN = re.compile(r"start=(?:set|join|rules)_([0-9A-Za-z_-]{8,})")
SEAL = re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{16})\b")
"""What is shown of a secret; digests of files stay as they are."""
NUMBERS = frozenset({"message_id", "message_ids", "ephemeral_message_id", "callback_query_id"})


def normal(lines: list[str]) -> list[str]:
    """Each name and number by the order in which it appears first."""
    text = "\n".join(lines)
    names = [*dict.fromkeys(found for kind in (GAME, TOKEN, SEAL) for found in kind.findall(text))]
    if names:
        order = {name: f"#{place}" for place, name in enumerate(names)}
        text = re.sub("|".join(map(re.escape, names)), lambda found: order[found[0]], text)
    numbers: dict[tuple[str, object], int] = {}
    return [_dumped(_numbered(json.loads(line), numbers)) for line in text.split("\n") if line]


def _dumped(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, sort_keys=True)


def _numbered(value: Any, numbers: dict[tuple[str, object], int]) -> Any:
    if isinstance(value, list):
        return [_numbered(each, numbers) for each in value]
    if not isinstance(value, dict):
        return value
    found = {}
    for key, each in value.items():
        if key in NUMBERS and not isinstance(each, dict):
            kind = "tap" if key.startswith("callback") else "message"
            named = each if isinstance(each, list) else [each]
            places = [numbers.setdefault((kind, str(one)), len(numbers)) for one in named]
            found[key] = [f"#{place}" for place in places]
        else:
            found[key] = _numbered(each, numbers)
    return found


def differences(name: str, one: list[str], other: list[str]) -> Iterator[str]:
    """The first lines that differ, with what they have in common left out."""
    told = 0
    for number, (left, right) in enumerate(zip_longest(one, other), start=1):
        if left == right:
            continue
        kind = _kind(number - 1, one, other)
        yield f"{name}:{number}: {kind}\n  - {_around(left, right)}\n  + {_around(right, left)}"
        told += 1
        if told == SHOWN_OF_ONE:
            break


def _kind(place: int, one: list[str], other: list[str]) -> str:
    """Is it the order of calls of one moment, or what is said?"""
    if place >= min(len(one), len(other)):
        return "one of them ends here"
    moment = json.loads(one[place])["at"]
    if json.loads(other[place])["at"] != moment:
        return "another moment"
    left, right = (Counter(line for line in lines if json.loads(line)["at"] == moment) for lines in (one, other))
    return "the same calls in another order" if left == right else "another call"


def _around(line: str | None, against: str | None) -> str:
    """A long line from shortly before the place where it goes another way."""
    if line is None:
        return "nothing"
    same = next((i for i, (a, b) in enumerate(zip(line, against or "", strict=False)) if a != b), 0)
    start = max(0, same - 200)
    head = f"{line[:80]} … " if start > 80 else line[:start]
    return (head + line[start:])[:WIDTH]


def compare(one: Path, other: Path) -> list[str]:
    """What differs; empty: the recordings are alike."""
    names = sorted({file.name for folder in (one, other) for file in folder.glob("*.txt")})
    found = [] if names else ["there is nothing to compare"]
    for name in names:
        files = one / name, other / name
        if missing := [str(file) for file in files if not file.exists()]:
            found.append(f"{name}: no {missing[0]}")
            continue
        texts = [file.read_text(encoding="utf-8") for file in files]
        if texts[0] != texts[1]:
            found += differences(name, *(normal(text.splitlines()) for text in texts))
    return found
