"""The commands: argument checks, answers, and that every command in README.md exists."""

import re
from pathlib import Path
from typing import Any

import pytest

import sandbox
from sandbox.control.errors import CommandError
from sandbox.server import NewBot, Sandbox

README = Path(sandbox.__file__).parent / "README.md"


async def test_every_command_of_the_readme_exists() -> None:
    commands = README.read_text(encoding="utf-8").partition("## Commands")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`.+?`) \|", commands, re.MULTILINE)
    named = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    assert len(named) > 30
    for command in named:
        with pytest.raises(CommandError, match="bad-arguments"):
            await Sandbox().commands.do(command, {"no_such_argument": 1})


@pytest.mark.parametrize(
    ("command", "arguments", "code"),
    [
        ("explode", {}, "no-such-command"),
        ("say", {"user_id": 1, "chat": 2}, "bad-arguments"),
        ("say", {"user_id": "1", "chat": 2, "text": "a"}, "bad-arguments"),
        ("say", {"user_id": True, "chat": 2, "text": "a"}, "bad-arguments"),
        ("say", {"user_id": 1, "chat": 2, "text": "a"}, "no-such-person"),
        ("add_person", {"first_name": "  "}, "bad-arguments"),
        ("add_bot", {"token": "abc", "first_name": "a", "username": "abc"}, "bad-arguments"),
        ("fault", {"kind": "error", "method": "noSuchMethod"}, "bad-arguments"),
        ("restart", {"down_for": 1e9}, "bad-arguments"),
    ],
)
async def test_a_wrong_order_is_refused_with_a_reason(command: str, arguments: dict[str, Any], code: str) -> None:
    with pytest.raises(CommandError) as caught:
        await Sandbox().commands.do(command, arguments)
    assert caught.value.code == code


async def test_the_speed_is_told_to_the_program_that_runs_both() -> None:
    speeds: list[float] = []
    stage = Sandbox(on_speed=speeds.append)
    await stage.commands.do("set_speed", {"speed": 20})
    assert speeds == [20]
    assert stage.rate_limiter.speed == 20


async def test_a_bot_may_be_added_again_under_another_name() -> None:
    stage = Sandbox([NewBot("9:abc", "Ведущий", "host_bot")])
    again = await stage.commands.do("add_bot", {"token": "9:abc", "first_name": "Судья", "username": "judge_bot"})
    assert (again["id"], again["first_name"], again["username"]) == (9, "Судья", "judge_bot")
    with pytest.raises(CommandError, match="token-taken"):
        await stage.commands.do("add_bot", {"token": "9:other", "first_name": "a", "username": "other_bot"})


async def test_a_message_that_one_person_sees_is_numbered_apart() -> None:
    stage = Sandbox([NewBot("9:abc")])
    do = stage.commands.do
    owner = (await do("add_person", {"first_name": "Оля"}))["id"]
    other = (await do("add_person", {"first_name": "Петя"}))["id"]
    group = (await do("add_group", {"title": "Двор", "owner_id": owner}))["id"]
    await do("join", {"chat": group, "user_id": other})
    await do("add_bot_to_group", {"chat": group, "bot_id": 9, "user_id": owner, "rights": []})
    secret = {"method": "sendMessage", "chat_id": group, "text": "карта", "receiver_user_id": other}
    await stage.botapi.from_webhook(9, secret)
    assert stage.botapi.calls[-1].result["message_id"] == 0
    [seen] = [m for m in (await do("history", {"user_id": other, "chat": group}))["messages"] if "text" in m]
    assert (seen["message_id"], seen["ephemeral_for"]) == (-1, other)
    past = (await do("history", {"user_id": owner, "chat": group}))["messages"]
    assert not any("text" in message for message in past)


async def test_an_ephemeral_command_reaches_its_bot_alone() -> None:
    stage = Sandbox([NewBot("9:abc"), NewBot("8:abc", "Чужой", "other_bot", can_read_all_group_messages=True)])
    do = stage.commands.do
    owner = (await do("add_person", {"first_name": "Оля"}))["id"]
    group = (await do("add_group", {"title": "Двор", "owner_id": owner}))["id"]
    for bot_id in (8, 9):
        await do("add_bot_to_group", {"chat": group, "bot_id": bot_id, "user_id": owner})
    commands = [{"command": "role", "description": "Моя роль", "is_ephemeral": True}]
    await stage.botapi.from_webhook(9, {"method": "setMyCommands", "commands": commands})
    said = await do("say", {"user_id": owner, "chat": group, "text": "/role"})
    assert said["ephemeral_for"] == owner
    queues = {bot_id: stage.updates.queue(bot_id).pending for bot_id in (8, 9)}
    heard = {bot_id: [update.body.get("text") for update in queue] for bot_id, queue in queues.items()}
    assert "/role" in heard[9]
    assert "/role" not in heard[8]
