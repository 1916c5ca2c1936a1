"""A Telegram that keeps every chat as people see it: each message with its texts and keys over time.

It enforces the published limits, and can have storms: for a minute every call into a group is refused. What a call
changes is seen when the call is answered. Messages that only one person in a group sees are not kept. People can
delete messages; the bot learns of it when it edits or pins one of them.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import unescape
from random import Random
from typing import Any, NamedTuple

from aiogram.exceptions import TelegramBadRequest, TelegramRetryAfter
from aiogram.methods import (
    DeleteMessage,
    EditMessageReplyMarkup,
    EditMessageText,
    PinChatMessage,
    SendMessage,
    TelegramMethod,
    UnpinChatMessage,
)
from aiogram.types import InlineKeyboardMarkup

from tests.kits.virtual_clock.clock import START, VirtualClock
from tests.kits.virtual_clock.telegram import COUNTED, Call, StrictTelegram

COUNTDOWN = re.compile(r'<tg-time unix="(\d+)" format="r">')
TAG = re.compile(r"<[^<>]+>")
NOT_FOUND: Mapping[type[TelegramMethod[Any]], str] = {
    EditMessageText: "message to edit not found",
    EditMessageReplyMarkup: "message to edit not found",
    DeleteMessage: "message to delete not found",
    PinChatMessage: "message to pin not found",
    UnpinChatMessage: "message to unpin not found",
}
"""How calls about a message that does not exist are refused (tdlib/telegram-bot-api, Client.cpp,
check_message)."""


class Key(NamedTuple):
    """A button of an inline keyboard with callback data."""

    label: str
    data: str


class Look(NamedTuple):
    """How a message looks from one moment on."""

    at: int
    html: str
    keys: tuple[Key, ...]

    @property
    def text(self) -> str:
        """What people read, without tags."""
        return unescape(TAG.sub("", self.html))

    @property
    def ends(self) -> list[int]:
        """The moments, in milliseconds, to which the clocks in the text count down."""
        return [int(found) * 1000 for found in COUNTDOWN.findall(self.html)]


@dataclass
class Shown:
    """A message in a chat."""

    chat: int
    id: int
    called_at: int
    """When the call was made that sent it."""
    looks: list[Look] = field(default_factory=list)
    deleted_at: int | None = None
    deleted_by_people: bool = False
    pinned: list[tuple[int, bool]] = field(default_factory=list)
    """When it was pinned and unpinned."""

    @property
    def now(self) -> Look:
        return self.looks[-1]

    @property
    def stands(self) -> bool:
        return self.deleted_at is None

    def spans(self) -> list[tuple[Look, int, int | None]]:
        """Returns each look with the moments from which and until which it is seen; None: it is seen still."""
        until = [*(look.at for look in self.looks[1:]), self.deleted_at]
        return [(look, look.at, end) for look, end in zip(self.looks, until, strict=True)]


class Storms:
    """Stretches of time in which Telegram refuses all calls into groups."""

    def __init__(self, seed: int, speed: float, apart_ms: int = 150_000, lasts_ms: int = 60_000) -> None:
        self._dice = Random(f"storms:{seed}")
        self._apart, self._lasts = apart_ms / speed, lasts_ms / speed
        self._from = START + self._dice.uniform(0.3, 1) * self._apart

    def left(self, now: int) -> float:
        """Returns for how many milliseconds the storm of this moment still lasts; 0 if there is none."""
        while now >= self._from + self._lasts:
            self._from += self._lasts + self._dice.uniform(0.5, 1.5) * self._apart
        return self._from + self._lasts - now if now >= self._from else 0


class Chats(StrictTelegram):
    """Every chat of the bot, as people see it."""

    def __init__(self, clock: VirtualClock, speed: float = 1, storms: Storms | None = None) -> None:
        super().__init__(clock, speed)
        self._storms = storms
        self.shown: dict[tuple[int, int], Shown] = {}
        """Messages by chat and id, in the order in which they appeared."""
        self.changed: Callable[[Shown], None] = lambda _: None
        """Called after each change of a message that people can see."""
        self.edits_refused: str | None = None
        """How every edit is refused, though its message stands; None: edits are accepted."""

    def of(self, chat: int) -> list[Shown]:
        return [message for message in self.shown.values() if message.chat == chat]

    def chats(self) -> list[int]:
        return sorted({message.chat for message in self.shown.values()})

    def delete(self, message: Shown) -> None:
        """Somebody deletes a message."""
        message.deleted_at, message.deleted_by_people = self._clock.now(), True

    def unpin(self, message: Shown) -> None:
        """Somebody unpins a message."""
        message.pinned.append((self._clock.now(), False))

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        called_at = self._clock.now()
        if self._storms is not None and isinstance(method, COUNTED) and int(method.chat_id or 0) < 0:
            left = self._storms.left(called_at)
            if left > 0:
                self.refused.append(Call(called_at, method))
                seconds = max(1, round(left / 1000))
                refused: TelegramMethod[Any] = method
                raise TelegramRetryAfter(refused, f"Too Many Requests: retry after {seconds}", seconds)
        answer = await super().__call__(method, request_timeout)
        why = self._why_refused(method)
        if why:
            raise TelegramBadRequest(method, f"Bad Request: {why}")
        self._see(method, answer, called_at)
        return answer

    def _see(self, method: TelegramMethod[Any], answer: Any, called_at: int) -> None:
        now = self._clock.now()
        match method:
            case SendMessage(ephemeral_message_parameters=None):
                shown = Shown(int(method.chat_id), answer.message_id, called_at)
                shown.looks.append(Look(now, method.text, _keys(method.reply_markup)))
                self.shown[shown.chat, shown.id] = shown
            case EditMessageText() | EditMessageReplyMarkup():
                found = self._found(method)
                if found is None:
                    return
                # An edit without a keyboard removes the keyboard.
                html = method.text if isinstance(method, EditMessageText) and method.text else found.now.html
                found.looks.append(Look(now, html, _keys(method.reply_markup)))
                shown = found
            case DeleteMessage() | PinChatMessage() | UnpinChatMessage():
                found = self._found(method)
                if found is None:
                    return
                shown = found
                if isinstance(method, DeleteMessage):
                    shown.deleted_at = now
                else:
                    shown.pinned.append((now, isinstance(method, PinChatMessage)))
            case _:
                return
        self.changed(shown)

    def _why_refused(self, method: TelegramMethod[Any]) -> str | None:
        """A call about a message that is gone is refused; it counts for the limits all the same."""
        if type(method) not in NOT_FOUND:
            return None
        found = self._found(method)
        if found is not None and not found.stands:
            return NOT_FOUND[type(method)]
        return self.edits_refused if isinstance(method, EditMessageText) else None

    def _found(self, method: Any) -> Shown | None:
        return self.shown.get((int(method.chat_id or 0), int(method.message_id or 0)))


def _keys(markup: Any) -> tuple[Key, ...]:
    if not isinstance(markup, InlineKeyboardMarkup):
        return ()
    return tuple(
        Key(button.text, button.callback_data)
        for row in markup.inline_keyboard
        for button in row
        if button.callback_data
    )
