"""getUpdates: confirmation, expiry, kinds, long polling, conflicts."""

import asyncio
from collections.abc import Callable
from time import monotonic, time

import pytest

from sandbox.botapi.fault_injection import Faults
from sandbox.botapi.update_queue import UpdateQueue
from sandbox.core.refusals import Refusal
from tests.kits.sandbox.clock import ManualClock
from tests.kits.sandbox.stage import ANEW, Cast, keyboard, updates_of


def queue(*texts: str, now: Callable[[], float] = time) -> UpdateQueue:
    made = UpdateQueue(1, Faults(), now)
    for text in texts:
        made.put("message", {"text": text, "date": int(now())})
    return made


async def test_a_later_caller_ends_the_earlier() -> None:
    line = queue()
    earlier = asyncio.create_task(line.poll(None, 100, 50))
    await asyncio.sleep(0)
    later = asyncio.create_task(line.poll(None, 100, 50))
    with pytest.raises(Refusal, match="terminated by other getUpdates"):
        await earlier
    line.put("message", {"text": "a"})
    assert [update["message"]["text"] for update in await later] == ["a"]


async def test_confirmed_updates_are_dropped() -> None:
    line = queue("a", "b", "c")
    first = await line.poll(None, 1, 0)
    await line.poll(first[0]["update_id"] + 1, 100, 0)
    assert [update.body["text"] for update in line.pending] == ["b", "c"]


async def test_an_offset_far_in_the_future_confirms_nothing() -> None:
    line = queue("a", "b")
    last = line.pending[-1].id
    assert len(await line.poll(last + 12, 100, 0)) == 2
    assert await line.poll(last + 11, 100, 0) == []


async def test_a_call_that_need_not_wait_ends_nobody() -> None:
    """Client.cpp, do_get_updates: only a call that has to wait takes the place of the one that waits."""
    line = queue()
    earlier = asyncio.create_task(line.poll(7, 100, 50))
    await asyncio.sleep(0)
    assert await line.poll(None, 100, 0) == []
    assert not earlier.done()
    line.put("message", {"text": "a"})
    assert len(await earlier) == 1


@pytest.mark.realtime
async def test_a_second_conflict_within_three_seconds_is_told_late() -> None:
    line = queue()
    polls = []
    for offset in range(1, 4):
        polls.append(asyncio.create_task(line.poll(offset, 100, 50)))
        await asyncio.sleep(0)
    began = monotonic()
    with pytest.raises(Refusal, match="terminated by other getUpdates"):
        await polls[0]
    assert monotonic() - began < 1
    with pytest.raises(Refusal, match="terminated by other getUpdates"):
        await polls[1]
    assert monotonic() - began >= 2.9
    polls[2].cancel()


# How long updates are kept


async def test_a_tap_is_dropped_after_150_seconds_and_a_message_after_a_day() -> None:
    clock = ManualClock()
    line = queue("kept", now=clock)
    line.put("callback_query", {"id": "1", "data": "vote"})
    clock.time += 150
    assert [update.kind for update in line.waiting()] == ["message", "callback_query"]
    clock.time += 1
    assert [update.kind for update in line.waiting()] == ["message"]
    assert [list(update) for update in await line.poll(None, 100, 0)] == [["update_id", "message"]]
    clock.time += 86_400 - 151
    assert len(line.waiting()) == 1
    clock.time += 1
    assert not line.waiting()
    assert await line.poll(3, 100, 0) == []


async def test_a_message_is_kept_by_its_own_date() -> None:
    clock = ManualClock()
    line = queue(now=clock)
    line.put("message", {"text": "old", "date": int(clock()) - 86_000})
    line.put("edited_message", {"text": "mended", "date": int(clock()) - 500_000, "edit_date": int(clock())})
    line.put("message", {"text": "too old", "date": int(clock()) - 86_400})
    assert [update.body["text"] for update in line.waiting()] == ["old", "mended"]
    clock.time += 401
    assert [update.body["text"] for update in line.waiting()] == ["mended"]


# Repeated offsets


async def test_the_same_offset_at_once_brings_one_update() -> None:
    """Client.cpp, process_get_updates_query: within half a second of the last call's start."""
    line = queue("a", "b", "c")
    assert len(await line.poll(None, 100, 0)) == 3
    assert len(await line.poll(0, 100, 0)) == 1
    assert len(await line.poll(line.pending[0].id, 100, 0)) == 3, "another offset is no haste"


async def test_the_same_offset_at_once_waits_for_three_seconds() -> None:
    line = queue()
    assert await line.poll(None, 100, 0) == []
    began = monotonic()
    assert await line.poll(None, 100, 0) == []
    assert monotonic() - began >= 2.9


async def test_the_same_offset_later_is_not_slowed_down() -> None:
    line = queue("a", "b")
    await line.poll(None, 100, 0)
    line.started_at -= 0.6
    assert len(await line.poll(None, 100, 0)) == 2


async def test_a_bot_that_never_asks_keeps_a_bounded_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandbox.botapi.update_queue.MOST_PENDING", 10)
    line = queue(*map(str, range(50)))
    assert [update.body["text"] for update in line.pending] == [str(number) for number in range(40, 50)]


async def test_an_unconfirmed_update_comes_again(cast: Cast) -> None:
    await cast.say("/one")
    await cast.say("/two")
    first = await cast.bot.get_updates(timeout=0)
    again = await cast.bot.get_updates(offset=ANEW, timeout=0)
    assert [update.update_id for update in again] == [update.update_id for update in first]
    assert len(first) == 2
    assert first[1].update_id == first[0].update_id + 1
    rest = await cast.bot.get_updates(offset=first[0].update_id + 1, timeout=0)
    assert [update.update_id for update in rest] == [first[1].update_id]
    assert await cast.bot.get_updates(offset=first[1].update_id + 1, timeout=0) == []
    assert await cast.bot.get_updates(timeout=0) == []


async def test_a_limit_is_kept(cast: Cast) -> None:
    for number in range(5):
        await cast.say(f"/number{number}")
    assert len(await cast.bot.get_updates(limit=2, timeout=0)) == 2
    assert len(await cast.bot.get_updates(offset=ANEW, timeout=0)) == 5


async def test_a_negative_offset_counts_from_the_end_and_forgets_the_rest(cast: Cast) -> None:
    for number in range(3):
        await cast.say(f"/number{number}")
    [last] = await cast.bot.get_updates(offset=-1, timeout=0)
    assert last.message is not None
    assert last.message.text == "/number2"
    assert len(await cast.bot.get_updates(timeout=0)) == 1


async def test_a_long_poll_returns_as_soon_as_something_happens(cast: Cast) -> None:
    poll = asyncio.create_task(cast.bot.get_updates(timeout=50))
    await cast.bot.get_me()
    assert not poll.done()
    await cast.say("/now")
    [update] = await asyncio.wait_for(poll, 5)
    assert update.message is not None
    assert update.message.text == "/now"


async def test_chat_member_updates_come_only_when_asked_for(cast: Cast) -> None:
    guest = await cast.stage.add_person("Guest")
    await cast.stage.do("join", chat=cast.group, user_id=guest)
    assert all(update.chat_member is None for update in await cast.bot.get_updates(timeout=0))
    await cast.bot.get_updates(allowed_updates=["chat_member"], timeout=0, offset=-1)
    await cast.stage.do("leave", chat=cast.group, user_id=guest)
    updates = await cast.bot.get_updates(timeout=0)
    changed = [update.chat_member for update in updates if update.chat_member]
    assert [(change.old_chat_member.status, change.new_chat_member.status) for change in changed] == [
        ("member", "left")
    ]


async def test_only_the_kinds_asked_for_are_kept(cast: Cast) -> None:
    await cast.bot.get_updates(allowed_updates=["callback_query"], timeout=0)
    await cast.say("/unheard")
    await cast.tap(await cast.bot.send_message(cast.ann, "tap", reply_markup=keyboard("a")))
    [update] = await cast.bot.get_updates(timeout=0)
    assert update.event_type == "callback_query"
    await cast.bot.get_updates(allowed_updates=[], offset=update.update_id + 1, timeout=0)


async def test_two_bots_have_queues_of_their_own(cast: Cast) -> None:
    other = await cast.stage.add_bot("77:other-token", "other_bot")
    await cast.stage.do("start", user_id=cast.ann, bot_id=other.id, payload="deep")
    assert await cast.bot.get_updates(timeout=0) == []
    [update] = await updates_of(other, 1)
    assert update.message is not None
    assert update.message.text == "/start deep"
