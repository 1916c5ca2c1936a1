"""The queue of one chat: of each message the newest edit, and none lost while an older one is on its way."""

import asyncio
from typing import Any

from aiogram.exceptions import TelegramRetryAfter
from aiogram.methods import EditMessageText, SendMessage, TelegramMethod
from aiogram.types import Chat, Message

from bot.clockwork.pace import Pace
from bot.outbox.pacing import Limits
from bot.outbox.queue import ChatQueue
from bot.outbox.rows import Args, Kind, Rank, Row
from bot.outbox.sender import Outbox
from bot.pages.sheet import Sheet
from tests.virtual.clock import VirtualClock
from tests.virtual.store import InlineStore
from tests.virtual.telegram import EPOCH

CHAT = 700


def edit(number: int, rank: Rank = Rank.EDIT, step: int = 0, slot: str = "panel") -> Row:
    return Row(number, CHAT, Kind.EDIT, "panel", rank, slot=slot, step=step)


def test_of_two_edits_that_wait_the_newer_stays() -> None:
    queue = ChatQueue()
    old, new = edit(1), edit(2)
    assert queue.add(old) is None
    assert queue.add(new) is old
    assert queue.all() == [new]


def test_of_two_edits_that_wait_the_more_urgent_stays() -> None:
    queue = ChatQueue()
    urgent, soft = edit(1, Rank.PROMPT), edit(2, Rank.SOFT)
    queue.add(urgent)
    assert queue.add(soft) is soft, "the newest view is rendered anyway"
    assert queue.all() == [urgent]


def test_an_edit_that_comes_while_an_older_one_is_on_its_way_is_kept() -> None:
    """However urgent the older one was: it shows what was so when it was put into words."""
    for flying in (edit(1), edit(1, Rank.PROMPT), edit(1, Rank.PROMPT, step=4)):
        queue = ChatQueue()
        queue.add(flying)
        queue.in_flight = flying
        late = edit(2, Rank.SOFT)
        assert queue.add(late) is None, "neither of them is needless"
        assert queue.all() == [late, flying], "a chat that moves takes both along"
        queue.in_flight = None
        queue.drop(flying)
        assert queue.all() == [late]


def test_an_edit_that_did_not_arrive_gives_way_to_the_newer_one() -> None:
    queue = ChatQueue()
    flying, late = edit(1), edit(2)
    queue.add(flying)
    queue.in_flight = flying
    queue.add(late)
    queue.in_flight = None
    assert queue.again(flying) is late, "one edit is enough, and the first keeps its place"
    assert queue.all() == [flying]


def test_an_edit_that_did_not_arrive_stays_where_it_is() -> None:
    queue = ChatQueue()
    row = edit(1)
    queue.add(row)
    queue.in_flight = row
    queue.in_flight = None
    assert queue.again(row) is None
    assert queue.all() == [row]


class OneMessage:
    """A Telegram with one message, whose answers take a while; the first edits may be told to wait."""

    def __init__(self, clock: VirtualClock, refusals: int = 0) -> None:
        self.clock = clock
        self.refusals = refusals
        self.shows = ""

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:  # noqa: ARG002
        await self.clock.sleep_until(self.clock.now() + 300)
        assert isinstance(method, SendMessage | EditMessageText)
        if isinstance(method, EditMessageText) and self.refusals:
            self.refusals -= 1
            raise TelegramRetryAfter(method, "Too Many Requests", 2)
        self.shows = method.text or ""
        return Message(message_id=1, date=EPOCH, chat=Chat(id=CHAT, type="private"))


async def last_shown(refusals: int = 0) -> str:
    """A message is edited, and what it shows changes once more while that edit is on its way."""
    clock, store = VirtualClock(), InlineStore()
    telegram = OneMessage(clock, refusals)
    state = ["first"]

    async def render(row: Row, args: Args) -> Sheet | None:  # noqa: ARG001
        return Sheet(state[0])

    outbox = Outbox(store, clock, telegram, render, Pace(1), Limits())
    outbox.start()
    await outbox.post([Row(1, CHAT, Kind.SEND, "panel", Rank.PROMPT, slot="panel")])
    await clock.on_to(clock.now() + 5_000)
    state[0] = "second"
    await outbox.post([edit(2, Rank.PROMPT)])
    await clock.on_to(clock.now() + 100)
    state[0] = "third"
    await outbox.post([edit(3)])
    await clock.on_to(clock.now() + 60_000)
    assert outbox.waiting == 0
    stopping = asyncio.ensure_future(outbox.stop())
    await clock.settle()
    await stopping
    return telegram.shows


async def test_what_changed_while_an_edit_was_on_its_way_is_shown_in_the_end() -> None:
    assert await last_shown() == "third"
    assert await last_shown(refusals=1) == "third"
