"""Seat numbers beside the names: set at the deal, put back at the end, after a crash too, off where they fail."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

from aiogram.methods import SetChatMemberTag
from sqlalchemy import select

from bot.games.running_game import RunningGame
from bot.storage.schema import notes
from sandbox.client import Group, Person
from tests.end_to_end.test_seat_handover import begin
from tests.kits.end_to_end.evening import RIGHTS, Evening, evening

TAGS = (*RIGHTS, "can_manage_tags")


def tags(night: Evening, group: Group) -> dict[int, str]:
    """As Telegram shows them, by person."""
    members = night.sandbox.world.chats.groups[group.id].members
    return {user_id: member.tag for user_id, member in members.items() if member.tag}


async def dealt(night: Evening, people: list[Person], group: Group) -> RunningGame:
    assert night.wired is not None
    await night.use(group, options=(("deal", "86400"),))
    live = await night.wired.games.live(await begin(night, people, group))
    assert live is not None
    return live


def numbers(live: RunningGame, owner: Person) -> dict[int, str]:
    """The owner of the group has a title of their own."""
    return {person: f"№ {seat}" for seat, person in enumerate(live.lobby.seating, start=1) if person != owner.id}


async def settled(night: Evening) -> None:
    assert night.wired is not None
    async with asyncio.timeout(20):
        while night.wired.tags.busy:
            await asyncio.sleep(0.01)


async def ours(night: Evening) -> list[Any]:
    assert night.wired is not None
    return list(await night.wired.store.rows(select(notes).where(notes.c.key.startswith("tag:"))))


async def test_numbers_stand_beside_the_names_until_the_game_ends(tmp_path: Path) -> None:
    async with evening(tmp_path, speed=20) as night:
        people = await night.guests(6)
        group = await night.group(people, rights=TAGS)
        assert night.wired is not None
        await night.wired.transport(SetChatMemberTag(chat_id=group.id, user_id=people[3].id, tag="капитан"))
        before = tags(night, group)
        assert before == {people[3].id: "капитан"}
        live = await dealt(night, people, group)
        await settled(night)
        assert tags(night, group) == numbers(live, people[0])

        await night.end()  # the host is away, and comes back
        await night.begin()
        await night.ready()
        assert night.wired is not None
        assert tags(night, group) == numbers(live, people[0])
        await night.wired.stop_game.stop(live.id, "")
        await settled(night)
        assert tags(night, group) == before
        assert await ours(night) == []


async def test_tags_that_a_crash_has_left_behind_are_put_back_at_the_next_start(tmp_path: Path) -> None:
    async with evening(tmp_path, speed=20) as night:
        people = await night.guests(6)
        group = await night.group(people, rights=TAGS)
        live = await dealt(night, people, group)
        await settled(night)
        await night.end()
        with sqlite3.connect(tmp_path / "omerta.db") as file:
            file.execute("UPDATE games SET phase = 'closed' WHERE id = ?", (live.id,))
            file.execute("DELETE FROM clocks")
        assert tags(night, group) == numbers(live, people[0])
        await night.begin()
        await night.ready()
        await settled(night)
        assert tags(night, group) == {}
        assert await ours(night) == []


async def test_without_the_right_or_the_method_the_game_goes_on_and_nothing_is_kept(tmp_path: Path) -> None:
    async with evening(tmp_path, speed=20) as night:
        people = await night.guests(6)
        group = await night.group(people, rights=TAGS)
        await night.stage.fault("error", method="setChatMemberTag", error_code=404, description="Not Found")
        await dealt(night, people, group)
        await settled(night)
        assert tags(night, group) == {}
        assert await ours(night) == []


async def test_a_right_lost_in_mid_game_and_given_back_later_leaves_no_number(tmp_path: Path) -> None:
    async with evening(tmp_path, speed=20) as night:
        people = await night.guests(6)
        group = await night.group(people, rights=TAGS)
        live = await dealt(night, people, group)
        await settled(night)
        assert night.wired is not None
        await group.promote(night.host, RIGHTS)
        await right_lost(night, group)
        await night.wired.stop_game.stop(live.id, "")
        await settled(night)
        assert tags(night, group) == numbers(live, people[0])
        assert len(await ours(night)) == 5

        await night.end()
        await night.begin()
        await night.ready()
        await settled(night)
        assert len(await ours(night)) == 5
        await group.promote(night.host, TAGS)
        async with asyncio.timeout(20):
            while tags(night, group) or await ours(night):
                await asyncio.sleep(0.01)


async def right_lost(night: Evening, group: Group) -> None:
    """And the host knows."""
    assert night.wired is not None
    async with asyncio.timeout(20):
        while "can_manage_tags" in (await night.wired.directory.group(group.id)).rights:
            await asyncio.sleep(0.01)
