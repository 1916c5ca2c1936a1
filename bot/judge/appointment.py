"""Who judges a table: taken in the lobby, handed over or given up during the game. Every change is announced."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.core.clock import Clock
from bot.games.announcements import panel_row
from bot.games.lobbies import CHAIR
from bot.games.lobby import Lobby, LobbyRefusal, Phase
from bot.games.running_game import RunningGame
from bot.games.service import Accepted, Repeated, Service, is_judge_voted_out
from bot.storage import UnitOfWork
from bot.telegram.outbox.rows import Kind, Rank, Row
from engine.commands import JUDGE, Command, Verb
from engine.events import Event

Changed = Lobby | LobbyRefusal | None
SITS_DOWN = frozenset({"chair-taken", "chair-named"})
FREE_FOR_MS = 30_000
"""After a judge left the lobby, nobody may take over unasked for this long, so that the table can begin."""


class AppointedBy(NamedTuple):
    """The admin who names a judge."""

    user_id: int
    """0: the admin is anonymous."""
    name: str


def nothing_more(_: Lobby) -> list[Row]:
    return []


More = Callable[[Lobby], list[Row]]
"""Makes further messages, stored in the same transaction."""


class JudgeAppointment:
    def __init__(self, service: Service, clock: Clock) -> None:
        self._service = service
        self._clock = clock

    async def join(self, changed: RunningGame, happened: Sequence[Event], work: UnitOfWork) -> list[Row]:  # noqa: ARG002
        """A judge whom the table has voted out stops judging."""
        return self.left(changed) if is_judge_voted_out(happened) else []

    def left(self, changed: RunningGame) -> list[Row]:
        """Remove the judge; returns the announcements and who has judged so far."""
        before, without = changed.lobby.judges, changed.lobby.leave_chair(self._clock.now())
        if isinstance(without, LobbyRefusal):
            return []
        changed.lobby = without
        told = self._service.tidings(without, "chair-freed", slot=CHAIR)
        return [*self._panels(without, before), told, self._table(without)]

    async def take(
        self, live: RunningGame, user_id: int, name: str, receipt: str, *, offered: bool, more: More = nothing_more
    ) -> Changed:
        """`offered`: the previous judge has offered the role; otherwise it must be free."""

        def change(lobby: Lobby) -> Lobby | LobbyRefusal:
            now = self._clock.now()
            if lobby.judge == user_id or (lobby.judge and not offered):
                return LobbyRefusal.CHAIR_TAKEN
            if lobby.chair and not offered and now < lobby.judged_since + self._service.pace.scale(FREE_FOR_MS):
                return LobbyRefusal.CHAIR_JUST_FREED
            return lobby.take_chair(user_id, name, now)

        before = live.lobby.judges
        return await self._change(live, change, receipt, before, more, CHAIR, "chair-taken", name=name)

    async def name(
        self,
        live: RunningGame,
        user_id: int,
        name: str,
        receipt: str,
        namer: AppointedBy,
        more: More = nothing_more,
    ) -> Changed:
        """Appointed by an admin; during a game the announcement names the admin."""
        before, now = live.lobby.judges, self._clock.now()

        def change(lobby: Lobby) -> Lobby | LobbyRefusal:
            return lobby.name_judge(namer.user_id, user_id, name, now)

        told = {"name": name, "admin": namer.name}
        return await self._change(live, change, receipt, before, more, CHAIR, "chair-named", **told)

    async def leave(self, live: RunningGame, receipt: str, author: int, more: More = nothing_more) -> Changed:
        if _is_held(live):
            # Without a judge no step can wait for one.
            command = Command(JUDGE, Verb.HOLD)
            outcome = await self._service.submit(
                live.id, command, receipt, author, still=_is_held, along=_Leaving(self)
            )
            if isinstance(outcome, Accepted | Repeated):
                return live.lobby
        before = live.lobby.judges
        now = self._clock.now()
        return await self._change(
            live, lambda lobby: lobby.leave_chair(now), receipt, before, more, CHAIR, "chair-freed"
        )

    async def dismiss(self, live: RunningGame, user_id: int, receipt: str = "") -> None:
        """Remove a judge who left the group or was banned from its tables."""
        if user_id == live.lobby.judge:
            await self.leave(live, receipt, user_id)
        elif user_id in live.lobby.judges:
            await self.name_side_judge(live, user_id, dict(live.lobby.side_judges)[user_id], receipt)

    async def name_side_judge(
        self, live: RunningGame, user_id: int, name: str, receipt: str, more: More = nothing_more
    ) -> Changed:
        before = live.lobby.judges
        key = "side-judge-gone" if user_id in before else "side-judge-named"
        slot = f"side-judge:{user_id}"
        return await self._change(
            live, lambda lobby: lobby.name_side_judge(user_id, name), receipt, before, more, slot, key, name=name
        )

    async def _change(
        self,
        live: RunningGame,
        change: Callable[[Lobby], Lobby | LobbyRefusal],
        receipt: str,
        before: frozenset[int],
        more: More,
        slot: str,
        key: str,
        **args: str,
    ) -> Changed:
        def rows(lobby: Lobby) -> list[Row]:
            if lobby.phase is not Phase.PLAYING:
                return [*more(lobby), *([self._service.chair_row(lobby)] if key in SITS_DOWN else [])]
            told = self._service.tidings(lobby, key, slot=slot, **args)
            return [*more(lobby), *self._panels(lobby, before), told, self._table(lobby)]

        return await self._service.change_lobby(live.id, change, receipt, rows)

    def _panels(self, lobby: Lobby, before: frozenset[int]) -> list[Row]:
        """A new judge gets a panel, a former one an empty page, the others see the change."""
        new = self._service.next_id
        return [
            *(panel_row(lobby, new, person) for person in sorted(lobby.judges - before)),
            *(panel_row(lobby, new, person, Kind.EDIT, Rank.PROMPT) for person in sorted(before)),
        ]

    def _table(self, lobby: Lobby) -> Row:
        """The pinned table names everybody who sees the cards, while the game lasts."""
        return self._service.group_row(lobby, Kind.EDIT, "table", Rank.EDIT, "table")


def _is_held(live: RunningGame) -> bool:
    """Does each step wait for the judge?"""
    return live.state is not None and bool(live.lobby.judge) and live.table.holding


class _Leaving:
    """Ends the hold in the same transaction in which the judge leaves."""

    def __init__(self, chair: JudgeAppointment) -> None:
        self._chair = chair

    async def join(self, changed: RunningGame, happened: Sequence[Event], work: UnitOfWork) -> list[Row]:  # noqa: ARG002
        return self._chair.left(changed)
