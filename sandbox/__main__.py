"""`python -m sandbox`: the stage, a group to play in, and the demo bot."""

from __future__ import annotations

import argparse
import asyncio

from sandbox.limits import PUBLISHED
from sandbox.server import NewBot, Sandbox


async def set_the_scene(sandbox: Sandbox, bot: NewBot) -> None:
    """Three people and their group, so that a visitor need not begin with nothing."""
    do = sandbox.control.do
    names = ("Оля", "Петя", "Ян")
    people = [await do("add_person", {"first_name": name, "language_code": "ru"}) for name in names]
    owner = people[0]["id"]
    group = await do("add_group", {"title": "Двор", "owner_id": owner})
    for person in people[1:]:
        await do("join", {"chat": group["id"], "user_id": person["id"]})
    rights = ["can_delete_messages", "can_restrict_members", "can_pin_messages", "can_manage_tags"]
    bot_id = sandbox.world.tokens[bot.token].id
    joined = {"chat": group["id"], "bot_id": bot_id, "user_id": owner, "rights": rights}
    await do("add_bot_to_group", joined)


async def run(host: str, port: int, demo: bool) -> None:
    if not demo:
        async with Sandbox(host=host, port=port, limits=PUBLISHED) as sandbox:
            print(f"Sandbox: {sandbox.url}", flush=True)
            await asyncio.Event().wait()
        return
    from sandbox.demo import DEMO, run_demo  # noqa: PLC0415 - takes seconds, and --no-demo needs none of it

    async with Sandbox([DEMO], host=host, port=port, limits=PUBLISHED) as sandbox:
        await set_the_scene(sandbox, DEMO)
        print(f"Sandbox: {sandbox.url}", flush=True)
        await run_demo(sandbox.url)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m sandbox", description="A Bot API with people to play with.")
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (default: loopback only)")
    parser.add_argument("--port", type=int, default=8081, help="0 takes any free one (default: 8081)")
    parser.add_argument("--no-demo", action="store_true", help="without the demo bot and its group")
    given = parser.parse_args()
    try:
        asyncio.run(run(given.host, given.port, not given.no_demo))
    except KeyboardInterrupt:
        pass
    except OSError as problem:
        parser.exit(
            1, f"Cannot listen on {given.host}:{given.port}: {problem.strerror}. Another --port may be free.\n"
        )


if __name__ == "__main__":
    main()
