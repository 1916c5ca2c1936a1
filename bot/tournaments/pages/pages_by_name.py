"""The pages of tournaments and protests, by the names under which the renderer calls them."""

from collections.abc import Awaitable, Callable, Mapping

from bot.games.finished_games import lobby_of
from bot.language.translator import Translator
from bot.storage import Store
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox import page_names
from bot.telegram.outbox.rows import Args
from bot.tournaments.pages.overview_page import overview_page
from bot.tournaments.pages.protest_page import ProtestPage
from bot.tournaments.pages.standings_page import awards_text, standings_page
from bot.tournaments.pages.tournament_text import TournamentText
from bot.tournaments.tournament import Tournament, TournamentPhase
from bot.tournaments.tournament_files import TournamentFiles
from bot.tournaments.tournaments import Tournaments
from engine.tournament.seating import quality

TournamentPage = Callable[[str, Args], Awaitable[RenderedMessage | None]]
"""Renders a page from the language and the arguments of its row."""


class TournamentPages:
    def __init__(self, tournaments: Tournaments, store: Store, words: Translator) -> None:
        self._tournaments = tournaments
        self._store = store
        self._words = words
        self._files = TournamentFiles(tournaments.store, tournaments.standings, words)

    @property
    def pages(self) -> Mapping[str, TournamentPage]:
        return {
            page_names.TOURNAMENT: self._overview,
            page_names.STANDINGS: self._standings,
            page_names.TOURNAMENT_AWARDS: self._awards,
            page_names.TOURNAMENT_FILE: self._files.message,
            page_names.PROTEST: self._protest,
            page_names.CUT_BONUSES: self._cut_bonuses,
        }

    async def _overview(self, language: str, args: Args) -> RenderedMessage | None:
        found_now = await self._newest(args["tournament"])
        if found_now is None:
            return None
        tournament, tables = found_now
        shown = tournament.phase is TournamentPhase.SEATED and tournament.untouched
        found = quality(tournament.plan, tournament.seating) if shown else None
        standings = await self._tournaments.standings.of(tournament)
        text = TournamentText(self._words, language, tournament)
        return overview_page(text, standings, found, tables, args.get("seeking"))

    async def _newest(self, tournament_id: str) -> tuple[Tournament, list[int]] | None:
        """Returns the tournament with all finished games counted, and the tables that are playing."""
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
        return standings_page(TournamentText(self._words, language, tournament), standings, tables)

    async def _awards(self, language: str, args: Args) -> RenderedMessage | None:
        tournament = await self._tournaments.store.find(args["tournament"])
        if tournament is None:
            return None
        standings = await self._tournaments.standings.of(tournament)
        return RenderedMessage(awards_text(TournamentText(self._words, language, tournament), standings))

    async def _protest(self, language: str, args: Args) -> RenderedMessage | None:
        entry = await self._tournaments.store.entry(args["game"])
        lobby = await lobby_of(self._store, args["game"])
        if entry is None or lobby is None:
            return None
        people = await self._tournaments.protests.named(entry)
        chief = await self._tournaments.protests.appointed_chief(lobby)
        page = ProtestPage(self._words, language, entry, lobby.names, people, chief)
        return page.shown(args["seat"], args.get("asked", ""))

    async def _cut_bonuses(self, language: str, args: Args) -> RenderedMessage | None:
        entry = await self._tournaments.store.entry(args["game"])
        lobby = await lobby_of(self._store, args["game"])
        if entry is None or lobby is None:
            return None
        return ProtestPage(self._words, language, entry, lobby.names, {}).cut_bonuses()
