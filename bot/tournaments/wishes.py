"""What the buttons of a tournament are for."""

from enum import StrEnum


class CupWish(StrEnum):
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


class AppealWish(StrEnum):
    ACCEPT = "accept"
    REJECT = "reject"
    CHANGE = "change"
    """Ask for the winner, then for the guilty."""
    GUILTY = "guilty"
    REPLAY = "replay"
    ANNUL = "annul"
