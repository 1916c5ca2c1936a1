"""No log line holds the token, whichever logger writes it and whatever log level is set."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TOKEN = "987654321:the-token-that-nobody-may-read-0123456"
SHORT = "77:short"
"""A token that BotFather does not issue, but the program accepts."""
SECRET = "the-secret-of-the-webhook"

PROGRAM = """
import asyncio, logging, sys
from urllib.parse import quote
import structlog
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import TelegramNetworkError
from aiogram.methods import GetMe
from bot.operations.logs import set_up_logs
from bot.telegram.calls.session import Session
from bot.telegram.updates.update_trim import read_answer

style, token, secret = sys.argv[1:]
set_up_logs("DEBUG", style, (token, secret))
logging.getLogger().setLevel(logging.DEBUG)  # more than the program asks of libraries
ours = structlog.get_logger()


async def main():
    asyncio.get_running_loop().set_debug(True)
    for session in (AiohttpSession(), Session(read_answer)):
        for base in ("http://", "nonsense://x", "http://127.0.0.1:1"):
            session.api = TelegramAPIServer(base=base + "/bot{token}/{method}", file="")
            try:
                await Bot(token, session=session)(GetMe())
            except TelegramNetworkError as failed:
                cause, name = failed.__cause__, f"{type(session).__name__} {base}"
                theirs = logging.getLogger(name)  # of each only the first is heard
                ours.debug("call failed", why=str(failed), error=failed, nested={"cause": [cause, token]})
                ours.exception("with its trace")
                ours.error(f"in the event {failed}")
                theirs.warning("call failed: %s %r", failed, cause, exc_info=failed)
                theirs.error("as an argument %s", {"url": f"https://api.example/bot{token}/getMe"})
                lost = {"message": f"{name} never retrieved", "exception": failed}
                asyncio.get_running_loop().call_exception_handler(lost)
        await session.close()
    ours.info("encoded", url=f"/bot{quote(token, safe='')}/getMe", raw=f"bot{token}".encode())
    ours.info("another", header={"X-Secret": secret})


asyncio.run(main())
"""


REPEATING = """
import logging
from bot.operations.logs import set_up_logs

set_up_logs("INFO", "json")
for number in range(500):
    logging.getLogger("aiohttp.server").error("Error handling request from %s", number)
    logging.getLogger("asyncio").error("socket.accept() out of system resource")
"""


def test_what_a_library_says_again_and_again_fills_no_disk() -> None:
    surroundings = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", REPEATING]
    run = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True)
    assert [line.count("request") for line in run.stderr.splitlines()] == [1, 0]


@pytest.mark.parametrize("token", [TOKEN, SHORT])
@pytest.mark.parametrize("style", ["json", "console"])
def test_calls_that_fail_tell_no_token(style: str, token: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, style, token, SECRET],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    lines = run.stderr.splitlines()
    assert len(lines) >= 6 * 6 + 2, "every one of them has written"
    assert "<token>" in run.stderr
    hidden = (token, token.partition(":")[2], SECRET)
    assert [line for line in lines if any(secret in line for secret in hidden)] == []
    assert all(part in run.stderr for part in ("call failed", "never retrieved", "with its trace", "getMe"))


def test_a_token_that_nobody_has_announced_is_recognised() -> None:
    """The sandbox creates its token after the log is set up."""
    code = (
        "import structlog; from bot.operations.logs import set_up_logs; set_up_logs('DEBUG', 'json');"
        f"structlog.get_logger().info('x', a=['{TOKEN}'], b='/bot{SHORT}/getMe', c='{TOKEN.replace(':', '%3A')}')"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stderr.count("<token>") == 3
    assert "short" not in run.stderr
    assert "nobody" not in run.stderr
