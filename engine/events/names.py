"""The words that events are written with."""

from enum import StrEnum


class StepName(StrEnum):
    """The steps of a game. Which of them a rule set has is in `RuleSet.steps`."""

    DEAL = "deal"
    MEET = "meet"
    SPEECH = "speech"
    BALLOT = "ballot"
    TIE_SPEECH = "tie-speech"
    TIE_BALLOT = "tie-ballot"
    LIFT_BALLOT = "lift-ballot"
    CONFIRMATION = "confirmation"
    LAST_WORD = "last-word"
    NIGHT = "night"
    BEST_MOVE = "best-move"
    DISCUSSION = "discussion"
    OVER = "over"


class Way(StrEnum):
    """How a player left the game."""

    VOTED = "voted"
    LIFTED = "lifted"
    SHOT = "shot"
    REMOVED = "removed"


class Winner(StrEnum):
    """Who has won: a side, or nobody."""

    RED = "red"
    BLACK = "black"
    TOWN = "town"
    MAFIA = "mafia"
    YAKUZA = "yakuza"
    LONER = "loner"
    DRAW = "draw"


class Topic(StrEnum):
    """What a private message is about."""

    MATES = "mates"
    LEADER = "don"
    APPOINTED = "appointed"
    CHECK = "check"
    PRIEST = "priest"
    JAILED = "jailed"
    SILENCED = "silenced"
    CHOICE = "choice"
    WARNED = "warned"
    VOTE = "vote"
    """How the own vote was counted, where it was another's to give."""


class Skip(StrEnum):
    """Why a day has no ballot."""

    NOBODY = "nobody"
    ONE_ON_DAY_ONE = "one-on-day-one"
    DAY_ONE = "day-one"
    """These players hold no ballot on the first day."""
    CANCELLED = "cancelled"
    STRUCK = "struck"


class Verdict(StrEnum):
    """What the question about one who has the most votes came to."""

    CONFIRMED = "confirmed"
    REFUSED = "refused"
    TIED = "tied"
    NOBODY = "nobody"
    """Nobody has answered, or nobody is left who may."""
    GONE = "gone"
    """The one it was about has left otherwise."""


class Why(StrEnum):
    """What ended the game."""

    DEPARTURE = "departure"
    QUIET = "quiet"
    DAY_LIMIT = "day-limit"
    TEAM_LOSS = "team-loss"
    MISSES = "misses"
    SURRENDER = "surrender"
