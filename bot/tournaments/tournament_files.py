"""Files of a tournament: the standings as a picture and a workbook, the whole tournament as JSON."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import structlog

from bot.language.point_numbers import thousandths_text
from bot.language.role_names import ruleset_name
from bot.language.translator import Translator
from bot.reports.typesetting import Typesetter, TypesettingFailed
from bot.storage.tournament_entry_json import write_entry
from bot.telegram.message import File, RenderedMessage
from bot.telegram.outbox.rows import Args
from bot.tournaments.standings import Standings, TournamentStandings
from bot.tournaments.standings_workbook import workbook_of
from bot.tournaments.tournament import ScheduledGame, Tournament, TournamentPhase
from bot.tournaments.tournament_store import TournamentStore
from engine.tournament.protests import Entry, Fate
from engine.tournament.standings import KeptPenalty

log = structlog.get_logger()


class TournamentFiles:
    def __init__(self, store: TournamentStore, standings: TournamentStandings, words: Translator) -> None:
        self._store = store
        self._standings = standings
        self._words = words
        self._typesetter = Typesetter()

    async def message(self, language: str, args: Args) -> RenderedMessage | None:
        tournament = await self._store.find(args["tournament"])
        if tournament is None:
            return None
        kind = args["kind"]
        standings = await self._standings.of(tournament)
        entries = await self._store.entries(tournament.id)
        try:
            match kind:
                case "xlsx":
                    content = await asyncio.to_thread(
                        workbook_of, tournament, standings, _kept(entries), self._sayer(language)
                    )
                case "json":
                    content = export(tournament, entries, standings).encode()
                case _:
                    data = self._picture_data(language, tournament, standings)
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

    def _picture_data(self, language: str, tournament: Tournament, standings: Standings) -> dict[str, Any]:
        """Returns the data that `templates/standings.typ` expects."""
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
                    thousandths_text(place.tally.points),
                    thousandths_text(place.tally.main),
                    thousandths_text(place.tally.additional),
                    thousandths_text(place.tally.penalties),
                    str(place.tally.games),
                    str(place.tally.wins),
                    str(place.tally.first_deaths),
                ]
                for place in standings.places
            ],
        }


def _kept(entries: list[Entry]) -> dict[str, list[KeptPenalty]]:
    """Returns the disciplinary penalties of replayed games, which stay in force, by game."""
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
    """Returns the whole tournament as JSON. Seeds are included only when no future card depends on them."""
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
