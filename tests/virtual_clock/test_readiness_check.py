"""What /doctor and the check before the deal find in a group: whether the bot and the members may write, and how
often."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import pytest
from aiogram.exceptions import TelegramNetworkError
from aiogram.methods import GetChat, GetChatMember, TelegramMethod
from aiogram.types import Chat, ForumTopicClosed, ForumTopicReopened, Message

from bot.games.lobby import Lobby, new_game_id
from bot.games.running_game import RunningGame
from bot.telegram.outbox.closed_chats import Place
from handlers.doctor import failures, in_window, report
from handlers.service_messages import topic
from tests.kits.handler_calls import with_parts
from tests.kits.virtual_clock.refusing_telegram import Refusing, bad_request, refusing
from tests.kits.virtual_clock.table import House
from tests.kits.virtual_clock.telegram import EPOCH

GROUP, TOPIC = -1001_000_000_042, 11
RIGHTS = ("can_delete_messages", "can_pin_messages", "can_restrict_members")
T = TypeVar("T")


class Unasked(Refusing):
    """A Telegram that answers no question about a group."""

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        if type(method) in (GetChat, GetChatMember):
            raise TelegramNetworkError(method, "Cannot connect to host")
        return await super().__call__(method, request_timeout)


@asynccontextmanager
async def open_house(telegram: type[Refusing] = Refusing) -> AsyncIterator[tuple[House, RunningGame]]:
    house = House(telegram)
    await house.open()
    host = house.host
    await host.groups.change(GROUP, language="ru", title="Двор", rights=RIGHTS)
    lobby = Lobby(
        id=new_game_id(),
        chat_id=GROUP,
        thread_id=TOPIC,
        opener=1,
        ruleset="fiim-2025",
        options=(),
        role_sets=(),
        secret=f"{'a' * 32}:{'b' * 32}",
        starts_at=house.clock.now() + 3_600_000,
        opened_at=house.clock.now(),
    )
    assert await host.lobbies.open_lobby(lobby, [], "")
    live = await host.games.find(lobby.id)
    assert live is not None
    yield house, live
    await house.close()


async def done(house: House, asked: Awaitable[T]) -> T:
    task = asyncio.ensure_future(asked)
    while not task.done():
        await house.clock.step(house.clock.now() + 60_000)
    return await task


async def findings(house: House, live: RunningGame) -> tuple[str, str]:
    """Returns the findings shown in the group, and in the window of the tap."""
    check = house.host.group_check
    found = await done(house, check.examine(Place(GROUP, TOPIC), live))
    words = house.host.words
    return report(words, found, "ru"), in_window(failures(words, found, "ru"))


def notice(*, closed: bool) -> Message:
    """Returns Telegram's own notice in the topic."""
    return Message(
        message_id=1,
        date=EPOCH,
        chat=Chat(id=GROUP, type="supergroup", title="Двор", is_forum=True),
        message_thread_id=TOPIC,
        is_topic_message=True,
        forum_topic_closed=ForumTopicClosed() if closed else None,
        forum_topic_reopened=None if closed else ForumTopicReopened(),
    )


async def test_a_group_where_everything_is_allowed() -> None:
    async with open_house() as (house, live):
        long, short = await findings(house, live)
        for line in ("Бот может писать", "Участники могут писать", "Медленный режим выключен", "Тема открыта"):
            assert f"✅ {line}" in long
            assert line not in short


async def test_a_group_closed_for_everybody_but_admins() -> None:
    async with open_house() as (house, live):
        refusing(house).permissions[GROUP] = {"can_send_messages": False}
        long, short = await findings(house, live)
        for line in ("Боту здесь нельзя писать", "Участникам нельзя писать"):
            assert f"⚠️ {line}" in long
        assert short.startswith("Боту здесь нельзя писать"), "what hinders most comes first"


async def test_a_bot_that_is_restricted_though_the_group_is_open() -> None:
    async with open_house() as (house, live):
        refusing(house).restricted[GROUP] = {"can_send_messages": False}
        long, _ = await findings(house, live)
        assert "⚠️ Боту здесь нельзя писать" in long
        assert "✅ Участники могут писать" in long


async def test_slow_mode_is_a_warning() -> None:
    async with open_house() as (house, live):
        refusing(house).slow_mode[GROUP] = 30
        long, _ = await findings(house, live)
        assert "⚠️ Включён медленный режим" in long
        access = await done(house, house.host.group_check.access(Place(GROUP, TOPIC)))
        assert not access.hindrance
        assert access.warnings == ("access-slow",)


@pytest.mark.parametrize("by_refusal", [True, False])
async def test_a_closed_topic_is_known_from_telegrams_notice_or_from_a_refusal(*, by_refusal: bool) -> None:
    async with open_house() as (house, live):
        host = house.host
        if by_refusal:
            refusing(house).close(GROUP, bad_request("TOPIC_CLOSED"), thread=TOPIC)
            await host.replies.tell(host.replies.text(GROUP, "no-table", TOPIC))
            await house.clock.on_to(house.clock.now() + 5_000)
        else:
            await with_parts(topic, host)(notice(closed=True))
        long, _ = await findings(house, live)
        assert "⚠️ Тема закрыта" in long
        access = await done(house, host.group_check.access(Place(GROUP, TOPIC)))
        assert access.hindrance == "access-topic-bad"
        other = await done(house, host.group_check.access(Place(GROUP, TOPIC + 1)))
        assert not other.hindrance, "another topic"
        await house.clock.on_to(house.clock.now() + 160_000)  # by now it is asked every 80 seconds
        refusing(house).closed.clear()
        await with_parts(topic, host)(notice(closed=False))
        await house.clock.on_to(house.clock.now() + 2_000)
        assert not host.outbox.waiting, "what could not be said there has been said"
        access = await done(house, host.group_check.access(Place(GROUP, TOPIC)))
        assert not access.hindrance


async def test_a_topic_is_open_as_soon_as_something_was_written_in_it() -> None:
    async with open_house() as (house, _):
        host = house.host
        refusing(house).close(GROUP, bad_request("TOPIC_CLOSED"), thread=TOPIC)
        await host.replies.tell(host.replies.text(GROUP, "no-table", TOPIC))
        await house.clock.on_to(house.clock.now() + 5_000)
        assert (await done(house, host.group_check.access(Place(GROUP, TOPIC)))).hindrance
        refusing(house).closed.clear()  # and nobody says so
        await house.clock.on_to(house.clock.now() + 10_000)
        assert not (await done(house, host.group_check.access(Place(GROUP, TOPIC)))).hindrance


async def test_what_cannot_be_asked_hinders_nobody() -> None:
    async with open_house(Unasked) as (house, live):
        access = await done(house, house.host.group_check.access(Place(GROUP, TOPIC)))
        assert not access.hindrance
        assert access.rights == RIGHTS, "as it was known"
        long, _ = await findings(house, live)
        assert "✅ Ночью и в чужую минуту будет тихо" in long


async def test_the_window_of_a_tap_breaks_no_sentence() -> None:
    async with open_house() as (house, live):
        refusing(house).permissions[GROUP] = {"can_send_messages": False}
        refusing(house).slow_mode[GROUP] = 30
        await with_parts(topic, house.host)(notice(closed=True))
        long, short = await findings(house, live)
        lines = short.split("\n")
        assert len(short) <= 200
        assert lines[-1] == "…"
        assert all(f"⚠️ {line}" in long for line in lines[:-1])
