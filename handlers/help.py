"""/help."""

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import Message

from bot.telegram.replies import Replies
from handlers.tap_answers import reply

router = Router(name="help")


@router.message(Command("help"))
async def help_(message: Message, replies: Replies) -> None:
    key = "help-private" if message.chat.type == "private" else "help-group"
    await reply(replies, message, key)
