"""Opens a lobby for a group; when its time to start has come, begins the game, extends the lobby or closes it."""

from collections.abc import Awaitable, Callable

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.time_zones import zone_of
from bot.games.dealing import Dealing
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby import Guest, Lobby, LobbyRefusal, Phase, new_game_id, new_secret
from bot.games.lobby_changes import JUDGE_SHOWN_MS, Lobbies
from bot.storage.groups import Group
from bot.storage.people import People, Person
from bot.telegram.outbox.rows import Row
from engine.options import StandIns

FATE = "fate"
"""The slot of messages that a table was extended, given up or stopped; only the newest unsent one is sent."""


def stand_ins_allowed(lobby: Lobby) -> bool:
    """May computer players take seats before the game begins?"""
    return lobby.rules.options.stand_ins is StandIns.FILL


class LobbyStart:
    def __init__(
        self,
        games: GameRegistry,
        lobbies: Lobbies,
        dealing: Dealing,
        group_rows: GroupRows,
        people: People,
        clock: Clock,
        pace: Pace,
        lobby_minutes: int,
        draw_secret: Callable[[], str] = new_secret,
    ) -> None:
        """`draw_secret` returns the secret that determines the shuffle; tests that repeat a game set their own."""
        self._games = games
        self._lobbies = lobbies
        self._dealing = dealing
        self._group_rows = group_rows
        self._people = people
        self._clock = clock
        self._open_ms = pace.scale(lobby_minutes * 60_000)
        self._judge_shown_ms = pace.scale(JUDGE_SHOWN_MS)
        self.draw_secret = draw_secret

    async def open(
        self,
        group: Group,
        thread_id: int,
        opener: Person,
        receipt: str,
        company: tuple[Guest, ...] = (),
        more: Callable[[Lobby], Awaitable[list[Row]]] | None = None,
    ) -> Lobby | None:
        """Opens a lobby with the opener and `company`, guests of the game before, as far as they may sit and can
        be reached. Returns it, or None if nothing was opened, because there is a table already."""
        now = self._clock.now()
        lobby = Lobby(
            id=new_game_id(),
            chat_id=group.chat_id,
            thread_id=thread_id,
            opener=opener.user_id,
            ruleset=group.ruleset,
            options=group.options,
            role_sets=group.role_sets,
            secret=self.draw_secret(),
            starts_at=now + self._open_ms,
            opened_at=now,
            opener_name=opener.name,
            time_zone=zone_of(group.time_zone, group.language).key,
            quiet=group.quiet,
        )
        for guest in (Guest("", opener.user_id, opener.name), *company):
            lobby = await self._seated(lobby, guest, group)
        return await self._lobbies.open_lobby(lobby, self._group_rows.lobby_shown(lobby), receipt, more=more)

    async def _seated(self, lobby: Lobby, guest: Guest, group: Group) -> Lobby:
        """Returns the lobby with this guest, or unchanged if they may not sit or cannot be reached."""
        seated: Lobby | LobbyRefusal = lobby
        if not guest.user_id:
            seated = lobby.add_stand_in(guest.name) if stand_ins_allowed(lobby) else lobby
        elif guest.user_id not in group.kept_away:
            person = await self._people.get(guest.user_id)
            seated = lobby.sit(person.user_id, person.name) if person.reachable else lobby
        return seated if isinstance(seated, Lobby) else lobby

    async def due(self, game_id: str) -> None:
        """Begins the game of a lobby whose time has come; with too few players extends it once, then closes it."""
        game = await self._games.find(game_id)
        if game is None or game.lobby.phase is not Phase.OPEN:
            return
        lobby = game.lobby
        if lobby.why_not_start() is None:
            begun = await self._dealing.begin(game_id, f"auto:{game_id}", 0)
            if begun is LobbyRefusal.JUDGE_UNSEEN:
                await self._lobbies.put_off(game_id, self._judge_shown_ms)
        elif not lobby.extended:
            until = self._clock.now() + self._open_ms
            await self._lobbies.change_lobby(
                game_id,
                lambda old: old.extend(until),
                "",
                lambda new: [self._group_rows.sentence(new, "lobby-extended", slot=FATE)],
            )
        else:
            await self._lobbies.change_lobby(
                game_id,
                lambda old: old.close(),
                "",
                lambda new: [
                    self._group_rows.lobby_unpinned(new),
                    self._group_rows.sentence(new, "lobby-gave-up", slot=FATE),
                ],
            )
