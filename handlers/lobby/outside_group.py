"""Refuses taps on buttons of a lobby outside of its group."""

from aiogram import Router
from aiogram.types import CallbackQuery

from bot.telegram.buttons.callback_data import LobbyTap, TableChoiceTap
from bot.telegram.replies import Replies
from handlers.filters import OutsideItsGroup
from handlers.tap_answers import answer, say

router = Router(name="lobby.other_chat")


@router.callback_query(LobbyTap.filter(), OutsideItsGroup())
@router.callback_query(TableChoiceTap.filter(), OutsideItsGroup())
async def outside_group(query: CallbackQuery, replies: Replies) -> None:
    await answer(query, await say(replies, query, "tap-old"))
