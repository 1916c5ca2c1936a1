"""Buttons that nobody knows any more, or that somebody made up."""

from aiogram import Router
from aiogram.types import CallbackQuery

from bot.host import Host
from handlers.answers import too_late

router = Router(name="fallback")


@router.callback_query()
async def unknown_button(query: CallbackQuery, host: Host) -> None:
    await too_late(host, query)
