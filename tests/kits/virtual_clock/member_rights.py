"""A Telegram that knows what each member of a group may do, and remembers every restriction it was asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from aiogram.exceptions import TelegramBadRequest, TelegramRetryAfter
from aiogram.methods import GetChat, GetChatMember, RestrictChatMember, SetChatPermissions, TelegramMethod
from aiogram.types import (
    AcceptedGiftTypes,
    ChatFullInfo,
    ChatMemberAdministrator,
    ChatMemberBanned,
    ChatMemberMember,
    ChatMemberRestricted,
    ChatMemberUnion,
    ChatPermissions,
    User,
)

from bot.telegram.restrictions.member_permissions import NAMES
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.telegram import CountingTelegram

OPEN = {name: name not in {"can_change_info", "can_pin_messages", "can_manage_topics"} for name in NAMES}
NO_GIFTS = AcceptedGiftTypes(
    unlimited_gifts=False,
    limited_gifts=False,
    unique_gifts=False,
    premium_subscription=False,
    gifts_from_channels=False,
)


@dataclass(frozen=True)
class State:
    """The rights of a member; by default all permissions and no end: a plain member."""

    status: str = "member"
    flags: tuple[str, ...] = NAMES
    until_s: int = 0


@dataclass
class Asked:
    at: int
    person: int
    can_write: bool


class Members:
    """Restrictions as tdlib has them: a member again only with every permission, and each has its end."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self.states: dict[int, State] = {}

    def state(self, person: int) -> State:
        found = self.states.get(person, State())
        ended = 0 < found.until_s <= self._clock.now() // 1000
        return State() if found.status == "restricted" and ended else found

    def restrict(self, method: RestrictChatMember) -> State:
        flags = tuple(name for name, value in flags_of(method.permissions).items() if value)
        until = int(method.until_date) if isinstance(method.until_date, int) else 0
        ahead = until - self._clock.now() // 1000
        kept = until if 30 <= ahead <= 366 * 86_400 else 0
        made = self.states[method.user_id] = State() if flags == NAMES else State("restricted", flags, kept)
        return made

    def told(self, person: int) -> ChatMemberUnion:
        state, user = self.state(person), User(id=person, is_bot=False, first_name="x")
        if state.status == "kicked":
            return ChatMemberBanned(user=user, until_date=datetime.fromtimestamp(0, UTC))
        if state.status == "administrator":
            rights = [name for name in ChatMemberAdministrator.model_fields if name.startswith(("can_", "is_"))]
            return ChatMemberAdministrator.model_validate({"user": user, **dict.fromkeys(rights, False)})
        if state.status == "member":
            return ChatMemberMember(user=user)
        flags = {name: name in state.flags for name in NAMES}
        return ChatMemberRestricted.model_validate(
            {"user": user, "is_member": True, "until_date": state.until_s, **flags}
        )


class MemberTelegram(CountingTelegram):
    """A Telegram that knows who may write, and can be told to refuse."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self.members = Members(clock)
        self.chat_flags = dict(OPEN)
        self.asked: list[Asked] = []
        self.refuse: Callable[[TelegramMethod[Any]], str | int] = lambda _: ""
        """Returns the text of a 400, the seconds of a 429, or nothing if the call is accepted."""
        self.refused: list[TelegramMethod[Any]] = []

    def may_write(self, person: int) -> bool:
        return self.chat_flags["can_send_messages"] and "can_send_messages" in self.members.state(person).flags

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        why = self.refuse(method)
        if why:
            self.refused.append(method)
            if isinstance(why, int):
                raise TelegramRetryAfter(method, f"Too Many Requests: retry after {why}", why)
            raise TelegramBadRequest(method, f"Bad Request: {why}")
        answer = await super().__call__(method, request_timeout)
        match method:
            case RestrictChatMember():
                can_write = "can_send_messages" in self.members.restrict(method).flags
                self.asked.append(Asked(self._clock.now(), method.user_id, can_write))
            case SetChatPermissions():
                self.chat_flags = flags_of(method.permissions)
                self.asked.append(Asked(self._clock.now(), 0, self.chat_flags["can_send_messages"]))
            case GetChatMember():
                return self.members.told(method.user_id)
            case GetChat():
                return ChatFullInfo(
                    id=int(method.chat_id),
                    type="supergroup",
                    accent_color_id=0,
                    max_reaction_count=1,
                    accepted_gift_types=NO_GIFTS,
                    permissions=ChatPermissions(**self.chat_flags),
                )
            case _:
                pass
        return answer


def flags_of(permissions: ChatPermissions) -> dict[str, bool]:
    """Returns the flags one by one: the host asks for independent permissions."""
    return {name: bool(getattr(permissions, name)) for name in NAMES}
