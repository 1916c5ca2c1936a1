"""From a row to what its reader sees of a tournament: messages, pictures, workbooks, everything as JSON."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from typing import Any

import structlog

from bot.archive import lobby_of
from bot.language.role_words import ruleset_name
from bot.language.words import Words
from bot.outbox.rows import Args
from bot.pages.sheet import File, Sheet
from bot.papers.printing import NotPrinted, Printer
from bot.store import Store
from bot.tournaments.entries import write_entry
from bot.tournaments.office import Office, Standings
from bot.tournaments.pages import Board, points
from bot.tournaments.protest_page import ProtestPage
from bot.tournaments.tournament import Phase, Slot, Tournament
from bot.tournaments.workbook import workbook_of
from engine.distance import Kept
from engine.protests import Entry, Fate
from engine.seating import quality

log = structlog.get_logger()

Show = Callable[[str, Args], Awaitable[Sheet | None]]


class Showing:
    def __init__(self, office: Office, store: Store, words: Words) -> None:
        self._office = office
        self._store = store
        self._words = words
        self._printer = Printer()

    @property
    def pages(self) -> Mapping[str, Show]:
        return {
            "cup": self._panel,
            "standings": self._standings,
            "cup-awards": self._awards,
            "cup-file": self._file,
            "protest": self._protest,
            "cuts": self._cuts,
        }

    async def _panel(self, language: str, args: Args) -> Sheet | None:
        found_now = await self._newest(args["tournament"])
        if found_now is None:
            return None
        tournament, tables = found_now
        shown = tournament.phase is Phase.SEATED and tournament.untouched
        found = quality(tournament.plan, tournament.seating) if shown else None
        standings = await self._office.standings(tournament)
        board = Board(self._words, language, tournament)
        return board.panel(standings, found, tables, args.get("seeking"))

    async def _newest(self, tournament_id: str) -> tuple[Tournament, list[int]] | None:
        """The tournament with all that has ended meanwhile, and the tables that still play."""
        tournament = await self._office.find(tournament_id)
        if tournament is None:
            return None
        running = await self._office.refresh(tournament)
        tournament = await self._office.find(tournament_id) or tournament
        return tournament, sorted(slot.table for slot in tournament.slots if slot.game and slot.game in running)

    async def _standings(self, language: str, args: Args) -> Sheet | None:
        found = await self._newest(args["tournament"])
        if found is None:
            return None
        tournament, tables = found
        standings = await self._office.standings(tournament)
        return Board(self._words, language, tournament).standings(standings, tables)

    async def _awards(self, language: str, args: Args) -> Sheet | None:
        tournament = await self._office.find(args["tournament"])
        if tournament is None:
            return None
        standings = await self._office.standings(tournament)
        return Sheet(Board(self._words, language, tournament).awards(standings))

    async def _protest(self, language: str, args: Args) -> Sheet | None:
        entry = await self._office.entry(args["game"])
        lobby = await lobby_of(self._store, args["game"])
        if entry is None or lobby is None:
            return None
        people = await self._office.named(entry)
        page = ProtestPage(self._words, language, entry, lobby.names, people)
        return page.shown(args["seat"], args.get("asked", ""))

    async def _cuts(self, language: str, args: Args) -> Sheet | None:
        entry = await self._office.entry(args["game"])
        lobby = await lobby_of(self._store, args["game"])
        if entry is None or lobby is None:
            return None
        return ProtestPage(self._words, language, entry, lobby.names, {}).cut_bonuses()

    # --- files --------------------------------------------------------------------------------------------------

    async def _file(self, language: str, args: Args) -> Sheet | None:
        tournament = await self._office.find(args["tournament"])
        if tournament is None:
            return None
        kind = args["kind"]
        standings = await self._office.standings(tournament)
        entries = await self._office.entries(tournament.id)
        try:
            match kind:
                case "xlsx":
                    content = await asyncio.to_thread(
                        workbook_of, tournament, standings, _kept(entries), self._sayer(language)
                    )
                case "json":
                    content = export(tournament, entries, standings).encode()
                case _:
                    data = self._picture(language, tournament, standings)
                    content = await self._printer.print("standings", data, "png")
        except NotPrinted as failed:
            log.error("the table of a tournament is not made", tournament=tournament.id, why=str(failed))
            return Sheet(self._words.say(language, "protocol-failed"))
        caption = self._words.say(language, "cup-file", name=tournament.name)
        return Sheet(caption, file=File(f"cup-{tournament.id}.{kind}", content, is_picture=kind == "png"))

    def _sayer(self, language: str) -> Callable[[str], str]:
        return lambda key: self._words.plain(language, key)

    def _picture(self, language: str, tournament: Tournament, standings: Standings) -> dict[str, Any]:
        say = self._sayer(language)
        return {
            "language": language,
            "title": tournament.name,
            "scope": " · ".join(
                (
                    say(f"cup-stage-{tournament.stage}"),
                    str(ruleset_name(self._words, language, tournament.ruleset)),
                    self._words.plain(language, "cup-played", count=len(standings.games)),
                )
            ),
            "head": [
                say(f"cup-column-{name}")
                for name in ("name", "total", "main", "additional", "penalties", "games", "wins", "first")
            ],
            "rows": [
                [
                    str(place.place),
                    tournament.named(place.tally.player),
                    points(place.tally.points),
                    points(place.tally.main),
                    points(place.tally.additional),
                    points(place.tally.penalties),
                    str(place.tally.games),
                    str(place.tally.wins),
                    str(place.tally.first_deaths),
                ]
                for place in standings.places
            ],
        }


def _kept(entries: list[Entry]) -> dict[str, list[Kept]]:
    """Disciplinary penalties of the games that were replayed."""
    return {
        entry.result.id: [
            Kept(seat.player, seat.points.discipline) for seat in entry.result.seats if seat.points.discipline
        ]
        for entry in entries
        if entry.ruling.fate is Fate.REPLAYED
    }


def export(tournament: Tournament, entries: list[Entry], standings: Standings) -> str:
    """Everything. A seed is told when no card can follow from it any more."""
    told = asdict(tournament) | {"slots": [_slot(slot, tournament.phase) for slot in tournament.slots]}
    if tournament.phase is not Phase.OVER:
        del told["seed"]
    data = {
        "tournament": told | {"seal": tournament.seal},
        "games": [json.loads(write_entry(entry)) for entry in entries],
        "standings": [
            {
                "place": place.place,
                "player": place.tally.player,
                "name": tournament.named(place.tally.player),
                "points": place.tally.points,
                "main": place.tally.main,
                "additional": place.tally.additional,
                "penalties": place.tally.penalties,
                "decided_by": place.decided_by,
            }
            for place in standings.places
        ],
        "unit": "thousandths of a point",
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def _slot(slot: Slot, phase: Phase) -> dict[str, Any]:
    told = asdict(slot) | {"seal": slot.seal}
    if phase is not Phase.OVER or not slot.game:
        del told["seed"]
    return told
