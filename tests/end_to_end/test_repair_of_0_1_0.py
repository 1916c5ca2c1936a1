"""Members whom release 0.1.0 left partly restricted are restored once after the upgrade; nobody else is
changed."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.games.lobby import Phase
from bot.games.lobby_transactions import put_game
from bot.operations.repair_of_0_1_0 import CHATS
from bot.storage import UnitOfWork
from bot.storage.open_database import open_database
from sandbox.client import Group, Person
from tests.kits.end_to_end.hosted_sandbox import WORDS, HostedSandbox, hosted_sandbox

NEVER_NAMED = dict.fromkeys(("can_edit_tag", "can_change_info", "can_pin_messages", "can_manage_topics"), False)
"""Permissions that 0.1.0 did not restore."""


def member(hosted: HostedSandbox, group: Group, person: Person) -> dict[str, Any]:
    found = hosted.sandbox.world.members.get(hosted.sandbox.world.chats.groups[group.id], person.id)
    assert found is not None
    return found.as_chat_member()


async def test_those_who_played_are_put_right_and_only_those(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path) as hosted:
        people = owner, left, photos, later, stranger = await hosted.guests(5)
        group = await hosted.group(people)
        await owner.say("/newgame", group)
        sit = WORDS.plain("ru", "button-sit")
        await owner.until(lambda: sit in owner.buttons(group))
        for person in (left, photos, later):
            await person.tap(sit, group)
        assert hosted.wired is not None
        live = await hosted.wired.games.table_in(group.id)
        assert live is not None
        await owner.until(lambda: len(live.lobby.guests) == 4)
        await hosted.end()

        async def restrict(person: Person, flags: dict[str, bool], until: int = 0) -> None:
            await hosted.stage.do(
                "restrict",
                chat=group.id,
                target_id=person.id,
                user_id=owner.id,
                permissions=flags,
                until_date=until,
            )

        day = int(hosted.sandbox.world.now()) + 86_400
        await restrict(left, NEVER_NAMED)
        await restrict(photos, {**NEVER_NAMED, "can_send_photos": False})
        await restrict(later, NEVER_NAMED, day)
        await restrict(stranger, NEVER_NAMED)
        before = {person.name: member(hosted, group, person) for person in (photos, later, stranger)}
        # As 0.1.0 leaves its database: a game that is over, and nothing noted about anybody's permissions.
        database, release = await open_database(hosted.settings.database_url)
        seating = tuple(guest.user_id for guest in live.lobby.guests)
        work = CHATS.drop(UnitOfWork())
        put_game(work, replace(live.lobby, phase=Phase.OVER, seating=seating), day * 1000)
        await database.commit(work)
        await database.close()
        release()

        await hosted.begin()
        await hosted.ready()
        await owner.until(lambda: member(hosted, group, left)["status"] == "member", within=30)
        assert hosted.wired is not None
        store = hosted.wired.store

        while await CHATS.read(store) != []:
            await asyncio.sleep(0.01)
        calls = [call for call in hosted.sandbox.botapi.calls if call.method.lower() == "restrictchatmember"]
        assert len(calls) == 1
        assert {person.name: member(hosted, group, person) for person in (photos, later, stranger)} == before
