"""A game on a list as JSON: its result, its protests, and what the chief judge made of it."""

import json
from typing import Any

from bot.store.compact import compact
from engine.events import Winner
from engine.protests import Entry, Fate, Protest, Ruling, Verdict
from engine.results import read_result, write_result


def write_entry(entry: Entry) -> str:
    data = {
        "result": write_result(entry.result),
        "protests": [each._asdict() for each in entry.protests],
        "ruling": entry.ruling._asdict(),
    }
    return compact(data)


def read_entry(text: str) -> Entry:
    data: dict[str, Any] = json.loads(text)
    ruling = data["ruling"]
    return Entry(
        read_result(data["result"]),
        tuple(Protest(**{**each, "verdict": Verdict(each["verdict"])}) for each in data["protests"]),
        Ruling(
            **{
                **ruling,
                "fate": Fate(ruling["fate"]),
                "winner": None if ruling["winner"] is None else Winner(ruling["winner"]),
            }
        ),
    )
