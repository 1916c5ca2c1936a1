"""Texts of points: `0,75`, `−0,2`."""

from engine.points import write_points
from engine.tournament.standings import write_thousandths


def points_text(hundredths: int) -> str:
    return _localised(write_points(hundredths))


def thousandths_text(thousandths: int) -> str:
    """Returns the text of a tournament's points, which are counted in thousandths."""
    return _localised(write_thousandths(thousandths))


def _localised(number: str) -> str:
    return number.replace(".", ",").replace("-", "−")
