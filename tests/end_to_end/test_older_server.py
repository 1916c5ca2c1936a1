"""A Bot API server of an older version: what it lacks is reported once, all else works, nothing is sent twice."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.core.pace import Pace
from bot.telegram.outbox.rate_limits import Limits
from sandbox.client import Client
from sandbox.server import Sandbox
from tests.faults.fault_log import injected, saw
from tests.kits.end_to_end.hosted_sandbox import (
    NO_LIMITS,
    TOKEN,
    WORDS,
    HostedSandbox,
    hosted_sandbox,
    play_game,
    settings_for,
)

PUBLISHED = "10.0"
"""The newest version whose source is open, which people run themselves."""
OLDEST = "9.0"
"""The oldest version that the sandbox can imitate."""
SPEED = 200
BROKEN = ("answer_not_understood", "update_failed", "update_not_understood", "message_not_rendered")


@contextlib.asynccontextmanager
async def at_a_server_of(version: str, folder: Path) -> AsyncIterator[HostedSandbox]:
    async with Sandbox(speed=SPEED, api_version=version) as sandbox, Client(sandbox) as stage:
        host = await stage.bot(TOKEN, "Омерта", "omerta_bot", can_read_all_group_messages=True)
        settings = settings_for(sandbox.url, folder, speed=SPEED)
        hosted = HostedSandbox(stage, sandbox, host, folder, settings, Pace(SPEED, floor_ms=0), Limits())
        await hosted.begin()
        try:
            yield hosted
        finally:
            await hosted.end()


@pytest.mark.parametrize("version", [OLDEST, PUBLISHED])
async def test_a_whole_game_with_doctor_and_settings(tmp_path: Path, version: str) -> None:
    with capture_logs() as logs:
        async with at_a_server_of(version, tmp_path) as hosted:
            people = await hosted.guests(6)
            group = await hosted.group(people)
            anna = people[0]
            await anna.say("/doctor", group)
            fine = WORDS.plain("ru", "doctor-restrict-members")
            await anna.until(lambda: f"✅ {fine}" in anna.sees(group)[-1])
            await anna.say("/settings", group)
            await anna.until(lambda: WORDS.plain("ru", "settings-in-private") in anna.sees(group)[-1])
            finale = await play_game(hosted, people, group)
            counts = await hosted.stage.counts()
    assert finale.count("№") >= 6
    events = Counter(line["event"] for line in logs)
    assert events["older_bot_api_server"] == 1
    assert {name: events[name] for name in BROKEN} == dict.fromkeys(BROKEN, 0), [
        line for line in logs if line["event"] in BROKEN
    ]
    injected("older server")
    saw(f"{version}: a whole game, refused {sum(counts['refusals'].values())} calls")


async def test_the_newest_server_is_told_nothing(tmp_path: Path) -> None:
    with capture_logs() as logs:
        async with hosted_sandbox(tmp_path) as hosted:
            await hosted.guests(1)
    assert "older_bot_api_server" not in {line["event"] for line in logs}


async def test_what_was_sent_and_not_understood_is_neither_sent_again_nor_lost(tmp_path: Path) -> None:
    """Another field than those that are filled in: a message without a date."""
    async with hosted_sandbox(tmp_path, limits=NO_LIMITS) as hosted:
        people = await hosted.guests(3)
        anna = people[0]
        group = await hosted.group(people)
        fault = await hosted.stage.fault("missing_field", method="sendMessage", field="date", times=1000)
        await anna.say("/newgame", group)
        sit = WORDS.plain("ru", "button-sit")
        await anna.until(lambda: sit in anna.buttons(group))
        for person in people[1:]:
            answer = await person.tap(sit, group)
            assert answer is not None
            assert answer.text == WORDS.plain("ru", "lobby-seated")
        # The table is the message that was sent, and is edited.
        await anna.until(lambda: any(all(p.name in text for p in people) for text in anna.sees(group)))
        helps = WORDS.plain("ru", "help-private")[:20]
        for number in range(1, 4):
            await anna.say("/help", hosted.host)
            await anna.until(lambda n=number: sum(helps in text for text in anna.sees(hosted.host)) == n)  # type: ignore[misc]
        struck = hosted.sandbox.faults.all[fault].triggered
        assert struck >= 4
        assert sum(sit in str(message.get("reply_markup")) for message in anna.messages(group)) == 1
        assert hosted.wired is not None
        while hosted.wired.outbox.waiting:  # the last answers are being recorded
            await asyncio.sleep(0.01)
        assert (await hosted.stage.counts())["methods"]["sendMessage"] == len(
            [call for call in await hosted.stage.do("calls") if call["method"] == "sendMessage" and call["result"]]
        )
        injected("answer not understood", struck)
