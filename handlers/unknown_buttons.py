"""Taps on buttons of older releases and forged taps."""

from aiogram import Router
from aiogram.types import CallbackQuery

from bot.telegram.replies import Replies
from handlers.tap_answers import too_late

router = Router(name="unknown_buttons")


@router.callback_query()
async def unknown_button(query: CallbackQuery, replies: Replies) -> None:
    await too_late(replies, query)
