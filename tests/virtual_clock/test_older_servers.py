"""A server without the newest features of the Bot API: the game goes on without them, and the host does not keep
trying them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiogram.exceptions import TelegramBadRequest, TelegramNotFound
from aiogram.methods import EditMessageText, SendMessage, TelegramMethod
from structlog.testing import capture_logs

from bot.wiring import Parts
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.table import House, VirtualTable
from tests.kits.virtual_clock.telegram import CountingTelegram

GROUP, OTHER = -1001_000_000_042, -1001_000_000_043
HOUR = 3_600_000
UNKNOWN_TAG = 'can\'t parse entities: Unsupported start tag "tg-time" at byte offset 12'
UNKNOWN_STYLE = "can't parse inline keyboard button: invalid button style specified"


def adorned(method: TelegramMethod[Any]) -> str:
    """Returns the refusal of an older server; empty: it knows everything in this message."""
    if not isinstance(method, SendMessage | EditMessageText):
        return ""
    if "<tg-time" in str(method.text):
        return UNKNOWN_TAG
    return UNKNOWN_STYLE if "style" in method.model_dump_json(exclude_none=True, include={"reply_markup"}) else ""


class OlderTelegram(CountingTelegram):
    """A server that refuses what it does not know."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self.refused: list[TelegramMethod[Any]] = []
        self.replaced = False
        """Whether the server was replaced by a newer one."""

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        why = "" if self.replaced else adorned(method)
        if why:
            self.refused.append(method)
            raise TelegramBadRequest(method, f"Bad Request: {why}")
        return await super().__call__(method, request_timeout)


class Cross(CountingTelegram):
    """Refuses one group's messages for a reason that has nothing to do with anything new."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self.cross = True
        self.refused: list[TelegramMethod[Any]] = []

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        if self.cross and isinstance(method, SendMessage) and method.chat_id == GROUP:
            self.refused.append(method)
            raise TelegramBadRequest(method, "Bad Request: BUTTON_DATA_INVALID")
        return await super().__call__(method, request_timeout)


@asynccontextmanager
async def house_of(telegram: type[CountingTelegram]) -> AsyncIterator[House]:
    house = House(telegram)
    await house.open()
    for chat in (GROUP, OTHER):
        await house.host.groups.change(chat, language="ru", title="Двор")
    yield house
    await house.close()


async def greets(house: House, *chats: int) -> None:
    """Sends a message with a coloured button, one of the newest features."""
    host: Parts = house.host
    for chat in chats:
        await host.replies.tell(host.replies.note(chat, "greeting"))
        await house.clock.on_to(house.clock.now() + 3_000)  # what waits is not owed twice
    await house.clock.on_to(house.clock.now() + 5_000)


def sent_to(house: House, chat: int) -> list[TelegramMethod[Any]]:
    return [call.method for call in house.telegram.calls if call.counted and call.chat == chat]


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


async def test_a_server_that_was_replaced_by_a_newer_one_is_tried_again_after_an_hour() -> None:
    async with house_of(OlderTelegram) as house:
        telegram = house.telegram
        assert isinstance(telegram, OlderTelegram)
        await greets(house, GROUP)
        telegram.replaced = True
        await greets(house, GROUP)
        assert [adorned(method) for method in sent_to(house, GROUP)] == ["", ""]
        await house.clock.on_to(house.clock.now() + HOUR)
        await greets(house, GROUP)
        assert adorned(sent_to(house, GROUP)[-1]) == UNKNOWN_STYLE


async def test_a_refusal_that_names_nothing_new_is_tried_once_plainly_and_teaches_nothing() -> None:
    async with house_of(Cross) as house:
        telegram = house.telegram
        assert isinstance(telegram, Cross)
        with capture_logs() as logs:
            await greets(house, GROUP)
        assert [adorned(method) for method in telegram.refused] == [UNKNOWN_STYLE, ""]
        assert not house.host.outbox.waiting, "and then it is given up"
        assert [entry["why"] for entry in logs if entry["log_level"] == "error"] == [
            "Bad Request: BUTTON_DATA_INVALID"
        ]
        telegram.cross = False
        await greets(house, GROUP, OTHER)
        for chat in (GROUP, OTHER):
            assert [adorned(method) for method in sent_to(house, chat)] == [UNKNOWN_STYLE]


async def test_a_message_that_holds_nothing_new_is_not_sent_a_second_time() -> None:
    async with house_of(Cross) as house:
        telegram = house.telegram
        assert isinstance(telegram, Cross)
        await house.host.replies.tell(house.host.replies.text(GROUP, "no-table"))
        await house.clock.on_to(house.clock.now() + 5_000)
        assert len(telegram.refused) == 1
        assert not house.host.outbox.waiting


async def test_a_method_that_is_not_there_makes_one_chat_plain_and_the_message_arrives() -> None:
    class WithoutMethods(CountingTelegram):
        asked = 0

        async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
            if isinstance(method, SendMessage) and method.chat_id == GROUP and adorned(method):
                self.asked += 1
                raise TelegramNotFound(method, "Not Found: method not found")
            return await super().__call__(method, request_timeout)

    async with house_of(WithoutMethods) as house:
        await greets(house, GROUP, GROUP, OTHER)
        assert isinstance(house.telegram, WithoutMethods)
        assert house.telegram.asked == 1
        assert [adorned(method) for method in sent_to(house, GROUP)] == ["", ""]
        assert [adorned(method) for method in sent_to(house, OTHER)] == [UNKNOWN_STYLE]
