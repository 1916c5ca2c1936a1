"""What is kept about people, and how they are forgotten."""

from contextlib import suppress

from aiogram import Router
from aiogram.exceptions import TelegramAPIError
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.callbacks import ForgetTap
from bot.host import Host
from handlers.answers import answer, reply, say
from handlers.places import PRIVATE

router = Router(name="privacy")


@router.message(Command("privacy"))
async def privacy(message: Message, host: Host) -> None:
    await reply(host, message, "privacy")


@router.message(Command("forget"), PRIVATE)
async def forget(message: Message, host: Host) -> None:
    await host.tell(host.note(message.chat.id, "forget"))


@router.message(Command("forget"))
async def forget_in_group(message: Message, host: Host) -> None:
    await reply(host, message, "only-in-private")


@router.callback_query(ForgetTap.filter())
async def forget_for_sure(query: CallbackQuery, callback_data: ForgetTap, host: Host) -> None:
    message = query.message
    if not isinstance(message, Message) or message.chat.id != query.from_user.id:
        await answer(query, await say(host, query, "tap-old"))
        return
    # In words that are still known: afterwards nobody is left whose language could be asked for.
    done, later, kept = [await say(host, query, key) for key in ("forget-done", "forget-later", "forget-not")]
    text = kept if not callback_data.sure else done if await host.forgetting.ask(query.from_user.id) else later
    await answer(query, text, alert=bool(callback_data.sure))
    with suppress(TelegramAPIError):
        await message.edit_reply_markup(reply_markup=None)
