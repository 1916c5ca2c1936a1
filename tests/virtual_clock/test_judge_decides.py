"""Beside a judge the bot replaces nobody: two minutes after a player has left the group, it asks the judge."""

import pytest
from aiogram.types import Chat, ChatMemberLeft, ChatMemberMember, ChatMemberUpdated, User

from handlers import membership
from tests.kits.handler_calls import with_parts
from tests.kits.virtual_clock.telegram import EPOCH
from tests.virtual_clock.test_offences import GROUP, JUDGE_ID, Room, room

BACK_WITHIN_MS = 120_000
SEAT = 4


async def moves(at: Room, person: int, *, leaves: bool) -> None:
    user = User(id=person, is_bot=False, first_name="x")
    here, away = ChatMemberMember(user=user), ChatMemberLeft(user=user)
    old, new = (here, away) if leaves else (away, here)
    update = ChatMemberUpdated(
        chat=Chat(id=GROUP, type="supergroup", title="Двор"),
        from_user=user,
        date=EPOCH,
        old_chat_member=old,
        new_chat_member=new,
    )
    await with_parts(membership.member, at.house.host)(update)


def asked(at: Room) -> list[str]:
    return [text for text in at.told(JUDGE_ID) if "Решать вам" in text]


@pytest.mark.parametrize("comes_back", [False, True])
async def test_two_minutes_after_leaving_the_group_a_player_is_offered_to_the_judge(*, comes_back: bool) -> None:
    async with room(judged=True) as at:
        clock, person = at.house.clock, at.live.person_on(SEAT)
        await moves(at, person, leaves=True)
        left = clock.now()
        await clock.on_to(left + BACK_WITHIN_MS - 1_000)
        assert asked(at) == []
        if comes_back:
            await moves(at, person, leaves=False)
        await clock.on_to(left + BACK_WITHIN_MS + 5_000)
        assert len(asked(at)) == (0 if comes_back else 1)
        assert all(f"№ {SEAT} " in text for text in asked(at))
        assert at.live.person_on(SEAT) == person, "nobody is replaced or removed before the judge has said so"
        assert SEAT in at.live.table.alive
