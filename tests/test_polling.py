"""An update that cannot be understood is passed over; whatever came with it is heard."""

import json
from collections.abc import AsyncGenerator
from typing import Any

from aiogram import Bot
from aiogram.client.session.base import BaseSession
from aiogram.methods import GetUpdates, TelegramMethod
from aiogram.types import Update
from structlog.testing import capture_logs

from bot.polling import Polling

CHAT = {"id": 5, "type": "private", "first_name": "Анна"}
GOOD = {
    "message_id": 1,
    "date": 1,
    "chat": CHAT,
    "from": {"id": 5, "is_bot": False, "first_name": "Анна"},
    "text": "x",
}
BATCH = [
    {"update_id": 7, "message": GOOD},
    {"update_id": 8, "message": {"message_id": "a card: Дон"}},
    {"update_id": 9, "message": GOOD},
    {"update_id": 10, "message": {"chat": None}},
]


class OneBatch(BaseSession):
    """Brings the batch until it is confirmed, through aiogram's own reading of answers."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int | None] = []
        self.polling: Polling | None = None

    async def make_request(self, bot: Bot, method: TelegramMethod[Any], timeout: int | None = None) -> Any:  # noqa: ARG002
        assert isinstance(method, GetUpdates)
        self.asked.append(method.offset)
        left = [one for one in BATCH if int(str(one["update_id"])) >= (method.offset or 0)]
        if not left or len(self.asked) > 5:
            assert self.polling is not None
            self.polling._ending.set()
        answer = json.dumps({"ok": True, "result": left})
        return self.check_response(bot, method, 200, answer).result

    async def close(self) -> None:
        pass

    async def stream_content(self, *_: Any, **__: Any) -> AsyncGenerator[bytes, None]:
        yield b""


async def test_an_update_that_nobody_understands_does_not_stop_the_others() -> None:
    taken: list[int] = []

    async def take(update: Update) -> bool:
        taken.append(update.update_id)
        return True

    async def at_once() -> None:
        pass

    session = OneBatch()
    session.polling = Polling(Bot("1:x", session=session), take, at_once)
    with capture_logs() as logs:
        await session.polling.start()
    assert taken == [7, 9]
    assert session.asked == [None, 11]
    assert "Дон" not in str(logs)
    assert len([line for line in logs if line["event"] == "an update is not understood"]) == 2
