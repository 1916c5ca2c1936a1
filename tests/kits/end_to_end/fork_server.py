"""A process that has imported the host once and forks one on request, so that a restart takes no imports.

It reads one line of JSON for each request and answers with one: `start` → the process id, `reap` → how it ended.
"""

import asyncio
import gc
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from bot.core.pace import Pace
from bot.operations.logs import set_up_logs
from bot.serving import serve
from bot.settings import Settings
from bot.telegram.outbox.rate_limits import Limits
from bot.wiring import Parts


def main() -> None:
    gc.freeze()
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        wish: dict[str, Any] = json.loads(line)
        if "reap" in wish:
            _, status = os.waitpid(wish["reap"], 0)
            print(json.dumps(os.waitstatus_to_exitcode(status)), flush=True)
            continue
        number = os.fork()
        if number == 0:
            _be_the_host(wish)
        print(json.dumps(number), flush=True)


def _be_the_host(wish: dict[str, Any]) -> None:
    ends = 1
    try:
        log = os.open(wish["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for stream, file in ((0, os.open(os.devnull, os.O_RDONLY)), (1, log), (2, log)):
            os.dup2(file, stream)
        settings = Settings.model_validate(wish["settings"])
        set_up_logs(settings.log_level, "text")

        def ready(host: Parts) -> None:
            host.lobby_opening.draw_secret = lambda: wish["secret"]
            Path(wish["ready"]).touch()

        asyncio.run(_until_told(settings, Pace(wish["speed"], wish["floor_ms"]), ready))
        ends = 0
    finally:
        os._exit(ends)


async def _until_told(settings: Settings, pace: Pace, ready: Any) -> None:
    serving = asyncio.ensure_future(serve(settings, pace, Limits(), ready))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, serving.cancel)
    await asyncio.wait((serving,))
    if not serving.cancelled():
        serving.result()


if __name__ == "__main__":
    main()
