"""An ordinary small bot on aiogram's polling: a lobby, a private chat, toasts, a photo."""

import asyncio
import contextlib
import struct
import zlib

from aiogram import Bot, Dispatcher, F, Router
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import TelegramBadRequest
from aiogram.filters import Command, CommandStart
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BufferedInputFile,
    CallbackQuery,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
)

from sandbox.server import NewBot

SMALL_BOT = NewBot("700:small-bot-of-the-tests", "Малый", "small_bot")
SIT, SHOW, ASK = "sit", "show", "ask"


def lobby_text(names: list[str]) -> str:
    seated = "\n".join(f"{number}. {name}" for number, name in enumerate(names, 1)) or "Пока никого."
    return f"Новая игра. За столом: {len(names)}\n{seated}"


def lobby_keyboard() -> InlineKeyboardMarkup:
    sit = InlineKeyboardButton(text="Сесть за стол", callback_data=SIT, style="success")
    return InlineKeyboardMarkup(inline_keyboard=[[sit]])


def private_keyboard() -> InlineKeyboardMarkup:
    show = InlineKeyboardButton(text="Моя карта", callback_data=SHOW)
    ask = InlineKeyboardButton(text="Что это?", callback_data=ASK)
    return InlineKeyboardMarkup(inline_keyboard=[[show, ask]])


def picture(width: int = 240, height: int = 140) -> bytes:
    """A red card fading to black, as PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes((200 - 180 * y // height, 20, 30)) * width for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = (chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def router() -> Router:
    routes = Router()
    tables: dict[tuple[int, int], dict[int, str]] = {}  # (chat, lobby message) → who sits there

    @routes.message(CommandStart())
    async def start(message: Message) -> None:
        await message.answer("Здравствуйте! Карту раздам здесь, в личке.", reply_markup=private_keyboard())

    @routes.message(Command("newgame"), F.chat.type.in_({"group", "supergroup"}))
    async def newgame(message: Message) -> None:
        sent = await message.answer(lobby_text([]), reply_markup=lobby_keyboard())
        tables[sent.chat.id, sent.message_id] = {}

    @routes.callback_query(F.data == SIT)
    async def sit(query: CallbackQuery) -> None:
        message = query.message
        if not isinstance(message, Message):
            await query.answer("Этот стол уже убрали.")
            return
        table = tables.setdefault((message.chat.id, message.message_id), {})
        if query.from_user.id in table:
            await query.answer("Вы уже за столом.")
            return
        table[query.from_user.id] = query.from_user.first_name
        await query.answer(f"Вы сели за стол, место {len(table)}.")
        with contextlib.suppress(TelegramBadRequest):  # two taps at once may render the same list
            await message.edit_text(lobby_text(list(table.values())), reply_markup=lobby_keyboard())

    @routes.callback_query(F.data == SHOW)
    async def show(query: CallbackQuery) -> None:
        await query.answer()
        if isinstance(query.message, Message):
            await query.message.answer_photo(BufferedInputFile(picture(), "card.png"), caption="Ваша карта")

    @routes.callback_query(F.data == ASK)
    async def ask(query: CallbackQuery) -> None:
        await query.answer("Это песочница.", show_alert=True)

    return routes


async def run_small_bot(url: str) -> None:
    """Polls a sandbox at this address until it is cancelled."""
    bot = Bot(SMALL_BOT.token, AiohttpSession(api=TelegramAPIServer.from_base(url)))
    dispatcher = Dispatcher()
    dispatcher.include_router(router())
    groups = [BotCommand(command="newgame", description="Новая игра")]
    private = [BotCommand(command="start", description="Начать")]
    await bot.set_my_commands(groups, scope=BotCommandScopeAllGroupChats())
    await bot.set_my_commands(private, scope=BotCommandScopeAllPrivateChats())
    kinds = ["message", "callback_query"]
    polling = asyncio.create_task(dispatcher.start_polling(bot, handle_signals=False, allowed_updates=kinds))
    try:
        await asyncio.shield(polling)
    finally:
        with contextlib.suppress(RuntimeError):  # not begun yet, or over
            await dispatcher.stop_polling()
        await polling
