"""The arguments of a bot's call, read alike from a form, a query and a JSON body."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sandbox.core.json_codec import Json, dumps, loads
from sandbox.core.refusals import Refusal, Why

_INT64 = 1 << 63


@dataclass(frozen=True, slots=True)
class Upload:
    name: str
    content: bytes
    content_type: str


@dataclass(slots=True)
class Arguments:
    """The arguments of a call. Numbers, flags and objects may also be strings, as they come in a form."""

    values: Json
    files: dict[str, Upload] = field(default_factory=dict)

    def given(self, name: str) -> bool:
        return self.values.get(name) not in (None, "")

    def text(self, name: str) -> str:
        value = self.values.get(name)
        if value is None:
            return ""
        if isinstance(value, str):
            return value
        if isinstance(value, bool):
            return "true" if value else "false"
        return str(value) if isinstance(value, int | float) else dumps(value)

    def number(self, name: str) -> int | None:
        """Returns a 64-bit integer; None if it is missing or not a number."""
        value = self.values.get(name)
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, int):
            return value if -_INT64 <= value < _INT64 else None
        if isinstance(value, str) and value.isascii() and len(value) <= 20:
            try:
                number = int(value)
            except ValueError:
                return None
            return number if -_INT64 <= number < _INT64 else None
        return None

    def flag(self, name: str) -> bool:
        value = self.values.get(name)
        if value is None or isinstance(value, bool):
            return bool(value)
        return str(value).strip().lower() in {"true", "yes", "1"}

    def parsed(self, name: str, what: str | None = None) -> Any:
        """Returns an object or a list, which is native in a JSON body and a JSON string in a form."""
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        if not value:
            return None
        try:
            return loads(value)
        except UnicodeEncodeError:
            raise Refusal(Why.BAD_UTF8) from None
        except (ValueError, RecursionError):
            raise Refusal(Why.BAD_JSON, what=what or name.replace("_", " ")) from None

    def object(self, name: str, what: str | None = None) -> Json | None:
        value = self.parsed(name, what)
        if value is not None and not isinstance(value, dict):
            raise Refusal(Why.BAD_JSON, what=what or name.replace("_", " "))
        return value

    def items(self, name: str, what: str | None = None) -> list[Any] | None:
        value = self.parsed(name, what)
        if value is not None and not isinstance(value, list):
            raise Refusal(Why.BAD_JSON, what=what or name.replace("_", " "))
        return value
