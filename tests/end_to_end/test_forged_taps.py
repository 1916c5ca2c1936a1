"""Forged taps with values that no database can store: each is answered at once and not delivered again, and other
people are not affected. Over HTTP, by polling and by webhook, on both databases."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.test_web_server import SECRET, free_port, get, post
from tests.faults.fault_log import injected
from tests.kits.end_to_end.hosted_sandbox import HostedSandbox, hosted_sandbox

FORGED = (
    *("k:99999999999999999999999:home::", f"k:-{10**30}:home::", f"n:stats:{10**30}:fiim:30:show"),
    *("c:a\0b", "l:\0:sit", "u:\0:join:0", f"u:x:join:{2**70}"),
)


def forged(number: int, who: int, data: str) -> dict[str, Any]:
    person = {"id": who, "is_bot": False, "first_name": "x"}
    chat = {"id": who, "type": "private", "first_name": "x"}
    message = {"message_id": 1, "date": 0, "chat": chat}
    query = {"id": str(number), "from": person, "chat_instance": "1", "data": data, "message": message}
    return {"update_id": number, "callback_query": query}


async def bring(hosted: HostedSandbox, way: str, who: int) -> None:
    for number, data in enumerate(FORGED, start=10_000_000):
        update = forged(number, who, data)
        if way == "webhook":
            told = json.dumps(update).encode()
            assert await post(hosted, told, X_Telegram_Bot_Api_Secret_Token=SECRET) == 200, data
        else:
            hosted.sandbox.updates.queue(hosted.host.id).put("callback_query", update["callback_query"])
        injected("forged tap with a bad value")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("way", ["polling", "webhook"])
async def test_a_forged_tap_deafens_nobody(
    tmp_path: Path, request: pytest.FixtureRequest, way: str, kind: str
) -> None:
    port = free_port()
    more: dict[str, Any] = {"web_port": port}
    if way == "webhook":
        more |= {"webhook_url": f"http://127.0.0.1:{port}/telegram", "webhook_secret": SECRET}
    if kind == "postgresql":
        more["database_url"] = request.getfixturevalue("postgres").new_database()
    async with hosted_sandbox(tmp_path, **more) as hosted:
        await hosted.ready()
        (anna,) = await hosted.guests(1)
        await bring(hosted, way, anna.id)

        def answers() -> int:
            return sum(message["from"]["is_bot"] for message in anna.messages(hosted.host))

        before = answers()
        await anna.say("/help", hosted.host)
        await anna.until(lambda: answers() > before)
        status, health = await get(hosted, "/healthz")
        assert (status, json.loads(health)["store"]) == (200, True)
        _, metrics = await get(hosted, "/metrics")
        counted = [line.split() for line in metrics.splitlines() if 'kind="callback_query"' in line]
        assert sum(float(count) for name, count in counted if "_total{" in name) == len(FORGED)
        assert 'outcome="put-aside"' not in metrics
        assert 'omerta_errors_total{place="store"}' not in metrics
