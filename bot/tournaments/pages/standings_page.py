"""The standings of a tournament as a message, and its awards."""

from collections.abc import Sequence
from html import escape

from bot.language.point_numbers import thousandths_text
from bot.language.translator import Html
from bot.telegram.message import RenderedMessage, keyboard
from bot.tournaments.pages.tournament_text import TournamentText
from bot.tournaments.standings import Standings
from engine.tournament.ranking import Place

RICH_COLUMNS = ("cup-column-name", "cup-column-total", "cup-short-additional", "cup-short-games")
"""Columns that fit on a phone; the picture and the workbook have all of them."""
SHOWN = 20
"""Longest list in a message, in lines; the files have all lines."""


def standings_page(text: TournamentText, standings: Standings, running: Sequence[int]) -> RenderedMessage:
    title = text.head()[0]
    lines = [title, "", *standings_lines(text, standings)]
    rich = f"<h3>{title}</h3>{_rich_table(text, standings)}" if standings.games else ""
    return RenderedMessage("\n".join(lines), keyboard(*text.game_buttons(running)), rich=rich)


def standings_lines(text: TournamentText, standings: Standings) -> list[str]:
    if not standings.games:
        return [text.say("cup-nothing-played")]
    lines: list[str] = [text.say("cup-table")]
    for place in standings.places[:SHOWN]:
        tally = place.tally
        decided = _decided_by(text, place)
        lines.append(
            text.say(
                "cup-place",
                place=place.place,
                name=text.tournament.named(tally.player),
                points=thousandths_text(tally.points),
                additional=thousandths_text(tally.additional),
                games=tally.games,
                decided=text.say("cup-decided", by=decided) if decided else Html(""),
            )
        )
    if len(standings.places) > SHOWN:
        lines.append(text.say("cup-more", count=len(standings.places) - SHOWN))
    return lines


def _rich_table(text: TournamentText, standings: Standings) -> str:
    """Returns a table of all players, and what decided between players with equal points."""
    head = "".join(f"<th>{text.say(key)}</th>" for key in RICH_COLUMNS)
    rows = []
    for place in standings.places:
        tally = place.tally
        name = escape(text.tournament.named(tally.player), quote=False)
        figures = (f"<b>{thousandths_text(tally.points)}</b>", thousandths_text(tally.additional), tally.games)
        rows.append("".join(f"<td>{cell}</td>" for cell in (f"{place.place}. {name}", *figures)))
    table = "".join(f"<tr>{row}</tr>" for row in (head, *rows))
    named = text.tournament.named
    parted = [
        f"<li>{text.say('cup-parted', place=place.place, name=named(place.tally.player), by=by)}</li>"
        for place in standings.places
        if (by := _decided_by(text, place))
    ]
    ties = f"<details><summary>{text.say('cup-ties')}</summary><ul>{''.join(parted)}</ul></details>"
    return f"<table>{table}</table>{ties if parted else ''}"


def _decided_by(text: TournamentText, place: Place) -> Html:
    """Returns what decided a place between equal points; empty if the points differed."""
    equal = place.decided_by is not None and place.decided_by.value != "points" and place.tally.games > 0
    return text.say(f"cup-by-{place.decided_by}") if equal else Html("")


def awards_text(text: TournamentText, standings: Standings) -> Html:
    earned = [one for one in standings.awards if one.points > 0]
    if not earned:
        return text.say("cup-nothing-played" if not standings.games else "cup-awards-later")
    lines = [text.say("cup-awards")]
    for one in earned:
        name = text.tournament.named(one.player)
        award = text.say(f"cup-award-{one.award}")
        lines.append(text.say("cup-awarded", award=award, name=name, points=thousandths_text(one.points)))
    return Html("\n".join(lines))
