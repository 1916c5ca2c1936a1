"""Buttons of different kinds have different callback data, and none holds a value that a database cannot store."""

import re
from collections import Counter
from enum import Enum
from typing import Any, Literal, get_args, get_origin

import pytest
from aiogram.filters.callback_data import CallbackData
from pydantic.fields import FieldInfo

from bot.telegram.buttons import callback_data

KINDS = [
    kind
    for kind in vars(callback_data).values()
    if isinstance(kind, type) and issubclass(kind, CallbackData) and kind is not CallbackData
]
HOSTILE_WORDS = ("a\0b", "\ud800", "x" * 65, "\n", "a\nb", "9" * 5000)
HOSTILE = (
    *("9" * 23, "-" + "9" * 23, str(2**63), str(2**52 + 1), str(-(2**52) - 1), "' OR 1", "1e3"),
    *HOSTILE_WORDS,
)


def test_no_two_kinds_of_buttons_share_a_prefix() -> None:
    prefixes = Counter(kind.__prefix__ for kind in KINDS)
    assert len(prefixes) > 10
    assert [prefix for prefix, count in prefixes.items() if count > 1] == []


def _is_closed(kind: Any) -> bool:
    """Returns whether the field allows only listed values, or nothing."""
    if get_origin(kind) is Literal:
        return True
    parts = get_args(kind) or (kind,)
    return all(part is type(None) or (isinstance(part, type) and issubclass(part, Enum)) for part in parts)


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_a_button_has_bounds(kind: type[CallbackData]) -> None:
    for name, field in kind.model_fields.items():
        bounds = {each for held in field.metadata for each in ("ge", "le", "pattern") if _bound(held, each)}
        if not _is_closed(field.annotation):
            assert bounds >= ({"ge", "le"} if field.annotation is int else {"pattern"}), f"{kind.__name__}.{name}"


def _bound(held: Any, name: str) -> bool:
    value = getattr(held, name, None)
    if name == "pattern":
        return isinstance(value, str) and value.startswith("^") and value.endswith("$")
    return isinstance(value, int) and abs(value) <= 2**52


def _fitting(field: FieldInfo) -> str:
    if get_origin(field.annotation) is Literal:
        return str(get_args(field.annotation)[0])
    if _is_closed(field.annotation):
        kind = (get_args(field.annotation) or (field.annotation,))[0]
        return str(next(iter(kind)).value)
    patterns = [held.pattern for held in field.metadata if getattr(held, "pattern", None)]
    return "1" if not patterns or re.fullmatch(patterns[0], "1") else "ru"


@pytest.mark.parametrize("kind", KINDS)
def test_what_no_button_could_carry_is_refused_while_it_is_read(kind: type[CallbackData]) -> None:
    fitting = [_fitting(field) for field in kind.model_fields.values()]
    assert kind.unpack(":".join((kind.__prefix__, *fitting)))
    for place, field in enumerate(kind.model_fields.values()):
        for value in HOSTILE if field.annotation is int else HOSTILE_WORDS:
            parts = [*fitting[:place], value, *fitting[place + 1 :]]
            with pytest.raises((ValueError, TypeError)):
                kind.unpack(":".join((kind.__prefix__, *parts)))
