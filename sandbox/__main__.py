"""`python -m sandbox`: starts the Bot API and its page for any bot."""

from __future__ import annotations

import argparse
import asyncio
import secrets

from sandbox.botapi.rate_limits import PUBLISHED
from sandbox.botapi.versions import NEWEST, VERSIONS
from sandbox.control.errors import CommandError
from sandbox.server import LAST_PORT, NewBot, Sandbox


async def run(host: str, port: int, token: str, api_version: str) -> None:
    bot = NewBot(token)
    own = Sandbox([bot], host=host, port=port, limits=PUBLISHED, or_next=True, api_version=api_version)
    async with own as sandbox:
        print(f"The page: {sandbox.url}" + (f" (port {sandbox.taken} is taken)" if sandbox.taken else ""))
        print(f"A bot:    @{bot.username}, token {token}, Bot API server {sandbox.url}", flush=True)
        await asyncio.Event().wait()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m sandbox", description="A Bot API with people to play with.")
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (default: loopback only)")
    parser.add_argument(
        "--port", type=int, default=8081, help="or the next free one; 0 takes any free one (default: 8081)"
    )
    parser.add_argument("--token", default="", help="the bot's token (default: a new one)")
    parser.add_argument(
        "--api-version", default=NEWEST, choices=VERSIONS, help=f"behave as an older server (default: {NEWEST})"
    )
    given = parser.parse_args()
    if not 0 <= given.port <= LAST_PORT:
        parser.error(f"--port: there is no port {given.port}")
    token = given.token or f"{secrets.randbelow(10**9) + 10**9}:{secrets.token_hex(18)}"
    try:
        asyncio.run(run(given.host, given.port, token, given.api_version))
    except KeyboardInterrupt:
        pass
    except CommandError as bad:
        parser.error(str(bad))
    except OSError as problem:
        parser.exit(
            1, f"Cannot listen on {given.host}:{given.port}: {problem.strerror}. Another --port may be free.\n"
        )


if __name__ == "__main__":
    main()
