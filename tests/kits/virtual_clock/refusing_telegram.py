"""A Telegram that refuses what a test has closed: a group, one topic of it, or a method that it does not know."""

from collections.abc import Callable
from typing import Any

from aiogram.exceptions import TelegramAPIError, TelegramBadRequest, TelegramForbiddenError
from aiogram.methods import (
    EditMessageText,
    GetChat,
    GetChatMember,
    SendDocument,
    SendMessage,
    SendPhoto,
    TelegramMethod,
)
from aiogram.types import (
    AcceptedGiftTypes,
    ChatFullInfo,
    ChatMemberMember,
    ChatMemberRestricted,
    ChatPermissions,
    User,
)

from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.table import House
from tests.kits.virtual_clock.telegram import EPOCH, Call, CountingTelegram

FORBIDDEN = "CHAT_WRITE_FORBIDDEN"
WRITES = (SendMessage, EditMessageText, SendPhoto, SendDocument)
PERMISSIONS = dict.fromkeys(ChatPermissions.model_fields, True)
GIFTS = AcceptedGiftTypes(**dict.fromkeys(AcceptedGiftTypes.model_fields, False))

Why = Callable[[TelegramMethod[Any]], TelegramAPIError]


def bad_request(text: str) -> Why:
    return lambda method: TelegramBadRequest(method, f"Bad Request: {text}")


def forbidden(text: str) -> Why:
    return lambda method: TelegramForbiddenError(method, f"Forbidden: {text}")


class Refusing(CountingTelegram):
    """Each refusal takes as long as an answer; none of the refused calls is among `calls`."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self.closed: dict[tuple[int, int | None], Why] = {}
        """Reason of the refusal by chat and topic; None: the whole chat."""
        self.refuses: dict[tuple[int, type[TelegramMethod[Any]]], Why] = {}
        """Refusal of one kind of call into one chat."""
        self.refused: list[Call] = []
        self.permissions: dict[int, dict[str, bool]] = {}
        """Permissions of everybody in a chat, and of the bot where it is restricted; a chat without an entry
        allows everything."""
        self.restricted: dict[int, dict[str, bool]] = {}
        self.slow_mode: dict[int, int] = {}

    def close(self, chat: int, why: Why, thread: int | None = None) -> None:
        self.closed[chat, thread] = why

    def open(self, chat: int, thread: int | None = None) -> None:
        del self.closed[chat, thread]

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        refusal = self._refusal(method) if isinstance(method, WRITES) else None
        if refusal is not None:
            self.refused.append(Call(self._clock.now(), method))
            await self._clock.sleep_until(self._clock.now() + self.delay)
            raise refusal(method)
        answer = await super().__call__(method, request_timeout)
        match method:
            case GetChat():
                return self._chat(int(method.chat_id))
            case GetChatMember(user_id=1):
                return self._bot_in(int(method.chat_id))
            case _:
                return answer

    def _refusal(self, method: TelegramMethod[Any]) -> Why | None:
        chat, thread = int(getattr(method, "chat_id", 0) or 0), getattr(method, "message_thread_id", None) or 0
        one_kind = self.refuses.get((chat, type(method)))
        return one_kind or self.closed.get((chat, None)) or self.closed.get((chat, thread))

    def _chat(self, chat: int) -> ChatFullInfo:
        return ChatFullInfo(
            id=chat,
            type="supergroup",
            accent_color_id=0,
            max_reaction_count=0,
            accepted_gift_types=GIFTS,
            permissions=ChatPermissions(**PERMISSIONS | self.permissions.get(chat, {})),
            slow_mode_delay=self.slow_mode.get(chat),
        )

    def _bot_in(self, chat: int) -> ChatMemberMember | ChatMemberRestricted:
        bot = User(id=1, is_bot=True, first_name="Омерта")
        if chat not in self.restricted:
            return ChatMemberMember(user=bot)
        flags = PERMISSIONS | self.restricted[chat]
        return ChatMemberRestricted.model_validate({"user": bot, "is_member": True, "until_date": EPOCH, **flags})

    def texts(self, chat: int, thread: int = 0) -> list[str]:
        """Returns what was sent there, without refused calls."""
        return [
            str(call.method.text)
            for call in self.calls
            if isinstance(call.method, SendMessage)
            and call.chat == chat
            and (call.method.message_thread_id or 0) == thread
        ]


def refusing(house: House) -> Refusing:
    assert isinstance(house.telegram, Refusing)
    return house.telegram
