"""Names in the callback data of tournament buttons. Never changed: messages outlive a run."""

from enum import StrEnum


class TournamentAction(StrEnum):
    STAGE = "stage"
    RULES = "rules"
    TABLES = "tables"
    ROUNDS = "rounds"
    OPEN = "open"
    JOIN = "join"
    RESERVE = "reserve"
    LEAVE = "leave"
    BOT = "bot"
    SEAT = "seat"
    GAME = "game"
    TABLE = "table"
    PICTURE = "png"
    BOOK = "xlsx"
    EXPORT = "json"
    AWARDS = "awards"
    FINAL = "final"


class ProtestAction(StrEnum):
    ACCEPT = "accept"
    REJECT = "reject"
    CHANGE = "change"
    """Asks for the new winner, then for the guilty player, then for the reason."""
    GUILTY = "guilty"
    REPLAY = "replay"
    ANNUL = "annul"
    PROPOSE = "why"
    """The reason is chosen; another person has to agree."""
    AGREE = "agree"
    BACK = "back"
    CONFIRM = "confirm"
    """The judge of the game confirms the bonuses that the new result has reduced."""
