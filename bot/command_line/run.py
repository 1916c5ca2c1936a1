"""`omerta run` and `omerta migrate-store`: run the host, and copy its database to PostgreSQL."""

import argparse
import signal
import sys
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from bot.command_line.exit_codes import FAILED, HELD

if TYPE_CHECKING:
    from bot.settings import Settings
    from bot.wiring import Parts
    from sandbox.server import Sandbox

SOLO_GAMES_PER_HOUR = 100
"""In the sandbox, where people try out how a game begins."""
SIGNS = (signal.SIGINT, signal.SIGTERM)


def run(args: argparse.Namespace) -> int:
    """Runs the host. Without a token it plays in the sandbox, on the page whose address it prints."""
    import asyncio

    from bot.core.errors import CannotStart
    from bot.operations.logs import set_up_logs
    from bot.settings import Settings, readable, warn_of_open_file

    try:
        settings = readable(Settings)
        secrets = [secret.get_secret_value() for secret in (settings.bot_token, settings.webhook_secret)]
        set_up_logs(settings.log_level, settings.log_format, secrets)
        warn_of_open_file()
        if settings.bot_token.get_secret_value():
            from bot.serving import serve

            asyncio.run(_until_told(serve(settings, on_ready=_settle)))
        else:
            asyncio.run(_until_told(_in_sandbox(settings, args.port)))
    except CannotStart as reason:
        print(f"omerta: {reason}", file=sys.stderr)
        return FAILED
    except Exception as error:
        from bot.core.error_reports import described, trace

        print(trace(error), file=sys.stderr)
        print(f"omerta: stopped by {described(error)}. Nothing is lost; start it again.", file=sys.stderr)
        return FAILED
    return HELD


def _settle(_: "Parts") -> None:
    from bot.operations.python_gc import settle

    settle()


async def _until_told(work: "Coroutine[Any, Any, None]") -> None:
    """Runs until the work ends or a signal comes: SIGTERM ends the program as cleanly as Ctrl+C."""
    import asyncio
    import contextlib

    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()

    def end() -> None:
        """Shuts down cleanly on the first signal; the second one is handled by the system."""
        for sign in SIGNS:
            loop.remove_signal_handler(sign)
        task.cancel()

    for sign in SIGNS:
        with contextlib.suppress(NotImplementedError):  # Windows has none: there Ctrl-C ends it
            loop.add_signal_handler(sign, end)
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _in_sandbox(settings: "Settings", port: int) -> None:
    """Runs the host against the sandbox's Bot API over HTTP; nothing is kept."""
    import secrets
    import tempfile

    from pydantic import SecretStr

    from bot.core.pace import Pace
    from bot.serving import serve
    from sandbox.botapi.rate_limits import PUBLISHED
    from sandbox.server import NewBot, Sandbox

    pace = Pace(settings.speed)

    def set_speed(speed: float) -> None:
        pace.speed = speed

    token = f"{secrets.randbelow(10**9) + 10**9}:{secrets.token_hex(18)}"
    bot = NewBot(token, "Омерта", "omerta_bot", can_read_all_group_messages=True)
    with tempfile.TemporaryDirectory() as folder:
        stage = Sandbox([bot], port=port, limits=PUBLISHED, speed=settings.speed, on_speed=set_speed, or_next=True)
        async with _listening(stage):
            moved = f" (port {stage.taken} is taken)" if stage.taken else ""
            print(f"Omertà: {stage.url}{moved}", flush=True)
            own = {
                "bot_token": SecretStr(token),
                "api_url": stage.url,
                "database_url": f"sqlite+aiosqlite:///{folder}/omerta.db",
                "stand_ins": True,
                "solo_games_per_hour": SOLO_GAMES_PER_HOUR,
                "webhook_url": "",
            }
            await serve(settings.model_copy(update=own), pace, on_ready=_settle)


@asynccontextmanager
async def _listening(stage: "Sandbox") -> AsyncIterator[None]:
    from bot.core.errors import CannotStart

    try:
        await stage.start()
    except OSError as problem:
        place = f"{stage.host}:{stage.port}"
        raise CannotStart(f"Cannot listen on {place} ({problem.strerror}). Choose another --port.") from problem
    try:
        yield
    finally:
        await stage.stop()


PASSWORD_SEEN = (
    "Every account of this machine can read the password on a command line. "
    "Leave it out and give it in PGPASSWORD or ~/.pgpass; better change this one."
)


def migrate_store(args: argparse.Namespace) -> int:
    """Copies the database to PostgreSQL. The host must be stopped; started on the new database, it continues its
    games."""
    import asyncio

    from bot.core.errors import CannotStart
    from bot.settings import Settings, readable
    from bot.storage.copy_to_postgres import copy_store, names_password

    if names_password(args.to):
        print(f"omerta: {PASSWORD_SEEN}", file=sys.stderr)
    try:
        copied = asyncio.run(copy_store(args.source or readable(Settings).database_url, args.to))
    except CannotStart as reason:
        print(f"omerta: {reason}", file=sys.stderr)
        return FAILED
    for table, rows in copied.items():
        print(f"{table:<12} {rows:>9}")
    print("Everything is there. Set DATABASE_URL to the new database, and start.")
    return HELD
