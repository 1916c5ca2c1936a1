"""Where admins lay down their wishes: none is granted that was meant for older settings."""

from enum import StrEnum
from functools import partial
from typing import NamedTuple

from bot.clockwork.quiet_hours import zone_of
from bot.club.deeds import Deed
from bot.club.shaping import shaped
from bot.directory import Directory, Group
from bot.lobby import Lobby, LobbyRefusal, Phase
from bot.service import Service


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


class _Stale(Exception):
    """The change was meant for older settings."""


class Desk:
    def __init__(self, directory: Directory, service: Service) -> None:
        self._directory = directory
        self._service = service

    async def take(self, chat_id: int, number: int, deed: Deed, what: str, value: str) -> Done | Outdated:
        """Change the settings of a group that were number so and so; `Refused` says why not."""

        def change(group: Group) -> Group:
            if group.number != number:
                raise _Stale
            return shaped(group, deed, what, value)

        try:
            group = await self._directory.amend_group(chat_id, change)
        except _Stale:
            newest = await self._directory.group(chat_id)
            return Outdated(newest, await self.table(newest))
        if group.number == number:
            return Done(group, changed=False, table=await self.table(group))
        return Done(group, changed=True, table=await self._take_along(group))

    async def table(self, group: Group) -> Table:
        phases = {live.lobby.phase for live in await self._service.tables_in_group(group.chat_id)}
        if Phase.OPEN in phases:
            return Table.WAITING
        return Table.PLAYING if Phase.PLAYING in phases else Table.NONE

    async def _take_along(self, group: Group) -> Table:
        """Tables that still wait for players play by the new settings."""
        found = await self.table(group)
        for live in await self._service.tables_in_group(group.chat_id):
            wish = _as_wished(group, live.lobby)
            if live.lobby.phase is not Phase.OPEN or wish == live.lobby:
                continue
            done = await self._service.change_lobby(live.id, partial(_as_wished, group), "")
            if done is LobbyRefusal.FULL:
                found = Table.FULL
        return found


def _as_wished(group: Group, lobby: Lobby) -> Lobby | LobbyRefusal:
    zone = zone_of(group.time_zone, group.language).key
    return lobby.play_by(group.ruleset, group.options, group.role_sets, zone, group.quiet)
