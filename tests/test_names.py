"""Names as the table shows them: nothing that turns, hides or runs over what others read."""

import pytest

from bot.directory import LONGEST_NAME, short_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Анна", "Анна"),
        ("  Анна \n  Б ", "Анна Б"),
        ("\u202eаннА", "аннА"),
        ("А\u200bн\u200dн\u2060а\ufeff", "Анна"),
        ("\u2066Анна\u2069", "Анна"),
        ("\u3164", "?"),
        ("\u2800\u2800", "?"),
        ("\u115f\u1160", "?"),
        ("\u0301\u0302", "?"),
        ("\x00\x07", "?"),
        ("", "?"),
        ("А" + "\u0301" * 30, "А\u0301\u0301"),
        ("Й" * 100, "Й" * LONGEST_NAME),
        ("Ольга 🎩", "Ольга 🎩"),
    ],
)
def test_a_name_is_what_can_be_read_of_it(name: str, shown: str) -> None:
    assert short_name(name) == shown
