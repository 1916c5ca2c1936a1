"""Values as the store keeps them: JSON without a blank too many."""

import json
from typing import Any

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""One encoder for all: `json.dumps` makes a new one whenever it is asked for anything unusual."""


def compact(value: Any) -> str:
    """Half a sign, which no database takes, becomes a question mark: nobody but a forger sends one."""
    return _encode(value).encode(errors="replace").decode()
