"""Seat numbers as member tags: set at the deal, restored at the end and after a crash, switched off where they
fail."""

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
from tests.kits.end_to_end.hosted_sandbox import RIGHTS, HostedSandbox, hosted_sandbox

TAGS = (*RIGHTS, "can_manage_tags")


def tags(hosted: HostedSandbox, group: Group) -> dict[int, str]:
    """Returns the tags as Telegram shows them, by person."""
    members = hosted.sandbox.world.chats.groups[group.id].members
    return {user_id: member.tag for user_id, member in members.items() if member.tag}


async def dealt(hosted: HostedSandbox, people: list[Person], group: Group) -> RunningGame:
    assert hosted.wired is not None
    await hosted.use(group, options=(("deal", "86400"),))
    live = await hosted.wired.games.find(await begin(hosted, people, group))
    assert live is not None
    return live


def numbers(live: RunningGame, owner: Person) -> dict[int, str]:
    """Returns the expected seat numbers, except for the owner of the group, who has a title."""
    return {person: f"№ {seat}" for seat, person in enumerate(live.lobby.seating, start=1) if person != owner.id}


async def settled(hosted: HostedSandbox) -> None:
    assert hosted.wired is not None
    async with asyncio.timeout(20):
        while hosted.wired.tags.busy:
            await asyncio.sleep(0.01)


async def ours(hosted: HostedSandbox) -> list[Any]:
    assert hosted.wired is not None
    return list(await hosted.wired.store.rows(select(notes).where(notes.c.key.startswith("tag:"))))


async def test_numbers_stand_beside_the_names_until_the_game_ends(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=20) as hosted:
        people = await hosted.guests(6)
        group = await hosted.group(people, rights=TAGS)
        assert hosted.wired is not None
        await hosted.wired.transport(SetChatMemberTag(chat_id=group.id, user_id=people[3].id, tag="капитан"))
        before = tags(hosted, group)
        assert before == {people[3].id: "капитан"}
        live = await dealt(hosted, people, group)
        await settled(hosted)
        assert tags(hosted, group) == numbers(live, people[0])

        await hosted.end()  # the host is away, and comes back
        await hosted.begin()
        await hosted.ready()
        assert hosted.wired is not None
        assert tags(hosted, group) == numbers(live, people[0])
        await hosted.wired.stop_game.stop(live.id, "")
        await settled(hosted)
        assert tags(hosted, group) == before
        assert await ours(hosted) == []


async def test_tags_that_a_crash_has_left_behind_are_put_back_at_the_next_start(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=20) as hosted:
        people = await hosted.guests(6)
        group = await hosted.group(people, rights=TAGS)
        live = await dealt(hosted, people, group)
        await settled(hosted)
        await hosted.end()
        with sqlite3.connect(tmp_path / "omerta.db") as file:
            file.execute("UPDATE games SET phase = 'closed' WHERE id = ?", (live.id,))
            file.execute("DELETE FROM clocks")
        assert tags(hosted, group) == numbers(live, people[0])
        await hosted.begin()
        await hosted.ready()
        await settled(hosted)
        assert tags(hosted, group) == {}
        assert await ours(hosted) == []


async def test_without_the_right_or_the_method_the_game_goes_on_and_nothing_is_kept(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=20) as hosted:
        people = await hosted.guests(6)
        group = await hosted.group(people, rights=TAGS)
        await hosted.stage.fault("error", method="setChatMemberTag", error_code=404, description="Not Found")
        await dealt(hosted, people, group)
        await settled(hosted)
        assert tags(hosted, group) == {}
        assert await ours(hosted) == []


async def test_a_right_lost_in_mid_game_and_given_back_later_leaves_no_number(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=20) as hosted:
        people = await hosted.guests(6)
        group = await hosted.group(people, rights=TAGS)
        live = await dealt(hosted, people, group)
        await settled(hosted)
        assert hosted.wired is not None
        await group.promote(hosted.host, RIGHTS)
        await right_lost(hosted, group)
        await hosted.wired.stop_game.stop(live.id, "")
        await settled(hosted)
        assert tags(hosted, group) == numbers(live, people[0])
        assert len(await ours(hosted)) == 5

        await hosted.end()
        await hosted.begin()
        await hosted.ready()
        await settled(hosted)
        assert len(await ours(hosted)) == 5
        await group.promote(hosted.host, TAGS)
        async with asyncio.timeout(20):
            while tags(hosted, group) or await ours(hosted):
                await asyncio.sleep(0.01)


async def right_lost(hosted: HostedSandbox, group: Group) -> None:
    """And the host knows."""
    assert hosted.wired is not None
    async with asyncio.timeout(20):
        while "can_manage_tags" in (await hosted.wired.groups.get(group.id)).rights:
            await asyncio.sleep(0.01)
