"""Answers commands that work only in groups and were written in private."""

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import Message

from bot.telegram.replies import Replies
from handlers.filters import PRIVATE

router = Router(name="only_in_groups")
COMMANDS = (
    *("newgame", "game", "join", "cancel", "extend", "nextgame", "plan"),
    *("doctor", "pause", "resume", "stop", "unseat", "keepaway", "letback"),
    *("unjudge", "sidejudge", "tournament"),
)


@router.message(Command(*COMMANDS), PRIVATE)
async def only_in_groups(message: Message, replies: Replies) -> None:
    await replies.tell(replies.text(message.chat.id, "only-in-groups"))
