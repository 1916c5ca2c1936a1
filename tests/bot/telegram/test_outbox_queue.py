"""The queue of one chat: the newest edit of each message is sent, and none is lost while an older one is being
sent. Chats whose calls are not answered: who waits, and for how long."""

import asyncio
from itertools import pairwise
from typing import Any

from aiogram.exceptions import TelegramNetworkError, TelegramRetryAfter
from aiogram.methods import EditMessageText, SendMessage, TelegramMethod
from aiogram.types import Chat, Message
from sqlalchemy import select

from bot.core.pace import Pace
from bot.storage import UnitOfWork
from bot.storage.schema import outbox as outbox_table
from bot.telegram.calls.errors import AnswerNotUnderstood
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.queue import MOST_WAITING, ChatQueue
from bot.telegram.outbox.rate_limits import ChatRateLimits, Limits
from bot.telegram.outbox.retry_backoff import Backoff
from bot.telegram.outbox.rows import Args, Kind, Rank, Row
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.memory_storage import InlineStore
from tests.kits.virtual_clock.telegram import EPOCH

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
    """However urgent the older edit was: it shows the state at the time it was rendered."""
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
    """A Telegram with one message and slow answers; it may refuse the first edits with a wait."""

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
    """Edits a message whose contents change again while that edit is being sent; returns what it shows last."""
    clock, store = VirtualClock(), InlineStore()
    telegram = OneMessage(clock, refusals)
    state = ["first"]

    async def render(row: Row, args: Args) -> RenderedMessage | None:  # noqa: ARG001
        return RenderedMessage(state[0])

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


class Deaf:
    """A Telegram that answers only some chats."""

    def __init__(self, clock: VirtualClock, *unanswered: int) -> None:
        self.clock = clock
        self.unanswered = set(unanswered)
        self.tried: list[tuple[int, int]] = []
        """Time and chat of each call."""

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:  # noqa: ARG002
        assert isinstance(method, SendMessage)
        chat = int(method.chat_id)
        self.tried.append((self.clock.now(), chat))
        await self.clock.sleep_until(self.clock.now() + 50)
        if chat in self.unanswered:
            raise TelegramNetworkError(method, "Cannot connect to host")
        return Message(message_id=1, date=EPOCH, chat=Chat(id=chat, type="private"))

    def gaps(self, chat: int) -> list[int]:
        times = [at for at, where in self.tried if where == chat]
        return [later - earlier for earlier, later in pairwise(times)]


async def running(telegram: Deaf, until_ms: int, *chats: int) -> Outbox:
    """Sends each chat a message every second."""

    async def render(row: Row, args: Args) -> RenderedMessage | None:  # noqa: ARG001
        return RenderedMessage("x")

    clock = telegram.clock
    outbox = Outbox(InlineStore(), clock, telegram, render, Pace(1), Limits())
    outbox.start()
    for second in range(until_ms // 1000):
        rows = [
            Row(second * 100 + place, chat, Kind.SEND, "x", Rank.NEWS) for place, chat in enumerate(chats, start=1)
        ]
        await outbox.post(rows)
        await clock.on_to(clock.now() + 1_000)
    return outbox


async def stopped(outbox: Outbox, clock: VirtualClock) -> None:
    stopping = asyncio.ensure_future(outbox.stop())
    while not stopping.done() and await clock.step(clock.now() + 60_000):
        pass
    await stopping


def test_all_wait_only_when_calls_of_different_chats_fail_and_none_is_answered_in_between() -> None:
    backoff = Backoff(Pace(1))
    assert [backoff.failed(1, 0), backoff.failed(1, 1_000)] == [500, 2_000]
    assert backoff.all_until == 0, "one chat, however often"
    backoff.answered(3)
    backoff.failed(2, 2_000)
    assert backoff.all_until == 0, "somebody was answered in between"
    backoff.failed(1, 2_000)
    assert backoff.all_until == 2_500
    backoff.failed(4, 2_100)
    assert backoff.all_until == 2_500, "one of those that were under way"
    backoff.failed(4, 2_500)
    assert backoff.all_until == 3_500, "twice as long"
    backoff.answered(4)
    assert backoff.all_until == 0


async def test_a_chat_that_is_not_answered_waits_alone_and_longer_each_time() -> None:
    telegram = Deaf(VirtualClock(), 1)
    outbox = await running(telegram, 30_000, 1, 2)
    assert max(telegram.gaps(2)) < Limits().private_gap_ms + 100, "the other hears of nothing"
    assert telegram.gaps(1) == sorted(telegram.gaps(1))
    assert 4 <= len(telegram.gaps(1)) <= 6
    telegram.unanswered.clear()
    await telegram.clock.on_to(telegram.clock.now() + 120_000)
    assert not outbox.waiting
    await stopped(outbox, telegram.clock)


async def test_all_wait_when_no_chat_is_answered_and_none_longer_than_half_a_minute() -> None:
    chats = tuple(range(1, 13))
    telegram = Deaf(VirtualClock(), *chats)
    outbox = await running(telegram, 120_000, *chats)
    assert len(telegram.tried) < 120, "no storm of calls that nobody answers"
    assert max(later - earlier for (earlier, _), (later, _) in pairwise(telegram.tried)) < 31_000
    telegram.unanswered.clear()
    before = telegram.clock.now()
    await telegram.clock.on_to(before + 35_000)
    reached = {chat for at, chat in telegram.tried if at >= before}
    assert reached == set(chats)
    await stopped(outbox, telegram.clock)


async def test_chats_that_are_not_answered_hold_up_nobody_who_is() -> None:
    bad, good = (1, 2, 3, 4, 5, 6), (7, 8, 9)
    telegram = Deaf(VirtualClock(), *bad)
    outbox = await running(telegram, 60_000, *bad, *good)
    assert max(max(telegram.gaps(chat)) for chat in good) < 5_000, "until each of the others has its own gap"
    assert max(max(telegram.gaps(chat)[-30:]) for chat in good) < 2_000
    await stopped(outbox, telegram.clock)


async def test_what_was_executed_is_not_sent_again_though_its_answer_is_not_understood() -> None:
    class Babbling(Deaf):
        async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
            await super().__call__(method, request_timeout)
            raise AnswerNotUnderstood(method, "executed, but the answer is not understood")

    telegram = Babbling(VirtualClock())
    outbox = await running(telegram, 3_000, 1)
    await telegram.clock.on_to(telegram.clock.now() + 60_000)
    assert len(telegram.tried) == 3, "one for each message"
    assert not outbox.waiting
    await stopped(outbox, telegram.clock)


def test_an_edit_that_is_kept_nowhere_goes_out_under_the_number_of_the_one_it_replaces() -> None:
    """Otherwise a crash before it is delivered would lose both."""
    queue = ChatQueue()
    queue.add(edit(1, Rank.PROMPT))
    assert queue.in_place(edit(2, Rank.PROMPT)).id == 1
    assert queue.in_place(edit(2, Rank.PROMPT, slot="other")).id == 2
    assert queue.in_place(edit(2)).id == 2, "a less urgent one takes no place"


def test_a_question_that_comes_again_after_the_one_before_was_deleted_is_sent() -> None:
    queue = ChatQueue()
    ask = [
        Row(number, CHAT, kind, "question", Rank.ANSWER, slot="question")
        for number, kind in enumerate((Kind.DELETE, Kind.SEND, Kind.DELETE, Kind.SEND))
    ]
    assert [queue.add(row) for row in ask] == [None] * 4


# --- answers behind everything of a game ------------------------------------------------------------------------


def answer(number: int, **args: object) -> Row:
    return Row(number, CHAT, Kind.SEND, "text", Rank.ANSWER, args={"key": "help", **args})


def tidings(number: int, slot: str, game: str = "g", **args: object) -> Row:
    """Returns a message about what people have done at a table."""
    return Row(number, CHAT, Kind.SEND, "text", Rank.ANSWER, game_id=game, slot=slot, args=args)


def prompt(number: int, step: int = 4, game: str = "g") -> Row:
    return Row(number, CHAT, Kind.SEND, "prompt", Rank.PROMPT, game_id=game, step=step, slot=f"prompt:{step}")


def news(number: int, game: str, kind: Kind = Kind.SEND, slot: str = "") -> Row:
    return Row(number, CHAT, kind, "news", Rank.NEWS, game_id=game, slot=slot, args={"number": number})


def test_a_game_whose_clock_waits_goes_before_the_others_of_its_chat_and_keeps_its_own_order() -> None:
    queue = ChatQueue()
    for row in (news(1, "a"), news(2, "b"), news(3, "a"), prompt(4, game="b"), news(5, "")):
        queue.add(row)
    order = []
    while (head := next(queue.heads(), None)) is not None:
        order.append(head.id)
        queue.drop(head)
    assert order == [2, 4, 1, 3, 5]


def test_what_a_table_has_to_know_goes_before_answers_and_only_the_newest_of_it_is_said() -> None:
    queue = ChatQueue()
    gone, back = tidings(2, "seat:5", who="bot"), tidings(4, "seat:5", who="anna")
    assert [queue.add(row) for row in (answer(1), gone, tidings(3, "seat:6"), back)] == [None, None, None, gone]
    assert [row.id for row in queue.sends] == [1, 4, 3], "in the place of the older"
    assert next(queue.heads()) is back
    queue.in_flight = back
    assert queue.add(tidings(5, "seat:5", who="bot")) is None, "what is on its way is said"


def test_a_pin_that_has_to_wait_lets_everything_pass_but_what_is_about_its_message() -> None:
    queue = ChatQueue()
    pin, unpin = news(1, "a", Kind.PIN, "lobby"), news(2, "a", Kind.UNPIN, "lobby")
    stage, change = prompt(3, game="a"), edit(4)
    for row in (pin, unpin, change):
        queue.add(row)
    assert [*queue.heads()] == [pin, change]
    queue.add(stage)
    assert [*queue.heads()] == [pin, stage]
    for chat in (CHAT, -CHAT):
        pacing = ChatRateLimits(Limits(), Pace(1), is_group=chat < 0)
        pacing.block(pin, 90_000)
        assert [pacing.ready_at(row, 0) for row in (pin, stage)] == [90_000, 0]


def test_no_more_waits_than_anybody_will_read_and_nothing_that_a_clock_waits_for_is_given_up() -> None:
    queue = ChatQueue()
    kept = [prompt(1), tidings(2, "seat"), Row(3, CHAT, Kind.SEND, "finale", Rank.RESULT, game_id="g")]
    for row in (*kept, *(answer(number, of=number) for number in range(4, MOST_WAITING + 1))):
        assert queue.add(row) is None
    assert queue.add(answer(1_000, of=1_000)) == answer(4, of=4), "the oldest answer"
    for number in range(2_000, 2_000 + 2 * MOST_WAITING):
        queue.add(tidings(number, f"seat:{number}"))
    assert len(queue.sends) == MOST_WAITING
    assert [row for row in queue.sends if row.rank < Rank.NEWS] == [kept[0], kept[2]]


async def test_what_is_too_much_is_not_kept_for_the_next_start_either() -> None:
    """However long the queue was that the last run has left."""
    store, clock = InlineStore(), VirtualClock()
    work = UnitOfWork()
    rows = [tidings(number, f"table:{number}") for number in range(1, 4 * MOST_WAITING)]
    for row in (prompt(9_000), *rows):
        row.put(work)
    await store.commit(work)

    async def render(row: Row, args: Args) -> RenderedMessage | None:  # noqa: ARG001
        return RenderedMessage("x")

    outbox = Outbox(store, clock, Deaf(clock), render, Pace(1), Limits())
    await outbox.stored_rows.load()
    assert outbox.waiting == MOST_WAITING + 1, "each line by itself"
    kept = {row.id for row in store.now(select(outbox_table.c.id))}
    assert kept == {9_000, *(row.id for row in rows[-MOST_WAITING:])}


def test_news_that_no_clock_waits_for_leaves_room_for_stages() -> None:
    pacing = ChatRateLimits(Limits(), Pace(1), is_group=True)
    now, sent = 0.0, 0
    while now < 59_000:
        if pacing.ready_at(news(1, "a"), now) <= now:
            pacing.take(news(1, "a"), now)
            sent += 1
        now += 1_000
    assert sent == Limits().edits_a_minute
    assert pacing.ready_at(prompt(2), now) <= now


def test_the_same_answer_does_not_wait_twice_and_talk_may_repeat_itself() -> None:
    queue = ChatQueue()
    first, again, other = answer(1), answer(2), answer(3, of=5)
    assert queue.add(first) is None
    assert queue.add(again) is again
    assert queue.add(other) is None
    said = [Row(number, CHAT, Kind.SEND, "text", Rank.TALK, args={"text": "да"}) for number in (4, 5)]
    assert [queue.add(row) for row in said] == [None, None]
    queue.in_flight = first
    assert queue.add(answer(6)) is None, "what is on its way was asked for before"


def test_no_keypad_goes_before_a_message_that_a_clock_waits_for() -> None:
    queue = ChatQueue()
    early, late = edit(1, Rank.PROMPT, slot="old"), edit(3, Rank.PROMPT, slot="keypad")
    for row in (early, prompt(2), late):
        queue.add(row)
    assert [row.id for row in queue.heads()] == [1, 2]


def test_answers_leave_room_in_a_chat_for_what_a_game_has_to_say() -> None:
    for chat in (CHAT, -CHAT):
        pacing = ChatRateLimits(Limits(), Pace(1), is_group=chat < 0)
        now, sent = 0.0, 0
        while now < 120_000:
            if pacing.ready_at(answer(1), now) <= now:
                pacing.take(answer(1), now)
                sent += 1
            assert pacing.ready_at(prompt(2), now) <= now, "a prompt goes out at once, whatever was asked for"
            now += 250
        assert sent == (2 * Limits().answers_a_minute if chat < 0 else 96)
        if chat < 0:
            assert pacing.ready_at(tidings(3, "seat"), now) <= now, "and so does what a table has to know"
