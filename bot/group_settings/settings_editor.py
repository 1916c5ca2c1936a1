"""Applies a change of settings with optimistic locking: a tap on an outdated menu changes nothing."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from enum import StrEnum
from typing import NamedTuple

from bot.core.clock import Clock
from bot.core.time_zones import zone_of
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Lobby, LobbyRefusal, Phase
from bot.games.lobby_transactions import Lobbies
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

        async with AsyncExitStack() as locks:
            tables = sorted(await self._games.tables_in_group(chat_id), key=lambda game: game.id)
            for game in tables:
                await locks.enter_async_context(game.lock)
            adopting: list[Callable[[], None]] = []
            told: list[Row] = []
            done: list[Applied] = []

            async def along(work: UnitOfWork, group: Group) -> None:
                for kept in (adopting, told, done):
                    kept.clear()
                found = _table_state({game.lobby.phase for game in tables})
                for game in tables:
                    await self._games.refresh(game)
                    wish = _under_new_settings(group, game.lobby)
                    if game.lobby.phase is not Phase.OPEN or wish == game.lobby or group.number == number:
                        continue
                    if isinstance(wish, Lobby):
                        adopting.append(self._lobbies.put_lobby(work, game, self._games.guard(work, game), wish))
                    elif wish is LobbyRefusal.FULL:
                        found = TableState.FULL
                done.append(Applied(group, changed=group.number != number, table=found))
                work.add_receipt(key=receipt, at_ms=self._clock.now())
                told.extend(rows(done[0]))
                for row in told:
                    row.put(work)

            try:
                await self._groups.amend(chat_id, change, along)
            except _Stale:
                newest = await self._groups.get(chat_id)
                return Outdated(newest, await self.table(newest))
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


def _under_new_settings(group: Group, lobby: Lobby) -> Lobby | LobbyRefusal:
    zone = zone_of(group.time_zone, group.language).key
    return lobby.play_by(group.ruleset, group.options, group.role_sets, zone, group.quiet)
