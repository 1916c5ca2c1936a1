"""Groups and people as JSON: the fields of a dataclass."""

import json
from dataclasses import asdict, fields
from typing import Any

from bot.storage.unit_of_work import as_json


def record_to_json(record: Any) -> str:
    return as_json(asdict(record))


def fields_from_json(kind: type, text: str) -> dict[str, Any]:
    """Returns the stored values of the fields that the dataclass has today; lists become tuples."""
    known = {field.name for field in fields(kind)}
    stored: dict[str, Any] = json.loads(text)
    return {key: _as_tuple(value) for key, value in stored.items() if key in known}


def _as_tuple(value: Any) -> Any:
    return tuple(_as_tuple(item) for item in value) if isinstance(value, list) else value
