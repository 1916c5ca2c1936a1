"""From a row to what its reader sees of a tournament: messages, pictures, workbooks, everything as JSON."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from typing import Any

import structlog

from bot.games.finished_games import lobby_of
from bot.language.role_names import ruleset_name
from bot.language.translator import Translator
from bot.reports.typesetting import Typesetter, TypesettingFailed
from bot.storage import Store
from bot.storage.entry_json import write_entry
from bot.telegram.message import File, RenderedMessage
from bot.telegram.outbox import page_names
from bot.telegram.outbox.rows import Args
from bot.tournaments.pages.overview_page import TournamentOverview, points
from bot.tournaments.pages.protest_page import ProtestPage
from bot.tournaments.standings import Standings
from bot.tournaments.standings_workbook import workbook_of
from bot.tournaments.tournament import ScheduledGame, Tournament, TournamentPhase
from bot.tournaments.tournaments import Tournaments
from engine.tournament.protests import Entry, Fate
from engine.tournament.seating import quality
from engine.tournament.standings import KeptPenalty

log = structlog.get_logger()

Show = Callable[[str, Args], Awaitable[RenderedMessage | None]]


class TournamentPages:
    def __init__(self, tournaments: Tournaments, store: Store, words: Translator) -> None:
        self._tournaments = tournaments
        self._store = store
        self._words = words
        self._typesetter = Typesetter()

    @property
    def pages(self) -> Mapping[str, Show]:
        return {
            page_names.TOURNAMENT: self._panel,
            page_names.STANDINGS: self._standings,
            page_names.TOURNAMENT_AWARDS: self._awards,
            page_names.TOURNAMENT_FILE: self._file,
            page_names.PROTEST: self._protest,
            page_names.CUT_BONUSES: self._cut_bonuses,
        }

    async def _panel(self, language: str, args: Args) -> RenderedMessage | None:
        found_now = await self._newest(args["tournament"])
        if found_now is None:
            return None
        tournament, tables = found_now
        shown = tournament.phase is TournamentPhase.SEATED and tournament.untouched
        found = quality(tournament.plan, tournament.seating) if shown else None
        standings = await self._tournaments.standings.of(tournament)
        board = TournamentOverview(self._words, language, tournament)
        return board.panel(standings, found, tables, args.get("seeking"))

    async def _newest(self, tournament_id: str) -> tuple[Tournament, list[int]] | None:
        """The tournament with all that has ended meanwhile, and the tables that still play."""
        tournament = await self._tournaments.store.find(tournament_id)
        if tournament is None:
            return None
        running = await self._tournaments.results.refresh(tournament)
        tournament = await self._tournaments.store.find(tournament_id) or tournament
        return tournament, sorted(slot.table for slot in tournament.slots if slot.game and slot.game in running)

    async def _standings(self, language: str, args: Args) -> RenderedMessage | None:
        found = await self._newest(args["tournament"])
        if found is None:
            return None
        tournament, tables = found
        standings = await self._tournaments.standings.of(tournament)
        return TournamentOverview(self._words, language, tournament).standings(standings, tables)

    async def _awards(self, language: str, args: Args) -> RenderedMessage | None:
        tournament = await self._tournaments.store.find(args["tournament"])
        if tournament is None:
            return None
        standings = await self._tournaments.standings.of(tournament)
        return RenderedMessage(TournamentOverview(self._words, language, tournament).awards(standings))

    async def _protest(self, language: str, args: Args) -> RenderedMessage | None:
        entry = await self._tournaments.store.entry(args["game"])
        lobby = await lobby_of(self._store, args["game"])
        if entry is None or lobby is None:
            return None
        people = await self._tournaments.protests.named(entry)
        page = ProtestPage(self._words, language, entry, lobby.names, people)
        return page.shown(args["seat"], args.get("asked", ""))

    async def _cut_bonuses(self, language: str, args: Args) -> RenderedMessage | None:
        entry = await self._tournaments.store.entry(args["game"])
        lobby = await lobby_of(self._store, args["game"])
        if entry is None or lobby is None:
            return None
        return ProtestPage(self._words, language, entry, lobby.names, {}).cut_bonuses()

    # --- files --------------------------------------------------------------------------------------------------

    async def _file(self, language: str, args: Args) -> RenderedMessage | None:
        tournament = await self._tournaments.store.find(args["tournament"])
        if tournament is None:
            return None
        kind = args["kind"]
        standings = await self._tournaments.standings.of(tournament)
        entries = await self._tournaments.store.entries(tournament.id)
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
                    content = await self._typesetter.print("standings", data, "png")
        except TypesettingFailed as failed:
            log.error("standings_not_rendered", tournament=tournament.id, why=str(failed))
            return RenderedMessage(self._words.say(language, "protocol-failed"))
        caption = self._words.say(language, "cup-file", name=tournament.name)
        return RenderedMessage(
            caption, file=File(f"cup-{tournament.id}.{kind}", content, is_picture=kind == "png")
        )

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


def _kept(entries: list[Entry]) -> dict[str, list[KeptPenalty]]:
    """Disciplinary penalties of the games that were replayed."""
    return {
        entry.result.id: [
            KeptPenalty(seat.player, seat.points.discipline)
            for seat in entry.result.seats
            if seat.points.discipline
        ]
        for entry in entries
        if entry.ruling.fate is Fate.REPLAYED
    }


def export(tournament: Tournament, entries: list[Entry], standings: Standings) -> str:
    """Everything. A seed is told when no card can follow from it any more."""
    told = asdict(tournament) | {"slots": [_slot(slot, tournament.phase) for slot in tournament.slots]}
    if tournament.phase is not TournamentPhase.OVER:
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


def _slot(slot: ScheduledGame, phase: TournamentPhase) -> dict[str, Any]:
    told = asdict(slot) | {"seal": slot.seal}
    if phase is not TournamentPhase.OVER or not slot.game:
        del told["seed"]
    return told
