"""Who is an admin is asked of Telegram; while Telegram cannot be asked, no answer is assumed for anybody."""

import ast
import asyncio
from pathlib import Path
from typing import Any

import pytest
from aiogram.exceptions import (
    TelegramAPIError,
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.methods import GetChatAdministrators, GetChatMember, TelegramMethod
from aiogram.types import ChatMemberMember, ChatMemberOwner, User

from bot.permissions import IRREVERSIBLE, AdminAction
from bot.telegram.admins import REMEMBERED_MS, Admins
from bot.telegram.calls.errors import AnswerNotUnderstood, AnswerUnreadable
from tests.kits.virtual_clock.clock import VirtualClock

GROUP, OWNER, GUEST = -1005, 5, 6
LOOK = AdminAction.SEE_SETTINGS
ASKING = GetChatMember(chat_id=GROUP, user_id=OWNER)
UNANSWERED = [
    TelegramRetryAfter(ASKING, "Too Many Requests", 300),
    TelegramServerError(ASKING, "Internal Server Error"),
    TelegramNetworkError(ASKING, "ServerDisconnectedError"),
    AnswerUnreadable(ASKING, "no answer of the Bot API, HTTP status 502"),
    AnswerNotUnderstood(ASKING, "executed, but the answer is not understood"),
]
HIDDEN = [
    TelegramBadRequest(ASKING, "Bad Request: member list is inaccessible"),
    TelegramBadRequest(ASKING, "Bad Request: CHAT_ADMIN_REQUIRED"),
]


class Telegram:
    """A group with an owner and a guest."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.trouble: dict[type[TelegramMethod[Any]], TelegramAPIError] = {}
        self.deposed = False
        """Whether the owner is a plain member now."""

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:  # noqa: ARG002
        self.asked.append(method.__api_method__)
        if type(method) in self.trouble:
            raise self.trouble[type(method)]
        owner = ChatMemberOwner(user=User(id=OWNER, is_bot=False, first_name="Анна"), is_anonymous=False)
        match method:
            case GetChatMember(user_id=user_id) if user_id == OWNER and not self.deposed:
                return owner
            case GetChatMember():
                return ChatMemberMember(user=User(id=GUEST, is_bot=False, first_name="Борис"))
            case GetChatAdministrators():
                return [owner]
        raise AssertionError(method)


@pytest.fixture
def telegram() -> Telegram:
    return Telegram()


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def admins(telegram: Telegram, clock: VirtualClock) -> Admins:
    return Admins(telegram, clock)


async def both(admins: Admins) -> tuple[bool, bool]:
    return await admins.is_admin(GROUP, OWNER, fresh=IRREVERSIBLE[LOOK]), await admins.is_admin(
        GROUP, GUEST, fresh=IRREVERSIBLE[LOOK]
    )


async def test_asked_once_in_a_while(admins: Admins, telegram: Telegram, clock: VirtualClock) -> None:
    assert await both(admins) == await both(admins) == (True, False)
    assert len(telegram.asked) == 2
    clock.set_to(clock.now() + REMEMBERED_MS + 1)
    assert await both(admins) == (True, False)
    assert len(telegram.asked) == 4
    admins.forget(GROUP, OWNER)
    assert await both(admins) == (True, False)
    assert len(telegram.asked) == 5


@pytest.mark.parametrize("error", UNANSWERED, ids=lambda error: type(error).__name__)
async def test_of_whom_nothing_is_known_nothing_is_claimed(
    admins: Admins, telegram: Telegram, error: TelegramAPIError
) -> None:
    telegram.trouble[GetChatMember] = error
    for person in (OWNER, GUEST):
        with pytest.raises(type(error)):
            await admins.is_admin(GROUP, person, fresh=IRREVERSIBLE[LOOK])


@pytest.mark.parametrize("error", UNANSWERED, ids=lambda error: type(error).__name__)
async def test_what_was_known_a_while_ago_holds(
    admins: Admins, telegram: Telegram, clock: VirtualClock, error: TelegramAPIError
) -> None:
    await both(admins)
    clock.set_to(clock.now() + REMEMBERED_MS + 1)
    telegram.trouble[GetChatMember] = error
    assert await both(admins) == (True, False)
    del telegram.trouble[GetChatMember]
    telegram.asked.clear()
    assert await both(admins) == (True, False)
    assert len(telegram.asked) == 2, "it is asked again as soon as that is possible"


async def test_what_has_changed_is_not_known(admins: Admins, telegram: Telegram) -> None:
    await both(admins)
    admins.forget(GROUP, OWNER)
    telegram.trouble[GetChatMember] = UNANSWERED[0]
    with pytest.raises(TelegramRetryAfter):
        await admins.is_admin(GROUP, OWNER, fresh=IRREVERSIBLE[LOOK])


@pytest.mark.parametrize("hidden", HIDDEN, ids=lambda error: error.message)
async def test_where_members_are_hidden_admins_are_in_their_list(
    admins: Admins, telegram: Telegram, hidden: TelegramAPIError
) -> None:
    telegram.trouble[GetChatMember] = hidden
    assert await both(admins) == await both(admins) == (True, False)
    assert telegram.asked == ["getChatMember", "getChatAdministrators"] * 2
    admins.forget(GROUP, OWNER)
    telegram.trouble[GetChatAdministrators] = UNANSWERED[1]
    with pytest.raises(TelegramServerError):
        await admins.is_admin(GROUP, OWNER, fresh=IRREVERSIBLE[LOOK])


@pytest.mark.parametrize(
    "refused",
    [
        TelegramBadRequest(ASKING, "Bad Request: user not found"),
        TelegramForbiddenError(ASKING, "Forbidden: kicked"),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_who_is_not_there_is_no_admin(admins: Admins, telegram: Telegram, refused: TelegramAPIError) -> None:
    telegram.trouble[GetChatMember] = refused
    assert not await admins.is_admin(GROUP, OWNER, fresh=IRREVERSIBLE[LOOK])


# --- what cannot be taken back ----------------------------------------------------------------------------------


def test_every_deed_of_admins_is_classified_and_done_somewhere() -> None:
    """`is_admin` accepts only listed actions (mypy): compares the list with the table and the handlers."""
    assert set(IRREVERSIBLE) == set(AdminAction)
    handlers = [ast.parse(file.read_text("utf-8")) for file in Path("handlers").rglob("*.py")]
    permissions = ast.parse(Path("bot/permissions.py").read_text("utf-8"))
    asked_there = [node for node in ast.walk(permissions) if isinstance(node, ast.Call)]
    named = {
        node.attr
        for tree in (*handlers, *asked_there)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "AdminAction"
    }
    assert named == {deed.name for deed in AdminAction}


@pytest.mark.parametrize("deed", AdminAction)
async def test_for_what_is_irreversible_the_remembered_minute_is_not_enough(
    admins: Admins, telegram: Telegram, deed: AdminAction
) -> None:
    assert await admins.is_admin(GROUP, OWNER, fresh=IRREVERSIBLE[LOOK])
    telegram.deposed = True
    assert await admins.is_admin(GROUP, OWNER, fresh=IRREVERSIBLE[deed]) is not IRREVERSIBLE[deed]
    telegram.trouble[GetChatMember] = UNANSWERED[0]
    if IRREVERSIBLE[deed]:
        with pytest.raises(TelegramRetryAfter):
            await admins.is_admin(GROUP, OWNER, fresh=IRREVERSIBLE[deed])


async def test_what_was_learnt_freshly_holds_for_the_rest(admins: Admins, telegram: Telegram) -> None:
    assert await admins.is_admin(GROUP, OWNER, fresh=IRREVERSIBLE[LOOK])
    telegram.deposed = True
    assert not await admins.is_admin(GROUP, OWNER, fresh=IRREVERSIBLE[AdminAction.STOP_GAME])
    assert not await admins.is_admin(GROUP, OWNER, fresh=IRREVERSIBLE[LOOK])


@pytest.mark.parametrize("whole_group", [False, True])
async def test_an_answer_that_was_on_its_way_when_admins_changed_is_not_remembered(
    telegram: Telegram, clock: VirtualClock, *, whole_group: bool
) -> None:
    asked, goes_on = asyncio.Event(), asyncio.Event()

    async def slow(method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        answer = await telegram(method, request_timeout)
        asked.set()
        await goes_on.wait()
        return answer

    admins = Admins(slow, clock)
    asking = asyncio.ensure_future(admins.is_admin(GROUP, OWNER, fresh=IRREVERSIBLE[LOOK]))
    await asked.wait()
    telegram.deposed = True
    if whole_group:
        admins.forget_group(GROUP)
    else:
        admins.forget(GROUP, OWNER)
    goes_on.set()
    await asking
    assert not await admins.is_admin(GROUP, OWNER, fresh=IRREVERSIBLE[LOOK])
