"""/nextgame and its buttons: a person is told when the next lobby opens, or each time one does."""

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.games.table_invitations import INVITATION_WISHES, asks_for_next, stops_asking
from bot.storage.groups import Group, Groups
from bot.storage.people import People
from bot.telegram.buttons.callback_data import GroupTap, InvitationsOffTap
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP
from handlers.identify import thread_of
from handlers.tap_answers import answer, answers, reply, say, take_keyboard_away

router = Router(name="lobby.next_game")


@router.message(Command("nextgame"), IN_GROUP)
async def next_game(message: Message, replies: Replies, groups: Groups, people: People) -> None:
    if message.from_user is None:
        return
    user_id = message.from_user.id
    if not (await people.get(user_id)).reachable:
        await reply(replies, message, "start-first")
        return
    group = await groups.amend(message.chat.id, lambda group: asks_for_next(group, user_id))
    row = replies.note(message.chat.id, "invitations", thread_of(message), key=_noted(group, user_id))
    await replies.tell(*answers(row))


@router.callback_query(GroupTap.filter(F.wish.in_(INVITATION_WISHES.keys())))
async def next_game_by_button(
    query: CallbackQuery, callback_data: GroupTap, replies: Replies, groups: Groups, people: People, bot_name: str
) -> None:
    message, user_id = query.message, query.from_user.id
    if message is None or message.chat.type == "private":
        await answer(query, await say(replies, query, "tap-old"))
        return
    change = INVITATION_WISHES[callback_data.wish]
    if change is not stops_asking and not (await people.get(user_id)).reachable:
        await answer(query, url=f"https://t.me/{bot_name}?start=hello")
        return
    group = await groups.amend(message.chat.id, lambda group: change(group, user_id))
    await answer(query, await say(replies, query, _noted(group, user_id)))


@router.callback_query(InvitationsOffTap.filter())
async def no_more_invitations(
    query: CallbackQuery, callback_data: InvitationsOffTap, replies: Replies, groups: Groups
) -> None:
    """Ends the invitations to the tables of a group, from the private chat in which they come."""
    group = await groups.get(callback_data.group)
    chat_id, user_id = group.moved_to or group.chat_id, query.from_user.id
    await groups.amend(chat_id, lambda group: stops_asking(group, user_id))
    await answer(query, await say(replies, query, "next-game-off"))
    await take_keyboard_away(query)


def _noted(group: Group, user_id: int) -> str:
    if user_id in group.subscribed:
        return "next-game-always"
    return "next-game-noted" if user_id in group.waiting else "next-game-off"
