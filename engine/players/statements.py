"""What computer players say to each other: values with a meaning; whoever hosts the table finds the words."""

from enum import StrEnum
from typing import NamedTuple

from engine.roles import Side


class Say(StrEnum):
    """What a statement is."""

    SUSPECTS = "suspects"
    """The speaker takes these seats for black, the first one most of all."""
    TRUSTS = "trusts"
    """The speaker takes these seats for red."""
    CLAIMS_SHERIFF = "claims-sheriff"
    """The speaker calls itself the Sheriff and tells its checks, true or not."""
    CLAIMS_LEADER = "claims-leader"
    """The same where the town's leader may hold one of several cards (`role`); there may be no checks to tell."""


class Ground(StrEnum):
    """Why the speaker thinks so of the first seat it names; `about` holds the seats the reason is about."""

    HUNCH = "hunch"
    """Nothing to go by but a feeling."""
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
    """One night's answer as it is told at the table."""

    seat: int
    side: Side


class Statement(NamedTuple):
    """One thing said in a minute, a tie speech or a last word."""

    say: Say
    seats: tuple[int, ...] = ()
    """Whom it is about; at least one, but for a claim, which is about the speaker."""
    why: Ground = Ground.HUNCH
    about: tuple[int, ...] = ()
    checks: tuple[Check, ...] = ()
    """Of a claim, from the first night on."""
    role: str = ""
    """Of a leader's claim: the card that the speaker calls its own."""
