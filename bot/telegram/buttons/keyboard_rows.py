"""Arranges the buttons of a keyboard in rows, as evenly as possible."""

from collections.abc import Sequence

from aiogram.types import InlineKeyboardButton


def row_width(count: int, most: int) -> int:
    """Returns how many buttons stand in a row if so many are arranged as evenly as possible."""
    rows = -(-count // most)
    return -(-count // rows) if rows else 1


def in_rows(buttons: Sequence[InlineKeyboardButton], most: int = 5) -> list[list[InlineKeyboardButton]]:
    """Arranges buttons in rows of at most `most`, as evenly as possible."""
    width = row_width(len(buttons), most)
    return [list(buttons[start : start + width]) for start in range(0, len(buttons), width)]
