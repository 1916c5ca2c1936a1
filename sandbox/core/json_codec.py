"""JSON that can always be sent on as UTF-8."""

from __future__ import annotations

import json
from typing import Any

Json = dict[str, Any]


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def dumps(value: Any) -> str:
    return _encode(value)


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def loads(text: str | bytes) -> Any:
    """Parses JSON; refuses NaN and unpaired surrogates, which UTF-8 cannot carry."""
    if isinstance(text, bytes):
        text = text.decode()  # json.loads accepts bytes of unpaired surrogates, decode does not
    value = json.loads(text, parse_constant=_no_number)
    if not is_encodable(text) or "\\u" in text:
        dumps(value).encode()
    return value


def is_encodable(value: Any) -> bool:
    """Whether the value can be sent as UTF-8."""
    if isinstance(value, str):
        return value.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in value)
    if isinstance(value, dict):
        return all(is_encodable(key) and is_encodable(one) for key, one in value.items())
    return not isinstance(value, list | tuple) or all(map(is_encodable, value))
