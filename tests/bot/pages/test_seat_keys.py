"""Keys with seats: the number always, and as much of the name as fits, cut between words."""

import pytest

from bot.pages.seat_keys import fitting_name

SHORT, WIDE = 11, 18


@pytest.mark.parametrize(
    ("name", "room", "shown"),
    [
        ("Анна", SHORT, "Анна"),
        ("Анна Петрова", SHORT, "Анна"),
        ("Анна Петрова", WIDE, "Анна Петрова"),
        ("Анна — гроза мафии", SHORT, "Анна"),
        ("Александрина", SHORT, "Александри…"),
        ("Александрина Великая", SHORT, "Александри…"),
        ("Мама (та самая)", SHORT, "Мама (та"),
        ("漢字漢字漢字漢字", SHORT, "漢字漢字漢…"),
        ("", SHORT, ""),
    ],
)
def test_a_name_ends_between_words(name: str, room: int, shown: str) -> None:
    assert fitting_name(name, room) == shown


def test_a_sign_of_several_characters_is_not_cut_apart() -> None:
    family = "👨\u200d👩\u200d👧\u200d👦"
    assert fitting_name(family * 4, SHORT).rstrip("…").endswith(("👨", "👩", "👧", "👦"))


def test_a_name_written_from_right_to_left_keeps_its_isolation() -> None:
    name = "\u2068עמנואל בן־יהודה הגדול\u2069"
    shown = fitting_name(name, SHORT)
    assert shown.startswith("\u2068")
    assert shown.endswith("\u2069")
