"""A server that does not know the newest of the Bot API: the game goes on without it, and nobody asks twice."""

from typing import Any

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.methods import EditMessageText, SendMessage, TelegramMethod
from aiogram.types import Chat, Message, User

from handlers import course
from tests.virtual.clock import VirtualClock
from tests.virtual.table import House, VirtualTable
from tests.virtual.telegram import EPOCH, CountingTelegram

GROUP, STRANGER = -1001_000_000_042, 77


class OlderTelegram(CountingTelegram):
    """Refuses what it does not know."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self.refused: list[TelegramMethod[Any]] = []

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        why = self._unknown(method)
        if why:
            self.refused.append(method)
            raise TelegramBadRequest(method, f"Bad Request: {why}")
        return await super().__call__(method, request_timeout)

    def _unknown(self, method: TelegramMethod[Any]) -> str:
        if not isinstance(method, SendMessage | EditMessageText):
            return ""
        if isinstance(method, SendMessage) and method.ephemeral_message_parameters is not None:
            return "unknown field"
        styled = "style" in method.model_dump_json(exclude_none=True, include={"reply_markup"})
        return "can't parse entities" if "<tg-time" in str(method.text) or styled else ""


async def test_a_whole_game_needs_nothing_new() -> None:
    table = VirtualTable("fiim-2025", 10, seed=3, house=House(OlderTelegram))
    await table.play()
    telegram = table.telegram
    assert isinstance(telegram, OlderTelegram)
    chats = [getattr(method, "chat_id", 0) for method in telegram.refused]
    assert chats, "something new is used where it is known"
    assert len(chats) == len(set(chats)), "once for each chat"
    assert any("🏁" in str(getattr(call.method, "text", "")) for call in table.counted()), "the end is told"
    await table.close()


def command(number: int) -> Message:
    """Of a stranger, where no game runs."""
    stranger = User(id=STRANGER, is_bot=False, first_name="x")
    chat = Chat(id=GROUP, type="supergroup", title="Двор")
    return Message(message_id=number, date=EPOCH, chat=chat, from_user=stranger, text="/stop")


@pytest.mark.parametrize("older", [False, True])
async def test_a_refused_command_is_answered_to_one_or_else_aloud(*, older: bool) -> None:
    house = House(OlderTelegram if older else CountingTelegram)
    await house.open()
    await house.host.directory.change_group(GROUP, language="ru", title="Двор")
    for number in (1, 2):
        await course.stop(command(number), house.host)
        while house.host.outbox.waiting:
            assert await house.clock.step(house.clock.now() + 60_000)
    sent = [call.method for call in house.telegram.calls if isinstance(call.method, SendMessage)]
    assert [method.text for method in sent] == ["Игра здесь сейчас не идёт."] * 2
    shown_to = [method.ephemeral_message_parameters for method in sent]
    assert (
        all(each is None for each in shown_to)
        if older
        else all(each is not None and each.receiver_user_id == STRANGER for each in shown_to)
    )
    if isinstance(house.telegram, OlderTelegram):
        assert len(house.telegram.refused) == 1, "asked once"
    await house.close()


async def test_who_asks_and_leaves_takes_nobody_along() -> None:
    class Gone(CountingTelegram):
        async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
            if isinstance(method, SendMessage) and method.ephemeral_message_parameters is not None:
                raise TelegramBadRequest(method, "Bad Request: user not found")
            return await super().__call__(method, request_timeout)

    house = House(Gone)
    await house.open()
    await house.host.directory.change_group(GROUP, language="ru", title="Двор", bot_member=True)
    await course.stop(command(1), house.host)
    while house.host.outbox.waiting and await house.clock.step(house.clock.now() + 60_000):
        pass
    assert not house.host.outbox.waiting
    assert (await house.host.directory.group(GROUP)).bot_member
    assert not [call for call in house.telegram.calls if isinstance(call.method, SendMessage)]
    await house.close()
