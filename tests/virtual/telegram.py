"""A Telegram that only counts: what was called when, into which chat; every call succeeds after a while."""

from datetime import UTC, datetime
from typing import Any, NamedTuple

from aiogram.methods import (
    AnswerCallbackQuery,
    EditMessageReplyMarkup,
    EditMessageText,
    GetChatMember,
    SendMessage,
    TelegramMethod,
)
from aiogram.types import Chat, ChatMemberMember, Message, User

from tests.virtual.clock import VirtualClock

EPOCH = datetime.fromtimestamp(0, UTC)
COUNTED = (SendMessage, EditMessageText, EditMessageReplyMarkup)
"""What Telegram's limits count."""


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
                return Message(message_id=self._last_id, date=EPOCH, chat=Chat(id=int(method.chat_id), type=kind))
            case GetChatMember():
                return ChatMemberMember(user=User(id=method.user_id, is_bot=False, first_name="x"))
            case AnswerCallbackQuery():
                return True
            case _:
                return True
