"""Updates are fetched while others are being handled, and confirmed when everything before them is stored."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiogram import Bot
from aiogram.client.session.base import BaseSession
from aiogram.exceptions import TelegramNetworkError, TelegramRetryAfter
from aiogram.methods import GetUpdates, TelegramMethod
from aiogram.types import Update
from structlog.testing import capture_logs

from bot.core.pace import Pace
from bot.telegram.updates.flood_control import UPDATES_AT_ONCE, FloodControl
from bot.telegram.updates.intake import SkipReason
from bot.telegram.updates.polling import Polling
from tests.kits.virtual_clock.clock import VirtualClock

pytestmark = pytest.mark.realtime

CHAT = {"id": 5, "type": "private", "first_name": "Анна"}
GOOD = {
    "message_id": 1,
    "date": 1,
    "chat": CHAT,
    "from": {"id": 5, "is_bot": False, "first_name": "Анна"},
    "text": "x",
}
GARBLED = ({"message_id": "a card: Дон"}, {"chat": None})
ANNA, BORIS, VERA = 5, 6, 7
ANONYMOUS = 1087968824
SOON = 3.0
"""Seconds within which everything here must be done."""
HASTE = 0.5
"""A call with the same offset within this many seconds of the last call's beginning gets at most one update
(process_get_updates_query of the server)."""


def said_by(person: int, chat: int = 0, **more: Any) -> dict[str, Any]:
    return {
        **GOOD,
        "from": {"id": person, "is_bot": False, "first_name": "x"},
        "chat": {"id": chat or person, "type": "supergroup" if chat else "private"},
        **more,
    }


class Telegram(BaseSession):
    """getUpdates as the server answers it: updates below the offset are deleted, the rest comes again."""

    def __init__(self) -> None:
        super().__init__()
        self.pending: dict[int, Any] = {}
        self.asked: list[int | None] = []
        self.hasty = 0
        self.answers: list[BaseException] = []
        """Errors that the next calls raise."""
        self._began = -1.0
        self._news = asyncio.Event()
        self._last = 100

    def put(self, message: Any, number: int = 0) -> int:
        self._last = number or self._last + 1
        self.pending[self._last] = message
        self._news.set()
        return self._last

    async def make_request(self, bot: Bot, method: TelegramMethod[Any], timeout: int | None = None) -> Any:  # noqa: ARG002
        assert isinstance(method, GetUpdates)
        if self.answers:
            raise self.answers.pop(0)
        now, limit = asyncio.get_running_loop().time(), method.limit or 100
        if self.asked and method.offset == self.asked[-1] and now < self._began + HASTE:
            self.hasty, limit = self.hasty + 1, 1
        self.asked.append(method.offset)
        self._began = now
        if method.offset is not None and method.offset <= max(self.pending, default=method.offset) + 1:
            self.pending = {number: one for number, one in self.pending.items() if number >= method.offset}
        if not self.pending:
            self._news.clear()
            with_time = asyncio.timeout(method.timeout or 0)
            try:
                async with with_time:
                    await self._news.wait()
            except TimeoutError:
                pass
        found = [{"update_id": number, "message": one} for number, one in sorted(self.pending.items())[:limit]]
        return self.check_response(bot, method, 200, json.dumps({"ok": True, "result": found})).result

    async def close(self) -> None:
        pass

    async def stream_content(self, *_: Any, **__: Any) -> AsyncGenerator[bytes, None]:
        yield b""


class Hands:
    """Takes updates, and holds those that the test names."""

    def __init__(self) -> None:
        self.taken: list[int] = []
        self.begun: list[int] = []
        self.held: dict[int, asyncio.Event] = {}
        self.refused: dict[int, int] = {}
        """How often storing each update fails."""
        self.at_once: set[int] = set()
        self._news = asyncio.Event()

    async def take(self, update: Update) -> bool:
        number = update.update_id
        assert number not in self.at_once, "twice at the same time"
        self.at_once.add(number)
        self.begun.append(number)
        self._news.set()
        try:
            if number in self.held:
                await self.held[number].wait()
            if self.refused.get(number, 0):
                self.refused[number] -= 1
                return False
            self.taken.append(number)
            return True
        finally:
            self.at_once.discard(number)
            self._news.set()

    def hold(self, number: int) -> asyncio.Event:
        return self.held.setdefault(number, asyncio.Event())

    async def until(self, condition: Callable[[], Any]) -> None:
        async with asyncio.timeout(SOON):
            while not condition():
                self._news.clear()
                await self._news.wait()


async def at_once() -> None:
    pass


@asynccontextmanager
async def polled(
    telegram: Telegram, take: Callable[[Update], Awaitable[bool]], admission: FloodControl | None = None
) -> AsyncIterator["asyncio.Task[None]"]:
    polling = Polling(Bot("1:x", session=telegram), take, at_once, admission=admission)
    runner = polling.start()
    try:
        yield runner
    finally:
        async with asyncio.timeout(SOON):
            await polling.stop()


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
async def telegram() -> Telegram:
    return Telegram()


async def settled(telegram: Telegram, confirmed: int) -> None:
    async with asyncio.timeout(SOON):
        while not telegram.asked or telegram.asked[-1] != confirmed:
            await asyncio.sleep(0.01)


async def test_one_that_takes_long_keeps_nobody_else_waiting(telegram: Telegram, hands: Hands) -> None:
    slow = telegram.put(said_by(ANNA))
    release = hands.hold(slow)
    async with polled(telegram, hands.take):
        await hands.until(lambda: slow in hands.begun)
        later = []
        for person in (BORIS, VERA, BORIS):
            later.append(telegram.put(said_by(person)))
            await hands.until(lambda: later[-1] in hands.taken)
        assert hands.taken == later
        assert all(offset is None or offset <= slow for offset in telegram.asked), "nothing is confirmed"
        assert slow in telegram.pending
        release.set()
        await settled(telegram, later[-1] + 1)
    assert hands.begun == [slow, *later]
    assert telegram.hasty == 0
    assert not telegram.pending


async def test_what_one_person_did_stays_in_order_from_batch_to_batch(telegram: Telegram, hands: Hands) -> None:
    first = telegram.put(said_by(ANNA))
    release = hands.hold(first)
    async with polled(telegram, hands.take):
        await hands.until(lambda: first in hands.begun)
        second, other = telegram.put(said_by(ANNA)), telegram.put(said_by(BORIS))
        await hands.until(lambda: other in hands.taken)
        assert second not in hands.begun
        release.set()
        await hands.until(lambda: second in hands.taken)
        await settled(telegram, other + 1)
    assert hands.taken == [other, first, second]


async def test_usually_the_next_is_asked_for_at_once(telegram: Telegram, hands: Hands) -> None:
    loop = asyncio.get_running_loop()
    async with polled(telegram, hands.take):
        began = loop.time()
        for _ in range(20):
            number = telegram.put(said_by(ANNA))
            await hands.until(lambda number=number: number in hands.taken)  # type: ignore[misc]
            await settled(telegram, number + 1)
        assert loop.time() - began < 1.0
    assert telegram.hasty == 0


async def test_what_cannot_be_stored_is_tried_again_and_holds_back_nobody(
    telegram: Telegram, hands: Hands
) -> None:
    stuck, behind = telegram.put(said_by(ANNA)), telegram.put(said_by(ANNA))
    hands.refused[stuck] = 1
    async with polled(telegram, hands.take):
        other = telegram.put(said_by(BORIS))
        await hands.until(lambda: other in hands.taken)
        assert behind not in hands.begun
        assert all(offset is None or offset <= stuck for offset in telegram.asked)
        await hands.until(lambda: behind in hands.taken)
        await settled(telegram, other + 1)
    assert hands.taken == [other, stuck, behind]
    assert hands.begun.count(stuck) == 2


async def test_at_the_end_what_is_in_hand_is_finished_and_confirmed(telegram: Telegram, hands: Hands) -> None:
    slow, after = telegram.put(said_by(ANNA)), telegram.put(said_by(ANNA))
    release = hands.hold(slow)
    async with polled(telegram, hands.take):
        await hands.until(lambda: slow in hands.begun)
        asyncio.get_running_loop().call_later(0.2, release.set)
    assert hands.taken == [slow, after]
    assert telegram.asked[-1] == after + 1
    assert not telegram.pending


async def test_at_the_end_what_is_not_stored_is_not_confirmed(telegram: Telegram, hands: Hands) -> None:
    done, stuck, other = telegram.put(said_by(ANNA)), telegram.put(said_by(ANNA)), telegram.put(said_by(BORIS))
    hands.refused[stuck] = 1000
    async with polled(telegram, hands.take):
        await hands.until(lambda: other in hands.taken and stuck in hands.begun)
    assert hands.taken.count(done) == 1
    assert sorted(telegram.pending) == [stuck, other]


async def test_at_the_end_nothing_is_asked_for_that_was_said_already(telegram: Telegram, hands: Hands) -> None:
    """The server delays such a call by three seconds: same offset, little time between."""
    number = telegram.put(said_by(ANNA))
    async with polled(telegram, hands.take):
        await hands.until(lambda: number in hands.taken)
        await settled(telegram, number + 1)
    assert telegram.asked == [None, number + 1]


async def test_a_call_that_fails_confirms_nothing_and_is_made_again(telegram: Telegram, hands: Hands) -> None:
    failed = TelegramNetworkError(GetUpdates(), "ServerDisconnectedError")
    async with polled(telegram, hands.take):
        first = telegram.put(said_by(ANNA))
        await hands.until(lambda: first in hands.taken)
        await settled(telegram, first + 1)
        telegram.answers = [failed]
        second = telegram.put(said_by(ANNA))
        await hands.until(lambda: second in hands.taken)
        await settled(telegram, second + 1)
    assert hands.taken == [first, second]


async def test_a_long_wait_is_told(telegram: Telegram, hands: Hands) -> None:
    telegram.answers = [TelegramRetryAfter(GetUpdates(), "Too Many Requests", 300)]
    with capture_logs() as logs:
        async with polled(telegram, hands.take):
            async with asyncio.timeout(SOON):
                while not logs:
                    await asyncio.sleep(0.01)
    assert logs[0]["event"] == "told_to_wait"
    assert logs[0]["wait_s"] == 300


async def test_a_bug_in_taking_ends_the_polling(telegram: Telegram) -> None:
    async def broken(_: Update) -> bool:
        raise RuntimeError("a bug")

    telegram.put(said_by(ANNA))
    async with polled(telegram, broken) as runner:
        async with asyncio.timeout(SOON):
            with pytest.raises(RuntimeError, match="a bug"):
                await runner
    assert len(telegram.pending) == 1


async def test_numbers_that_begin_anew_are_followed(telegram: Telegram, hands: Hands) -> None:
    """After a week without updates Telegram may continue with any number."""
    async with polled(telegram, hands.take):
        high = telegram.put(said_by(ANNA), 9000)
        await hands.until(lambda: high in hands.taken)
        await settled(telegram, high + 1)
        low = telegram.put(said_by(ANNA), 50)
        await hands.until(lambda: low in hands.taken)
        await settled(telegram, low + 1)
        following = telegram.put(said_by(ANNA))
        await hands.until(lambda: following in hands.taken)
        await settled(telegram, following + 1)
    assert hands.taken == [high, low, following]


async def test_admins_who_hide_behind_their_groups_are_not_one_person(telegram: Telegram, hands: Hands) -> None:
    """Their updates all come from the same account."""

    def hidden(chat: int) -> dict[str, Any]:
        group = {"id": chat, "type": "supergroup", "title": "Двор"}
        return said_by(ANONYMOUS, chat, sender_chat=group)

    slow = telegram.put(hidden(-1001))
    release = hands.hold(slow)
    async with polled(telegram, hands.take):
        other, same = telegram.put(hidden(-1002)), telegram.put(hidden(-1001))
        await hands.until(lambda: other in hands.taken)
        assert same not in hands.begun
        release.set()
        await hands.until(lambda: same in hands.taken)


async def test_an_update_that_nobody_understands_does_not_stop_the_others(
    telegram: Telegram, hands: Hands
) -> None:
    first, _, second, last = (telegram.put(one) for one in (GOOD, GARBLED[0], GOOD, GARBLED[1]))
    with capture_logs() as logs:
        async with polled(telegram, hands.take):
            await settled(telegram, last + 1)
    assert hands.taken == [first, second]
    assert "Дон" not in str(logs)
    assert len([line for line in logs if line["event"] == "update_not_understood"]) == 2


async def test_what_is_not_understood_is_passed_over_while_another_is_unfinished(
    telegram: Telegram, hands: Hands
) -> None:
    slow, garbled = telegram.put(said_by(ANNA)), telegram.put(GARBLED[0])
    release = hands.hold(slow)
    with capture_logs() as logs:
        async with polled(telegram, hands.take):
            other = telegram.put(said_by(BORIS))
            await hands.until(lambda: other in hands.taken)
            async with asyncio.timeout(SOON):
                while len(telegram.asked) < 4:
                    await asyncio.sleep(0.01)
            release.set()
            await settled(telegram, other + 1)
    assert garbled not in hands.begun
    assert len([line for line in logs if line["event"] == "update_not_understood"]) == 1, "told once"


async def test_one_persons_flood_does_not_stand_before_others(telegram: Telegram) -> None:
    """Three hundred messages in one second: Telegram delivers a hundred at a time, and Boris comes after them."""
    begun: list[int] = []

    async def take(update: Update) -> bool:
        assert update.message is not None
        begun.append(update.message.chat.id)
        await asyncio.sleep(0.002)
        return True

    left_out: list[SkipReason] = []
    admission = FloodControl(VirtualClock(), Pace(1), lambda _, why: left_out.append(why))
    for _ in range(300):
        telegram.put(said_by(ANNA))
    telegram.put(said_by(BORIS))
    async with polled(telegram, take, admission), asyncio.timeout(SOON):
        while BORIS not in begun:
            await asyncio.sleep(0.001)
    assert begun.count(ANNA) <= UPDATES_AT_ONCE
    assert left_out.count(SkipReason.TOO_FAST) == 1
    assert len(left_out) >= 300 - UPDATES_AT_ONCE
