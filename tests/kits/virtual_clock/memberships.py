"""A Telegram that knows the status of each person in each group: a member, unless a test sets another one."""

from typing import Any

from aiogram.methods import GetChatMember, TelegramMethod
from aiogram.types import (
    ChatMemberAdministrator,
    ChatMemberBanned,
    ChatMemberLeft,
    ChatMemberMember,
    TelegramObject,
    User,
)

from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.telegram import CountingTelegram

KINDS: dict[str, type[TelegramObject]] = {
    "administrator": ChatMemberAdministrator,
    "member": ChatMemberMember,
    "left": ChatMemberLeft,
    "kicked": ChatMemberBanned,
}


class Standing(CountingTelegram):
    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self.of: dict[tuple[int, int], str] = {}

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        answer = await super().__call__(method, request_timeout)
        if not isinstance(method, GetChatMember):
            return answer
        status = self.of.get((int(method.chat_id), method.user_id), "member")
        user = User(id=method.user_id, is_bot=False, first_name="x")
        return KINDS[status].model_construct(status=status, user=user)
