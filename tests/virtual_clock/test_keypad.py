"""The keypad under a speech: where nominations are not shown, no key gives them away."""

import re

import pytest
from aiogram.methods import SendMessage

from engine.commands import Command, Verb
from tests.virtual_clock.test_offences import GROUP, Room, room


def keys(at: Room) -> list[str]:
    """Returns the keys under the newest minute."""
    sent = [
        call.method
        for call in at.house.telegram.calls
        if isinstance(call.method, SendMessage)
        and call.method.chat_id == GROUP
        and "ваша минута" in call.method.text
    ]
    rows = sent[-1].model_dump(exclude_none=True)["reply_markup"]["inline_keyboard"]
    return [key["text"] for row in rows for key in row if re.search("[☝✅]", key["text"])]


@pytest.mark.parametrize("shown", [False, True])
async def test_who_is_nominated_is_told_by_the_keypad_only_where_it_may_be(*, shown: bool) -> None:
    async with room(show_candidates="on" if shown else "off") as at:
        await at.do(Command(1, Verb.NOMINATE, (5,)))
        await at.do(Command(1, Verb.PASS))
        assert len(keys(at)) == 10
        assert [key.split()[:2] for key in keys(at) if "☝" not in key] == ([["✅", "5"]] if shown else [])
