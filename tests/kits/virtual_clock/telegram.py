"""A Telegram that only counts: what was called when, into which chat; every call succeeds after a while."""

from collections import deque
from datetime import UTC, datetime
from typing import Any, NamedTuple

from aiogram.exceptions import TelegramRetryAfter
from aiogram.methods import (
    AnswerCallbackQuery,
    EditMessageReplyMarkup,
    EditMessageText,
    GetChatMember,
    SendMessage,
    TelegramMethod,
)
from aiogram.types import Chat, ChatMemberMember, Message, User

from tests.kits.virtual_clock.clock import VirtualClock

EPOCH = datetime.fromtimestamp(0, UTC)
COUNTED = (SendMessage, EditMessageText, EditMessageReplyMarkup)
"""Methods that Telegram's limits count."""


class Call(NamedTuple):
    at: int
    method: TelegramMethod[Any]

    @property
    def chat(self) -> int:
        return int(getattr(self.method, "chat_id", 0) or 0)

    @property
    def counted(self) -> bool:
        return isinstance(self.method, COUNTED)


class CountingTelegram:
    def __init__(self, clock: VirtualClock, answers_after_ms: int = 40) -> None:
        self._clock = clock
        self.delay = answers_after_ms
        self.calls: list[Call] = []
        self._last_id = 0

    def slow_down(self, answers_after_ms: int) -> None:
        self.delay = answers_after_ms

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:  # noqa: ARG002
        self.calls.append(Call(self._clock.now(), method))
        await self._clock.sleep_until(self._clock.now() + self.delay)
        match method:
            case SendMessage():
                self._last_id += 1
                kind = "private" if int(method.chat_id) > 0 else "supergroup"
                return Message(
                    message_id=self._last_id,
                    date=EPOCH,
                    chat=Chat(id=int(method.chat_id), type=kind),
                    ephemeral_message_id=self._last_id if method.ephemeral_message_parameters else None,
                )
            case GetChatMember():
                return ChatMemberMember(user=User(id=method.user_id, is_bot=False, first_name="x"))
            case AnswerCallbackQuery():
                return True
            case _:
                return True


class StrictTelegram(CountingTelegram):
    """A Telegram that enforces its published limits: calls beyond them get a 429. At speed 20 a minute of a limit
    lasts three seconds, as in the sandbox."""

    PER_CHAT_BURST, PER_GROUP_MINUTE, PER_SECOND = 3, 20, 30

    def __init__(self, clock: VirtualClock, speed: float = 1) -> None:
        super().__init__(clock)
        self._minute, self._second = int(60_000 / speed), int(1_000 / speed)
        self.refused: list[Call] = []
        self._passed: dict[int, deque[int]] = {}
        self._all: deque[int] = deque()

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        call = Call(self._clock.now(), method)
        wait = self._wait(call) if call.counted else 0
        if wait:
            self.refused.append(call)
            seconds = -(-wait // 1000)
            raise TelegramRetryAfter(method, f"Too Many Requests: retry after {seconds}", seconds)
        return await super().__call__(method, request_timeout)

    def _wait(self, call: Call) -> int:
        now, passed = call.at, self._passed.setdefault(call.chat, deque())
        while passed and passed[0] <= now - self._minute:
            passed.popleft()
        while self._all and self._all[0] <= now - self._second:
            self._all.popleft()
        if len(self._all) >= self.PER_SECOND:
            return self._all[0] + self._second - now
        if call.chat < 0 and len(passed) >= self.PER_GROUP_MINUTE:
            return passed[0] + self._minute - now
        recent = [at for at in passed if at > now - self._second * self.PER_CHAT_BURST]
        if len(recent) >= self.PER_CHAT_BURST + 1:
            return self._second
        passed.append(now)
        self._all.append(now)
        return 0
