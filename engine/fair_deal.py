"""The deal that anyone can check: seats and cards follow from a secret whose seal was shown before.

The secret is `seed:salt`, both random. Its SHA-256 (the commitment) is public when the table opens; the guests
in the order they sat down are mixed in when the game starts, so that neither host nor guest can steer the
result; the secret itself is shown when the game is over. In a tournament the seats are given by its seating, and
only the cards are drawn.
"""

from hashlib import sha256, sha512
from typing import NamedTuple


class Deal(NamedTuple):
    """Who sits where with which card; both from seat 1 on.

    >>> draw("seed:salt", ("Ann", "Bob", "Cyd"), ("don", "sheriff", "civilian"))
    <Deal of 3 cards to Ann, Bob, Cyd>
    """

    guests: tuple[str, ...]
    """From seat 1 on."""
    cards: tuple[str, ...]
    """From seat 1 on."""

    def __repr__(self) -> str:
        # The cards are left out: a deal in a log or a traceback must not tell them.
        return f"<Deal of {len(self.cards)} cards to {', '.join(self.guests)}>"


def commitment(secret: str) -> str:
    """The seal of a secret (SHA-256 in hex): shown when a game opens, checked when the secret is shown at its end.

    >>> commitment("seed:salt")[:16]
    '5cba897c5a51575c'
    """
    return sha256(secret.encode()).hexdigest()


def draw(secret: str, guests: tuple[str, ...], cards: tuple[str, ...], *, seated: bool = False) -> Deal:
    """Who sits where, and with which card: the same arguments always give the same deal.

    `guests` are named in the order they sat down, and are left on these seats if `seated`. `cards` are a set:
    their order does not matter.

    >>> draw("seed:salt", ("Ann", "Bob", "Cyd"), ("don", "sheriff", "civilian")).guests
    ('Ann', 'Bob', 'Cyd')
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
