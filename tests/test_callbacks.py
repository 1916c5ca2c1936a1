"""Buttons of different kinds can be told apart."""

from collections import Counter

from aiogram.filters.callback_data import CallbackData

from bot import callbacks


def test_no_two_kinds_of_buttons_share_a_prefix() -> None:
    kinds = [
        kind for kind in vars(callbacks).values() if isinstance(kind, type) and issubclass(kind, CallbackData)
    ]
    prefixes = Counter(kind.__prefix__ for kind in kinds if kind is not CallbackData)
    assert len(prefixes) > 10
    assert [prefix for prefix, count in prefixes.items() if count > 1] == []
