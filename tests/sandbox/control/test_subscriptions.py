"""Windows over WebSocket: each shows what its person would see, as it happens, and nothing else."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiogram.types import EphemeralMessageParameters
from aiohttp import ClientWebSocketResponse

from tests.kits.sandbox.stage import Cast, keyboard

Event = dict[str, Any]


class Window:
    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.events: list[Event] = []
        self.number = 0

    async def do(self, command: str, **arguments: Any) -> Any:
        self.number += 1
        await self.socket.send_json({"id": self.number, "command": command, "args": arguments})
        while True:
            answer = await self.socket.receive_json(timeout=30)
            if answer.get("id") == self.number:
                assert answer["ok"], answer
                return answer["result"]
            self.events.append(answer)

    async def event(self, name: str, fits: Callable[[Event], bool] = lambda _: True) -> Event:
        """The next event of this name that fits, among those already here or still to come."""
        while True:
            for event in self.events:
                if event["event"] == name and fits(event):
                    self.events.remove(event)
                    return event
            self.events.append(await self.socket.receive_json(timeout=30))

    async def settled(self) -> list[Event]:
        """All events so far: what was sent before this answer has arrived before it."""
        await self.do("world")
        return self.events


@asynccontextmanager
async def window(cast: Cast, user_id: int) -> AsyncIterator[Window]:
    async with cast.stage.http.ws_connect(f"{cast.stage.url}/ws") as socket:
        opened = Window(socket)
        hello = await opened.event("hello")
        assert {"people", "bots", "chats", "speed"} <= hello.keys()
        await opened.do("view_as", user_id=user_id)
        await opened.settled()
        opened.events.clear()
        yield opened


async def test_two_windows_see_a_message_its_edit_and_its_deletion(cast: Cast) -> None:
    async with window(cast, cast.ann) as ann, window(cast, cast.bob) as bob:
        sent = await cast.bot.send_message(cast.group, "Night", reply_markup=keyboard("a"))
        await cast.bot.edit_message_text("Day", chat_id=cast.group, message_id=sent.message_id)
        await cast.bot.delete_message(cast.group, sent.message_id)
        for eyes in (ann, bob):
            shown = await eyes.event("message")
            assert (shown["chat"], shown["message"]["text"]) == (str(cast.group), "Night")
            edited = await eyes.event("edited")
            assert (edited["chat"], edited["message"]["text"]) == (str(cast.group), "Day")
            deleted = await eyes.event("deleted")
            assert (deleted["chat"], deleted["message_ids"]) == (str(cast.group), [sent.message_id])


async def test_a_private_message_is_shown_to_its_person_only(cast: Cast) -> None:
    async with window(cast, cast.ann) as ann, window(cast, cast.bob) as bob:
        await cast.bot.send_message(cast.ann, "You are the don")
        shown = await ann.event("message")
        assert (shown["chat"], shown["message"]["text"]) == (cast.private, "You are the don")
        assert "You are the don" not in str(await bob.settled())


async def test_an_ephemeral_message_is_shown_to_its_receiver_only(cast: Cast) -> None:
    async with window(cast, cast.ann) as ann, window(cast, cast.bob) as bob:
        only = EphemeralMessageParameters(receiver_user_id=cast.bob)
        await cast.bot.send_message(cast.group, "You are the don", ephemeral_message_parameters=only)
        shown = await bob.event("message")
        assert shown["message"]["ephemeral_for"] == cast.bob
        assert "You are the don" not in str(await ann.settled())


async def test_a_toast_is_shown_to_who_tapped(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.group, "tap", reply_markup=keyboard("a"))
    async with window(cast, cast.ann) as ann, window(cast, cast.bob) as bob:
        tapped = await bob.do(
            "tap", user_id=cast.bob, chat=cast.group, message_id=sent.message_id, row=0, column=0
        )
        await cast.bot.answer_callback_query(tapped["query_id"], text="Your card: don", show_alert=True)
        toast = await bob.event("toast")
        assert (toast["query_id"], toast["text"], toast["alert"]) == (tapped["query_id"], "Your card: don", True)
        assert "Your card" not in str(await ann.settled())


async def test_who_leaves_a_group_sees_it_no_more(cast: Cast) -> None:
    async with window(cast, cast.bob) as bob:
        await cast.stage.do("leave", chat=cast.group, user_id=cast.bob)
        assert (await bob.event("gone"))["chat"] == str(cast.group)
        bob.events.clear()
        await cast.bot.send_message(cast.group, "He is gone")
        assert "He is gone" not in str(await bob.settled())
        await cast.stage.do("join", chat=cast.group, user_id=cast.bob)
        assert (await bob.event("chat"))["chat"]["key"] == str(cast.group)


async def test_typing_speed_and_faults_are_shown(cast: Cast) -> None:
    async with window(cast, cast.ann) as ann:
        await cast.bot.send_chat_action(cast.group, "typing")
        typing = await ann.event("typing")
        assert (typing["chat"], typing["action"]) == (str(cast.group), "typing")
        await cast.stage.do("set_speed", speed=20)
        assert (await ann.event("speed"))["speed"] == 20
        await cast.stage.do("fault", kind="lose_update", times=1)
        assert (await ann.event("faults"))["faults"][0]["kind"] == "lose_update"


async def test_a_new_person_and_a_new_name_are_shown(cast: Cast) -> None:
    async with window(cast, cast.ann) as ann:
        guest = await cast.stage.add_person("Guest")
        assert (await ann.event("person", lambda event: event["person"]["id"] == guest))["person"][
            "first_name"
        ] == "Guest"
        await cast.stage.do("change_person", user_id=guest, first_name="Host")
        assert (await ann.event("person", lambda event: event["person"]["id"] == guest))["person"][
            "first_name"
        ] == "Host"


async def test_a_window_can_become_another_person(cast: Cast) -> None:
    await cast.bot.send_message(cast.ann, "For Ann")
    async with window(cast, cast.ann) as eyes:
        chats = (await eyes.do("view_as", user_id=cast.bob))["chats"]
        assert cast.private not in {chat["key"] for chat in chats}
        eyes.events.clear()
        await cast.bot.send_message(cast.ann, "For Ann again")
        await cast.bot.send_message(cast.bob, "For Bob")
        assert (await eyes.event("message"))["message"]["text"] == "For Bob"
        assert "For Ann" not in str(await eyes.settled())


@pytest.mark.parametrize(
    "wanted", ["key", "id", "type", "title", "members", "permissions", "pinned", "can_write", "last"]
)
async def test_a_chat_has_the_shape_that_was_promised(cast: Cast, wanted: str) -> None:
    chats = (await cast.stage.do("view_as", user_id=cast.ann))["chats"]
    [group] = [chat for chat in chats if chat["key"] == str(cast.group)]
    assert wanted in group
    if wanted == "members":
        assert {member["status"] for member in group["members"]} == {"creator", "administrator", "member"}
        assert {"user", "status", "tag", "rights", "permissions", "until_date"} <= group["members"][0].keys()
