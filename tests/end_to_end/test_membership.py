"""Mutes leave no trace: after a game everybody has the rights in the group that they had before it.

Whole games in the sandbox from a seed, with kills, lost rights, removals of the bot, and stopped games.
`MEMBERSHIP_SEEDS=40` plays more of them.
"""

import os
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.faults.fault_log import injected, saw
from tests.kits.end_to_end.hosted_sandbox import RIGHTS, WORDS
from tests.kits.end_to_end.killable_host import ForkServer, KillableHost, table

SEEDS = int(os.environ.get("MEMBERSHIP_SEEDS", "5"))
RULESETS = (("box", 6), ("party", 5), ("fiim-2025", 10), ("city", 10), ("phystech", 10), ("fiim", 10))
PLAYED_OUT = 2
"""How many of them are played to their end, which comes soon by the players' plan; the others are stopped."""
DAY_S = 24 * 60 * 60
NO_PHOTOS = {"can_send_photos": False, "can_send_videos": False}
TEXT_ONLY = dict.fromkeys(
    (
        *("can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos", "can_send_video_notes"),
        *("can_send_voice_notes", "can_send_polls", "can_send_other_messages", "can_add_web_page_previews"),
        *("can_react_to_messages", "can_change_info", "can_pin_messages"),
    ),
    False,
)


def membership(killable: KillableHost) -> dict[str, Any]:
    """Returns the membership as `getChatMember` tells it."""
    assert killable.group is not None
    chat = killable.sandbox.world.chats.groups[killable.group.id]
    found = {}
    for person in killable.people:
        member = killable.sandbox.world.members.get(chat, person.id)
        assert member is not None
        told = member.as_chat_member()
        found[person.name] = {key: value for key, value in told.items() if key != "user"}
    return found


async def admins_have_acted_before(killable: KillableHost) -> None:
    """Sets restrictions of every kind that the host must not change: with an end, for ever, single flags."""
    assert killable.group is not None
    owner, stage, now = killable.people[0], killable.stage, int(killable.sandbox.world.now())
    chat = killable.group.id

    async def restrict(place: int, flags: dict[str, bool], until: int) -> None:
        target = killable.people[place].id
        await stage.do(
            "restrict", chat=chat, target_id=target, user_id=owner.id, permissions=flags, until_date=until
        )

    await restrict(1, NO_PHOTOS, now + DAY_S)
    await restrict(2, TEXT_ONLY, 0)
    await restrict(3, {"can_send_messages": False}, now + 2 * DAY_S)  # media alone, as only independent flags can
    await stage.do("promote", chat=chat, target_id=killable.people[4].id, rights=["can_pin_messages"])


async def killed(killable: KillableHost) -> None:
    killable.kill()
    killable.start()


async def rights_lost_and_regained(killable: KillableHost) -> None:
    assert killable.group is not None
    await killable.group.promote(killable.host, ["can_pin_messages"])
    for _ in range(3):
        await killable.go_on()
    await killable.group.promote(killable.host, RIGHTS)


async def thrown_out_and_back(killable: KillableHost) -> None:
    assert killable.group is not None
    chat, owner = killable.group.id, killable.people[0].id
    paused = killable.journal.ask("SELECT count(*) FROM events WHERE payload LIKE '%\"Paused\"%'")
    await killable.stage.do("remove_from_group", chat=chat, target_id=killable.host.id, user_id=owner)
    await killable.until(
        lambda: killable.journal.ask("SELECT count(*) FROM events WHERE payload LIKE '%\"Paused\"%'") > paused
    )
    await killable.stage.do(
        "add_bot_to_group", chat=chat, bot_id=killable.host.id, user_id=owner, rights=list(RIGHTS)
    )
    await killable.until(lambda: not paused_now(killable))


def paused_now(killable: KillableHost) -> bool:
    state = killable.journal.state()
    return state is not None and state.table.paused


async def won(killable: KillableHost) -> None:
    while await killable.go_on():
        pass


async def stopped(killable: KillableHost) -> None:
    assert killable.group is not None
    owner, question = killable.people[0], WORDS.plain("ru", "stop-sure")
    if killable.journal.ask("SELECT 1 FROM games WHERE phase = 'over'"):
        return  # a short game
    await owner.say("/stop", killable.group)
    await killable.until(lambda: question in owner.sees(killable.group))
    await owner.tap(WORDS.plain("ru", "button-stop"), killable.group)
    await killable.until(lambda: killable.journal.ask("SELECT 1 FROM games WHERE phase = 'closed'"))


async def stopped_without_rights(killable: KillableHost) -> None:
    """Stops a game while nobody can be unmuted; as soon as the bot has the right again, everybody is."""
    assert killable.group is not None
    await killable.group.promote(killable.host, ["can_pin_messages"])
    await stopped(killable)
    await killable.group.promote(killable.host, RIGHTS)


async def stopped_while_it_was_killed(killable: KillableHost) -> None:
    await stopped(killable)
    await killed(killable)


Action = Callable[[KillableHost], Awaitable[None]]
TROUBLES: tuple[Action, ...] = (killed, rights_lost_and_regained, thrown_out_and_back)
ENDS: tuple[Action, ...] = (stopped, stopped_without_rights, stopped_while_it_was_killed)


@pytest.mark.parametrize("seed", range(SEEDS))
async def test_everybody_is_in_the_group_what_they_were_before(
    tmp_path: Path, server: ForkServer, seed: int
) -> None:
    dice = random.Random(seed)
    ruleset, size = RULESETS[seed % len(RULESETS)]
    before: dict[str, Any] = {}

    async def prepare(killable: KillableHost) -> None:
        await admins_have_acted_before(killable)
        before.update(membership(killable))

    async with table(tmp_path / "killable", server, ruleset, size, prepare=prepare) as killable:
        for trouble in dice.sample(TROUBLES, 2):
            for _ in range(dice.randrange(4, 22)):
                await killable.go_on()
            await trouble(killable)
            injected(f"membership {trouble.__name__}")
        end = won if seed % len(RULESETS) < PLAYED_OUT else dice.choice(ENDS)
        await end(killable)
        injected(f"membership {end.__name__}")
        muted = [
            call
            for call in killable.sandbox.botapi.calls
            if call.method.lower() == "restrictchatmember" and call.refusal is None
        ]
        assert muted, "nobody was muted: nothing is shown"
        await killable.until(lambda: not killable.journal.ask("SELECT 1 FROM mutes"))
        assert membership(killable) == before
        saw(f"seed {seed}: {ruleset}, {len(muted)} restrictions, nobody is left with one")
