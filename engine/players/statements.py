"""What computer players say to each other, as values; the host of the table puts them into words."""

from enum import StrEnum
from typing import NamedTuple

from engine.roles import Side


class Say(StrEnum):
    """The kinds of statements."""

    SUSPECTS = "suspects"
    """The speaker takes these seats for black, the first one most of all."""
    TRUSTS = "trusts"
    """The speaker takes these seats for red."""
    CLAIMS_SHERIFF = "claims-sheriff"
    """The speaker calls itself the Sheriff and tells its checks, true or not."""
    CLAIMS_LEADER = "claims-leader"
    """The speaker claims to be the town's leader with the card `role`; there may be no checks to tell."""


class Ground(StrEnum):
    """Why the speaker suspects or trusts the first seat named; `about` holds the other seats of the reason."""

    HUNCH = "hunch"
    """There is no reason but a hunch."""
    CHECKED = "checked"
    """Said to be of that side by the one who claims to be the Sheriff (`about`)."""
    RIVAL_CLAIM = "rival-claim"
    """Claims to be the Sheriff, and so does another whom the speaker believes (`about`)."""
    BELIEVED_CLAIM = "believed-claim"
    """Claims to be the Sheriff, and the speaker believes it."""
    VOTED_AGAINST_RED = "voted-against-red"
    """Voted against those who turned out to be red (`about`)."""
    NOMINATED_RED = "nominated-red"
    """Nominated one who turned out to be red (`about`)."""
    SPARED_BLACK = "spared-black"
    """Had the choice and did not vote against one whom the speaker takes for black (`about`)."""
    VOTED_AGAINST_BLACK = "voted-against-black"
    """Voted against one whom the speaker takes for black (`about`)."""
    ACCUSED_INNOCENT = "accused-innocent"
    """Spoke against, nominated or voted against those whose cards turned out to be innocent (`about`)."""
    DEFENDED_GUILTY = "defended-guilty"
    """Spoke for those whose cards turned out to be guilty (`about`)."""
    ACCUSED_GUILTY = "accused-guilty"
    """Spoke against, nominated or voted against those whose cards turned out to be guilty (`about`)."""
    FALSE_CLAIM = "false-claim"
    """Claims to be the leader, whose card was shown by another (`about`)."""
    IN_PRISON = "in-prison"
    """Was sent to prison, and only criminals are."""


class Check(NamedTuple):
    """A seat and its side, as the speaker says that a check has shown it."""

    seat: int
    side: Side


class Statement(NamedTuple):
    """One thing said in a minute, a tie speech or a last word."""

    say: Say
    seats: tuple[int, ...] = ()
    """The seats spoken of, at least one; none for a claim, which is about the speaker."""
    why: Ground = Ground.HUNCH
    about: tuple[int, ...] = ()
    checks: tuple[Check, ...] = ()
    """The checks that a claim tells, from the first night on."""
    role: str = ""
    """The card that the speaker claims to hold, if it claims to be the leader."""
