"""What a person sees of the chats of others."""

import pytest

from tests.kits.sandbox.stage import Cast, Refused


async def test_a_person_sees_neither_the_private_chats_nor_the_groups_of_others(cast: Cast) -> None:
    await cast.bot.send_message(cast.ann, "You are the don")
    with pytest.raises(Refused):
        await cast.stage.history(cast.bob, cast.private)
    stranger = await cast.stage.add_person("Stranger")
    with pytest.raises(Refused):
        await cast.stage.history(stranger, cast.group)
    chats = (await cast.stage.do("view_as", user_id=stranger))["chats"]
    assert [chat["key"] for chat in chats if chat["key"] != f"{stranger}:{cast.bot.id}"] == []
