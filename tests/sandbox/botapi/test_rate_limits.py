"""Rate limits on a stopped clock: how many calls pass, retry_after, and the effect of speed."""

from time import monotonic
from typing import Any

import pytest
from aiogram.exceptions import TelegramRetryAfter
from aiogram.types import BufferedInputFile, ChatPermissions, InputMediaPhoto

from sandbox.botapi.rate_limits import BURST, PUBLISHED, Limits, RateLimiter
from sandbox.core.refusals import Refusal
from tests.kits.sandbox.clock import ManualClock
from tests.kits.sandbox.stage import Cast, keyboard, png


async def limits(cast: Cast, **given: float) -> None:
    """These, and no others; from now on the clock stands still."""
    every: dict[str, Any] = dict.fromkeys(("per_chat", "per_group", "per_bot", "restricts", "tags"))
    await cast.stage.do("set_limits", **{**every, **given})
    cast.stage.clock.stop()


async def passes(cast: Cast, *chats: int, tries: int = 60) -> int:
    """How many messages, into these chats in turn, pass in one moment before the first is refused."""
    for number in range(tries):
        try:
            await cast.bot.send_message(chats[number % len(chats)], f"number {number}")
        except TelegramRetryAfter:
            return number
    return tries


async def wait_for(cast: Cast, chat: int) -> int:
    """How long the next message into this chat must wait."""
    with pytest.raises(TelegramRetryAfter) as caught:
        await cast.bot.send_message(chat, "one more")
    return caught.value.retry_after


async def test_without_limits_everything_passes(cast: Cast) -> None:
    await limits(cast)
    assert await passes(cast, cast.ann) == await passes(cast, cast.group) == 60


async def test_one_message_a_second_into_one_chat(cast: Cast) -> None:
    """A few may come at once; Telegram does not promise how many."""
    await limits(cast, per_chat=1)
    assert 1 <= await passes(cast, cast.ann) <= 3
    assert 1 <= await passes(cast, cast.bob) <= 3, "another chat has a measure of its own"
    for _ in range(5):
        assert await wait_for(cast, cast.ann) == 1
        cast.stage.clock.forward(seconds=1.01)
        assert await passes(cast, cast.ann) == 1


async def test_twenty_a_minute_into_one_group(cast: Cast) -> None:
    await limits(cast, per_group=20)
    other = await cast.stage.add_group(cast.ann)
    await cast.stage.do("add_bot_to_group", chat=other, bot_id=cast.bot.id, user_id=cast.ann)
    assert await passes(cast, cast.group) == 20
    assert await passes(cast, other) == 20
    assert await passes(cast, cast.ann) == 60, "a private chat is no group"


async def test_after_the_wait_it_passes_and_not_before(cast: Cast) -> None:
    await limits(cast, per_group=20)
    await passes(cast, cast.group)
    wait = await wait_for(cast, cast.group)
    assert 1 <= wait <= 60
    cast.stage.clock.forward(seconds=wait - 2)
    assert await wait_for(cast, cast.group) <= 2
    cast.stage.clock.forward(seconds=2.01)
    assert await passes(cast, cast.group) >= 1


async def test_thirty_a_second_for_the_bot_as_a_whole(cast: Cast) -> None:
    await limits(cast, per_bot=30)
    assert await passes(cast, cast.ann, cast.bob, cast.group) == 30
    assert await wait_for(cast, cast.bob) == 1
    other = await cast.stage.add_bot("77:other", "other_bot")
    await cast.stage.do("start", user_id=cast.ann, bot_id=other.id)
    await other.send_message(cast.ann, "Another bot has a measure of its own")
    cast.stage.clock.forward(seconds=1.01)
    assert await passes(cast, cast.ann, cast.bob) == 30


async def test_edits_are_measured_like_messages(cast: Cast) -> None:
    await limits(cast, per_group=20)
    sent = await cast.bot.send_message(cast.group, "edition 0")
    passed = 1
    try:
        for number in range(1, 60):
            await cast.bot.edit_message_text(f"edition {number}", chat_id=cast.group, message_id=sent.message_id)
            passed += 1
    except TelegramRetryAfter:
        pass
    assert passed == 20


async def test_answers_to_taps_and_questions_are_not_measured(cast: Cast) -> None:
    await limits(cast, per_chat=1, per_group=20)
    sent = await cast.bot.send_message(cast.group, "tap", reply_markup=keyboard("a"))
    for _ in range(40):
        await cast.bot.answer_callback_query(await cast.tap(sent), text="Counted")
        await cast.bot.get_chat_member(cast.group, cast.bob)


async def test_a_refused_message_is_not_sent(cast: Cast) -> None:
    await limits(cast, per_group=20)
    passed = await passes(cast, cast.group)
    shown = [text for text in await cast.stage.seen(cast.ann, cast.group) if text.startswith("number")]
    assert shown == [f"number {number}" for number in range(passed)]


# Limits that nobody has published


async def restricted(cast: Cast, tries: int = 60) -> int:
    """How many restrictions pass in one moment, each another one than the last."""
    for number in range(tries):
        try:
            allowed = ChatPermissions(can_send_messages=bool(number % 2))
            await cast.bot.restrict_chat_member(cast.group, cast.bob, allowed)
        except TelegramRetryAfter:
            return number
    return tries


async def test_restrictions_have_a_limit_of_their_own(cast: Cast) -> None:
    await limits(cast, restricts=20)
    assert await restricted(cast) == 20
    with pytest.raises(TelegramRetryAfter) as caught:
        await cast.bot.ban_chat_member(cast.group, cast.mark)
    assert 25 <= caught.value.retry_after <= 30
    assert await passes(cast, cast.group) == 60, "messages are not held up by it"
    cast.stage.clock.forward(seconds=30.01)
    assert await restricted(cast) == 20


async def test_a_restriction_that_changes_nothing_is_not_measured(cast: Cast) -> None:
    await limits(cast, restricts=1)
    for _ in range(5):
        await cast.bot.restrict_chat_member(cast.group, cast.bob, ChatPermissions())
    with pytest.raises(TelegramRetryAfter):
        await cast.bot.restrict_chat_member(cast.group, cast.mark, ChatPermissions())


async def test_tags_have_a_limit_of_their_own(cast: Cast) -> None:
    await limits(cast, tags=20)
    for number in range(20):
        await cast.bot.set_chat_member_tag(cast.group, cast.bob, f"seat {number}")
    with pytest.raises(TelegramRetryAfter) as caught:
        await cast.bot.set_chat_member_tag(cast.group, cast.bob, "seat 20")
    assert 25 <= caught.value.retry_after <= 30
    assert await restricted(cast, 5) == 5


def test_what_nobody_has_published_is_measured_too() -> None:
    assert (PUBLISHED.restricts, PUBLISHED.tags) == (20, 20)


# A short wait is waited for


@pytest.mark.realtime
async def test_a_server_may_hold_a_call_instead_of_refusing_it(cast: Cast) -> None:
    """NetQueryDelayer.cpp, delay: up to 8 seconds in all a bot hears nothing of a limit but a late answer."""
    await cast.stage.do("set_limits", per_chat=10, holds=8)
    began = monotonic()
    for number in range(8):
        await cast.bot.send_message(cast.ann, f"number {number}")
    assert 0.3 <= monotonic() - began < 5
    assert (await cast.stage.do("counts"))["refusals"] == {}
    shown = [text for text in await cast.stage.seen(cast.ann, cast.private) if text.startswith("number")]
    assert shown == [f"number {number}" for number in range(8)]


@pytest.mark.realtime
async def test_a_wait_that_is_too_long_is_refused_at_once(cast: Cast) -> None:
    await limits(cast, per_group=1, holds=8)
    await cast.bot.send_message(cast.group, "one")
    began = monotonic()
    assert await wait_for(cast, cast.group) == 60
    assert monotonic() - began < 5


async def test_an_album_is_refused_as_a_whole(cast: Cast) -> None:
    await limits(cast, per_group=4)
    media = [InputMediaPhoto(media=BufferedInputFile(png(), f"{n}.png")) for n in range(3)]
    await cast.bot.send_media_group(cast.group, list(media))
    before = len(await cast.stage.history(cast.ann, cast.group))
    with pytest.raises(TelegramRetryAfter):
        await cast.bot.send_media_group(cast.group, list(media))
    assert len(await cast.stage.history(cast.ann, cast.group)) == before


@pytest.mark.parametrize("speed", [1, 20, 200])
async def test_the_clocks_speed_divides_the_wait(cast: Cast, speed: int) -> None:
    """A minute at the speed of 200 is 0.3 seconds."""
    await cast.stage.do("set_speed", speed=speed)
    await limits(cast, per_group=20)
    assert await passes(cast, cast.group) == 20
    cast.stage.clock.forward(seconds=59 / speed)
    assert await wait_for(cast, cast.group) == 1
    cast.stage.clock.forward(seconds=2 / speed)
    assert await passes(cast, cast.group) == 20


@pytest.mark.parametrize("speed", [0, -1, 201, "fast", None])
async def test_a_senseless_speed_is_refused(cast: Cast, speed: Any) -> None:
    async with cast.stage.http.post(f"{cast.stage.url}/control/set_speed", json={"speed": speed}) as response:
        assert not (await response.json())["ok"]
    assert (await cast.stage.do("world"))["speed"] == 1


async def test_calls_are_counted_by_method_and_chat(cast: Cast) -> None:
    await cast.stage.do("reset_counts")
    for _ in range(3):
        await cast.bot.send_message(cast.group, "Night")
    await cast.bot.send_message(cast.ann, "Night")
    await cast.bot.get_me()
    counts = await cast.stage.do("counts")
    assert (counts["methods"]["sendMessage"], counts["methods"]["getMe"]) == (4, 1)
    assert counts["chats"] == {str(cast.group): {"sendMessage": 3}, str(cast.ann): {"sendMessage": 1}}
    assert counts["refusals"] == {}
    calls = await cast.stage.do("calls")
    assert [call["method"] for call in calls if call["method"] == "sendMessage"] == ["sendMessage"] * 4
    assert len({call["number"] for call in calls}) == len(calls)
    assert [call["arguments"]["text"] for call in calls if call["chat"] == cast.ann] == ["Night"]
    later = await cast.stage.do("calls", since=calls[1]["number"])
    assert later == calls[2:]


def test_a_chat_takes_a_small_burst_and_then_one_a_second() -> None:
    clock = ManualClock()
    limiter = RateLimiter(PUBLISHED, clock)
    for _ in range(BURST):
        limiter.check_messages(1, 5)
    with pytest.raises(Refusal, match="retry after 1"):
        limiter.check_messages(1, 5)
    clock.time += 1
    limiter.check_messages(1, 5)
    limiter.check_messages(1, 6)


def test_a_minute_is_shorter_when_the_clock_is_faster() -> None:
    clock = ManualClock()
    limiter = RateLimiter(Limits(per_group=20), clock, speed=60)
    for _ in range(20):
        limiter.check_messages(1, -5)
    with pytest.raises(Refusal, match="retry after 1"):
        limiter.check_messages(1, -5)
    clock.time += 1.001
    limiter.check_messages(1, -5)


def test_an_album_larger_than_the_limit_passes_once() -> None:
    limiter = RateLimiter(Limits(per_bot=3), ManualClock())
    limiter.check_messages(1, 5, count=10)
    with pytest.raises(Refusal):
        limiter.check_messages(1, 5, count=10)
