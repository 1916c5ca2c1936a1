"""What people, the clock and the judge may ask for.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from enum import StrEnum
from typing import NamedTuple

CLOCK = 0
"""The actor whose only word is that the time of a step is over."""
JUDGE = -1
"""The actor who leads the game beside the bot: always entitled, sits on no seat."""


class Verb(StrEnum):
    """What a command does. Which verbs a seat may use now is in `legal`."""

    # by day
    SEEN = "seen"
    APPOINT = "appoint"
    NOMINATE = "nominate"
    WITHDRAW = "withdraw"
    PASS = "pass"
    READY = "ready"
    EXTEND = "extend"
    VOTE = "vote"
    BEST_MOVE = "best-move"
    TIME_OUT = "time-out"
    SURRENDER = "surrender"
    # by night
    SHOOT = "shoot"
    HOLD = "hold"
    CHECK = "check"
    HEAL = "heal"
    VISIT = "visit"
    GUARD = "guard"
    CHARM = "charm"
    BLOCK = "block"
    FRAME = "frame"
    SILENCE = "silence"
    COPY = "copy"
    SUSPECT = "suspect"
    SLEEP = "sleep"
    # the clock
    EXPIRE = "expire"
    # the judge
    WARN = "warn"
    FOUL = "foul"
    PARDON = "pardon"
    DISQUALIFY = "disqualify"
    TEAM_LOSS = "team-loss"
    EXPEL = "expel"
    OFFENCE = "offence"
    CLAIM = "claim"
    BONUS = "bonus"
    PENALTY = "penalty"
    CLOSE = "close"
    CORRECT = "correct"
    PAUSE = "pause"
    RESUME = "resume"
    UNDO = "undo"
    NEXT = "next"
    REPEAT = "repeat"


YES = 1
NO = 0


class Command(NamedTuple):
    """What one actor wants: a seat number, `CLOCK` or `JUDGE`, with a verb and what the verb is about.

    >>> Command(3, Verb.NOMINATE, (5,))
    Command(actor=3, verb=<Verb.NOMINATE: 'nominate'>, seats=(5,), value=None, step=None, consent=False, note='')
    """

    actor: int
    verb: Verb
    seats: tuple[int, ...] = ()
    value: int | None = None
    """`YES` or `NO` of a vote; hundredths of a point of a bonus, penalty or correction."""
    step: int | None = None
    """The step the actor had in mind; a tap or a timer of another step is stale."""
    consent: bool = False
    """The chief judge has agreed to a bonus beyond the ordinary limits (S3 7.3), or to a penalty (S3 7.4.4)."""
    note: str = ""
    """The clause a judge names as the reason."""


class Reason(StrEnum):
    """Why a command was refused. If several apply, the first of this list is given."""

    UNKNOWN_COMMAND = "unknown-command"
    GAME_OVER = "game-over"
    NOT_PLAYING = "not-playing"
    WRONG_STEP = "wrong-step"
    NOT_ALLOWED = "not-allowed"
    NOT_YOUR_TURN = "not-your-turn"
    ALREADY_DONE = "already-done"
    ALREADY_NOMINATED = "already-nominated"
    BAD_TARGET = "bad-target"
    BAD_VALUE = "bad-value"


class Rejected(NamedTuple):
    """The answer to a command that was refused; it has changed nothing.

    >>> Rejected(Reason.NOT_YOUR_TURN).reason.value
    'not-your-turn'
    """

    reason: Reason
