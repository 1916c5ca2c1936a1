"""Tables before their game: opened, changed, and started when their time has come."""

from collections.abc import Awaitable, Callable

from bot.clock import Clock
from bot.clocks import disarm
from bot.live import Live
from bot.lobby import Lobby, LobbyRefusal, Phase
from bot.outbox.rows import Kind, Rank, Row
from bot.outbox.sender import Outbox
from bot.store import Conflict, Store, Work
from bot.tables import Tables
from bot.timers import Timers


class Lobbies(Tables):
    def __init__(self, database: Store, clock: Clock, outbox: Outbox, timers: Timers, process: int = 0) -> None:
        super().__init__(database, clock, outbox, timers, process)
        self.on_lobby_due: Callable[[str], Awaitable[None]] | None = None

    async def open_lobby(self, lobby: Lobby, rows: list[Row], receipt: str) -> bool:
        """False: this update has opened it before."""
        now = self.clock.now()
        work = Work()
        if receipt:
            work.add("add_receipt", key=receipt, at_ms=now)
        put_game(work, lobby, now)
        for row in rows:
            row.put(work)
        try:
            await self.database.commit(work)
        except Conflict:
            return False
        self._live[lobby.id] = Live(lobby)
        self.outbox.add(rows)
        self.arm_lobby(lobby)
        return True

    async def change_lobby(
        self,
        game_id: str,
        change: Callable[[Lobby], Lobby | LobbyRefusal],
        receipt: str,
        more: Callable[[Lobby], list[Row]] | None = None,
    ) -> Lobby | LobbyRefusal | None:
        """None: no such table. A repeated update finds the change made and is told so again."""
        live = await self.live(game_id)
        if live is None:
            return None
        async with live.lock:
            changed = change(live.lobby)
            if isinstance(changed, LobbyRefusal):
                return changed
            now = self.clock.now()
            work = Work()
            if receipt:
                work.add("add_receipt", key=receipt, at_ms=now)
            put_game(work, changed, now)
            rows = [self.lobby_row(changed), *(more(changed) if more else [])]
            for row in rows:
                row.put(work)
            if changed.phase is Phase.CLOSED:
                work.add("drop_clock", game=game_id)
            try:
                await self.database.commit(work)
            except Conflict:
                return live.lobby
            live.lobby = changed
            self.outbox.add(rows)
            self.arm_lobby(changed)
            if changed.phase is Phase.CLOSED:
                live.clock = None
                disarm(self.timers, game_id)
        return changed

    def arm_lobby(self, lobby: Lobby) -> None:
        name = f"lobby:{lobby.id}"
        if lobby.phase is not Phase.OPEN or self.on_lobby_due is None:
            self.timers.cancel(name)
            return
        due = self.on_lobby_due

        async def fire() -> None:
            await due(lobby.id)

        self.timers.set(name, lobby.starts_at, fire)

    def lobby_row(self, lobby: Lobby) -> Row:
        return self.group_row(lobby, Kind.EDIT, "lobby", Rank.EDIT, "lobby")


def put_game(work: Work, lobby: Lobby, now: int) -> None:
    work.add(
        "put_game",
        id=lobby.id,
        chat_id=lobby.chat_id,
        thread_id=lobby.thread_id,
        phase=lobby.phase.value,
        lobby=lobby.to_json(),
        changed_ms=now,
    )
