"""An older Bot API server: younger methods are not found, fields missing, parameters overlooked."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiogram.exceptions import ClientDecodeError
from aiogram.types import ChatMemberAdministrator

from sandbox.botapi.methods import BY_NAME
from sandbox.botapi.versions import CHANGES, NEWEST, ApiVersion
from sandbox.server import Sandbox
from sandbox.world.permissions import PERMISSIONS
from tests.kits.sandbox.stage import ADMIN, Cast, Clock, Stage, cast_for, keyboard


@asynccontextmanager
async def server(version: str) -> AsyncIterator[Cast]:
    clock = Clock()
    async with Sandbox(port=0, now=clock, api_version=version) as sandbox:
        stage = Stage(sandbox.url, aiohttp.ClientSession(), clock)
        try:
            yield await cast_for(stage)
        finally:
            await stage.close()


async def told(cast: Cast, method: str, **more: Any) -> Any:
    answer = await cast.stage.call(method, chat_id=str(cast.group), **{key: str(one) for key, one in more.items()})
    return answer["result"] if answer["ok"] else answer["description"]


async def bot_as_admin(cast: Cast) -> dict[str, Any]:
    [member] = [one for one in await told(cast, "getChatAdministrators") if one["status"] == "administrator"]
    return dict(member)


@pytest.mark.parametrize(
    ("version", "method", "known"),
    [
        ("9.4", "setChatMemberTag", False),
        ("9.5", "setChatMemberTag", True),
        ("10.0", "sendRichMessage", False),
        ("10.1", "sendRichMessage", True),
        ("10.1", "deleteEphemeralMessage", False),
        ("10.2", "deleteEphemeralMessage", True),
        ("9.0", "restrictChatMember", True),
    ],
)
async def test_a_younger_method_is_not_found(version: str, method: str, known: bool) -> None:
    async with server(version) as cast:
        answer = await cast.stage.call(method, chat_id=str(cast.group))
        assert (answer.get("description") == "Not Found: method not found") is not known
        assert (answer.get("error_code") == 404) is not known


async def test_the_newest_server_knows_everything(cast: Cast) -> None:
    newest = ApiVersion(NEWEST)
    assert all(newest.knows(name) for name, _ in BY_NAME.values())
    assert "can_send_welcome_messages" in await bot_as_admin(cast)
    assert "supports_join_request_queries" in (await cast.stage.call("getMe"))["result"]


async def test_fields_of_an_admin_come_one_by_one() -> None:
    async with server("10.2") as cast:
        assert "can_send_welcome_messages" not in await bot_as_admin(cast)
        assert "can_manage_tags" in await bot_as_admin(cast)
        with pytest.raises(ClientDecodeError):  # aiogram demands a field that this server does not know
            await cast.bot.get_chat_administrators(cast.group)
    async with server("9.4") as cast:
        assert "can_manage_tags" not in await bot_as_admin(cast)
        assert "can_pin_messages" in await bot_as_admin(cast)
    async with server("10.3") as cast:
        admins = await cast.bot.get_chat_administrators(cast.group)
        assert any(isinstance(one, ChatMemberAdministrator) for one in admins)


async def test_getme_and_getchat_lack_what_is_younger() -> None:
    async with server("9.0") as cast:
        me = (await cast.stage.call("getMe"))["result"]
        assert {"can_join_groups", "has_main_web_app"} <= set(me)
        assert not {"has_topics_enabled", "can_manage_bots", "supports_guest_queries"} & set(me)
        chat = await told(cast, "getChat")
        assert "can_edit_tag" not in chat["permissions"]
        assert "can_react_to_messages" not in chat["permissions"]
        assert "gifts_from_channels" not in chat["accepted_gift_types"]
        assert "unique_gifts" in chat["accepted_gift_types"]


async def test_what_is_told_in_updates_is_of_the_same_age() -> None:
    async with server("9.4") as cast:
        await cast.stage.do("promote", chat=cast.group, target_id=cast.bot.id, rights=[])
        await cast.stage.do("promote", chat=cast.group, target_id=cast.bot.id, rights=ADMIN)
        updates = (await cast.stage.call("getUpdates", timeout="0"))["result"]
        [change] = [one["my_chat_member"]["new_chat_member"] for one in updates[-1:]]
        assert change["status"] == "administrator"
        assert "can_manage_tags" not in change


async def test_an_older_server_overlooks_that_a_message_is_for_one_person() -> None:
    whisper = '{"receiver_user_id": %d}'
    async with server("10.2") as cast:
        await told(cast, "sendMessage", text="the don", ephemeral_message_parameters=whisper % cast.bob)
        assert "the don" in await cast.stage.seen(cast.mark, cast.group)
        sent = await told(cast, "sendMessage", text="the sheriff", receiver_user_id=cast.bob)
        assert sent["ephemeral_message_id"]
        assert "the sheriff" not in await cast.stage.seen(cast.mark, cast.group)
    async with server("10.1") as cast:
        await told(cast, "sendMessage", text="the sheriff", receiver_user_id=cast.bob)
        assert "the sheriff" in await cast.stage.seen(cast.mark, cast.group)


async def test_answers_to_taps_are_no_younger_than_the_bot_api() -> None:
    async with server("9.0") as cast:
        sent = await cast.bot.send_message(cast.group, "tap", reply_markup=keyboard("a"))
        query = await cast.tap(sent)
        assert (await cast.stage.call("answerCallbackQuery", callback_query_id=query))["ok"]


@pytest.mark.parametrize(("version", "styled"), [("9.3", False), ("9.4", True)])
async def test_colours_of_buttons_are_overlooked_or_shown(version: str, styled: bool) -> None:
    button = {"text": "a", "callback_data": "a", "style": "danger", "icon_custom_emoji_id": "5"}
    markup = json.dumps({"inline_keyboard": [[button]]})
    async with server(version) as cast:
        sent = await told(cast, "sendMessage", text="tap", reply_markup=markup)
        [[shown]] = sent["reply_markup"]["inline_keyboard"]
        assert ("style" in shown, "icon_custom_emoji_id" in shown) == (styled, styled)


async def test_a_disabled_button_is_none_where_it_is_unknown() -> None:
    markup = '{"inline_keyboard": [[{"text": "a", "disabled": {}}]]}'
    async with server("10.2") as cast:
        refusal = await told(cast, "sendMessage", text="tap", reply_markup=markup)
        assert refusal.endswith("Text buttons are unallowed in the inline keyboard")


@pytest.mark.parametrize(("version", "known"), [("9.4", False), ("9.5", True)])
async def test_an_unknown_tag_is_refused(version: str, known: bool) -> None:
    async with server(version) as cast:
        text = 'Until <tg-time unix="1">then</tg-time>'
        answer = await told(cast, "sendMessage", text=text, parse_mode="HTML")
        if known:
            assert answer["text"] == "Until then"
        else:
            assert answer == (
                'Bad Request: can\'t parse entities: Unsupported start tag "tg-time" at byte offset 6'
            )


async def test_an_unknown_kind_of_entity_is_overlooked() -> None:
    entities = '[{"type": "date_time", "offset": 0, "length": 4, "unix_time": 1}]'
    async with server("9.4") as cast:
        assert "entities" not in await told(cast, "sendMessage", text="then", entities=entities)


async def test_an_older_server_frees_people_by_the_permissions_it_knows() -> None:
    """What it does not know it cannot take away: the flags are absent from what it asks of Telegram."""
    known = [name for name in PERMISSIONS if name not in {"can_edit_tag", "can_react_to_messages"}]
    flags = json.dumps(dict.fromkeys(known, True))
    async with server("9.0") as cast:
        await told(cast, "restrictChatMember", user_id=cast.bob, permissions="{}")
        member = await told(cast, "getChatMember", user_id=cast.bob)
        assert member["status"] == "restricted"
        assert not {"can_edit_tag", "can_react_to_messages"} & set(member)
        await told(cast, "restrictChatMember", user_id=cast.bob, permissions=flags)
        assert (await told(cast, "getChatMember", user_id=cast.bob))["status"] == "member"


async def test_a_command_is_not_ephemeral_where_that_is_unknown() -> None:
    commands = '[{"command": "role", "description": "card", "is_ephemeral": true}]'
    async with server("10.1") as cast:
        await cast.stage.call("setMyCommands", commands=commands)
        assert (await cast.stage.call("getMyCommands"))["result"] == [{"command": "role", "description": "card"}]


@pytest.mark.parametrize("version", ["8.9", "11.0", "new", ""])
def test_a_version_that_is_none_is_refused(version: str) -> None:
    with pytest.raises(ValueError, match=r"9\.0"):
        Sandbox(api_version=version)


def test_every_change_speaks_of_what_is_there() -> None:
    names = {name for name, _ in BY_NAME.values()}
    for change in CHANGES.values():
        assert change.methods <= names
        assert any((change.methods, change.fields, change.parameters, change.tags, change.entities))


async def test_the_command_line_takes_a_version() -> None:
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "sandbox", "--port", "0", "--api-version", "7", stderr=asyncio.subprocess.PIPE
    )
    _, errors = await program.communicate()
    assert program.returncode == 2
    assert b"9.0" in errors
