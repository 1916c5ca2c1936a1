"""The web server of the host: webhook with its secret, health, metrics; and a whole game over it, after which no
log line holds a secret, a card or a private message."""

import asyncio
import io
import json
import re
import signal
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import pytest
from structlog.testing import capture_logs

from bot.runtime.web_connections import MOST_OPEN
from bot.runtime.web_server import LARGEST_BODY
from bot.telegram.updates.webhook import SECRET_HEADER
from engine.role_catalogue import CATALOGUE
from sandbox.client import Client, Group
from sandbox.server import Sandbox
from tests.faults.fault_log import injected, saw
from tests.kits.end_to_end.hosted_sandbox import TOKEN, WORDS, HostedSandbox, hosted_sandbox, play_game
from tests.kits.end_to_end.program import Launcher

SECRET = "the-secret-of-the-webhook"
HIDDEN = "kumquat"
WHISPER = f"никому не говорите, что у меня спрятан {HIDDEN}"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


@pytest.fixture
async def hosted(tmp_path: Path) -> AsyncIterator[HostedSandbox]:
    port = free_port()
    url = f"http://127.0.0.1:{port}/telegram"
    async with hosted_sandbox(tmp_path, webhook_url=url, webhook_secret=SECRET, web_port=port) as begun:
        await begun.ready()
        (anna,) = await begun.guests(1)
        await anna.until(lambda: len(anna.sees(begun.host)) > 1)
        yield begun


async def post(hosted: HostedSandbox, body: bytes, **headers: str) -> int:
    async with aiohttp.ClientSession() as web:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        async with web.post(hosted.settings.webhook_url, data=io.BytesIO(body), headers=named) as answer:
            return answer.status


async def test_connections_that_ask_for_nothing_keep_nobody_out(hosted: HostedSandbox) -> None:
    port = hosted.settings.web_port
    silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST_OPEN + 50)]
    try:
        assert (await get(hosted, "/healthz"))[0] == 200
        assert await post(hosted, b"{}", **{SECRET_HEADER: SECRET}) == 200
        ended = [asyncio.ensure_future(_ended(reader)) for reader, _ in silent]
        done, held = await asyncio.wait(ended, timeout=5)
        assert len(done) > 50, "the oldest have made room"
        assert len(held) <= MOST_OPEN
        for waiting in held:
            waiting.cancel()
    finally:
        for _, writer in silent:
            writer.close()


async def test_who_connects_and_asks_for_nothing_is_not_waited_for(
    hosted: HostedSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.runtime.web_connections.FIRST_REQUEST_S", 0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", hosted.settings.web_port)
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: x")
    assert await asyncio.wait_for(_ended(reader), 5)
    writer.close()


async def _ended(reader: asyncio.StreamReader) -> bool:
    try:
        return await reader.read() == b""
    except ConnectionResetError:
        return True


async def get(hosted: HostedSandbox, path: str) -> tuple[int, str]:
    url = f"http://127.0.0.1:{hosted.settings.web_port}{path}"
    async with aiohttp.ClientSession() as web, web.get(url) as answer:
        return answer.status, await answer.text()


def start_update(hosted: HostedSandbox, number: int, text: str = "/help", by: int = 0) -> bytes:
    user_id = by or hosted.people[0].id
    return command(number, text, user_id, {"id": user_id, "type": "private", "first_name": "Анна"})


def command_in(group: Group, by: int, text: str) -> bytes:
    return command(by, text, by, {"id": group.id, "type": "supergroup", "title": "Двор"})


def command(number: int, text: str, user_id: int, chat: dict[str, Any]) -> bytes:
    who = {"id": user_id, "is_bot": False, "first_name": "Анна"}
    entities = [{"type": "bot_command", "offset": 0, "length": len(text)}]
    message = {"message_id": 900, "date": 1, "chat": chat, "from": who, "text": text, "entities": entities}
    return json.dumps({"update_id": number, "message": message}).encode()


async def test_who_does_not_know_the_secret_is_not_even_read(hosted: HostedSandbox) -> None:
    update = start_update(hosted, 1)
    before = hosted.people[0].sees(hosted.host)
    assert await post(hosted, update) == 403
    for wrong in ("", SECRET[:-1], SECRET + "x", "й"):
        assert await post(hosted, update, **{SECRET_HEADER: wrong}) == 403
    assert await post(hosted, b"{" * (LARGEST_BODY + 1)) == 403
    assert hosted.people[0].sees(hosted.host) == before


async def test_a_secret_that_is_no_text_is_refused_like_any_other(hosted: HostedSandbox) -> None:
    body = start_update(hosted, 1)
    lines = [
        f"POST {urlsplit(hosted.settings.webhook_url).path} HTTP/1.1".encode(),
        b"Host: 127.0.0.1",
        SECRET_HEADER.encode() + b": \xff\xfe",
        f"Content-Length: {len(body)}".encode(),
        b"Connection: close",
    ]
    with capture_logs() as logs:
        reader, writer = await asyncio.open_connection("127.0.0.1", hosted.settings.web_port)
        writer.write(b"\r\n".join((*lines, b"", body)))
        answer = await reader.read()
        writer.close()
    assert answer.split(b"\r\n")[0].split()[1] == b"403"
    assert not any(line["log_level"] == "error" or "exc_info" in line for line in logs)


async def test_refusals_are_counted_and_not_said_one_by_one(hosted: HostedSandbox) -> None:
    with capture_logs() as logs:
        for _ in range(40):
            assert await post(hosted, b"{}") == 403
    assert sum(line["event"] == "webhook_refused" for line in logs) == 1
    assert "omerta_webhook_refused_total 40.0" in (await get(hosted, "/metrics"))[1]


async def test_who_knows_it_is_heard_and_nonsense_is_refused(hosted: HostedSandbox) -> None:
    anna = hosted.people[0]
    known = {SECRET_HEADER: SECRET}
    assert await post(hosted, b"{" * (LARGEST_BODY + 1), **known) == 413
    assert await post(hosted, b"{nonsense", **known) == 400
    # It comes from Telegram and cannot be parsed: a refusal would bring it again and again.
    assert await post(hosted, b'{"update_id": "x"}', **known) == 200
    assert await post(hosted, start_update(hosted, 77), **known) == 200
    await anna.until(lambda: WORDS.plain("ru", "help-private")[:20] in anna.sees(hosted.host)[-1])


async def test_nobody_waits_for_a_slow_call_made_for_somebody_else(hosted: HostedSandbox) -> None:
    """Telegram brings updates of different people at the same time."""
    anna = hosted.people[0]
    group = await hosted.group([anna])
    fault = await hosted.stage.fault("delay", method="getChatMember", chat=group.id, seconds=20, times=99)
    known, loop = {SECRET_HEADER: SECRET}, asyncio.get_running_loop()

    async def brought(update: bytes) -> float:
        began = loop.time()
        assert await post(hosted, update, **known) == 200
        return loop.time() - began

    slow = [asyncio.create_task(brought(command_in(group, 1000 + one, "/settings"))) for one in range(5)]
    while hosted.sandbox.faults.all[fault].triggered < len(slow):
        await asyncio.sleep(0.01)
    quick = sorted([await brought(start_update(hosted, 100 + number, by=2000 + number)) for number in range(40)])
    assert not any(task.done() for task in slow)
    assert quick[-1] < 2.0, "a busy machine included; the slow ones take three at least"
    assert max(await asyncio.gather(*slow)) < 10, "given up long before the call is answered"
    injected("call held for 20 s", hosted.sandbox.faults.all[fault].triggered)
    saw(f"webhook: 40 of 40 updates taken within {quick[-1] * 1000:.0f} ms")


async def test_pending_updates_outlive_a_restart(hosted: HostedSandbox) -> None:
    """The webhook stays when the host ends, and no update is dropped when it starts."""
    anna = hosted.people[0]
    await hosted.end()
    assert hosted.sandbox.updates.queue(hosted.host.id).webhook is not None
    await anna.say("/help", hosted.host)
    await hosted.begin()
    await anna.until(lambda: WORDS.plain("ru", "help-private")[:20] in anna.sees(hosted.host)[-1])


async def test_health_and_numbers_name_nobody(hosted: HostedSandbox) -> None:
    status, text = await get(hosted, "/healthz")
    told = json.loads(text)
    assert (status, told["well"], told["live_games"], told["open_tables"]) == (200, True, 0, 0)
    assert told["outbox_waiting"] in (0, 1)  # the greeting may be on its way
    assert told["version"]
    assert told["uptime_s"] >= 0
    status, text = await get(hosted, "/metrics")
    assert status == 200
    assert re.search(r'omerta_updates_total\{kind="message",outcome="handled"\} [1-9]', text)
    assert re.search(r'omerta_calls_total\{method="sendMessage"\} [1-9]', text)
    assert 'omerta_tables{phase="playing"} 0.0' in text
    secrets = (TOKEN, SECRET, str(hosted.people[0].id), str(hosted.host.id), "Анна")
    assert not any(secret in text for secret in secrets)


async def test_without_a_port_nobody_listens(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path) as hosted:
        await hosted.ready()
        assert hosted.settings.web_port == 0
        assert hosted.sandbox.updates.queue(hosted.host.id).webhook is None


# --- a whole game -----------------------------------------------------------------------------------------------


def words_of_cards() -> set[str]:
    """Returns every name of a card, in both languages and in the code."""
    named = {(family, role.id) for family, roles in CATALOGUE.items() for role in roles.values()}
    said = {WORDS.plain(language, f"role-{family}-{role}") for family, role in named for language in ("ru", "uk")}
    return said | {role for _, role in named}


async def numbers(port: int) -> str:
    async with aiohttp.ClientSession() as web, web.get(f"http://127.0.0.1:{port}/metrics") as answer:
        return await answer.text()


async def test_a_whole_game_over_the_webhook_leaves_no_secret_in_the_log(
    launcher: Launcher, tmp_path: Path
) -> None:
    port = free_port()
    settings: dict[str, Any] = {
        "bot_token": TOKEN,
        "database_url": f"sqlite+aiosqlite:///{tmp_path}/omerta.db",
        "webhook_url": f"http://127.0.0.1:{port}/telegram",
        "webhook_secret": SECRET,
        "web_port": port,
        "log_level": "DEBUG",
        "speed": 60,
    }
    async with Sandbox(speed=60) as sandbox, Client(sandbox) as stage:
        bot = await stage.bot(TOKEN, "Омерта", "omerta_bot", can_read_all_group_messages=True)
        async with launcher.start(tmp_path, quick=True, api_url=sandbox.url, **settings) as host:
            await host.says("ready")
            hosted = HostedSandbox(stage, sandbox, bot, tmp_path, None, None, None)  # type: ignore[arg-type]
            people = await hosted.guests(6)
            group = await hosted.group(people)
            await people[0].say(WHISPER, bot)
            finale = await play_game(hosted, people, group)
            assert finale.count("№") >= 6
            counted = await numbers(port)
            assert (await stage.counts())["refusals"] == {}
            assert await host.ends(signal.SIGTERM) == 0
        queue = sandbox.updates.queue(bot.id)
        assert queue.delivered["callback_query"] > 0
    assert 'omerta_commands_total{decided="accepted"}' in counted
    assert re.search(r"omerta_events_stored_total [1-9]", counted)
    assert re.search(r"omerta_tap_seconds_count [1-9]", counted)
    assert re.search(r"omerta_timer_late_ms_count [1-9]", counted)
    for line in (*host.lines, *counted.splitlines()):
        if line.startswith("{"):
            json.loads(line)
        assert not any(secret in line for secret in (TOKEN, SECRET, WHISPER, HIDDEN))
        assert not words_of_cards() & set(re.findall(r"[\w'’-]+", line.lower())), line
    assert any(json.loads(line).get("chat") == group.id for line in host.lines if line.startswith("{"))
