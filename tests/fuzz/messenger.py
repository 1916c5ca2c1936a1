"""A messenger in memory: who is where, what stands in each chat, and what was shown to whom.

It answers as Telegram does where the host depends on it, and refuses what Telegram refuses: texts that are empty,
too long or broken HTML, data of buttons over 64 bytes, edits that change nothing.
"""

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from aiogram import Bot
from aiogram.client.session.base import BaseSession
from aiogram.exceptions import TelegramBadRequest, TelegramForbiddenError
from aiogram.methods import (
    AnswerCallbackQuery,
    CopyMessage,
    DeleteMessage,
    EditMessageReplyMarkup,
    EditMessageText,
    GetChatMember,
    GetMe,
    SendMessage,
    TelegramMethod,
)
from aiogram.types import (
    Chat,
    ChatMemberAdministrator,
    ChatMemberLeft,
    ChatMemberMember,
    ChatMemberOwner,
    InlineKeyboardMarkup,
    Message,
    MessageId,
    User,
)

from sandbox.core.refusals import Refusal
from sandbox.formatting.entities import utf16_length
from sandbox.formatting.html import parse_html

BOT_ID = 1
EPOCH = datetime.fromtimestamp(0, UTC)
RIGHTS = ("can_restrict_members", "can_delete_messages", "can_pin_messages")


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    data: str


@dataclass(frozen=True, slots=True)
class Sight:
    """Something that one person was shown, or a whole group (`who` is 0)."""

    chat: int
    who: int
    text: str
    """The text as people read it, without the markup."""
    buttons: tuple[Button, ...] = ()
    toast: bool = False
    edited: bool = False
    protected: bool = False


@dataclass
class Posted:
    """A message of the host in a chat."""

    chat: int
    number: int
    html: str
    board: InlineKeyboardMarkup | None

    @property
    def buttons(self) -> tuple[Button, ...]:
        rows = self.board.inline_keyboard if self.board else []
        return tuple(
            Button(button.text, button.callback_data) for row in rows for button in row if button.callback_data
        )


@dataclass
class Messenger:
    groups: dict[int, set[int]]
    """Members by group."""
    admins: set[int]
    look: Callable[[Sight], None]
    posted: dict[int, dict[int, Posted]] = field(default_factory=dict)
    blocked_by: set[int] = field(default_factory=set)
    why_blocked: str = "bot was blocked by the user"
    tapped: dict[str, int] = field(default_factory=dict)
    """Who has tapped, by the number of the tap; removed when it is answered."""
    answered: int = 0
    mistakes: list[str] = field(default_factory=list)
    """Calls that Telegram would have refused because of their content."""
    last: int = 0

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:  # noqa: ARG002
        match method:
            case SendMessage():
                return self._send(method)
            case EditMessageText():
                return self._edit(method)
            case EditMessageReplyMarkup():
                return self._edit_board(method)
            case DeleteMessage():
                self.posted.get(int(method.chat_id), {}).pop(method.message_id, None)
                return True
            case AnswerCallbackQuery():
                return self._answer(method)
            case GetMe():
                return User(id=BOT_ID, is_bot=True, first_name="Омерта", username="omerta_bot")
            case GetChatMember():
                return self._member(int(method.chat_id), method.user_id)
            case CopyMessage():
                self._must_reach(method, int(method.chat_id))
                self.look(Sight(int(method.chat_id), int(method.chat_id), f"copy {method.from_chat_id}"))
                return MessageId(message_id=self._next())
            case _:
                chat = getattr(method, "chat_id", 0)
                self._must_reach(method, int(chat or 0))
                return True

    def _next(self) -> int:
        self.last += 1
        return self.last

    def _must_reach(self, method: TelegramMethod[Any], chat: int) -> None:
        if chat in self.blocked_by:
            raise TelegramForbiddenError(method, f"Forbidden: {self.why_blocked}")

    def _read(self, method: TelegramMethod[Any], html: str, board: Any) -> str:
        """Returns what people see of a text; notes a mistake if Telegram would not accept it."""
        try:
            text, _ = parse_html(html)
        except Refusal as refused:
            self.mistakes.append(f"broken HTML ({refused}): {html!r}")
            raise TelegramBadRequest(method, "can't parse entities") from None
        if not text.strip() or utf16_length(text) > 4096:
            self.mistakes.append(f"a text of {utf16_length(text)}: {html[:80]!r}")
        if isinstance(board, InlineKeyboardMarkup):
            for row in board.inline_keyboard:
                for button in row:
                    if button.callback_data is not None and not 1 <= len(button.callback_data.encode()) <= 64:
                        self.mistakes.append(f"data of a button: {button.callback_data!r}")
                    if not button.text.strip():
                        self.mistakes.append(f"a button without words: {button.callback_data!r}")
        return text

    def _send(self, method: SendMessage) -> Message:
        chat = int(method.chat_id)
        self._must_reach(method, chat)
        text = self._read(method, method.text, method.reply_markup)
        board = method.reply_markup if isinstance(method.reply_markup, InlineKeyboardMarkup) else None
        number = self._next()
        whisper = method.ephemeral_message_parameters
        stands = Posted(chat, number, method.text, board)
        who = whisper.receiver_user_id if whisper else chat if chat > 0 else 0
        if whisper is None:
            self.posted.setdefault(chat, {})[number] = stands
        self.look(Sight(chat, who, text, stands.buttons, protected=method.protect_content is True))
        kind = "private" if chat > 0 else "supergroup"
        return Message(
            message_id=number,
            date=EPOCH,
            chat=Chat(id=chat, type=kind),
            ephemeral_message_id=number if whisper else None,
        )

    def _edit(self, method: EditMessageText) -> bool:
        chat, number = int(method.chat_id or 0), method.message_id or 0
        self._must_reach(method, chat)
        stands = self.posted.get(chat, {}).get(number)
        if stands is None:
            raise TelegramBadRequest(method, "Bad Request: message to edit not found")
        if (stands.html, stands.board) == (method.text, method.reply_markup):
            raise TelegramBadRequest(method, "Bad Request: message is not modified")
        html = method.text or ""
        text = self._read(method, html, method.reply_markup)
        stands.html, stands.board = html, method.reply_markup
        self.look(Sight(chat, max(chat, 0), text, stands.buttons, edited=True))
        return True

    def _edit_board(self, method: EditMessageReplyMarkup) -> bool:
        chat, number = int(method.chat_id or 0), method.message_id or 0
        stands = self.posted.get(chat, {}).get(number)
        if stands is None or stands.board == method.reply_markup:
            raise TelegramBadRequest(method, "Bad Request: message is not modified")
        stands.board = method.reply_markup
        return True

    def _answer(self, method: AnswerCallbackQuery) -> bool:
        who = self.tapped.pop(method.callback_query_id, 0)
        self.answered += 1
        if not who:
            raise TelegramBadRequest(method, "Bad Request: query is too old")
        if utf16_length(method.text or "") > 200:
            self.mistakes.append(f"a toast of {utf16_length(method.text or '')}")
        self.look(Sight(0, who, method.text or "", toast=True))
        return True

    def _member(self, chat: int, user_id: int) -> Any:
        user = User(id=user_id, is_bot=user_id == BOT_ID, first_name="x")
        if user_id == BOT_ID:
            may = {name: name in RIGHTS for name in ChatMemberAdministrator.model_fields if name[:4] == "can_"}
            return ChatMemberAdministrator.model_validate({"user": user, "is_anonymous": False, **may})
        if user_id not in self.groups.get(chat, ()):
            return ChatMemberLeft(user=user)
        if user_id in self.admins:
            return ChatMemberOwner(user=user, is_anonymous=False)
        return ChatMemberMember(user=user)


class Wire(BaseSession):
    """aiogram's session, without a network."""

    def __init__(self, messenger: Messenger) -> None:
        super().__init__()
        self._messenger = messenger

    async def make_request(self, bot: Bot, method: TelegramMethod[Any], timeout: int | None = None) -> Any:  # noqa: ARG002
        return await self._messenger(method)

    async def close(self) -> None:
        pass

    async def stream_content(
        self,
        url: str,  # noqa: ARG002
        headers: dict[str, Any] | None = None,  # noqa: ARG002
        timeout: int = 30,  # noqa: ARG002
        chunk_size: int = 65536,  # noqa: ARG002
        raise_for_status: bool = True,  # noqa: ARG002
    ) -> AsyncGenerator[bytes, None]:
        yield b""
