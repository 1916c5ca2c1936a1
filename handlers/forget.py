"""/forget: deletes everything that is stored about a person."""

from contextlib import suppress

from aiogram import Router
from aiogram.exceptions import TelegramAPIError
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.operations.forget_person import ForgetPerson
from bot.telegram.buttons.callback_data import ForgetTap
from bot.telegram.replies import Replies
from handlers.filters import PRIVATE
from handlers.tap_answers import answer, reply, say

router = Router(name="forget")


@router.message(Command("forget"), PRIVATE)
async def forget(message: Message, replies: Replies) -> None:
    await replies.tell(replies.note(message.chat.id, "forget"))


@router.message(Command("forget"))
async def forget_in_group(message: Message, replies: Replies) -> None:
    await reply(replies, message, "only-in-private")


@router.callback_query(ForgetTap.filter())
async def forget_for_sure(
    query: CallbackQuery, callback_data: ForgetTap, replies: Replies, forget_person: ForgetPerson
) -> None:
    message = query.message
    if not isinstance(message, Message) or message.chat.id != query.from_user.id:
        await answer(query, await say(replies, query, "tap-old"))
        return
    # Rendered before the deletion, which also deletes the person's language.
    done, later, kept = [await say(replies, query, key) for key in ("forget-done", "forget-later", "forget-not")]
    text = kept if not callback_data.sure else done if await forget_person.ask(query.from_user.id) else later
    await answer(query, text, alert=bool(callback_data.sure))
    with suppress(TelegramAPIError):
        await message.edit_reply_markup(reply_markup=None)
