"""Applies a change of settings with optimistic locking: a tap on an outdated menu changes nothing."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from enum import StrEnum
from typing import NamedTuple

from bot.core.clock import Clock
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Lobby, LobbyRefusal, Phase
from bot.games.lobby_opening import choices_of_a_table
from bot.games.lobby_transactions import Lobbies
from bot.group_settings.change_refused import ChangeRefused
from bot.group_settings.settings_changes import changed_settings
from bot.storage import UnitOfWork
from bot.storage.groups import Group, Groups
from bot.telegram.buttons.settings_actions import SettingsAction
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Row


class TableState(StrEnum):
    """The state of the group's table; it decides when a change takes effect."""

    NONE = "none"
    WAITING = "waiting"
    """An open lobby takes the change at once."""
    FULL = "full"
    """An open lobby with more players than the new rules allow keeps the old rules."""
    PLAYING = "playing"


class Applied(NamedTuple):
    group: Group
    changed: bool
    table: TableState


class Outdated(NamedTuple):
    """The settings were changed by somebody else first; nothing was stored."""

    group: Group
    table: TableState


Rows = Callable[[Applied], list[Row]]
"""Makes the messages that show a change; they are stored in the same transaction."""


class _Stale(Exception):
    """The tapped menu shows settings that have changed since."""


class SettingsEditor:
    def __init__(
        self, clock: Clock, outbox: Outbox, groups: Groups, games: GameRegistry, lobbies: Lobbies
    ) -> None:
        self._clock = clock
        self._outbox = outbox
        self._groups = groups
        self._games = games
        self._lobbies = lobbies

    async def take(
        self, chat_id: int, number: int, action: SettingsAction, what: str, value: str, receipt: str, rows: Rows
    ) -> Applied | Outdated:
        """Changes the settings of a group if their revision is still `number`; raises `ChangeRefused` with the
        reason.

        Open lobbies take over the new settings in the same transaction.
        """

        def change(group: Group) -> Group:
            if group.number != number:
                raise _Stale
            return changed_settings(group, action, what, value)

        try:
            return await self.apply(chat_id, change, receipt, rows)
        except _Stale:
            newest = await self._groups.get(chat_id)
            return Outdated(newest, await self.table(newest))

    async def apply(
        self,
        chat_id: int,
        change: Callable[[Group], Group],
        receipt: str,
        rows: Rows,
        at_table: Callable[[Lobby], Lobby] | None = None,
        table_id: str = "",
    ) -> Applied:
        """Makes a change of a group's settings, which open lobbies take over in the same transaction. The lobby
        `table_id` also goes through `at_table`, and if it cannot take the change over, nothing is changed."""
        async with AsyncExitStack() as locks:
            tables = sorted(await self._games.tables_in_group(chat_id), key=lambda game: game.id)
            for game in tables:
                await locks.enter_async_context(game.lock)
            adopting: list[Callable[[], None]] = []
            told: list[Row] = []
            done: list[Applied] = []
            before: list[int] = []

            def noted(group: Group) -> Group:
                before[:] = [group.number]
                return change(group)

            async def along(work: UnitOfWork, group: Group) -> None:
                for kept in (adopting, told, done):
                    kept.clear()
                changed = [group.number] != before
                found = _table_state({game.lobby.phase for game in tables})
                for game in tables:
                    await self._games.refresh(game)
                    if game.lobby.phase is not Phase.OPEN:
                        continue
                    wish = _under_new_settings(group, game.lobby) if changed else game.lobby
                    if game.id == table_id and isinstance(wish, LobbyRefusal):
                        raise _refused_at(game.lobby, wish)
                    if game.id == table_id and isinstance(wish, Lobby) and at_table is not None:
                        wish = at_table(wish)
                    if wish == game.lobby:
                        continue
                    if isinstance(wish, Lobby):
                        adopting.append(self._lobbies.put_lobby(work, game, self._games.guard(work, game), wish))
                    elif wish is LobbyRefusal.FULL:
                        found = TableState.FULL
                done.append(Applied(group, changed=changed, table=found))
                work.add_receipt(key=receipt, at_ms=self._clock.now())
                told.extend(rows(done[0]))
                for row in told:
                    row.put(work)

            await self._groups.amend(chat_id, noted, along)
            for adopt in adopting:
                adopt()
            self._outbox.add(told)
            return done[0]

    async def table(self, group: Group) -> TableState:
        return _table_state({game.lobby.phase for game in await self._games.tables_in_group(group.chat_id)})


def _table_state(phases: set[Phase]) -> TableState:
    if Phase.OPEN in phases:
        return TableState.WAITING
    return TableState.PLAYING if Phase.PLAYING in phases else TableState.NONE


def _refused_at(lobby: Lobby, why: LobbyRefusal) -> ChangeRefused:
    if why is LobbyRefusal.FULL:
        return ChangeRefused("lobby-too-many", seated=len(lobby.guests))
    return ChangeRefused(f"lobby-no-{why}")


def _under_new_settings(group: Group, lobby: Lobby) -> Lobby | LobbyRefusal:
    return lobby.play_by(group.ruleset, group.options, group.role_sets, **choices_of_a_table(group))
