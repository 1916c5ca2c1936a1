"""Set-up of the tests: a sandbox on its own port, its commands over HTTP, bots on aiogram."""

import asyncio
import struct
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from time import monotonic, time
from typing import Any, TypeVar

import aiohttp
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.session.base import BaseSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup, Message, Update

from sandbox.server import Sandbox

TOKEN = "4242:a-token-of-the-sandbox"
PATIENCE = 30.0
"""Seconds to wait for a condition."""

ANEW = 1
"""An offset that confirms nothing and differs from the last one: Telegram slows down repeated offsets."""

ADMIN = ["can_manage_chat", "can_delete_messages", "can_restrict_members", "can_pin_messages", "can_manage_tags"]


T = TypeVar("T")


class Refused(Exception):
    """A command of the control API answered `ok: false`."""


class QuickSession(AiohttpSession):
    """aiogram's session without TLS: it loads no certificates and does not wait when it closes."""

    def __init__(self, api: TelegramAPIServer) -> None:
        BaseSession.__init__(self, api=api)
        self._session = None
        self._connector_type = aiohttp.TCPConnector
        self._connector_init = {"limit": 100}
        self._should_reset_connector = True
        self._proxy = None

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()


class Clock:
    """The sandbox's clock; tests can stop it and move it forward."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self.stopped: float | None = None

    def __call__(self) -> float:
        return (time() if self.stopped is None else self.stopped) + self.ahead

    def stop(self) -> None:
        self.stopped = time()

    def forward(self, **by: float) -> None:
        self.ahead += timedelta(**by).total_seconds()


@dataclass
class Stage:
    url: str
    http: aiohttp.ClientSession
    clock: Clock
    bots: list[Bot] = field(default_factory=list)

    async def do(self, command: str, **arguments: Any) -> Any:
        async with self.http.post(f"{self.url}/control/{command}", json=arguments) as response:
            answer = await response.json()
        if not answer["ok"]:
            raise Refused(answer["error"])
        return answer["result"]

    async def call(self, method: str, /, token: str = TOKEN, **parameters: str) -> dict[str, Any]:
        """A raw call of the Bot API, without a library."""
        async with self.http.post(f"{self.url}/bot{token}/{method}", data=parameters) as response:
            answer: dict[str, Any] = await response.json()
        assert answer["ok"] or answer["error_code"] == response.status
        return answer

    async def forget(self, token: str = TOKEN) -> None:
        """Confirms all updates so far without parsing them: aiogram cannot read all updates of older versions."""
        offset = 0
        while updates := (await self.call("getUpdates", token, offset=str(offset), timeout="0"))["result"]:
            offset = updates[-1]["update_id"] + 1
        await self.call("getUpdates", token, offset=str(ANEW), limit="1", timeout="0")

    def client(self, token: str) -> Bot:
        bot = Bot(token, QuickSession(api=TelegramAPIServer.from_base(self.url)))
        self.bots.append(bot)
        return bot

    async def add_bot(self, token: str = TOKEN, username: str = "host_bot", **more: Any) -> Bot:
        await self.do("add_bot", token=token, first_name="Host", username=username, **more)
        return self.client(token)

    async def add_person(self, first_name: str, **more: Any) -> int:
        return int((await self.do("add_person", first_name=first_name, **more))["id"])

    async def add_group(self, owner: int, *others: int, type: str = "supergroup", **more: Any) -> int:
        group = int((await self.do("add_group", title="Table", type=type, owner_id=owner, **more))["id"])
        for person in others:
            await self.do("join", chat=group, user_id=person)
        return group

    async def history(self, user_id: int, chat: int | str) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = (await self.do("history", user_id=user_id, chat=chat, limit=100))[
            "messages"
        ]
        return messages

    async def seen(self, user_id: int, chat: int | str) -> list[str]:
        """The texts and captions that this person sees, oldest first."""
        shown = [message.get("text", message.get("caption")) for message in await self.history(user_id, chat)]
        return [text for text in shown if text is not None]

    async def close(self) -> None:
        for bot in self.bots:
            await bot.session.close()
        await self.http.close()


@dataclass(frozen=True)
class Cast:
    """A bot, a supergroup and three people. `mark` has not started the bot."""

    stage: Stage
    bot: Bot
    ann: int
    bob: int
    mark: int
    group: int

    @property
    def private(self) -> str:
        return f"{self.ann}:{self.bot.id}"

    async def tap(self, message: Message, row: int = 0, column: int = 0, user_id: int | None = None) -> str:
        chat = f"{message.chat.id}:{self.bot.id}" if message.chat.type == "private" else message.chat.id
        tapped = await self.stage.do(
            "tap", user_id=user_id or self.ann, chat=chat, message_id=message.message_id, row=row, column=column
        )
        return str(tapped["query_id"])

    async def say(self, text: str, user_id: int | None = None, chat: int | str | None = None, **more: Any) -> int:
        said = await self.stage.do("say", user_id=user_id or self.ann, chat=chat or self.group, text=text, **more)
        return int(said["message_id"])

    async def promote(self, target: int, *rights: str, **more: Any) -> None:
        await self.stage.do("promote", chat=self.group, target_id=target, rights=list(rights), **more)


@asynccontextmanager
async def stage_on() -> AsyncIterator[Stage]:
    clock = Clock()
    async with Sandbox(port=0, now=clock) as server:
        stage = Stage(server.url, aiohttp.ClientSession(), clock)
        try:
            yield stage
        finally:
            await stage.close()


async def cast_for(stage: Stage) -> Cast:
    """Ann owns the group and has started the bot, so has Bob; Mark is in the group only."""
    bot = await stage.add_bot()
    ann, bob, mark = [await stage.add_person(name) for name in ("Ann", "Bob", "Mark")]
    group = await stage.add_group(ann, bob, mark)
    await stage.do("add_bot_to_group", chat=group, bot_id=bot.id, user_id=ann, rights=ADMIN)
    for person in (ann, bob):
        await stage.do("start", user_id=person, bot_id=bot.id)
    await stage.forget()
    return Cast(stage, bot, ann, bob, mark, group)


async def forget(bot: Bot) -> None:
    """Confirm all updates so far."""
    offset = None
    while updates := await bot.get_updates(offset=offset, timeout=0):
        offset = updates[-1].update_id + 1
    await bot.get_updates(offset=ANEW, limit=1, timeout=0)


async def updates_of(bot: Bot, count: int, **more: Any) -> list[Update]:
    """The next `count` updates, confirmed; fails when fewer come."""
    got: list[Update] = []
    offset = None
    deadline = monotonic() + PATIENCE
    while len(got) < count:
        assert monotonic() < deadline, f"only {len(got)} of {count} updates came: {got}"
        batch = await bot.get_updates(offset=offset, timeout=1, **more)
        got += batch
        if batch:
            offset = batch[-1].update_id + 1
    await bot.get_updates(offset=offset, limit=1, timeout=0)
    return got


async def until(condition: Callable[[], Awaitable[T]], what: str = "the condition") -> T:
    """Polls the condition until it is true."""
    deadline = monotonic() + PATIENCE
    while not (answer := await condition()):
        assert monotonic() < deadline, f"{what} did not come"
        await asyncio.sleep(0.005)
    return answer


def keyboard(*rows: str | tuple[str, ...]) -> InlineKeyboardMarkup:
    """`keyboard("a", ("b", "c"))`: two rows; each button's data is its text."""
    lines = [(row,) if isinstance(row, str) else row for row in rows]
    return InlineKeyboardMarkup(
        inline_keyboard=[[InlineKeyboardButton(text=text, callback_data=text) for text in line] for line in lines]
    )


def png(width: int = 40, height: int = 30) -> bytes:
    """A grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress((b"\0" + b"\x80" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
