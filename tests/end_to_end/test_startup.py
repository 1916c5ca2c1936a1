"""Start of the program: an error that prevents it is one line that says what to do, with exit code 1."""

import asyncio
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.language.translator import LANGUAGES
from bot.storage.open_database import open_database
from sandbox.client import BotAccount, Client
from sandbox.server import Sandbox
from tests.end_to_end.test_web_server import free_port
from tests.faults.fault_log import injected
from tests.kits.end_to_end.hosted_sandbox import TOKEN, WORDS
from tests.kits.end_to_end.program import ROOT, Launcher

FILE = "sqlite+aiosqlite:///omerta.db"


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox() as started:
        yield started


@pytest.fixture
async def stage(sandbox: Sandbox) -> AsyncIterator[Client]:
    async with Client(sandbox) as opened:
        await opened.bot(TOKEN, "Омерта", "omerta_bot", can_read_all_group_messages=True)
        yield opened


async def test_a_token_that_is_none(launcher: Launcher, tmp_path: Path) -> None:
    line = await launcher.refusal(tmp_path, bot_token="my secret token", database_url=FILE)
    assert "BOT_TOKEN is not a token" in line
    assert "my secret token" not in line


def test_from_a_cold_start_too(tmp_path: Path) -> None:
    """Runs the command as it is typed."""
    settings = {"BOT_TOKEN": "my secret token", "DATABASE_URL": FILE, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-m", "bot.cli", "run"],
        cwd=tmp_path,
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == "omerta: BOT_TOKEN is not a token of BotFather's (123456:ABC…). Check it.\n"


async def test_a_token_that_telegram_does_not_know(launcher: Launcher, tmp_path: Path, sandbox: Sandbox) -> None:
    line = await launcher.refusal(tmp_path, bot_token=TOKEN, api_url=sandbox.url, database_url=FILE)
    assert "Telegram does not know this BOT_TOKEN" in line
    assert TOKEN not in line


async def test_a_webhook_without_a_secret(launcher: Launcher, tmp_path: Path) -> None:
    line = await launcher.refusal(tmp_path, bot_token=TOKEN, webhook_url="https://example.org/hook", web_port=8080)
    assert "WEBHOOK_URL needs a WEBHOOK_SECRET" in line


async def test_settings_that_cannot_be_read(launcher: Launcher, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"BOT_TOKEN={TOKEN}\n")
    (tmp_path / ".env").chmod(0)
    assert ".env cannot be read (PermissionError)" in await launcher.refusal(tmp_path, without_rights=True)


async def test_a_database_file_without_rights(launcher: Launcher, tmp_path: Path) -> None:
    async with asyncio.timeout(30):
        database, release = await open_database(f"sqlite+aiosqlite:///{tmp_path}/omerta.db")
    await database.close()
    release()
    (tmp_path / "omerta.db").chmod(0)
    (tmp_path / "omerta.db.lock").chmod(0)
    before = (tmp_path / "omerta.db").stat().st_size
    line = await launcher.refusal(tmp_path, without_rights=True, bot_token=TOKEN, database_url=FILE)
    assert "cannot be written to (Permission denied)" in line
    assert (tmp_path / "omerta.db").stat().st_size == before


async def test_a_folder_that_cannot_be_written_to(launcher: Launcher, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    url = f"sqlite+aiosqlite:///{closed}/omerta.db"
    line = await launcher.refusal(tmp_path, without_rights=True, bot_token=TOKEN, database_url=url)
    assert "cannot be written to (Permission denied)" in line


async def test_a_folder_for_backups_that_cannot_be_written_to(launcher: Launcher, tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    line = await launcher.refusal(
        tmp_path, without_rights=True, bot_token=TOKEN, database_url=FILE, backup_dir="closed/copies"
    )
    assert "BACKUP_DIR closed/copies cannot be written to" in line


async def test_a_database_of_a_newer_release(launcher: Launcher, tmp_path: Path) -> None:
    database, release = await open_database(f"sqlite+aiosqlite:///{tmp_path}/omerta.db")
    await database.close()
    release()
    with sqlite3.connect(tmp_path / "omerta.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    line = await launcher.refusal(tmp_path, bot_token=TOKEN, database_url=FILE)
    assert "written by a newer release" in line


@pytest.mark.usefixtures("stage")
async def test_a_second_one_on_the_same_database(launcher: Launcher, tmp_path: Path, sandbox: Sandbox) -> None:
    settings: dict[str, Any] = {"bot_token": TOKEN, "api_url": sandbox.url, "database_url": FILE}
    async with launcher.start(tmp_path, **settings) as first:
        await first.says("ready")
        line = await launcher.refusal(tmp_path, **settings)
        assert "Another Omertà is running" in line
        assert await first.ends(signal.SIGTERM) == 0


async def test_a_port_that_is_in_use(launcher: Launcher, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = await launcher.refusal(tmp_path, bot_token=TOKEN, database_url=FILE, web_port=port)
    assert f"Cannot listen on 127.0.0.1:{port} (Address already in use)" in line
    assert not (tmp_path / "omerta.db").exists()


@pytest.mark.usefixtures("stage")
async def test_an_address_that_telegram_does_not_take(
    launcher: Launcher, tmp_path: Path, sandbox: Sandbox
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    line = await launcher.refusal(
        tmp_path,
        bot_token=TOKEN,
        api_url=sandbox.url,
        database_url=FILE,
        webhook_url="ftp://example.org/hook",
        webhook_secret="secret",
        web_port=port,
    )
    assert "Telegram refuses setWebhook" in line


async def test_telegram_out_of_reach_is_waited_for(
    launcher: Launcher, tmp_path: Path, stage: Client, sandbox: Sandbox
) -> None:
    await stage.fault("error", method="getMe", times=2, error_code=502)
    async with launcher.start(tmp_path, bot_token=TOKEN, api_url=sandbox.url, database_url=FILE) as host:
        assert (await host.says("telegram_unreachable"))["why"] == "RestartingTelegram"
        await host.says("ready")
        assert await host.ends(signal.SIGTERM) == 0


@pytest.mark.parametrize("method", ["getMe", "deleteWebhook", "setWebhook", "setMyCommands", "getUpdates"])
@pytest.mark.parametrize("kind", ["gateway", "cut_answer"])
async def test_a_gateway_that_answers_for_telegram_is_waited_for(
    launcher: Launcher, tmp_path: Path, stage: Client, sandbox: Sandbox, method: str, kind: str
) -> None:
    """A page instead of an answer, or half an answer: the start goes on when Telegram itself answers again."""
    fault = await stage.fault(kind, method=method, times=2)
    settings: dict[str, Any] = {"bot_token": TOKEN, "api_url": sandbox.url, "database_url": FILE}
    if method == "setWebhook":
        port = free_port()
        url = f"http://127.0.0.1:{port}/telegram"
        settings |= {"webhook_url": url, "webhook_secret": "the-secret", "web_port": port}
    async with launcher.start(tmp_path, log_level="DEBUG", **settings) as host:
        await host.says("ready")
        person = await stage.person("Анна")
        await person.start()
        await person.until(lambda: len(person.sees(stage.only_bot())) > 1)
        menus = sandbox.world.users.bots[stage.only_bot().id].commands
        async with asyncio.timeout(30):
            while sandbox.faults.all[fault].triggered < 2 or len(menus) < 2 * (1 + len(LANGUAGES)):
                await asyncio.sleep(0.01)
        injected("gateway at the start", sandbox.faults.all[fault].triggered)
        said = await host.says("updates_not_fetched" if method == "getUpdates" else "telegram_unreachable")
        assert said["why"] == "AnswerUnreadable"
        assert await host.ends(signal.SIGTERM) == 0
    assert not [line for line in host.lines if "Bad Gateway" in line or "Traceback" in line]


async def test_a_long_wait_at_the_start_is_told(
    launcher: Launcher, tmp_path: Path, stage: Client, sandbox: Sandbox
) -> None:
    await stage.fault("error", method="getMe", times=1, error_code=429, retry_after=300)
    async with launcher.start(tmp_path, bot_token=TOKEN, api_url=sandbox.url, database_url=FILE) as host:
        assert (await host.says("told_to_wait"))["wait_s"] == 300
        assert await host.ends(signal.SIGTERM) == 0


async def test_a_server_without_menus_is_good_enough(
    launcher: Launcher, tmp_path: Path, stage: Client, sandbox: Sandbox
) -> None:
    await stage.fault("error", method="setMyCommands", times=9, error_code=404, description="Not Found")
    async with launcher.start(tmp_path, bot_token=TOKEN, api_url=sandbox.url, database_url=FILE) as host:
        await host.says("ready")
        assert "setMyCommands" in (await host.says("menus_not_set"))["why"]
        assert await host.ends(signal.SIGTERM) == 0
    assert not [line for line in host.lines if "BOT_TOKEN" in line or "Traceback" in line]


@pytest.mark.usefixtures("stage")
async def test_a_server_that_answers_in_another_way_is_named_in_one_line(
    launcher: Launcher, tmp_path: Path, stage: Client, sandbox: Sandbox
) -> None:
    await stage.fault("missing_field", method="getMe", times=1, field="first_name")
    line = await launcher.refusal(tmp_path, bot_token=TOKEN, api_url=sandbox.url, database_url=FILE)
    assert "The answer to getMe is not understood: this release speaks Bot API" in line


@pytest.mark.usefixtures("stage")
async def test_an_older_server_is_told_in_one_line(
    launcher: Launcher, tmp_path: Path, stage: Client, sandbox: Sandbox
) -> None:
    await stage.fault("missing_field", method="getMe", times=1, field="supports_join_request_queries")
    async with launcher.start(tmp_path, bot_token=TOKEN, api_url=sandbox.url, database_url=FILE) as host:
        said = await host.says("older_bot_api_server")
        assert said["older_than"] == "10.1"
        assert said["missing"] == ["rich messages (10.1)", "messages to one person in a group (10.3)"]
        await host.says("ready")
        assert await host.ends(signal.SIGTERM) == 0
    assert len([line for line in host.lines if "older_bot_api_server" in line]) == 1


async def test_nobody_at_the_other_end_is_waited_for_until_told_to_stop(
    launcher: Launcher, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    async with launcher.start(tmp_path, bot_token=TOKEN, api_url=url, database_url=FILE) as host:
        await host.says("telegram_unreachable")
        assert await host.ends(signal.SIGTERM) == 0
    assert TOKEN not in "\n".join(host.lines)


async def test_a_token_that_is_withdrawn_ends_the_program(
    launcher: Launcher, tmp_path: Path, stage: Client, sandbox: Sandbox
) -> None:
    async with launcher.start(tmp_path, bot_token=TOKEN, api_url=sandbox.url, database_url=FILE) as host:
        await host.says("ready")
        await stage.fault("error", method="getUpdates", times=1, error_code=401, description="Unauthorized")
        person = await stage.person("Анна")
        await person.start()  # ends the long poll, so that the next one meets the fault
        assert await host.ends() == 1
    assert "Telegram does not know this BOT_TOKEN any more" in host.lines[-1]


async def test_the_batch_in_hand_is_finished_and_confirmed(
    launcher: Launcher, tmp_path: Path, stage: Client, sandbox: Sandbox
) -> None:
    """SIGTERM arrives while a tap is being handled: it is stored, answered, and does not come again."""
    bot: BotAccount = stage.only_bot()
    async with launcher.start(tmp_path, bot_token=TOKEN, api_url=sandbox.url, database_url=FILE) as host:
        people = [await stage.person(name) for name in ("Анна", "Борис")]
        await host.says("ready")
        for person in people:
            await person.start(bot)
            await person.until(lambda person=person: len(person.sees(bot)) > 1)  # type: ignore[misc]
        group = await stage.group("Двор", people, bot, rights=["can_pin_messages"])
        await people[0].say("/newgame", group)
        sit = WORDS.plain("ru", "button-sit")
        await people[0].until(lambda: sit in people[0].buttons(group))
        fault = await stage.fault("delay", method="answerCallbackQuery", seconds=1.0)
        tapping = asyncio.create_task(people[1].tap(sit, group))
        while not sandbox.faults.all[fault].triggered:  # the host is in the middle of it
            await asyncio.sleep(0.01)
        assert await host.ends(signal.SIGTERM) == 0
        answer = await tapping
        assert answer is not None
        assert answer.text == WORDS.plain("ru", "lobby-seated")
    assert "callback_query" not in {update.kind for update in sandbox.updates.queue(bot.id).pending}
    with sqlite3.connect(tmp_path / "omerta.db") as connection:
        (lobby,) = connection.execute("SELECT lobby FROM games").fetchone()
    connection.close()
    assert "Борис" in lobby
