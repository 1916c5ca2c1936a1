"""The bot is removed from the group and added again: nobody loses time in which the group saw nothing."""

from aiogram.types import Chat, ChatMemberLeft, ChatMemberMember, ChatMemberUpdated, User

from engine.commands import JUDGE, Command, Verb
from handlers import membership
from tests.kits.handler_calls import with_parts
from tests.kits.virtual_clock.telegram import EPOCH
from tests.virtual_clock.test_offences import GROUP, MINUTE, Room, room


async def moves(at: Room, *, goes: bool) -> None:
    bot = User(id=1, is_bot=True, first_name="Омерта")
    here, away = ChatMemberMember(user=bot), ChatMemberLeft(user=bot)
    old, new = (here, away) if goes else (away, here)
    update = ChatMemberUpdated(
        chat=Chat(id=GROUP, type="supergroup", title="Двор"),
        from_user=User(id=2, is_bot=False, first_name="x"),
        date=EPOCH,
        old_chat_member=old,
        new_chat_member=new,
    )
    await with_parts(membership.bot_in_group, at.house.host)(update)
    await at.delivered()


async def test_the_game_stands_while_the_bot_is_away() -> None:
    async with room() as at:
        number = at.live.table.number
        await moves(at, goes=True)
        await at.house.clock.on_to(at.house.clock.now() + 30 * MINUTE)
        assert at.live.table.number == number, "the same minute"
        await moves(at, goes=False)
        assert not at.live.table.paused
        assert "Играем дальше" in at.told(GROUP)[-1]
        assert not any("ведёт мафию" in text for text in at.told(GROUP)), "who plays needs no greeting"


async def test_a_pause_that_people_wanted_stays_theirs() -> None:
    async with room() as at:
        await at.do(Command(JUDGE, Verb.PAUSE))
        for goes in (True, False):
            await moves(at, goes=goes)
        assert at.live.table.paused
        assert "Пауза" in at.told(GROUP)[-1], "with its buttons, where they are seen"
