"""The session of all calls: answers that are not from the Bot API, and features that an older server lacks."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
from aiogram import Bot
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramAPIError,
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.methods import (
    AnswerCallbackQuery,
    CopyMessage,
    EditMessageText,
    GetChat,
    GetChatAdministrators,
    GetChatMember,
    GetMe,
    GetUpdates,
    PinChatMessage,
    SendMessage,
    TelegramMethod,
)
from aiogram.types import (
    ChatFullInfo,
    ChatMemberAdministrator,
    ChatMemberOwner,
    ChatMemberRestricted,
    Message,
    Update,
)
from aiohttp import web
from structlog.testing import capture_logs

from bot.telegram.calls.call_policy import policy_of
from bot.telegram.calls.errors import AnswerNotUnderstood, AnswerUnreadable
from bot.telegram.calls.session import Session
from bot.telegram.updates.update_trim import read_answer, read_update

TOKEN = "987654321:the-token-that-nobody-may-read-0123456"
PAGE = "<html><head><title>502 Bad Gateway</title></head><body>a page</body></html>"
CHAT = {"id": -1005, "type": "supergroup", "title": "Двор"}
USER = {"id": 5, "is_bot": False, "first_name": "Анна"}
SENT: dict[str, Any] = {"message_id": 7, "date": 1, "chat": CHAT, "text": "x"}
EVERY_KIND: list[TelegramMethod[Any]] = [
    SendMessage(chat_id=-1005, text="x"),
    EditMessageText(chat_id=-1005, message_id=7, text="x"),
    PinChatMessage(chat_id=-1005, message_id=7),
    AnswerCallbackQuery(callback_query_id="9"),
    GetChatMember(chat_id=-1005, user_id=5),
    GetMe(),
    GetUpdates(),
]


@dataclass
class Server:
    """Answers every call with the same bytes."""

    bot: Bot
    body: bytes = b""
    status: int = 200
    content_type: str = "application/json"
    calls: int = 0
    delay: float = 0

    async def answer(self, _: web.Request) -> web.Response:
        self.calls += 1
        await asyncio.sleep(self.delay)
        return web.Response(body=self.body, status=self.status, headers={"Content-Type": self.content_type})

    def says(self, body: Any, status: int = 200, content_type: str = "application/json") -> None:
        self.body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.status, self.content_type = status, content_type

    async def told(self, method: TelegramMethod[Any], result: Any) -> Any:
        self.says({"ok": True, "result": result})
        return await self.bot(method)


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    session = Session(read_answer)
    serving = Server(Bot(TOKEN, session=session))
    app = web.Application()
    app.router.add_route("*", "/{anything:.*}", serving.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)  # nobody waits for a call that was given up
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    session.api = TelegramAPIServer.from_base(f"http://127.0.0.1:{runner.addresses[0][1]}")
    yield serving
    await session.close()
    await runner.cleanup()


# --- answers that are none --------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", EVERY_KIND, ids=lambda method: type(method).__name__)
@pytest.mark.parametrize(
    ("body", "status"),
    [
        (PAGE.encode(), 502),
        (PAGE.encode(), 504),
        (PAGE.encode(), 200),
        (PAGE.encode(), 404),
        (b"", 502),
        (b"", 200),
        (b'{"ok":true,"result":{"message_id":7,"da', 200),
        (b'{"ok":true,"result":tru', 200),
        (b'{"ok":false,"error_code":400,"descr', 400),
        (b'{"ok":true,"result":true}', 502),
        (b"[]", 200),
        (b"null", 502),
        (b'"gateway"', 503),
        (b'{"message":"no Route matched"}', 404),
        (b'{"ok":"yes"}', 200),
    ],
)
async def test_what_is_no_answer_may_have_been_executed_or_not(
    server: Server, method: TelegramMethod[Any], body: bytes, status: int
) -> None:
    """It is handled like a broken connection."""
    server.says(body, status, "text/html; charset=utf-8")
    with pytest.raises(TelegramNetworkError) as caught:
        await server.bot(method)
    assert isinstance(caught.value, AnswerUnreadable)
    told = f"{caught.value} {caught.value!r}"
    assert TOKEN not in told
    assert "127.0.0.1" not in told
    assert "html" not in told.lower()
    assert str(status) in told
    assert server.calls == 1


@pytest.mark.parametrize(
    ("body", "charset"), [(PAGE.encode(), "klingon"), (b"\xff\xfe\x00", "utf-8"), (b"\xff\xff", "ascii")]
)
async def test_a_page_in_an_encoding_that_nobody_knows(server: Server, body: bytes, charset: str) -> None:
    server.says(body, 502, f"text/html; charset={charset}")
    with pytest.raises(AnswerUnreadable):
        await server.bot(GetMe())


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (400, TelegramBadRequest),
        (403, TelegramForbiddenError),
        (404, TelegramNotFound),
        (413, TelegramBadRequest),
        (500, TelegramServerError),
        (502, TelegramServerError),
    ],
)
async def test_a_refusal_stays_what_it_is(server: Server, code: int, kind: type[TelegramAPIError]) -> None:
    server.says({"ok": False, "error_code": code, "description": "Bad Request: words"}, code)
    with pytest.raises(kind, match="words"):
        await server.bot(SendMessage(chat_id=5, text="x"))
    server.says({"ok": False, "error_code": code}, code)
    with pytest.raises(kind):
        await server.bot(SendMessage(chat_id=5, text="x"))


async def test_a_body_too_large_for_a_gateway_is_refused_for_good(server: Server) -> None:
    """To send it again would bring the same answer for ever, and delay every other chat."""
    server.says(PAGE.encode(), 413, "text/html")
    with pytest.raises(TelegramBadRequest):
        await server.bot(SendMessage(chat_id=5, text="x"))


@pytest.mark.parametrize("parameters", [{"retry_after": 300}, {}, None, {"retry_after": 0}])
async def test_to_be_told_to_wait_is_always_that(server: Server, parameters: dict[str, int] | None) -> None:
    told = {"ok": False, "error_code": 429, "description": "Too Many Requests", "parameters": parameters}
    server.says(told, 429)
    with pytest.raises(TelegramRetryAfter) as caught:
        await server.bot(SendMessage(chat_id=5, text="x"))
    assert caught.value.retry_after == (parameters or {}).get("retry_after") or 1 <= caught.value.retry_after <= 10


# --- executed, and not understood -------------------------------------------------------------------------------


@pytest.mark.parametrize("missing", ["date", "text", "chat.type", "chat.title"])
async def test_a_message_that_was_sent_is_known_by_its_number(server: Server, missing: str) -> None:
    outer, _, inner = missing.partition(".")
    raw = json.loads(json.dumps(SENT))
    del (raw[outer] if inner else raw)[inner or outer]
    message = await server.told(SendMessage(chat_id=-1005, text="x"), raw)
    assert isinstance(message, Message)
    assert (message.message_id, message.chat.id) == (7, -1005)


async def test_of_a_newer_message_what_matters_is_kept(server: Server) -> None:
    newer = {**SENT, "ephemeral_message_id": 3, "message_thread_id": 4, "entities": [{"type": 5}]}
    message = await server.told(SendMessage(chat_id=-1005, text="x"), newer)
    assert isinstance(message, Message)
    assert (message.message_id, message.ephemeral_message_id, message.message_thread_id) == (7, 3, 4)
    edited = await server.told(EditMessageText(chat_id=-1005, message_id=7, text="x"), newer)
    assert isinstance(edited, Message)


@pytest.mark.parametrize("result", [{"new": "shape"}, None, 1, "yes"])
async def test_what_only_says_yes_is_yes_in_any_shape(server: Server, result: Any) -> None:
    assert await server.told(PinChatMessage(chat_id=-1005, message_id=7), result) is True
    assert await server.told(EditMessageText(chat_id=-1005, message_id=7, text="x"), result) is True


@pytest.mark.parametrize(
    ("method", "result"),
    [
        (GetChatMember(chat_id=-1005, user_id=5), {"user": USER, "status": "guest-of-honour"}),
        (GetMe(), {"id": "nobody"}),
        (CopyMessage(chat_id=5, from_chat_id=6, message_id=7), {}),
        (SendMessage(chat_id=-1005, text="x"), {"number": 7}),
        (SendMessage(chat_id=-1005, text="x"), None),
    ],
    ids=lambda value: type(value).__name__,
)
async def test_what_cannot_be_made_out_says_that_it_was_executed(
    server: Server, method: TelegramMethod[Any], result: Any
) -> None:
    """It must not be taken for a broken connection and sent again."""
    with capture_logs() as logs, pytest.raises(AnswerNotUnderstood) as caught:
        await server.told(method, result)
    assert not isinstance(caught.value, TelegramNetworkError | ClientDecodeError)
    assert "executed" in str(caught.value)
    assert server.calls == 1
    assert [line["event"] for line in logs] == ["answer_not_understood"]
    assert "guest-of-honour" not in str(logs)


async def test_updates_that_are_not_understood_are_left_to_the_polling(server: Server) -> None:
    """Polling parses those that can be parsed."""
    with pytest.raises(ClientDecodeError) as caught:
        await server.told(GetUpdates(), [{"update_id": 8, "message": {"message_id": "x"}}])
    assert caught.value.data["result"][0]["update_id"] == 8


# --- an older server --------------------------------------------------------------------------------------------

OLDER_ADMIN = {
    "user": USER,
    "status": "administrator",
    "can_be_edited": False,
    "is_anonymous": False,
    "can_manage_chat": True,
    "can_restrict_members": True,
}
OLDER_RESTRICTED = {
    "user": USER,
    "status": "restricted",
    "until_date": 0,
    "is_member": True,
    "can_send_messages": True,
    "can_pin_messages": True,
}


async def test_rights_that_an_older_server_does_not_know_are_not_given(server: Server) -> None:
    member = await server.told(GetChatMember(chat_id=-1005, user_id=5), OLDER_ADMIN)
    assert isinstance(member, ChatMemberAdministrator)
    assert (member.can_restrict_members, member.can_send_welcome_messages) == (True, False)
    owner = {"user": USER, "status": "creator"}
    both = await server.told(GetChatAdministrators(chat_id=-1005), [owner, OLDER_ADMIN])
    assert [type(one) for one in both] == [ChatMemberOwner, ChatMemberAdministrator]


async def test_permissions_that_an_older_server_does_not_know_follow_those_it_knows(server: Server) -> None:
    member = await server.told(GetChatMember(chat_id=-1005, user_id=5), OLDER_RESTRICTED)
    assert isinstance(member, ChatMemberRestricted)
    assert (member.can_edit_tag, member.can_manage_topics, member.can_react_to_messages) == (True, True, True)
    assert (member.can_send_photos, member.can_change_info) == (False, False)
    muted = {**OLDER_RESTRICTED, "can_send_messages": False, "can_pin_messages": False}
    member = await server.told(GetChatMember(chat_id=-1005, user_id=5), muted)
    assert isinstance(member, ChatMemberRestricted)
    assert (member.can_edit_tag, member.can_manage_topics, member.can_react_to_messages) == (False, False, False)


async def test_somebody_restricted_in_a_small_group_is_there(server: Server) -> None:
    """In a group that is no supergroup the server sends only the status."""
    member = await server.told(GetChatMember(chat_id=-5, user_id=5), {"user": USER, "status": "restricted"})
    assert isinstance(member, ChatMemberRestricted)
    assert member.is_member


async def test_a_chat_of_an_older_server(server: Server) -> None:
    chat = await server.told(GetChat(chat_id=-1005), {**CHAT, "permissions": {"can_send_messages": False}})
    assert isinstance(chat, ChatFullInfo)
    assert chat.permissions is not None
    assert chat.permissions.can_send_messages is False
    with pytest.raises(AnswerNotUnderstood):  # which chat it is cannot be made up
        await server.told(GetChat(chat_id=-1005), {"title": "Двор", "type": "supergroup"})


@pytest.mark.parametrize("kind", ["my_chat_member", "chat_member"])
async def test_members_in_updates_of_an_older_server(server: Server, kind: str) -> None:
    left = {"user": USER, "status": "left"}
    change = {"chat": CHAT, "from": USER, "date": 1, "old_chat_member": left, "new_chat_member": OLDER_ADMIN}
    (update,) = await server.told(GetUpdates(), [{"update_id": 8, kind: change}])
    assert isinstance(getattr(update, kind).new_chat_member, ChatMemberAdministrator)
    pushed = Update.model_validate(read_update(json.dumps({"update_id": 8, kind: change})))
    assert isinstance(getattr(pushed, kind).new_chat_member, ChatMemberAdministrator)


# --- time limits, and what a broken connection tells ------------------------------------------------------------


async def test_a_call_without_a_limit_has_that_of_its_method(server: Server) -> None:
    method = AnswerCallbackQuery(callback_query_id="9")
    server.delay = 30
    async with asyncio.timeout(policy_of(method).limit_s + 3):
        with pytest.raises(TelegramNetworkError, match="timeout"):
            await server.bot(method)


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:1",  # nobody listens
        "http://",
        "http://[",
        "nonsense://127.0.0.1",
        "http://127.0.0.1:99999",
        "http://does-not-exist.invalid",
    ],
)
async def test_a_call_that_does_not_come_through_tells_no_address(address: str) -> None:
    session = Session(read_answer)
    session.api = TelegramAPIServer(base=f"{address}/bot{{token}}/{{method}}", file="")
    try:
        with pytest.raises(TelegramNetworkError) as caught:
            await Bot(TOKEN, session=session)(GetMe())
    finally:
        await session.close()
    assert TOKEN not in f"{caught.value} {caught.value!r}"
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


async def test_an_answer_that_is_no_http_tells_no_address() -> None:
    async def nonsense(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/9.x what?\r\nthe page\r\n\r\n")
        writer.close()
        await writer.wait_closed()

    listening = await asyncio.start_server(nonsense, "127.0.0.1", 0)
    session = Session(read_answer)
    session.api = TelegramAPIServer.from_base(f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}")
    try:
        with pytest.raises(TelegramNetworkError) as caught:
            await Bot(TOKEN, session=session)(GetMe())
    finally:
        await session.close()
        listening.close()
        await listening.wait_closed()
    told = f"{caught.value} {caught.value!r}"
    assert TOKEN not in told
    assert "the page" not in told
