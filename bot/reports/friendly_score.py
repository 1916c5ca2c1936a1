"""The finale of a friendly game, with the wins of those who sat at the table: such games earn no points."""

from bot.core.clock import Clock
from bot.games.results import player_word
from bot.games.running_game import RunningGame
from bot.pages.finale import finale_page
from bot.pages.page_context import TableContext
from bot.pages.renderer import ContextArgs
from bot.reports.statistics_cache import StatisticsCache
from bot.reports.statistics_query import FRIENDLY
from bot.storage import Store
from bot.storage.people import People
from bot.storage.repositories.results import Scope
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import Args
from engine.results import is_official

DAYS = 30
DAY_MS = 24 * 60 * 60_000
MOST_SHOWN = 8


class FriendlyScore:
    def __init__(self, store: Store, people: People, clock: Clock) -> None:
        self._people = people
        self._clock = clock
        self._cache = StatisticsCache(store)

    async def finale(
        self, game: RunningGame, chat_id: int, common: ContextArgs, args: Args
    ) -> RenderedMessage | None:
        score = await self._score(game) if chat_id < 0 else []
        return finale_page(TableContext(game, 0, *common), args | {"friends": score})

    async def _score(self, game: RunningGame) -> list[tuple[str, int, int]]:
        """Returns name, wins and games of the people of this table, best first; none after an official game."""
        table, lobby = game.position.table, game.lobby
        if is_official(table.rules, table.cards) and not lobby.stand_ins:
            return []
        scope = Scope(chat=lobby.chat_id, since_ms=self._clock.now() - DAYS * DAY_MS)
        counted = await self._cache.of(scope, DAYS)
        found = []
        for profile in counted.profiles.get(FRIENDLY, ()):
            person = next((user for user in lobby.seating if user and player_word(user) == profile.player), 0)
            if person and not (known := await self._people.get(person)).uncounted:
                found.append((known.name or "?", profile.all.wins, profile.all.games))
        return sorted(found, key=lambda one: (-one[1], one[2], one[0]))[:MOST_SHOWN]
