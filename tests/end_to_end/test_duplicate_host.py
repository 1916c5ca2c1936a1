"""Two real hosts with one token on two databases: each detects the other and tells its owner."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import serving
from bot.core.pace import Pace
from tests.end_to_end.test_web_server import SECRET, free_port, get
from tests.kits.end_to_end.hosted_sandbox import WORDS, HostedSandbox, hosted_sandbox, settings_for

WAITS_S = 60


async def until_noticed(hosted: HostedSandbox) -> None:
    async with asyncio.timeout(WAITS_S):
        while not json.loads((await get(hosted, "/healthz"))[1])["duplicate_host"]:
            await asyncio.sleep(0.1)


@contextlib.asynccontextmanager
async def another(hosted: HostedSandbox) -> AsyncIterator[None]:
    """Starts a host with the same token and a database of its own, by polling."""
    folder = hosted.folder / "other"
    folder.mkdir()
    other = asyncio.create_task(serving.serve(settings_for(hosted.sandbox.url, folder), Pace(200)))
    try:
        yield
    finally:
        other.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await other


async def test_two_that_poll_notice_each_other_and_the_owner_is_told(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, web_port=free_port()) as hosted:
        (anna,) = await hosted.guests(1)
        await hosted.end()
        hosted.settings = hosted.settings.model_copy(update={"owner_id": anna.id})
        await hosted.begin()
        await hosted.ready()
        status, text = await get(hosted, "/healthz")
        assert (status, json.loads(text)["duplicate_host"]) == (200, False), "a quick restart is no rival"
        async with another(hosted):
            await until_noticed(hosted)
            assert (await get(hosted, "/healthz"))[0] == 200, "to start it again would mend nothing"
            assert "omerta_duplicate_host 1.0" in (await get(hosted, "/metrics"))[1]
            told = WORDS.plain("ru", "owner-rival-host")
            await anna.until(lambda: told in anna.sees(hosted.host))


async def test_a_webhook_that_was_taken_away_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "LOOK_MS", 200)
    port = free_port()
    url = f"http://127.0.0.1:{port}/telegram"
    async with hosted_sandbox(tmp_path, webhook_url=url, webhook_secret=SECRET, web_port=port) as hosted:
        await hosted.ready()
        assert not json.loads((await get(hosted, "/healthz"))[1])["duplicate_host"]
        async with another(hosted):
            await until_noticed(hosted)
