"""/privacy: says what is stored about people."""

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import Message

from bot.telegram.replies import Replies
from handlers.tap_answers import reply

router = Router(name="privacy")


@router.message(Command("privacy"))
async def privacy(message: Message, replies: Replies) -> None:
    await reply(replies, message, "privacy")
