"""What the clock and the judge did.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from typing import NamedTuple


class Expired(NamedTuple):
    """The time of a step, or of a time-out, is over."""


class Warned(NamedTuple):
    """By word of mouth (S0 6.3, S3 5.3): it costs nothing."""

    seat: int
    note: str = ""


class FoulGiven(NamedTuple):
    """One foul more; the third silences and the fourth removes, unless the table has other numbers."""

    seat: int
    note: str = ""
    by_bot: bool = False
    """Follows from an offence that the bot saw itself."""


class MinuteCut(NamedTuple):
    """The foul that silences, in the own minute: what is left of it is for a nomination only (S1)."""

    seat: int
    seconds: int
    """At most so many are left."""
    silent: bool = True
    """Nominating only; not where so few are left that a silenced player speaks for half a minute."""


class FoulPardoned(NamedTuple):
    """One foul less."""

    seat: int
    note: str = ""


class Disqualified(NamedTuple):
    """Removed for an offence that needs no fouls."""

    seat: int
    note: str = ""


class TeamLost(NamedTuple):
    """The side of this seat loses by its act."""

    seat: int
    note: str = ""


class Expelled(NamedTuple):
    """From the tournament (S0 7.3, S3 6.4); whoever still sits at the table leaves it too."""

    seat: int
    note: str


class OffenceSeen(NamedTuple):
    """The host saw this seat speak out of turn."""

    seat: int


class ClaimSeen(NamedTuple):
    """This player has claimed the role of the Commissar aloud (S1)."""

    seat: int


class BonusGiven(NamedTuple):
    """The judge gives additional points, in hundredths."""

    seat: int
    points: int
    consent: bool = False


class PenaltyGiven(NamedTuple):
    """The judge takes points, in hundredths, below nought."""

    seat: int
    points: int
    note: str = ""
    consent: bool = False


class ProtocolClosed(NamedTuple):
    """The points of the game are complete."""


class Corrected(NamedTuple):
    """After the game, in the protocol only: so many points more or less, or a remark if none, and why."""

    seat: int
    points: int
    note: str


class Paused(NamedTuple):
    """The clock stands still until `Resumed`."""


class Resumed(NamedTuple):
    """The clock runs again."""


class HoldSet(NamedTuple):
    """The judge leads (each step waits for `next`), or the bot does."""

    on: bool


class StepReleased(NamedTuple):
    """The judge lets a step begin that waited for it."""


class StepEnded(NamedTuple):
    """The judge ends a step before its time."""


class StepRepeated(NamedTuple):
    """The judge has the current step begin anew."""


class Undone(NamedTuple):
    """The judge takes the last own action back."""
