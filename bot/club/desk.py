"""Where admins lay down their wishes: one at a time per group, and none that was meant for older settings."""

import asyncio
from collections import defaultdict
from dataclasses import fields
from enum import StrEnum
from typing import NamedTuple

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


class Desk:
    def __init__(self, directory: Directory, service: Service) -> None:
        self._directory = directory
        self._service = service
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def take(self, chat_id: int, number: int, deed: Deed, what: str, value: str) -> Done | Outdated:
        """Change the settings of a group that were number so and so; `Refused` says why not."""
        async with self._locks[chat_id]:
            before = await self._directory.group(chat_id)
            if before.number != number:
                return Outdated(before, await self.table(before))
            after = shaped(before, deed, what, value)
            if after == before:
                return Done(before, changed=False, table=await self.table(before))
            names = (field.name for field in fields(Group))
            changes = {name: new for name in names if (new := getattr(after, name)) != getattr(before, name)}
            group = await self._directory.change_group(chat_id, **changes)
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
            lobby = live.lobby
            if lobby.phase is not Phase.OPEN or _same(lobby, group):
                continue
            done = await self._service.change_lobby(
                live.id, lambda old: old.play_by(group.ruleset, group.options, group.role_sets), ""
            )
            if done is LobbyRefusal.FULL:
                found = Table.FULL
        return found


def _same(lobby: Lobby, group: Group) -> bool:
    return (lobby.ruleset, lobby.options, lobby.role_sets) == (group.ruleset, group.options, group.role_sets)
