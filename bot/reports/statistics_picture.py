"""The data of the picture that shows statistics."""

from typing import Any

from bot.games.results import player_word
from bot.language.point_numbers import points_text
from bot.reports.statistics_text import StatisticsText
from engine.statistics import Profile


def picture_data(text: StatisticsText) -> dict[str, Any]:
    """Returns the data that `templates/statistics.typ` expects."""
    view, rows = text.query.view, text.figures.rows
    data: dict[str, Any] = {
        "language": text.language,
        "title": text.plain(f"{view}-heading", name=text.name(player_word(text.query.user))),
        "scope": text.scope(),
        "note": text.note(),
        "figures": [],
        "bars": [],
        "mates": [],
        "head": [],
        "rows": [],
    }
    if view == "top":
        data["head"] = [text.plain(f"top-{column}") for column in ("player", "games", "wins", "share", "sum")]
        data["rows"] = [_row(text, place, one) for place, one in enumerate(rows, start=1)]
    elif rows:
        one = rows[0]
        data["figures"] = [(text.plain("stats-all-games"), str(one.all.games)), *text.labelled_figures(one)]
        named = [(text.plain(f"side-{side}"), score, True) for side, score in one.by_side]
        named += [(text.plain(text.role(role)), score, False) for role, score in one.by_role]
        data["bars"] = [
            {
                "name": name,
                "percent": score.percent,
                "side": is_side,
                "text": text.plain("stats-of", some=score.wins, all=score.games),
            }
            for name, score, is_side in [(text.plain("stats-all"), one.all, True), *named]
        ]
        data["mates"] = [text.plain("stats-mates"), *text.mates(one)] if text.mates(one) else []
    return data


def _row(text: StatisticsText, place: int, one: Profile) -> list[str]:
    points = points_text(one.points) if text.figures.counts_points else "—"
    return [
        str(place),
        text.name(one.player),
        str(one.all.games),
        str(one.all.wins),
        str(one.all.percent),
        points,
    ]
