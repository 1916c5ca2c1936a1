"""The same bot on three libraries works against the sandbox: messages, buttons, edits, a photo."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import telegram
import telegram.ext
from aiogram import Bot, Dispatcher, F
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.filters import Command
from aiogram.types import BufferedInputFile, CallbackQuery, InlineKeyboardButton, InlineKeyboardMarkup, Message
from aiogram.webhook.aiohttp_server import SimpleRequestHandler, setup_application
from aiohttp import web

from tests.kits.requirements import absent, needs
from tests.kits.sandbox.stage import TOKEN, Stage, png, until

PICTURE = png()
SECRET = "only-the-sandbox-knows"
GRAMMY = Path(__file__).parent / "grammy"
CACHE = Path(__file__).parents[2] / ".cache" / "grammy"

Running = Callable[[Stage], AbstractAsyncContextManager[None]]


# aiogram


def aiogram_dispatcher() -> Dispatcher:
    dispatcher = Dispatcher()

    @dispatcher.message(Command("start"))
    async def start(message: Message) -> None:
        assert message.from_user is not None
        sit = InlineKeyboardButton(text="Sit down", callback_data="sit")
        leave = InlineKeyboardButton(text="Leave", callback_data="leave")
        markup = InlineKeyboardMarkup(inline_keyboard=[[sit, leave]])
        await message.answer(
            f"<b>Hello</b>, {message.from_user.first_name}", parse_mode="HTML", reply_markup=markup
        )

    @dispatcher.callback_query(F.data == "sit")
    async def sit(query: CallbackQuery) -> None:
        assert isinstance(query.message, Message)
        await query.answer(f"Seat for {query.from_user.first_name}", show_alert=True)
        await query.message.edit_text(f"Seated: {query.from_user.first_name}")

    @dispatcher.message(Command("photo"))
    async def photo(message: Message) -> None:
        await message.answer_photo(BufferedInputFile(PICTURE, "grey.png"), caption="A picture")

    return dispatcher


def aiogram_bot(stage: Stage) -> Bot:
    """With the library's own session, not the quick one of the other tests."""
    return Bot(TOKEN, AiohttpSession(api=TelegramAPIServer.from_base(stage.url)))


@asynccontextmanager
async def aiogram_polling(stage: Stage) -> AsyncIterator[None]:
    """The dispatcher closes the bot's session when it stops."""
    bot, dispatcher = aiogram_bot(stage), aiogram_dispatcher()
    polling = asyncio.create_task(dispatcher.start_polling(bot, handle_signals=False, polling_timeout=5))
    try:
        yield
    finally:
        await dispatcher.stop_polling()
        await polling


@asynccontextmanager
async def hook(application: web.Application) -> AsyncIterator[str]:
    runner = web.AppRunner(application)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def aiogram_webhook(stage: Stage) -> AsyncIterator[None]:
    bot, dispatcher, application = aiogram_bot(stage), aiogram_dispatcher(), web.Application()
    handler = SimpleRequestHandler(dispatcher, bot, handle_in_background=False, secret_token=SECRET)
    handler.register(application, path="/hook")
    setup_application(application, dispatcher, bot=bot)
    async with hook(application) as address:
        await bot.set_webhook(address, secret_token=SECRET)
        assert (await bot.get_webhook_info()).url == address
        yield
        await bot.delete_webhook()


# python-telegram-bot

Context = telegram.ext.ContextTypes.DEFAULT_TYPE


async def ptb_start(update: telegram.Update, _: Context) -> None:
    assert update.effective_message is not None
    assert update.effective_user is not None
    row = [telegram.InlineKeyboardButton(text, callback_data=data) for text, data in BUTTONS]
    await update.effective_message.reply_text(
        f"<b>Hello</b>, {update.effective_user.first_name}",
        parse_mode="HTML",
        reply_markup=telegram.InlineKeyboardMarkup([row]),
    )


BUTTONS = (("Sit down", "sit"), ("Leave", "leave"))


async def ptb_sit(update: telegram.Update, _: Context) -> None:
    assert update.callback_query is not None
    name = update.callback_query.from_user.first_name
    await update.callback_query.answer(f"Seat for {name}", show_alert=True)
    await update.callback_query.edit_message_text(f"Seated: {name}")


async def ptb_photo(update: telegram.Update, _: Context) -> None:
    assert update.effective_message is not None
    await update.effective_message.reply_photo(PICTURE, caption="A picture")


@asynccontextmanager
async def python_telegram_bot(stage: Stage) -> AsyncIterator[None]:
    builder = telegram.ext.Application.builder().token(TOKEN)
    application = builder.base_url(f"{stage.url}/bot").base_file_url(f"{stage.url}/file/bot").build()
    application.add_handler(telegram.ext.CommandHandler("start", ptb_start))
    application.add_handler(telegram.ext.CallbackQueryHandler(ptb_sit, pattern="^sit$"))
    application.add_handler(telegram.ext.CommandHandler("photo", ptb_photo))
    async with application:
        assert application.updater is not None
        await application.start()
        await application.updater.start_polling(timeout=5)
        try:
            yield
        finally:
            await application.updater.stop()
            await application.stop()


# grammY


def install_grammy() -> Path:
    """Into a cache beside the tests, once for each version of the lock; the file to import."""
    lock = (GRAMMY / "package-lock.json").read_bytes()
    entry, installed = CACHE / "node_modules" / "grammy" / "out" / "mod.js", CACHE / "installed-lock.json"
    if not entry.exists() or not installed.exists() or installed.read_bytes() != lock:
        CACHE.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(GRAMMY / name, CACHE)
        npm = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
        done = subprocess.run(npm, cwd=CACHE, capture_output=True, text=True, timeout=120, check=False)
        if done.returncode:
            absent(f"npm could not install grammY: {done.stderr.strip()}")
        installed.write_bytes(lock)
    return entry


@asynccontextmanager
async def grammy(stage: Stage) -> AsyncIterator[None]:
    needs("node")
    needs("npm")
    library = await asyncio.to_thread(install_grammy)
    picture = CACHE / f"grey-{os.getpid()}.png"
    picture.write_bytes(PICTURE)
    arguments = [TOKEN, stage.url, str(picture), str(library)]
    bot = await asyncio.create_subprocess_exec("node", str(GRAMMY / "bot.mjs"), *arguments)
    try:
        yield
        bot.terminate()
        assert await asyncio.wait_for(bot.wait(), 30) == 0
    finally:
        if bot.returncode is None:
            bot.kill()
            await bot.wait()
        picture.unlink()


# What each of them must do

CLIENTS: dict[str, Running] = {
    "aiogram, polling": aiogram_polling,
    "aiogram, webhook": aiogram_webhook,
    "python-telegram-bot": python_telegram_bot,
    "grammY": grammy,
}


async def people_and_bot(stage: Stage) -> tuple[int, int, int]:
    """Ann, her group, and the bot in it."""
    added = await stage.do("add_bot", token=TOKEN, first_name="Host", username="host_bot")
    ann = await stage.add_person("Ann")
    group = await stage.add_group(ann)
    await stage.do("add_bot_to_group", chat=group, bot_id=added["id"], user_id=ann)
    return ann, group, int(added["id"])


async def newest(stage: Stage, person: int, chat: int | str, text: str) -> dict[str, Any]:
    """The newest message that this person sees, once it reads like this."""

    async def shown() -> dict[str, Any] | None:
        messages = await stage.history(person, chat)
        last = messages[-1] if messages else {}
        return last if last.get("text", last.get("caption")) == text else None

    found = await until(shown, f"{text!r} in {chat}")
    assert found is not None
    return found


async def serves(stage: Stage, person: int, chat: int | str, start: str, photo: str) -> None:
    greeting = await newest(stage, person, chat, "Hello, Ann") if not start else None
    if greeting is None:
        await stage.do("say", user_id=person, chat=chat, text=start)
        greeting = await newest(stage, person, chat, "Hello, Ann")
    assert greeting["from"]["username"] == "host_bot"
    assert greeting["entities"] == [{"type": "bold", "offset": 0, "length": 5}]
    row = greeting["reply_markup"]["inline_keyboard"][0]
    assert [(button["text"], button["callback_data"]) for button in row] == list(BUTTONS)

    tapped = await stage.do("tap", user_id=person, chat=chat, message_id=greeting["message_id"], row=0, column=0)
    answer = await stage.do("callback_answer", query_id=tapped["query_id"], wait=30)
    assert (answer["text"], answer["alert"]) == ("Seat for Ann", True)
    edited = await newest(stage, person, chat, "Seated: Ann")
    assert edited["message_id"] == greeting["message_id"]
    assert "reply_markup" not in edited
    assert "entities" not in edited
    assert edited["edit_date"] >= edited["date"]

    await stage.do("say", user_id=person, chat=chat, text=photo)
    shown = await newest(stage, person, chat, "A picture")
    largest = shown["photo"][-1]
    assert (largest["width"], largest["height"], largest["file_size"]) == (40, 30, len(PICTURE))
    async with stage.http.get(f"{stage.url}/media/{largest['file_id']}") as response:
        assert response.status == 200
        assert response.content_type == "image/png"
        assert await response.read() == PICTURE


@pytest.mark.parametrize("running", CLIENTS.values(), ids=CLIENTS.keys())
async def test_an_unchanged_client_serves_a_private_chat_and_a_group(running: Running, stage: Stage) -> None:
    ann, group, bot = await people_and_bot(stage)
    async with running(stage):
        await stage.do("start", user_id=ann, bot_id=bot)
        await serves(stage, ann, f"{ann}:{bot}", start="", photo="/photo")
        await serves(stage, ann, group, start="/start@host_bot", photo="/photo@host_bot")
    refusals = (await stage.do("counts"))["refusals"]
    assert refusals == {}, "a well-behaved bot is refused nothing"


# Webhooks in particular


@asynccontextmanager
async def recorded_hook(answers: list[int]) -> AsyncIterator[tuple[str, list[tuple[str | None, dict[str, Any]]]]]:
    """A webhook that answers with these codes in turn, then 200; and what it was sent: secret and update."""
    received: list[tuple[str | None, dict[str, Any]]] = []

    async def receive(request: web.Request) -> web.Response:
        received.append((request.headers.get("X-Telegram-Bot-Api-Secret-Token"), await request.json()))
        return web.Response(status=answers.pop(0) if answers else 200)

    application = web.Application()
    application.router.add_post("/hook", receive)
    async with hook(application) as address:
        yield address, received


async def received_at_least(received: list[Any], count: int) -> None:
    async def enough() -> bool:
        return len(received) >= count

    await until(enough, f"delivery {count}")


async def hooked(stage: Stage, address: str, **more: Any) -> tuple[Bot, int]:
    bot = await stage.add_bot()
    ann = await stage.add_person("Ann")
    await stage.do("set_speed", speed=200)  # the pause before a redelivery is the server's own
    await bot.set_webhook(address, **more)
    return bot, ann


async def test_a_webhook_gets_the_secret_with_each_update(stage: Stage) -> None:
    async with recorded_hook([]) as (address, received):
        bot, ann = await hooked(stage, address, secret_token=SECRET)
        await stage.do("start", user_id=ann, bot_id=bot.id)
        await received_at_least(received, 1)
        await bot.delete_webhook()
    secret, update = received[0]
    assert secret == SECRET
    assert update["message"]["text"] == "/start"


async def test_a_webhook_without_a_secret_gets_no_such_header(stage: Stage) -> None:
    async with recorded_hook([]) as (address, received):
        bot, ann = await hooked(stage, address)
        await stage.do("start", user_id=ann, bot_id=bot.id)
        await received_at_least(received, 1)
        await bot.delete_webhook()
    assert received[0][0] is None


@pytest.mark.parametrize("refusal", [300, 401, 404, 500, 503])
async def test_an_update_that_the_webhook_refuses_comes_again(stage: Stage, refusal: int) -> None:
    async with recorded_hook([refusal, refusal]) as (address, received):
        bot, ann = await hooked(stage, address)
        await stage.do("start", user_id=ann, bot_id=bot.id)
        await received_at_least(received, 3)
        info = await bot.get_webhook_info()
        await bot.delete_webhook()
    assert [update["update_id"] for _, update in received[:3]] == [received[0][1]["update_id"]] * 3
    assert info.last_error_date is not None
    assert str(refusal) in (info.last_error_message or "")


async def test_an_accepted_update_does_not_come_again(stage: Stage) -> None:
    async with recorded_hook([]) as (address, received):
        bot, ann = await hooked(stage, address)
        for text in ("one", "two", "three"):
            await stage.do("start", user_id=ann, bot_id=bot.id, payload=text)
        await received_at_least(received, 3)

        async def nothing_pending() -> bool:
            return (await bot.get_webhook_info()).pending_update_count == 0

        await until(nothing_pending, "an empty queue")
        await bot.delete_webhook()
    assert sorted(update["message"]["text"] for _, update in received) == [
        "/start one",
        "/start three",
        "/start two",
    ]
    assert await bot.get_updates(timeout=0) == []


@pytest.mark.parametrize("secret", ["", "with blank", "ключ", "x" * 257])
async def test_an_impossible_secret_is_refused(stage: Stage, secret: str) -> None:
    bot = await stage.add_bot()
    answer = await stage.call("setWebhook", url="http://127.0.0.1:9/hook", secret_token=secret)
    assert answer["ok"] is (secret == ""), "none at all is no secret"
    await bot.delete_webhook()


async def test_a_webhook_is_served_again_after_a_restart(stage: Stage) -> None:
    async with recorded_hook([]) as (address, received):
        bot, ann = await hooked(stage, address, secret_token=SECRET)
        await stage.do("restart")

        async def started() -> bool:
            try:
                await stage.do("start", user_id=ann, bot_id=bot.id)
            except aiohttp.ClientError:
                return False
            return True

        await until(started, "the server")
        await received_at_least(received, 1)
        await bot.delete_webhook()
    assert received[0][0] == SECRET


async def test_a_bot_may_answer_a_webhook_with_a_call(stage: Stage) -> None:
    """Telegram executes a method that stands in the answer's body."""

    async def receive(request: web.Request) -> web.Response:
        chat = (await request.json())["message"]["chat"]["id"]
        return web.json_response({"method": "sendMessage", "chat_id": chat, "text": "In the answer"})

    application = web.Application()
    application.router.add_post("/hook", receive)
    async with hook(application) as address:
        bot, ann = await hooked(stage, address)
        await stage.do("start", user_id=ann, bot_id=bot.id)
        await newest(stage, ann, f"{ann}:{bot.id}", "In the answer")
        await bot.delete_webhook()


async def test_what_waited_for_a_webhook_can_be_polled_or_dropped(stage: Stage) -> None:
    bot, ann = await hooked(stage, "http://127.0.0.1:9/nobody-listens")
    await stage.do("start", user_id=ann, bot_id=bot.id)
    await bot.delete_webhook()
    assert [update.message.text for update in await bot.get_updates(timeout=0) if update.message] == ["/start"]
    await bot.delete_webhook(drop_pending_updates=True)
    assert await bot.get_updates(timeout=0) == []
