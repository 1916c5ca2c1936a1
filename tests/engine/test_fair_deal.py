"""The deal that anyone can check: sealed before, recomputed after, steered by nobody, uneven for nobody."""

from collections import Counter
from collections.abc import Hashable, Iterable
from hashlib import sha256
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import RULESETS, Game, Position, cards_for, open_game, perform, rules_for
from engine import events as ev
from engine.fair_deal import commitment, draw
from engine.record import BadRecord, Record, read_record, replay_record, verify_deal, write_record
from tests.kits.engine_kit import EXPIRE, scene, typed

GUESTS = tuple(f"guest-{number}" for number in range(1, 11))
CARDS = cards_for(RULESETS["fiim-2025"], 10)
SECRET = "2b7e151628aed2a6:abf7158809cf4f3c"

secrets = st.text("0123456789abcdef:", min_size=1, max_size=40)


def opened(secret: str = SECRET, guests: tuple[str, ...] = GUESTS) -> Game:
    return open_game(rules_for(RULESETS["fiim-2025"], {}), CARDS, guests, secret)


def events_of(game: Game, kind: type) -> list[ev.Event]:
    return [event for event in game.journal if isinstance(event, kind)]


# --- the seal -----------------------------------------------------------------------------------------------


def test_the_seal_is_the_sha256_of_the_secret() -> None:
    assert commitment(SECRET) == sha256(SECRET.encode()).hexdigest()


def test_the_seal_is_public_before_anything_is_drawn() -> None:
    first = opened().journal[0]
    assert isinstance(first, ev.Opened)
    assert first.commitment == commitment(SECRET)
    assert SECRET not in repr(first)


def test_the_secret_is_shown_when_the_game_is_over_and_not_before() -> None:
    game = opened()
    while perform(game, EXPIRE) is None:
        assert (game.table.secret == SECRET) == (game.table.winner is not None)
    assert events_of(game, ev.SecretShown) == [ev.SecretShown(SECRET)]


# --- seats and cards ----------------------------------------------------------------------------------------


@given(secret=secrets, size=st.sampled_from(range(6, 13)))
def test_every_guest_has_one_seat_and_every_card_one_holder(secret: str, size: int) -> None:
    guests = tuple(f"guest-{number}" for number in range(1, size + 1))
    cards = cards_for(RULESETS["fiim"], size)
    deal = draw(secret, guests, cards)
    assert sorted(deal.guests) == sorted(guests)
    assert sorted(deal.cards) == sorted(cards)


@given(secret=secrets)
def test_the_journal_holds_what_the_secret_says(secret: str) -> None:
    game, deal = opened(secret), draw(secret, GUESTS, CARDS)
    assert events_of(game, ev.SeatsDrawn) == [ev.SeatsDrawn(deal.guests)]
    assert events_of(game, ev.CardDealt) == [
        ev.CardDealt(seat, card) for seat, card in enumerate(deal.cards, start=1)
    ]


def test_the_same_secret_and_guests_give_the_same_deal() -> None:
    assert draw(SECRET, GUESTS, CARDS) == draw(SECRET, GUESTS, CARDS)


def test_the_order_of_the_cards_in_the_box_does_not_matter() -> None:
    assert draw(SECRET, GUESTS, CARDS) == draw(SECRET, GUESTS, CARDS[::-1])


GOLDEN_SEATS = ("clara", "dmytro", "boris", "anna", "eva", "fedir")
GOLDEN_CARDS = ("civilian", "mafia", "sheriff", "don", "civilian", "civilian")


def test_a_deal_of_this_release_can_be_checked_by_every_later_one() -> None:
    deal = draw("seed:salt", ("anna", "boris", "clara", "dmytro", "eva", "fedir"), cards_for(RULESETS["fiim"], 6))
    assert deal.guests == GOLDEN_SEATS
    assert deal.cards == GOLDEN_CARDS


def seats_with_other_guests() -> list[tuple[str, ...]]:
    """The last guest in many disguises: neither host nor guest can foresee what a name does."""
    return [draw(SECRET, (*GUESTS[:9], f"another-{number}"), CARDS).cards for number in range(50)]


def test_guests_are_mixed_into_the_cards_as_well_as_into_the_seats() -> None:
    assert len(set(seats_with_other_guests())) > 40


def test_the_order_in_which_guests_sat_down_matters() -> None:
    swapped = (GUESTS[1], GUESTS[0], *GUESTS[2:])
    assert draw(SECRET, GUESTS, CARDS).cards != draw(SECRET, swapped, CARDS).cards


# --- no order is likelier than another ----------------------------------------------------------------------

DRAWS = 6_000


def chi_square(found: Iterable[Hashable], possible: list[Hashable]) -> float:
    """How far counts lie from all being equal."""
    counts = Counter(found)
    assert set(counts) <= set(possible)
    expected = sum(counts.values()) / len(possible)
    return sum((counts[each] - expected) ** 2 / expected for each in possible)


# 99.9 % of honest deals stay below; the secrets are fixed, so the outcome is the same every time.
LIMIT = {5: 20.52, 8: 26.12, 9: 27.88, 23: 49.73}


def test_every_order_of_three_guests_is_as_likely() -> None:
    guests = ("a", "b", "c")
    found = [draw(f"secret-{number}", guests, ("x", "y", "z")).guests for number in range(DRAWS)]
    assert chi_square(found, list(permutations(guests))) < LIMIT[5]


def test_every_order_of_four_cards_is_as_likely() -> None:
    cards = ("don", "mafia", "sheriff", "civilian")
    found = [draw(f"secret-{number}", ("a", "b", "c", "d"), cards).cards for number in range(DRAWS)]
    assert chi_square(found, list(permutations(cards))) < LIMIT[23]


@pytest.mark.parametrize("card", ["don", "sheriff"])
def test_every_seat_is_as_likely_to_hold_a_card(card: str) -> None:
    found = [draw(f"secret-{number}", GUESTS, CARDS).cards.index(card) for number in range(DRAWS)]
    assert chi_square(found, list(range(10))) < LIMIT[9]


def test_every_guest_is_as_likely_to_be_the_don() -> None:
    deals = [draw(f"secret-{number}", GUESTS, CARDS) for number in range(DRAWS)]
    assert chi_square([deal.guests[deal.cards.index("don")] for deal in deals], list(GUESTS)) < LIMIT[9]


def test_seats_say_nothing_about_cards() -> None:
    guests = ("a", "b", "c")
    deals = [draw(f"secret-{number}", guests, ("x", "y", "z")) for number in range(DRAWS)]
    found = [(deal.guests.index("a"), deal.cards.index("x")) for deal in deals]
    assert chi_square(found, list(product(range(3), range(3)))) < LIMIT[8]


# --- anyone can check ---------------------------------------------------------------------------------------


def written(secret: str = SECRET) -> str:
    return write_record(opened(secret).journal)


@given(secret=secrets)
def test_a_written_record_can_be_verified(secret: str) -> None:
    assert verify_deal(read_record(written(secret))) is None


def forged(line: str) -> Record:
    """The record with one line of its header replaced."""
    word = line.split(maxsplit=1)[0]
    return read_record("\n".join(line if old.split()[:1] == [word] else old for old in written().splitlines()))


@pytest.mark.parametrize(
    "line",
    [
        "secret 2b7e151628aed2a6:abf7158809cf4f3d",
        f"commitment {commitment('another')}",
        f"guests {' '.join(GUESTS[::-1])}",
        f"seating {' '.join(GUESTS)}",
        "deal 1=don 2=mafia 3=mafia 4=sheriff",
    ],
)
def test_a_forged_line_is_found_out(line: str) -> None:
    record, word = forged(line), line.split(maxsplit=1)[0]
    failure = verify_deal(record)
    assert failure is not None
    blamed = {"secret": "commitment", "guests": "seating"}.get(word, word)
    assert failure.line == record.lines[blamed]


def test_a_game_dealt_by_hand_has_no_seal() -> None:
    first = scene(position=Position(day=1)).game.journal[0]
    assert isinstance(first, ev.Opened)
    assert first.commitment == ""


# --- a tournament has its own seating ---------------------------------------------------------------------------


def seated_game(guests: tuple[str, ...] = GUESTS) -> Game:
    return open_game(rules_for(RULESETS["fiim-2025"], {}), CARDS, guests, SECRET, seated=True)


def cards_of(game: Game) -> list[str]:
    return [event.role for event in game.journal if isinstance(event, ev.CardDealt)]


def test_guests_of_a_tournament_keep_their_seats_and_the_cards_are_drawn() -> None:
    game = seated_game()
    assert events_of(game, ev.SeatsDrawn) == [ev.SeatsDrawn(GUESTS)]
    assert sorted(cards_of(game)) == sorted(CARDS)
    assert cards_of(seated_game(GUESTS[::-1])) != cards_of(game)


def test_the_record_of_a_seated_game_says_so_and_is_verified() -> None:
    game = seated_game()
    while perform(game, EXPIRE) is None:
        pass
    text = write_record(game.journal)
    assert "\nseated\n" in text
    assert verify_deal(read_record(text)) is None
    assert typed(replay_record(read_record(text)).journal) == typed(game.journal)
    assert verify_deal(read_record(text.replace("\nseated\n", "\n"))) is not None
    with pytest.raises(BadRecord, match="stands alone"):
        read_record(text.replace("\nseated\n", "\nseated 4\n"))
