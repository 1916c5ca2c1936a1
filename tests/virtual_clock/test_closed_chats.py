"""A player closes the private chat during a game, or loses the account: the table is notified, and no card is
shown."""

from aiogram.methods import EditMessageText, SendMessage
from aiogram.types import Chat, ChatMemberBanned, ChatMemberMember, ChatMemberUpdated, User

from engine.commands import CLOCK, Command, Verb
from engine.events import StepName
from handlers import membership
from tests.kits.handler_calls import with_parts
from tests.kits.virtual_clock.refusing_telegram import Refusing, forbidden, refusing
from tests.kits.virtual_clock.telegram import EPOCH
from tests.virtual_clock.test_keys import sleeps
from tests.virtual_clock.test_offences import GROUP, Room, room
from tests.virtual_clock.test_uniform_messages import says

SEAT = 4
SOON_MS = 5_000
"""Longer than the pause that a group gets after several messages of its game."""


async def moves(at: Room, person: int, *, blocks: bool) -> None:
    bot = User(id=1, is_bot=True, first_name="Омерта")
    here, away = ChatMemberMember(user=bot), ChatMemberBanned(user=bot, until_date=EPOCH)
    old, new = (here, away) if blocks else (away, here)
    update = ChatMemberUpdated(
        chat=Chat(id=person, type="private"),
        from_user=User(id=person, is_bot=False, first_name="x"),
        date=EPOCH,
        old_chat_member=old,
        new_chat_member=new,
    )
    await with_parts(membership.bot_in_private, at.house.host)(update)
    await at.house.clock.on_to(at.house.clock.now() + SOON_MS)


async def until_night(at: Room) -> None:
    while at.live.table.step is not StepName.NIGHT:
        await at.do(Command(CLOCK, Verb.EXPIRE))


def notices(at: Room) -> int:
    return sum("не может написать вам лично" in text for text in at.told(GROUP))


async def test_who_blocks_the_bot_is_told_of_at_once_and_asked_again_when_back() -> None:
    async with room() as at:
        person = at.live.person_on(SEAT)
        await moves(at, person, blocks=True)
        assert notices(at) == 1
        await at.house.host.outbox_events.on_unreachable(person)
        await at.delivered()
        assert notices(at) == 1, "once"
        await until_night(at)
        before = len(at.told(person))
        await moves(at, person, blocks=False)
        card, question = at.told(person)[before:]
        assert "ваша карта" in card
        assert "Ночь 1" in question


async def test_that_a_private_word_of_a_team_or_of_a_night_is_refused_is_told_to_nobody() -> None:
    """Only some are sent such a thing: who cannot be reached then would be one of them. With the next question,
    which everybody gets, it is found out again."""
    async with room(meeting=True, telegram=Refusing) as at:
        don = next(seat for seat in range(1, 11) if at.live.position.views[seat].me.role.leads)
        mate = next(seat for seat in at.live.position.views[don].me.mates if seat != don)
        person, network = at.live.person_on(mate), refusing(at.house)
        network.close(person, forbidden("bot was blocked by the user"))
        await at.do(Command(don, Verb.APPOINT, (1, 2, 3)))
        await says(at, at.live.person_on(don), "Стреляем в первого")
        await sleeps(at, 5)  # talk leaves the calls of a private chat to the game
        assert {type(call.method) for call in network.refused} == {EditMessageText, SendMessage}
        assert notices(at) == 0
        await until_night(at)
        await sleeps(at, 5)  # what people have caused waits for what the game tells
        assert notices(at) == 1
