"""Entries of tournaments as JSON: a game's result, its protests, and the chief judge's ruling."""

import json
from typing import Any

from bot.storage.unit_of_work import as_json
from engine.events import Winner
from engine.results import read_result, write_result
from engine.tournament.protests import Entry, Fate, Protest, Ruling, Verdict


def write_entry(entry: Entry) -> str:
    data = {
        "result": write_result(entry.result),
        "protests": [each._asdict() for each in entry.protests],
        "ruling": entry.ruling._asdict(),
        "proposed": entry.proposed._asdict(),
    }
    return as_json(data)


def read_entry(text: str) -> Entry:
    data: dict[str, Any] = json.loads(text)
    return Entry(
        read_result(data["result"]),
        tuple(Protest(**{**each, "verdict": Verdict(each["verdict"])}) for each in data["protests"]),
        _ruling(data["ruling"]),
        _ruling(data["proposed"]) if "proposed" in data else Ruling(),
    )


def read_ruling(text: str) -> Ruling:
    """Reads only the ruling of an entry."""
    return _ruling(json.loads(text)["ruling"])


def _ruling(data: dict[str, Any]) -> Ruling:
    winner = data["winner"]
    return Ruling(**{**data, "fate": Fate(data["fate"]), "winner": None if winner is None else Winner(winner)})
