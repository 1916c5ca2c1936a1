"""JSON without spaces, for stored values."""

import json
from typing import Any

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Kept, because `json.dumps` builds an encoder for each call with other than default options."""


def compact(value: Any) -> str:
    """Lone surrogates, which databases refuse, become question marks; no client of Telegram sends them."""
    return _encode(value).encode(errors="replace").decode()
