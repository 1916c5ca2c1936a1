"""Solo games: one person and computer players, the whole game in that person's private chat.

A solo game is a table whose chat is the private chat of the person who has opened it. Its cards are dealt at once,
and it counts in no statistics.
"""

import random
from collections.abc import Callable, Iterator

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.rate_limit import RateLimit
from bot.core.time_zones import zone_of
from bot.games.dealing import Dealing
from bot.games.draining import Draining
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Lobby, LobbyRefusal, new_game_id, new_secret
from bot.games.lobby_transactions import Lobbies
from bot.games.sitting_down import SeatAnswer
from bot.language.translator import Translator
from bot.storage import UnitOfWork
from bot.storage.groups import Groups
from bot.storage.people import People, Person
from engine.errors import UnknownRuleSet
from engine.house_rules import find_ruleset

HOUR_MS = 60 * 60_000
DEALT_AT_THE_LATEST_MS = 3_000
"""When the cards are dealt if the program ends between the two steps."""
NAMES = range(1, 16)
"""Numbers of the names of computer players in the locales."""
CHOICES = (("party", 8), ("box", 8), ("city", 10), ("fiim-2025", 10))
"""Rules that are offered, with the number of seats; the first is the usual choice."""
BEGUN = "solo-begun"


def offered() -> Iterator[tuple[str, int]]:
    """Yields the rules that this release has, with the number of seats."""
    for ruleset, size in CHOICES:
        try:
            find_ruleset(ruleset)
        except UnknownRuleSet:
            continue
        yield ruleset, size


class SoloGames:
    def __init__(
        self,
        games: GameRegistry,
        lobbies: Lobbies,
        dealing: Dealing,
        groups: Groups,
        people: People,
        draining: Draining,
        words: Translator,
        clock: Clock,
        pace: Pace,
        per_hour: int,
        draw_secret: Callable[[], str] = new_secret,
    ) -> None:
        """`per_hour`: how many games one person may begin in an hour; 0: there are no solo games."""
        self._games = games
        self._lobbies = lobbies
        self._dealing = dealing
        self._groups = groups
        self._people = people
        self._draining = draining
        self._words = words
        self._clock = clock
        self._per_hour = per_hour
        self._limit = RateLimit(per_hour, pace.scale(HOUR_MS / per_hour)) if per_hour else None
        self.draw_secret = draw_secret

    @property
    def allowed(self) -> bool:
        """Are there solo games on this host?"""
        return self._limit is not None

    async def why_not(self, user_id: int) -> SeatAnswer | None:
        """Returns why this person cannot begin a game now; None if they can."""
        if self._limit is None:
            return SeatAnswer("solo-off")
        if await self._games.table_in(user_id) is not None:
            return SeatAnswer("solo-running")
        for game in await self._games.tables_of(user_id):
            group = await self._groups.get(game.lobby.chat_id)
            if not group.several_tables:
                return SeatAnswer("solo-elsewhere", {"group": group.title})
        return SeatAnswer("draining") if self._draining.is_on else None

    async def begin(self, user_id: int, ruleset: str, size: int, receipt: str) -> SeatAnswer:
        """Seats a person with computer players and deals the cards; returns what to answer, `BEGUN` if it was
        done."""
        if (ruleset, size) not in offered():
            return SeatAnswer("tap-old")
        why_not = await self.why_not(user_id)
        if why_not is not None:
            return why_not
        now = self._clock.now()
        if self._limit is None or not self._limit.allows(user_id, now):
            return SeatAnswer("solo-so-often", {"most": self._per_hour})
        lobby = self._lobby(await self._people.get(user_id), ruleset, size, now)
        # With an accompanying work the lobby is opened with its person or not at all.
        if await self._lobbies.open_lobby(lobby, [], receipt, along=UnitOfWork()) is None:
            self._limit.give_back(user_id)
            return await self.why_not(user_id) or SeatAnswer("seat-try-again")
        await self._dealing.begin(lobby.id, f"auto:{lobby.id}", 0)
        return SeatAnswer(BEGUN)

    def _lobby(self, person: Person, ruleset: str, size: int, now: int) -> Lobby:
        language = person.language or "ru"
        secret = self.draw_secret()
        table: Lobby | LobbyRefusal = Lobby(
            id=new_game_id(),
            chat_id=person.user_id,
            thread_id=0,
            opener=person.user_id,
            ruleset=ruleset,
            options=(("stand_ins", "fill"),),
            role_sets=(),
            secret=secret,
            starts_at=now + DEALT_AT_THE_LATEST_MS,
            opened_at=now,
            opener_name=person.name,
            time_zone=zone_of("", language).key,
            hints=person.hints,
        )
        assert isinstance(table, Lobby)
        table = table.sit(person.user_id, person.name)
        for number in random.Random(f"names:{secret}").sample(NAMES, size - 1):
            assert isinstance(table, Lobby), table
            table = table.add_stand_in(self._words.plain(language, f"stand-in-name-{number}"))
        assert isinstance(table, Lobby), table
        return table
