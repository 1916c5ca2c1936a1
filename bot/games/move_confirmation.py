"""Which moves need more than one tap."""

from engine.commands import Verb

ASKS_AGAIN = frozenset({Verb.SHOOT})
"""Moves that have to be confirmed by a question in private, because a wrong tap would kill a player."""
TWICE = frozenset({Verb.NOMINATE})
"""Moves on the public keypad that count only with the second tap on the same key."""
ASKED_BEFORE = frozenset({Verb.SURRENDER}) | TWICE | ASKS_AGAIN
"""Moves of which a single tap may not be enough."""
