"""getChatMember and getChatAdministrators."""

from aiogram.types import (
    ChatMemberAdministrator,
)

from tests.kits.sandbox.stage import Cast


async def test_members_and_admins_are_told_with_their_rights(cast: Cast) -> None:
    owner, me, mark = [
        await cast.bot.get_chat_member(cast.group, user_id) for user_id in (cast.ann, cast.bot.id, cast.mark)
    ]
    assert [member.status for member in (owner, me, mark)] == ["creator", "administrator", "member"]
    assert isinstance(me, ChatMemberAdministrator)
    assert me.can_restrict_members
    assert me.can_pin_messages
    assert not me.can_promote_members
    admins = await cast.bot.get_chat_administrators(cast.group)
    assert {member.user.id for member in admins} >= {cast.ann}
    assert cast.mark not in {member.user.id for member in admins}
    assert await cast.bot.get_chat_member_count(cast.group) == 4
    stranger = await cast.stage.add_person("Stranger")
    assert (await cast.bot.get_chat_member(cast.group, stranger)).status == "left"


async def test_admins_that_are_bots_are_told_when_asked_for(cast: Cast) -> None:
    other = await cast.stage.add_bot("77:other", "other_bot")
    await cast.stage.do("add_bot_to_group", chat=cast.group, bot_id=other.id, user_id=cast.ann, rights=[])
    for asked, told in (("false", {cast.ann, cast.bot.id}), ("true", {cast.ann, cast.bot.id, other.id})):
        admins = await cast.stage.call("getChatAdministrators", chat_id=str(cast.group), return_bots=asked)
        assert {member["user"]["id"] for member in admins["result"]} == told
