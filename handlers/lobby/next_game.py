"""/nextgame and its button: notes a person to be told when the next lobby opens."""

from dataclasses import replace

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.storage.groups import Group, Groups
from bot.storage.people import People
from bot.telegram.buttons.callback_data import GroupTap
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP
from handlers.tap_answers import answer, reply, say

router = Router(name="lobby.next_game")
MOST_WAITING = 200
"""How many people of a group are told at most; those who asked first are dropped."""


@router.message(Command("nextgame"), IN_GROUP)
async def next_game(message: Message, replies: Replies, groups: Groups, people: People) -> None:
    if message.from_user is not None:
        key = await _note_next_game(groups, people, message.chat.id, message.from_user.id)
        await reply(replies, message, key)


@router.callback_query(GroupTap.filter(F.wish == "next"))
async def next_game_by_button(
    query: CallbackQuery, replies: Replies, groups: Groups, people: People, bot_name: str
) -> None:
    message = query.message
    if message is None or message.chat.type == "private":
        await answer(query, await say(replies, query, "tap-old"))
        return
    key = await _note_next_game(groups, people, message.chat.id, query.from_user.id)
    if key == "start-first":
        await answer(query, url=f"https://t.me/{bot_name}?start=hello")
        return
    await answer(query, await say(replies, query, key))


async def _note_next_game(groups: Groups, people: People, chat_id: int, user_id: int) -> str:
    if not (await people.get(user_id)).reachable:
        return "start-first"

    def with_person(group: Group) -> Group:
        others = (user for user in group.waiting if user != user_id)
        return replace(group, waiting=(*others, user_id)[-MOST_WAITING:])

    await groups.amend(chat_id, with_person)
    return "next-game-noted"
