"""The deal that anyone can check: seats and cards follow from a secret whose seal was shown before.

The secret is `seed:salt`, both random. Its SHA-256 (the commitment) is public when the table opens; the guests
in the order they sat down are mixed in when the game starts, so that neither host nor guest can steer the
result; the secret itself is shown when the game is over. In a tournament the seats are given by its seating, and
only the cards are drawn.
"""

from hashlib import sha256, sha512
from typing import NamedTuple


class Deal(NamedTuple):
    guests: tuple[str, ...]
    """From seat 1 on."""
    cards: tuple[str, ...]
    """From seat 1 on."""


def commitment(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def draw(secret: str, guests: tuple[str, ...], cards: tuple[str, ...], *, seated: bool = False) -> Deal:
    """Who sits where, and with which card. The cards are a set: their order in the box does not matter.

    `seated`: the guests are named from seat 1 on.
    """
    mixed_in = "\n".join((secret, *guests))
    seats = guests if seated else _shuffled(guests, f"seats\n{mixed_in}")
    return Deal(seats, _shuffled(tuple(sorted(cards)), f"cards\n{mixed_in}"))


def _shuffled(items: tuple[str, ...], text: str) -> tuple[str, ...]:
    """One of the n! orders, picked by a number of 512 bits: the bias is below 2⁻⁴⁰⁰ for any table."""
    number = int.from_bytes(sha512(text.encode()).digest(), "big")
    pool = list(items)
    order = []
    for left in range(len(pool), 0, -1):
        number, pick = divmod(number, left)
        order.append(pool.pop(pick))
    return tuple(order)
