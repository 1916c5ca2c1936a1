"""What the engine raises: every error is an `EngineError` (a `ValueError`) and names the value that is wrong.

A command that the rules refuse is no error: `perform` and `decide` answer with `Rejected`.
"""


class EngineError(ValueError):
    """The base of every error that the engine raises on purpose.

    >>> import engine
    >>> try:
    ...     engine.find_ruleset("poker")
    ... except engine.EngineError as error:
    ...     print(error)
    unknown rule set 'poker'; known: fiim, fiim-2025, phystech, city, box, party
    """


class UnknownRuleSet(EngineError):
    """No rule set goes by this name, or house rules name a role that the catalogue does not have."""


class UnknownRoleSet(EngineError):
    """A rule set has no role set of this name, or the role set has no cards for this number of players."""


class UnknownRole(EngineError):
    """A card names a role that the rule set does not have."""


class BadOption(EngineError):
    """An option that the rule set does not have, or a value that the option cannot take."""


class BadGuests(EngineError):
    """Guests that cannot be seated: not one for each card, one twice, or a name that a record cannot hold."""


class BadSecret(EngineError):
    """A secret that a record cannot hold: it is empty, or more than one word."""


class BadPosition(EngineError):
    """A position that no game can begin from: no cards, nobody left, day 0, four fouls, an opener who is out."""


class NoSuchSeat(EngineError, IndexError):
    """A seat number that this table does not have, or a view before the cards are dealt."""


class BadEvent(EngineError):
    """Something that is no event, or an event in a stored journal that this release cannot read."""


class BadJournal(EngineError):
    """A list of events that is no journal: it does not begin with `Opened`, or an event cannot follow another."""


class IllegalChoice(EngineError):
    """A computer player has chosen a command that the rules refuse."""


class BadRecord(EngineError):
    """A game record that cannot be read.

    `line` is the number of the line, from 1 on; `what` says what is wrong with it.
    """

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line = line
        self.what = what


class GameNotOver(EngineError):
    """The result of a game was asked for before its end."""


class BadResult(EngineError):
    """A stored game result that cannot be read, or players that do not fit the seats of a game."""


class BadPoints(EngineError):
    """A text that is no number of points with at most two decimals."""


class IncompleteRuleSet(EngineError):
    """A rule set that cannot be played: something is declared and never used, or used and missing."""


class NotCountable(EngineError):
    """A game that cannot be counted in these standings."""


class BadRegistration(EngineError):
    """The players of a tournament do not fit its games: registered twice, or played without registration."""
