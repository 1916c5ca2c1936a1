"""Where a gang agrees by signs (S2), each of its free members sees what the others have chosen in this wave."""

from engine import Position, Verb
from tests.kits.engine_kit import Scene, scene

CARDS = ("mafioso", "mafioso", "mafioso", "sleepwalker", "warden", *["civilian"] * 6)


def night(options: dict[str, str] | None = None) -> Scene:
    return scene("box", Position(1, at_night=True), dealt=CARDS, options=options)


def seen_by(at: Scene, seat: int) -> tuple[tuple[int, int], ...]:
    return at.state.view(seat).me.signs


def test_each_sees_the_choices_of_the_others_as_they_are_made() -> None:
    at = night().does(1, Verb.SHOOT, 2)
    assert seen_by(at, 3) == ((1, 2),)
    at.does(2, Verb.SHOOT, 7).does(4, Verb.HOLD)
    assert seen_by(at, 1) == ((2, 7), (4, 0))
    assert seen_by(at, 2) == ((1, 2), (4, 0))
    assert seen_by(at, 3) == ((1, 2), (2, 7), (4, 0))
    assert seen_by(at, 4) == ((1, 2), (2, 7))


def test_nobody_outside_the_gang_sees_its_signs() -> None:
    at = night().does(1, Verb.SHOOT, 6).does(5, Verb.CHECK, 1)
    assert [seen_by(at, seat) for seat in range(5, 12)] == [()] * 7


def test_a_prisoner_neither_sees_nor_signs() -> None:
    at = night().does(5, Verb.CHECK, 3).until_morning()
    assert at.table.prisoners == (3,)
    at.expire().does(1, Verb.SHOOT, 6).does(3, Verb.SUSPECT, 6)
    assert seen_by(at, 3) == ()
    assert seen_by(at, 2) == ((1, 6),)


def test_the_second_shot_of_a_night_is_signed_anew() -> None:
    at = night().does(1, Verb.SHOOT, 4).does(2, Verb.SHOOT, 4).expire()
    assert at.table.wave == 3
    assert seen_by(at, 3) == ()
    at.does(2, Verb.SHOOT, 8)
    assert seen_by(at, 3) == ((2, 8),)


def test_where_the_table_has_it_so_nobody_signs() -> None:
    assert seen_by(night({"night_talk": "off"}).does(1, Verb.SHOOT, 6), 2) == ()
