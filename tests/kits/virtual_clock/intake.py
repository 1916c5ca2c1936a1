"""Updates that people send on the virtual clock: through the real intake and dispatcher, without HTTP."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from itertools import count
from typing import Any

from aiogram import Bot
from aiogram.client.session.base import BaseSession
from aiogram.methods import TelegramMethod
from aiogram.types import Update

from bot.app import make_dispatcher
from bot.operations.metrics import Metrics
from bot.telegram.updates.failed_updates import FailedUpdates
from bot.telegram.updates.intake import Intake
from tests.kits.virtual_clock.table import House


class Wire(BaseSession):
    """Passes calls to the Telegram of a house."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house

    async def make_request(self, bot: Bot, method: TelegramMethod[Any], timeout: int | None = None) -> Any:  # noqa: ARG002
        return await self._house.telegram(method, timeout)

    async def close(self) -> None:
        pass

    async def stream_content(self, *_: Any, **__: Any) -> AsyncGenerator[bytes, None]:
        yield b""


class People:
    """Sends messages and taps of people; errors on the way are kept."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.troubles: list[BaseException] = []
        self._bot = Bot("1:x", session=Wire(house))
        dispatcher = make_dispatcher(house.host)

        async def handle(update: Update) -> None:
            await dispatcher.feed_update(self._bot, update)

        failed = FailedUpdates(house.store, house.clock)
        self.intake = Intake(
            house.host.replies,
            house.host.answer_limits,
            house.host.transport,
            handle,
            Metrics(),
            lambda _, error: self.troubles.append(error),
            failed,
            house.clock,
        )
        self._numbers = count(1)

    def message(self, person: int, chat: int = 0, **content: Any) -> Update:
        number = next(self._numbers)
        body: dict[str, Any] = {
            "message_id": number,
            "date": datetime.fromtimestamp(self.house.clock.now() / 1000, UTC),
            "chat": _group(chat) if chat else _private(person),
            "from": _user(person),
            **content,
        }
        if text := content.get("text"):
            words = text.split()[0] if text.startswith("/") else ""
            body["entities"] = [{"type": "bot_command", "offset": 0, "length": len(words)}] if words else None
        return Update.model_validate({"update_id": number, "message": body}, context={"bot": self._bot})

    def tap(self, person: int, data: str, message_id: int, chat: int = 0) -> Update:
        number = next(self._numbers)
        where = _group(chat) if chat else _private(person)
        body = {
            "id": str(number),
            "from": _user(person),
            "chat_instance": "1",
            "data": data,
            "message": {"message_id": message_id, "date": 1, "chat": where},
        }
        return Update.model_validate({"update_id": number, "callback_query": body}, context={"bot": self._bot})

    def member_changed(self, user: dict[str, Any], chat: int, before: str, after: str) -> Update:
        """Delivers the update that a member comes or goes."""
        return self._changed("chat_member", _group(chat), user, user, before, after)

    def goes(self, person: int, chat: int, *, here: bool) -> Update:
        """Lets a person leave a group, or come back into it."""
        before, after = ("left", "member") if here else ("member", "left")
        return self.member_changed(_user(person), chat, before, after)

    def blocks(self, person: int, *, blocked: bool) -> Update:
        """Lets a person stop the bot in their private chat, or start it again."""
        bot = {"id": 1, "is_bot": True, "first_name": "Omertà"}
        before, after = ("member", "kicked") if blocked else ("kicked", "member")
        return self._changed("my_chat_member", _private(person), _user(person), bot, before, after)

    def _changed(self, kind: str, chat: Any, author: Any, member: Any, before: str, after: str) -> Update:
        number = next(self._numbers)
        body = {
            "chat": chat,
            "from": author,
            "date": 1,
            "old_chat_member": {"status": before, "user": member, "until_date": 0},
            "new_chat_member": {"status": after, "user": member, "until_date": 0},
        }
        return Update.model_validate({"update_id": number, kind: body}, context={"bot": self._bot})

    async def say(self, person: int, text: str, chat: int = 0) -> None:
        await self.bring(self.message(person, chat, text=text))

    async def bring(self, *updates: Update) -> None:
        """Delivers updates one after the other; calls that a handler makes take time of the clock."""
        for update in updates:
            taken = asyncio.ensure_future(self.intake.take(update))
            while not taken.done():
                await self.house.clock.settle()
                if not taken.done():
                    await self.house.clock.step(self.house.clock.now() + 60_000)
            assert taken.result()


def _user(person: int) -> dict[str, Any]:
    return {"id": person, "is_bot": False, "first_name": f"p{person}"}


def _group(chat: int) -> dict[str, Any]:
    return {"id": chat, "type": "supergroup", "title": "Двор"}


def _private(person: int) -> dict[str, Any]:
    return {"id": person, "type": "private", "first_name": f"p{person}"}
