"""Where admins lay down their wishes: none is granted that was meant for older settings."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from enum import StrEnum
from typing import NamedTuple

from bot.clockwork.quiet_hours import zone_of
from bot.club.deeds import Deed
from bot.club.shaping import shaped
from bot.directory import Directory, Group
from bot.lobby import Lobby, LobbyRefusal, Phase
from bot.outbox.rows import Row
from bot.service import Service
from bot.store import Work


class Table(StrEnum):
    """What the group is doing, which decides from when a change holds."""

    NONE = "none"
    WAITING = "waiting"
    """A table that waits for players takes the change at once."""
    FULL = "full"
    """A table that has more players than the new rules allow keeps the old ones."""
    PLAYING = "playing"


class Done(NamedTuple):
    group: Group
    changed: bool
    table: Table


class Outdated(NamedTuple):
    """Somebody else was quicker: nothing has changed."""

    group: Group
    table: Table


Rows = Callable[[Done], list[Row]]
"""What is shown of a change, and stored with it."""


class _Stale(Exception):
    """The change was meant for older settings."""


class Desk:
    def __init__(self, directory: Directory, service: Service) -> None:
        self._directory = directory
        self._service = service

    async def take(
        self, chat_id: int, number: int, deed: Deed, what: str, value: str, receipt: str, rows: Rows
    ) -> Done | Outdated:
        """Change the settings of a group that were number so and so; `Refused` says why not.

        Tables that still wait for players play by the new ones from the same moment on.
        """
        service = self._service

        def change(group: Group) -> Group:
            if group.number != number:
                raise _Stale
            return shaped(group, deed, what, value)

        async with AsyncExitStack() as locks:
            tables = sorted(await service.tables_in_group(chat_id), key=lambda live: live.id)
            for live in tables:
                await locks.enter_async_context(live.lock)
            adopting: list[Callable[[], None]] = []
            told: list[Row] = []
            done: list[Done] = []

            async def along(work: Work, group: Group) -> None:
                for kept in (adopting, told, done):
                    kept.clear()
                found = _busy({live.lobby.phase for live in tables})
                for live in tables:
                    await service.is_newest(live)
                    wish = _as_wished(group, live.lobby)
                    if live.lobby.phase is not Phase.OPEN or wish == live.lobby or group.number == number:
                        continue
                    if isinstance(wish, Lobby):
                        adopting.append(service.put_lobby(work, live, service.guard(work, live), wish))
                    elif wish is LobbyRefusal.FULL:
                        found = Table.FULL
                done.append(Done(group, changed=group.number != number, table=found))
                work.add("add_receipt", key=receipt, at_ms=service.clock.now())
                told.extend(rows(done[0]))
                for row in told:
                    row.put(work)

            try:
                await self._directory.amend_group(chat_id, change, along)
            except _Stale:
                newest = await self._directory.group(chat_id)
                return Outdated(newest, await self.table(newest))
            for adopt in adopting:
                adopt()
            service.outbox.add(told)
            return done[0]

    async def table(self, group: Group) -> Table:
        return _busy({live.lobby.phase for live in await self._service.tables_in_group(group.chat_id)})


def _busy(phases: set[Phase]) -> Table:
    if Phase.OPEN in phases:
        return Table.WAITING
    return Table.PLAYING if Phase.PLAYING in phases else Table.NONE


def _as_wished(group: Group, lobby: Lobby) -> Lobby | LobbyRefusal:
    zone = zone_of(group.time_zone, group.language).key
    return lobby.play_by(group.ruleset, group.options, group.role_sets, zone, group.quiet)
