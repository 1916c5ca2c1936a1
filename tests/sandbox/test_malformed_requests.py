"""Malformed and hostile requests: refused with a 4xx code and JSON, never with a traceback or a 500."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import aiogram.methods
import aiohttp
import pytest
import pytest_asyncio
from aiogram.methods import TelegramMethod
from aiogram.types import BufferedInputFile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.kits.sandbox.stage import TOKEN, Cast, keyboard, png

POLITE = {400, 401, 403, 404, 405, 409, 411, 413, 415, 429}

GARBAGE = (
    "", " ", "null", "true", "-1", "0", "1e999", "NaN", "-9223372036854775809", "99999999999999999999999999",
    "[]", "{}", "[[]]", "[[[]]]", "[{}]", '[{"inline_keyboard": 1}]', "[1, null, {}]", '""', '{"a": ', "{'a': 1}",
    "[" * 3_000, '{"inline_keyboard": [[[]]]}', '{"inline_keyboard": [[{"text": 1, "callback_data": []}]]}',
    '{"message_id": "x"}', '{"type": "bold", "offset": -5, "length": 99999}', '[{"type": "bold", "offset": -5}]',
    '[{"type": [], "offset": {}, "length": null}]', '{"type": "chat"}', '{"receiver_user_id": []}',
    "attach://nothing", "attach://", "\x00", "\ufffd\u202e",
    "<b", "</b>", "&#99999999999;", "../../etc/passwd", "ж" * 5_000, "@", "@@", "-100", "--5",
)  # fmt: skip


@pytest_asyncio.fixture(autouse=True)
async def nothing_is_logged_as_an_error(caplog: pytest.LogCaptureFixture) -> AsyncIterator[None]:
    """A handler that raises shows in the server's log, whatever the client was told."""
    with caplog.at_level(logging.WARNING):
        yield
    failures = [record for record in caplog.records if record.levelno >= logging.ERROR or record.exc_info]
    assert [record.getMessage() for record in failures] == []


async def answered(response: aiohttp.ClientResponse, *, may_work: bool = False) -> dict[str, Any]:
    body = await response.read()
    assert b"Traceback" not in body
    assert response.status in POLITE or (may_work and response.status == 200), (response.status, body[:300])
    assert response.content_type == "application/json", (response.status, body[:300])
    answer = json.loads(body)
    assert answer["ok"] is (response.status == 200)
    if response.status != 200:
        assert answer.get("error_code", response.status) == response.status
        assert answer.get("description") or answer.get("error")
    return dict(answer)


# Bodies

BODIES: dict[str, tuple[str | None, bytes]] = {
    "nothing": (None, b""),
    "text": ("text/plain", b"hello"),
    "xml": ("application/xml", b"<a/>"),
    "a content type that is none": ("////", b"hello"),
    "bad json": ("application/json", b'{"chat_id": '),
    "a json list": ("application/json", b"[1, 2]"),
    "a json number": ("application/json", b"17"),
    "json null": ("application/json", b"null"),
    "deep json": ("application/json", b"[" * 100_000),
    "json that is no UTF-8": ("application/json", b'{"text": "\xff\xfe"}'),
    "json in an unknown charset": ("application/json; charset=klingon", b"{}"),
    "nested json values": ("application/json", b'{"chat_id": {"a": []}, "text": ["x"]}'),
    "urlencoded that is no UTF-8": ("application/x-www-form-urlencoded", b"chat_id=%ff%fe&text=%"),
    "a form in an unknown charset": ("application/x-www-form-urlencoded; charset=klingon", b"text=a"),
    "multipart without boundary": ("multipart/form-data", b"--x\r\n\r\n--x--"),
    "multipart cut short": (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nhel',
    ),
    "multipart without a name": ("multipart/form-data; boundary=x", b"--x\r\n\r\nhello\r\n--x--\r\n"),
    "multipart of nonsense": ("multipart/form-data; boundary=x", b"no boundary here"),
    "multipart within multipart": (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="text"\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n'
        b"--y\r\n\r\na\r\n--y--\r\n--x--\r\n",
    ),
}


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("method", ["sendMessage", "sendPhoto", "deleteMessages", "answerCallbackQuery"])
async def test_a_malformed_body_is_refused(cast: Cast, method: str, body: str) -> None:
    kind, data = BODIES[body]
    headers = {} if kind is None else {"Content-Type": kind}
    async with cast.stage.http.post(
        f"{cast.stage.url}/bot{TOKEN}/{method}", data=data, headers=headers
    ) as response:
        assert response.status in {400, 413, 415}
        await answered(response)


async def test_a_body_beyond_all_measure_is_refused(cast: Cast) -> None:
    form = aiohttp.FormData({"chat_id": str(cast.ann)})
    form.add_field("document", BytesIO(b"\0" * 53_000_000), filename="zeros.bin")
    async with cast.stage.http.post(f"{cast.stage.url}/bot{TOKEN}/sendDocument", data=form) as response:
        assert response.status == 413
        await answered(response)
    assert await cast.bot.get_me(), "the server goes on"


async def test_a_text_of_a_megabyte_is_too_long(cast: Cast) -> None:
    answer = await cast.stage.call("sendMessage", chat_id=str(cast.ann), text="x" * 1_000_000)
    assert answer["description"] == "Bad Request: message is too long"


# Parameters

VALID: dict[str, dict[str, str]] = {
    "sendMessage": {
        "chat_id": "{ann}", "text": "a", "parse_mode": "HTML", "entities": "[]", "reply_markup": "{keyboard}",
        "reply_parameters": '{"message_id": {message}}', "message_thread_id": "1", "protect_content": "true",
        "ephemeral_message_parameters": '{"receiver_user_id": {ann}}', "link_preview_options": "{}",
    },
    "editMessageText": {"chat_id": "{ann}", "message_id": "{message}", "text": "b", "reply_markup": "{keyboard}"},
    "editMessageReplyMarkup": {"chat_id": "{ann}", "message_id": "{message}", "reply_markup": "{keyboard}"},
    "editMessageCaption": {"chat_id": "{ann}", "message_id": "{message}", "caption": "c"},
    "editMessageMedia": {"chat_id": "{ann}", "message_id": "{message}", "media": '{"type": "photo"}'},
    "sendPhoto": {"chat_id": "{ann}", "photo": "{photo}", "caption": "c", "caption_entities": "[]"},
    "sendDocument": {"chat_id": "{ann}", "document": "{photo}", "caption": "c"},
    "sendMediaGroup": {"chat_id": "{ann}", "media": '[{"type": "photo", "media": "{photo}"}]'},
    "deleteMessage": {"chat_id": "{ann}", "message_id": "{message}"},
    "deleteMessages": {"chat_id": "{ann}", "message_ids": "[{message}]"},
    "forwardMessage": {"chat_id": "{ann}", "from_chat_id": "{ann}", "message_id": "{message}"},
    "copyMessage": {"chat_id": "{ann}", "from_chat_id": "{ann}", "message_id": "{message}"},
    "pinChatMessage": {"chat_id": "{group}", "message_id": "{message}"},
    "answerCallbackQuery": {"callback_query_id": "1", "text": "a", "show_alert": "true", "cache_time": "0"},
    "getChat": {"chat_id": "{group}"},
    "getChatMember": {"chat_id": "{group}", "user_id": "{bob}"},
    "restrictChatMember": {
        "chat_id": "{group}", "user_id": "{bob}", "until_date": "0", "permissions": '{"can_send_messages": true}',
    },
    "setChatPermissions": {"chat_id": "{group}", "permissions": '{"can_send_messages": true}'},
    "setChatMemberTag": {"chat_id": "{group}", "user_id": "{bob}", "tag": "a"},
    "setMyCommands": {
        "commands": '[{"command": "a", "description": "b"}]',
        "scope": '{"type": "default"}', "language_code": "uk",
    },
    "getMyCommands": {"scope": '{"type": "default"}', "language_code": "uk"},
    "getUpdates": {"offset": "0", "limit": "1", "allowed_updates": "[]"},
    "setWebhook": {"url": "", "secret_token": "a", "max_connections": "1", "allowed_updates": "[]"},
    "sendChatAction": {"chat_id": "{ann}", "action": "typing"},
    "setMessageReaction": {"chat_id": "{ann}", "message_id": "{message}", "reaction": "[]"},
    "getFile": {"file_id": "{photo}"},
}  # fmt: skip

NEEDED = {
    "sendMessage": ("chat_id", "text"),
    "editMessageText": ("chat_id", "message_id", "text"),
    "sendPhoto": ("chat_id", "photo"),
    "deleteMessage": ("chat_id", "message_id"),
    "deleteMessages": ("chat_id", "message_ids"),
    "answerCallbackQuery": ("callback_query_id",),
    "getChat": ("chat_id",),
    "getChatMember": ("chat_id", "user_id"),
    "restrictChatMember": ("chat_id", "user_id"),
    "getFile": ("file_id",),
    "forwardMessage": ("chat_id", "from_chat_id", "message_id"),
}


async def filled_in(cast: Cast) -> dict[str, dict[str, str]]:
    photo = await cast.bot.send_photo(cast.ann, BufferedInputFile(png(), "grey.png"))
    message = await cast.bot.send_message(cast.ann, "tap", reply_markup=keyboard("a"))
    await cast.say("/waiting")  # for a bot that asks at once again, and would wait for three seconds
    assert photo.photo is not None
    values = {
        "{ann}": str(cast.ann), "{bob}": str(cast.bob), "{group}": str(cast.group),
        "{message}": str(message.message_id), "{photo}": photo.photo[-1].file_id,
        "{keyboard}": keyboard("b").model_dump_json(exclude_none=True),
    }  # fmt: skip
    calls = {}
    for method, parameters in VALID.items():
        calls[method] = dict(parameters)
        for name, value in parameters.items():
            for mark, real in values.items():
                value = value.replace(mark, real)  # noqa: PLW2901
            calls[method][name] = value
    return calls


@pytest.mark.parametrize("method", VALID)
async def test_garbage_in_any_parameter_is_refused_politely(cast: Cast, method: str) -> None:
    valid = (await filled_in(cast))[method]
    address = f"{cast.stage.url}/bot{TOKEN}/{method}"
    for name in valid:
        for garbage in GARBAGE:
            async with cast.stage.http.post(address, data={**valid, name: garbage}) as response:
                await answered(response, may_work=True)


@pytest.mark.parametrize(
    ("method", "name"), [(method, name) for method, names in NEEDED.items() for name in names]
)
async def test_a_missing_parameter_is_a_bad_request(cast: Cast, method: str, name: str) -> None:
    valid = (await filled_in(cast))[method]
    parameters = {key: value for key, value in valid.items() if key in NEEDED[method] and key != name}
    answer = await cast.stage.call(method, **parameters)
    assert answer["error_code"] == 400
    assert answer["description"].startswith("Bad Request: ")


METHODS: dict[str, list[str]] = {
    kind.__api_method__: [name for name in kind.model_fields if name != "timeout"]
    for name in aiogram.methods.__all__
    if isinstance(kind := getattr(aiogram.methods, name), type)
    and issubclass(kind, TelegramMethod)
    and kind is not TelegramMethod
    and name not in {"LeaveChat", "LogOut", "Close", "Request", "Response"}
}

VALUES = st.one_of(
    st.sampled_from(GARBAGE),
    st.text(max_size=50),
    st.integers().map(str),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
        max_leaves=8,
    ).map(json.dumps),
)


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, dict[str, str]]:
    method = draw(st.sampled_from(sorted(METHODS)))
    names = METHODS[method]
    chosen = draw(st.lists(st.sampled_from(names), unique=True, max_size=6)) if names else []
    return method, {name: draw(VALUES) for name in chosen}


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(call=calls(), where=st.sampled_from(["ann", "group", None]))
async def test_any_method_with_any_parameters(
    cast: Cast, call: tuple[str, dict[str, str]], where: str | None
) -> None:
    method, parameters = call
    if method == "getUpdates":
        await cast.say("/waiting")
    if where and "chat_id" in METHODS[method]:
        parameters = {**parameters, "chat_id": str(getattr(cast, where))}
    # what a URL-encoded form cannot hold is no matter of the server's
    parameters = {name: value.encode("utf-8", "replace").decode() for name, value in parameters.items()}
    async with cast.stage.http.post(f"{cast.stage.url}/bot{TOKEN}/{method}", data=parameters) as response:
        await answered(response, may_work=True)


# Addresses and tokens


@pytest.mark.parametrize("token", ["1:a", "4242:", ":", "%00", "4242:a-token-of-the-sandbo", "4242:ж"])
async def test_an_unknown_token_is_401(cast: Cast, token: str) -> None:
    async with cast.stage.http.post(f"{cast.stage.url}/bot{token}/getMe") as response:
        assert response.status in {401, 404}
        await answered(response)


@pytest.mark.parametrize(
    "path", ["/bot", "/bot/getMe", f"/bot{TOKEN}", f"/bot{TOKEN}/", f"/bot{TOKEN}/a/b", "/nowhere"]
)
async def test_an_address_that_is_none_is_404(cast: Cast, path: str) -> None:
    async with cast.stage.http.post(f"{cast.stage.url}{path}") as response:
        assert response.status in {401, 404, 405}
        assert b"Traceback" not in await response.read()


async def test_method_names_are_read_without_case(cast: Cast) -> None:
    """Telegram says so, and some libraries rely on it."""
    assert (await cast.stage.call("SENDmessage", chat_id=str(cast.ann), text="a"))["ok"]


async def test_a_call_may_be_a_get(cast: Cast) -> None:
    address = f"{cast.stage.url}/bot{TOKEN}/sendMessage"
    async with cast.stage.http.get(address, params={"chat_id": cast.ann, "text": "a"}) as response:
        assert (await response.json())["ok"]


async def raw(cast: Cast, request: str) -> tuple[int, bytes]:
    """One request, byte for byte: clients tidy paths up before they send them."""
    parts = urlsplit(cast.stage.url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    try:
        head = f"{request} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode())
        await writer.drain()
        answer = await asyncio.wait_for(reader.read(), 5)
    finally:
        writer.close()
        await writer.wait_closed()
    return int(answer.split(b" ", 2)[1]), answer


@pytest.mark.parametrize("root", ["/page", f"/file/bot{TOKEN}", "/media"])
@pytest.mark.parametrize(
    "path",
    [
        "/../server.py",
        "/../../pyproject.toml",
        "/%2e%2e/server.py",
        "/..%2fserver.py",
        "/..%2f..%2fpyproject.toml",
        "/%2e%2e%2f%2e%2e%2fpyproject.toml",
        "/..%5cserver.py",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/....//....//etc/passwd",
        "/%00",
        "/.",
        "/index.html%00.png",
    ],
)
async def test_no_path_leads_out(cast: Cast, root: str, path: str) -> None:
    status, answer = await raw(cast, f"GET {root}{path}")
    assert status in {400, 403, 404}, answer[:300]
    for secret in (b"import ", b"[project]", b"root:", b"Traceback"):
        assert secret not in answer


async def test_files_belong_to_their_bot(cast: Cast) -> None:
    sent = await cast.bot.send_document(cast.ann, BufferedInputFile(b"secret", "a.txt"))
    assert sent.document is not None
    path = (await cast.bot.get_file(sent.document.file_id)).file_path
    for token, status in ((TOKEN, 200), ("1:unknown", 401)):
        async with cast.stage.http.get(f"{cast.stage.url}/file/bot{token}/{path}") as response:
            assert response.status in ({200} if status == 200 else {401, 404})


async def test_an_uploaded_page_does_not_run_beside_ours(cast: Cast) -> None:
    """A document is fetched from the page's own origin: as HTML it could act as the person who looks at it."""
    script = b"<script>fetch('/control/world', {method: 'POST'})</script>"
    for name in ("evil.html", "evil.svg", "evil.xhtml"):
        sent = await cast.bot.send_document(cast.ann, BufferedInputFile(script, name))
        assert sent.document is not None
        async with cast.stage.http.get(f"{cast.stage.url}/media/{sent.document.file_id}") as response:
            harmless = response.content_type in {"application/octet-stream", "text/plain"}
            kept_apart = "attachment" in response.headers.get("Content-Disposition", "")
            assert harmless or kept_apart
            assert response.headers.get("X-Content-Type-Options") == "nosniff"


# The control API


FOREIGN = [
    "http://evil.example",
    "https://127.0.0.1.evil.example",
    "null",
    "http://127.0.0.1:1",
    "http://localhost.evil:80",
]


@pytest.mark.parametrize("origin", FOREIGN)
async def test_a_foreign_origin_controls_nothing(cast: Cast, origin: str) -> None:
    headers = {"Origin": origin}
    async with cast.stage.http.post(f"{cast.stage.url}/control/world", json={}, headers=headers) as response:
        assert response.status == 403
        await answered(response)
    with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
        await cast.stage.http.ws_connect(f"{cast.stage.url}/ws", headers=headers)
    assert caught.value.status == 403


async def test_a_foreign_host_controls_nothing(cast: Cast) -> None:
    """A name of theirs that points at 127.0.0.1 makes their page ours: the browser sends that name."""
    headers = {"Host": "evil.example"}
    async with cast.stage.http.post(f"{cast.stage.url}/control/world", json={}, headers=headers) as response:
        assert response.status == 403
        await answered(response)
    with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
        await cast.stage.http.ws_connect(f"{cast.stage.url}/ws", headers=headers)
    assert caught.value.status == 403


async def test_our_own_origin_may(cast: Cast) -> None:
    headers = {"Origin": cast.stage.url}
    async with cast.stage.http.post(f"{cast.stage.url}/control/world", json={}, headers=headers) as response:
        assert response.status == 200
    async with cast.stage.http.ws_connect(f"{cast.stage.url}/ws", headers=headers) as socket:
        assert "hello" in json.dumps(await socket.receive_json(timeout=5))


COMMANDS = (
    "view_as", "add_person", "change_person", "add_bot", "add_group", "add_topic", "join", "leave",
    "add_bot_to_group", "remove_from_group", "restrict", "promote", "set_permissions", "upgrade", "start", "block",
    "unblock", "say", "send", "edit", "forward", "delete", "tap", "callback_answer", "history", "read",
    "set_speed", "set_limits", "calls", "fault", "set_slow_mode", "hide_members", "refuse_writing", "close_topic",
)  # fmt: skip

ARGUMENTS = (
    "user_id", "chat", "text", "message_id", "bot_id", "target_id", "owner_id", "title", "type", "rights", "kind",
    "permissions", "token", "first_name", "username", "row", "column", "query_id", "speed", "times", "name", "to",
    "before", "limit", "reply_to", "message_thread_id", "per_chat", "per_group", "per_bot", "since", "data",
    "payload",
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_without_its_arguments_is_refused(cast: Cast, command: str) -> None:
    async with cast.stage.http.post(f"{cast.stage.url}/control/{command}", json={}) as response:
        await answered(response, may_work=command in {"calls", "set_limits"})


@pytest.mark.parametrize("body", [b"", b"[", b"[]", b"null", b"7", b'"a"', b"\xff", b"[" * 100_000])
async def test_control_refuses_what_is_no_object(cast: Cast, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    async with cast.stage.http.post(f"{cast.stage.url}/control/say", data=body, headers=headers) as response:
        assert response.status == 400
        await answered(response)


async def test_an_unknown_verb_is_refused(cast: Cast) -> None:
    for command in ("explode", "__init__", "", "say/again", "%00"):
        async with cast.stage.http.post(f"{cast.stage.url}/control/{command}", json={}) as response:
            assert response.status in {400, 404}
            assert b"Traceback" not in await response.read()


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
async def test_any_verb_with_any_arguments(cast: Cast, data: st.DataObject) -> None:
    command = data.draw(st.sampled_from(COMMANDS))
    real = {"user_id": cast.ann, "chat": cast.group, "bot_id": cast.bot.id, "owner_id": cast.ann}
    names = data.draw(st.lists(st.sampled_from(ARGUMENTS), unique=True, max_size=6))
    arguments = {**real, **{name: data.draw(ANY_JSON) for name in names}}
    if command in {"fault", "leave", "block", "upgrade"}:  # would change what the other examples meet
        arguments["user_id"] = arguments["chat"] = -5
        arguments["kind"] = "nothing"
    async with cast.stage.http.post(f"{cast.stage.url}/control/{command}", json=arguments) as response:
        await answered(response, may_work=True)


async def test_a_window_survives_its_own_nonsense(cast: Cast) -> None:
    async with cast.stage.http.ws_connect(f"{cast.stage.url}/ws") as socket:
        await socket.receive_json(timeout=5)
        for nonsense in ("", "{", "[]", "null", "7", "{}", '{"id": 1}', '{"id": 1, "command": 5}', "[" * 50_000):
            await socket.send_str(nonsense)
        await socket.send_bytes(b"\x00\xff")
        await socket.send_json({"id": {"a": []}, "command": "world"})
        await socket.send_json({"id": 2, "command": "say", "args": [1]})
        await socket.send_json({"id": 3, "command": "explode", "args": {}})
        await socket.send_json({"id": 4, "command": "world", "args": {}})
        answers = {}
        while 4 not in answers:
            answer = await socket.receive_json(timeout=5)
            if isinstance(answer.get("id"), int):
                answers[answer["id"]] = answer["ok"]
        assert (answers[2], answers[3], answers[4]) == (False, False, True)


async def test_what_people_type_stays_text(cast: Cast) -> None:
    evil = '<img src=x onerror="alert(1)">'
    person = await cast.stage.do("add_person", first_name=evil)
    assert person["first_name"] == evil
    await cast.stage.do("join", chat=cast.group, user_id=person["id"])
    await cast.say(evil, user_id=person["id"])
    [message] = [shown for shown in await cast.stage.history(cast.ann, cast.group) if shown.get("text") == evil]
    assert message["from"]["first_name"] == evil
    assert "entities" not in message


HALF = "\ud83d"
HALVES = {"escaped": b"\\ud83d", "as bytes": HALF.encode("utf-8", "surrogatepass")}


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
@pytest.mark.parametrize("field", ["data", "text", "first_name"])
async def test_half_of_a_surrogate_pair_is_no_text_and_stops_nothing(cast: Cast, field: str, half: bytes) -> None:
    sent = await cast.bot.send_message(cast.group, "x", reply_markup=keyboard("Да"))
    orders = {
        "data": ("tap", {"user_id": cast.ann, "chat": str(cast.group), "message_id": sent.message_id}),
        "text": ("say", {"user_id": cast.ann, "chat": str(cast.group)}),
        "first_name": ("add_person", {}),
    }
    command, arguments = orders[field]
    body = json.dumps(arguments | {field: "@"}).encode().replace(b"@", half)
    headers = {"Content-Type": "application/json"}
    async with cast.stage.http.post(f"{cast.stage.url}/control/{command}", data=body, headers=headers) as response:
        assert response.status == 400
        await answered(response)
    with pytest.raises(Exception, match=r"surrogate|bad-"):
        await cast.stage.do(command, **arguments, **{field: HALF})
    await cast.say("да", user_id=cast.ann)
    async with asyncio.timeout(10):
        while not any(one.message and one.message.text == "да" for one in await cast.bot.get_updates(timeout=1)):
            pass


async def test_it_listens_on_loopback_only(cast: Cast) -> None:
    assert urlsplit(cast.stage.url).hostname == "127.0.0.1"
