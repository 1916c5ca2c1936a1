"""A tap can be answered once: a person who was asked to wait gets the rest in private."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from aiogram import Bot
from aiogram.client.session.base import BaseSession
from aiogram.exceptions import TelegramNetworkError
from aiogram.methods import AnswerCallbackQuery, GetMe, SendMessage, TelegramMethod
from aiogram.types import CallbackQuery, User

from handlers.tap_answers import PATIENCE, patiently
from tests.kits.virtual_clock.table import House

ANNA = 77
AWAY = "Telegram сейчас не отвечает. Попробуйте ещё раз."


class Window(BaseSession):
    """Records what is shown to the person who has tapped."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str | None] = []

    async def make_request(self, bot: Bot, method: TelegramMethod[Any], timeout: int | None = None) -> Any:  # noqa: ARG002
        assert isinstance(method, AnswerCallbackQuery)
        self.shown.append(method.text)
        return True

    async def close(self) -> None:
        pass

    async def stream_content(self, *_: Any, **__: Any) -> AsyncGenerator[bytes, None]:
        yield b""


async def tapped(house: House, seconds: float, *, reachable: bool = True) -> list[str | None]:
    """Returns what the window shows after an action that Telegram does not answer for that long."""
    await house.open()
    await house.host.people.change(ANNA, name="Анна", language="ru", reachable=reachable)
    window = Window()
    anna = User(id=ANNA, is_bot=False, first_name="Анна")
    query = CallbackQuery(id="9", from_user=anna, chat_instance="1").as_(Bot("1:x", session=window))

    async def deed() -> str:
        await asyncio.sleep(seconds)
        raise TelegramNetworkError(GetMe(), "Request timeout error")

    try:
        await patiently(house.host.replies, query, deed())
    finally:
        while house.host.outbox.waiting:
            assert await house.clock.step(house.clock.now() + 60_000)
        await house.close()
    return window.shown


def written(house: House) -> list[str]:
    return [call.method.text for call in house.telegram.calls if isinstance(call.method, SendMessage)]


async def test_at_once_it_is_the_intake_s_to_tell() -> None:
    house = House()
    with pytest.raises(TelegramNetworkError):
        await tapped(house, 0)
    assert written(house) == []


async def test_after_the_wait_it_comes_in_private() -> None:
    house = House()
    assert await tapped(house, PATIENCE + 0.2) == [house.host.words.plain("ru", "tap-wait")]
    assert written(house) == [AWAY]


async def test_who_cannot_be_written_to_has_heard_to_wait() -> None:
    house = House()
    assert await tapped(house, PATIENCE + 0.2, reachable=False) == [house.host.words.plain("ru", "tap-wait")]
    assert written(house) == []
