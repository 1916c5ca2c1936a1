"""Injected faults happen as often as ordered and are counted."""

import asyncio
import json
from time import monotonic
from typing import Any

import pytest
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramAPIError,
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.types import ChatPermissions, Update

from tests.kits.sandbox.stage import ADMIN, TOKEN, Cast, Refused, updates_of

FOREVER = 1_000_000


async def struck(cast: Cast) -> dict[int, int]:
    """How often each fault has struck, by its id."""
    return {fault["id"]: fault["triggered"] for fault in (await cast.stage.do("faults"))}


async def arm(cast: Cast, kind: str, times: int = 1, **more: Any) -> int:
    return int(await cast.stage.do("fault", kind=kind, times=times, **more))


async def sent(cast: Cast, *texts: str) -> list[str]:
    """Send each text to Ann; what became of it."""
    outcomes = []
    for text in texts:
        try:
            await cast.bot.send_message(cast.ann, text)
        except TelegramAPIError as error:
            outcomes.append(type(error).__name__)
        else:
            outcomes.append("sent")
    return outcomes


async def seen(cast: Cast) -> list[str]:
    return [text for text in await cast.stage.seen(cast.ann, cast.private) if not text.startswith("/")]


def said(updates: list[Update]) -> list[str]:
    return [update.message.text for update in updates if update.message and update.message.text]


# Errors


@pytest.mark.parametrize("times", [1, 3])
async def test_the_next_calls_of_a_method_fail_as_often_as_ordered(cast: Cast, times: int) -> None:
    fault = await arm(
        cast, "error", times, method="sendMessage", error_code=500, description="Internal Server Error: restart"
    )
    assert await sent(cast, *"abcde") == ["RestartingTelegram"] * times + ["sent"] * (5 - times)
    assert await struck(cast) == {fault: times}
    assert await seen(cast) == list("abcde")[times:], "a call that failed was not executed"


async def test_an_error_strikes_only_its_method(cast: Cast) -> None:
    fault = await arm(cast, "error", method="sendPhoto", error_code=500, description="Internal Server Error")
    assert await sent(cast, "a") == ["sent"]
    assert await struck(cast) == {fault: 0}


async def test_an_error_strikes_only_its_chat(cast: Cast) -> None:
    fault = await arm(cast, "error", chat=cast.group, error_code=400, description="Bad Request: chat not found")
    assert await sent(cast, "a") == ["sent"]
    assert await struck(cast) == {fault: 0}
    with pytest.raises(TelegramBadRequest, match="Bad Request: chat not found"):
        await cast.bot.send_message(cast.group, "Night")
    assert await struck(cast) == {fault: 1}
    await cast.bot.send_message(cast.group, "Night")


async def test_an_ordered_429_says_how_long_to_wait(cast: Cast) -> None:
    fault = await arm(cast, "error", 2, method="sendMessage", error_code=429, retry_after=7)
    for _ in range(2):
        with pytest.raises(TelegramRetryAfter) as caught:
            await cast.bot.send_message(cast.ann, "a")
        assert caught.value.retry_after == 7
        assert caught.value.message.endswith("Too Many Requests: retry after 7")
    assert await sent(cast, "a") == ["sent"]
    assert await struck(cast) == {fault: 2}


async def test_an_ordered_403_is_told_as_given(cast: Cast) -> None:
    await arm(cast, "error", error_code=403, description="Forbidden: bot was blocked by the user")
    with pytest.raises(TelegramForbiddenError, match=r"Forbidden: bot was blocked by the user$"):
        await cast.bot.send_message(cast.ann, "a")


async def test_ordered_errors_are_counted_among_the_refusals(cast: Cast) -> None:
    await cast.stage.do("reset_counts")
    await arm(cast, "error", 3, method="sendMessage", error_code=500, description="Internal Server Error")
    await sent(cast, *"abcd")
    counts = await cast.stage.do("counts")
    assert counts["refusals"] == {"500": 3}


# Cut connections


async def test_a_call_dropped_before_is_not_executed(cast: Cast) -> None:
    fault = await arm(cast, "drop_before", 2, method="sendMessage")
    assert await sent(cast, *"abc") == ["TelegramNetworkError", "TelegramNetworkError", "sent"]
    assert await struck(cast) == {fault: 2}
    assert await seen(cast) == ["c"]


async def test_a_call_dropped_after_is_executed(cast: Cast) -> None:
    fault = await arm(cast, "drop_after", 2, method="sendMessage")
    assert await sent(cast, *"abc") == ["TelegramNetworkError", "TelegramNetworkError", "sent"]
    assert await struck(cast) == {fault: 2}
    assert await seen(cast) == ["a", "b", "c"]


async def test_a_poll_dropped_after_loses_no_update(cast: Cast) -> None:
    await cast.say("/one")
    fault = await arm(cast, "drop_after", method="getUpdates")
    with pytest.raises(TelegramNetworkError):
        await cast.bot.get_updates(timeout=0)
    assert said(await cast.bot.get_updates(timeout=0)) == ["/one"]
    assert await struck(cast) == {fault: 1}


# Answers that are no JSON


@pytest.mark.parametrize(("status", "words"), [(502, "Bad Gateway"), (504, "Gateway Time-out")])
@pytest.mark.parametrize("executed", [False, True])
async def test_a_gateway_answers_with_a_page(cast: Cast, status: int, words: str, executed: bool) -> None:
    """aiogram raises ClientDecodeError, which is none of its API errors."""
    fault = await arm(cast, "gateway", 2, method="sendMessage", error_code=status, executed=executed)
    for text in "ab":
        with pytest.raises(ClientDecodeError):
            await cast.bot.send_message(cast.ann, text)
    assert await sent(cast, "c") == ["sent"]
    assert await struck(cast) == {fault: 2}
    assert await seen(cast) == (["a", "b", "c"] if executed else ["c"])
    await arm(cast, "gateway", error_code=status)
    async with cast.stage.http.post(f"{cast.stage.url}/bot{TOKEN}/getMe") as response:
        assert (response.status, response.content_type) == (status, "text/html")
        assert f"{status} {words}" in await response.text()


async def test_a_gateway_without_a_number_is_a_502(cast: Cast) -> None:
    await arm(cast, "gateway")
    async with cast.stage.http.post(f"{cast.stage.url}/bot{TOKEN}/getMe") as response:
        assert response.status == 502


async def test_pages_of_a_gateway_are_counted_among_the_refusals_unless_executed(cast: Cast) -> None:
    await cast.stage.do("reset_counts")
    await arm(cast, "gateway", method="sendMessage", error_code=504)
    await arm(cast, "gateway", method="sendMessage", error_code=504, executed=True)
    for text in "ab":
        with pytest.raises(ClientDecodeError):
            await cast.bot.send_message(cast.ann, text)
    assert (await cast.stage.do("counts"))["refusals"] == {"504": 1}
    calls = [call for call in await cast.stage.do("calls") if call["method"] == "sendMessage"]
    assert [call["result"] is None for call in calls] == [True, False]


async def test_a_cut_answer_was_executed(cast: Cast) -> None:
    fault = await arm(cast, "cut_answer", method="sendMessage")
    with pytest.raises(ClientDecodeError):
        await cast.bot.send_message(cast.ann, "a")
    assert await sent(cast, "b") == ["sent"]
    assert await struck(cast) == {fault: 1}
    assert await seen(cast) == ["a", "b"]
    await arm(cast, "cut_answer", method="getMe")
    async with cast.stage.http.post(f"{cast.stage.url}/bot{TOKEN}/getMe") as response:
        body = await response.text()
    assert (response.status, response.content_type) == (200, "application/json")
    assert body.startswith('{"ok":true,"result":{')
    with pytest.raises(ValueError, match=r"Expecting|Unterminated"):
        json.loads(body)


async def test_an_answer_lacks_a_field(cast: Cast) -> None:
    """A 200 that aiogram cannot validate was executed all the same."""
    fault = await arm(cast, "missing_field", method="sendMessage", field="date")
    with pytest.raises(ClientDecodeError):
        await cast.bot.send_message(cast.ann, "a")
    assert await seen(cast) == ["a"]
    assert await struck(cast) == {fault: 1}
    await arm(cast, "missing_field", method="getChatAdministrators", field="can_send_welcome_messages")
    told = await cast.stage.call("getChatAdministrators", chat_id=str(cast.group))
    [bot] = [member for member in told["result"] if member["status"] == "administrator"]
    assert "can_send_welcome_messages" not in bot
    assert "can_pin_messages" in bot
    whole = await cast.stage.call("getChatAdministrators", chat_id=str(cast.group))
    assert any("can_send_welcome_messages" in member for member in whole["result"]), "only the answer was changed"


@pytest.mark.parametrize("seconds", [300, 3600, 86_400])
async def test_an_ordered_429_may_be_as_long_as_wished(cast: Cast, seconds: int) -> None:
    await arm(cast, "error", method="sendMessage", error_code=429, retry_after=seconds)
    with pytest.raises(TelegramRetryAfter) as caught:
        await cast.bot.send_message(cast.ann, "a")
    assert caught.value.retry_after == seconds


# Delay


async def test_a_delay_is_kept_to_one_method_in_one_chat(cast: Cast) -> None:
    fault = await arm(cast, "delay", FOREVER, method="getChatMember", chat=cast.group, seconds=600)
    slow = asyncio.create_task(cast.bot.get_chat_member(cast.group, cast.bob))
    try:
        other = await cast.stage.add_group(cast.ann)
        await cast.stage.do("add_bot_to_group", chat=other, bot_id=cast.bot.id, user_id=cast.ann)
        assert (await asyncio.wait_for(cast.bot.get_chat_member(other, cast.ann), 5)).status == "creator"
        assert await asyncio.wait_for(cast.bot.get_chat(cast.group), 5)
        assert not slow.done()
    finally:
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)
    assert await struck(cast) == {fault: 1}


async def test_a_delayed_call_takes_as_long_as_ordered(cast: Cast) -> None:
    fault = await arm(cast, "delay", method="sendMessage", seconds=0.3)
    started = monotonic()
    assert await sent(cast, "a") == ["sent"]
    assert monotonic() - started >= 0.3
    assert await struck(cast) == {fault: 1}
    assert await seen(cast) == ["a"]


async def test_other_calls_do_not_wait_for_a_delayed_one(cast: Cast) -> None:
    await arm(cast, "delay", method="sendMessage", seconds=30)
    slow = asyncio.create_task(cast.bot.send_message(cast.ann, "slow"))
    try:
        me = await asyncio.wait_for(cast.bot.get_me(), 5)
        assert me.id == cast.bot.id
        assert not slow.done()
    finally:
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)


# Updates


async def test_a_doubled_update_comes_twice_with_one_number(cast: Cast) -> None:
    fault = await arm(cast, "double_update", 2)
    for text in ("/one", "/two", "/three"):
        await cast.say(text)
    updates = await updates_of(cast.bot, 5)
    assert sorted(said(updates)) == sorted(["/one", "/one", "/two", "/two", "/three"])
    for text in ("/one", "/two"):
        assert len({update.update_id for update in updates if update.message and update.message.text == text}) == 1
    assert await struck(cast) == {fault: 2}
    assert await cast.bot.get_updates(timeout=0) == []


async def test_a_lost_update_never_comes(cast: Cast) -> None:
    fault = await arm(cast, "lose_update", 2)
    for text in ("/one", "/two", "/three"):
        await cast.say(text)
    assert said(await updates_of(cast.bot, 1)) == ["/three"]
    assert await struck(cast) == {fault: 2}
    assert await cast.bot.get_updates(timeout=0) == []


async def test_shuffled_updates_all_come_in_another_order_and_come_to_an_end(cast: Cast) -> None:
    fault = await arm(cast, "shuffle_updates", 2)
    texts = [f"/number{number}" for number in range(20)]
    for text in texts:
        await cast.say(text)
    got: list[str] = []
    offset = None
    for _ in range(100):  # a client confirms behind the last one of each batch, whatever its number
        batch = await cast.bot.get_updates(offset=offset, timeout=0)
        if not batch:
            break
        got += said(batch)
        offset = batch[-1].update_id + 1
    else:
        pytest.fail("the same updates come again and again")
    assert list(dict.fromkeys(got)) != texts
    assert set(got) == set(texts)
    assert 1 <= (await struck(cast))[fault] <= 2


async def test_a_fault_of_updates_can_be_kept_to_one_chat(cast: Cast) -> None:
    fault = await arm(cast, "lose_update", FOREVER, chat=cast.group)
    await cast.say("/lost")
    await cast.stage.do("say", user_id=cast.ann, chat=cast.private, text="kept")
    assert said(await updates_of(cast.bot, 1)) == ["kept"]
    assert await struck(cast) == {fault: 1}


# The list of what is armed


async def test_cleared_faults_strike_no_more(cast: Cast) -> None:
    await arm(cast, "error", FOREVER, error_code=500, description="Internal Server Error")
    assert await sent(cast, "a") == ["TelegramServerError"]
    await cast.stage.do("clear_faults")
    assert await sent(cast, "b") == ["sent"]
    assert (await cast.stage.do("faults")) == []


async def test_faults_are_used_up_in_the_order_they_were_armed(cast: Cast) -> None:
    first = await arm(cast, "error", method="sendMessage", error_code=500, description="Internal Server Error")
    second = await arm(cast, "error", method="sendMessage", error_code=403, description="Forbidden: no")
    assert await sent(cast, *"abc") == ["TelegramServerError", "TelegramForbiddenError", "sent"]
    assert await struck(cast) == {first: 1, second: 1}


@pytest.mark.parametrize(
    "order",
    [
        {"kind": "earthquake", "times": 1},
        {"kind": "error", "times": 0},
        {"kind": "error", "times": -3},
        {"kind": "error", "times": "often"},
        {"kind": "delay", "times": 1, "seconds": -1},
        {"kind": "delay", "times": 1, "seconds": "long"},
        {"kind": "error", "times": 1, "error_code": "bad"},
        {"kind": "gateway", "error_code": 404},
        {"kind": "missing_field"},
        {"kind": "error", "executed": True},
        {"kind": "cut_answer", "executed": False},
        {"times": 1},
    ],
)
async def test_a_senseless_order_is_refused(cast: Cast, order: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        await cast.stage.do("fault", **order)
    assert (await cast.stage.do("faults")) == []


# What people and groups can do to a bot


async def test_a_restart_loses_nothing(cast: Cast) -> None:
    await cast.bot.send_message(cast.ann, "before")
    await cast.say("/waiting")
    await cast.bot.set_my_description("What I am")
    people = (await cast.stage.do("world"))["people"]

    await cast.stage.do("restart", down_for=0.2)
    await back_again(cast)

    world = await cast.stage.do("world")
    assert world["people"] == people
    assert await seen(cast) == ["before"]
    assert said(await updates_of(cast.bot, 1)) == ["/waiting"]
    assert (await cast.bot.get_my_description()).description == "What I am"
    sent = await cast.bot.send_message(cast.ann, "after")
    assert await seen(cast) == ["before", "after"]
    await cast.bot.edit_message_text("edited", chat_id=cast.ann, message_id=sent.message_id)


async def back_again(cast: Cast) -> None:
    """The server answers again, at the address it had, after it was seen to be away."""
    away = False
    deadline = monotonic() + 10
    while monotonic() < deadline:
        try:
            await cast.bot.get_me()
        except TelegramNetworkError:
            away = True
        else:
            if away:
                return
        await asyncio.sleep(0.005)
    pytest.fail("the server did not come back" if away else "the server never went away")


async def test_a_long_poll_is_cut_by_a_restart_and_goes_on_afterwards(cast: Cast) -> None:
    poll = asyncio.create_task(cast.bot.get_updates(timeout=30))
    await cast.bot.get_me()
    await cast.stage.do("restart", down_for=0.1)
    with pytest.raises((TelegramNetworkError, TelegramServerError)):
        await asyncio.wait_for(poll, 10)
    await back_again_at_last(cast)
    await cast.say("/later")
    assert said(await updates_of(cast.bot, 1)) == ["/later"]


async def back_again_at_last(cast: Cast) -> None:
    deadline = monotonic() + 10
    while monotonic() < deadline:
        try:
            await cast.bot.get_me()
        except TelegramNetworkError:
            await asyncio.sleep(0.005)
        else:
            return
    pytest.fail("the server did not come back")


async def test_block_and_unblock(cast: Cast) -> None:
    await cast.stage.do("block", user_id=cast.ann, bot_id=cast.bot.id)
    [update] = await updates_of(cast.bot, 1)
    assert update.my_chat_member is not None
    assert update.my_chat_member.new_chat_member.status == "kicked"
    assert await sent(cast, "a") == ["TelegramForbiddenError"]
    await cast.stage.do("unblock", user_id=cast.ann, bot_id=cast.bot.id)
    [update] = await updates_of(cast.bot, 1)
    assert update.my_chat_member is not None
    assert update.my_chat_member.new_chat_member.status == "member"
    assert await sent(cast, "b") == ["sent"]


async def test_rights_taken_and_given_back(cast: Cast) -> None:
    muted = ChatPermissions(can_send_messages=False)
    await cast.bot.restrict_chat_member(cast.group, cast.bob, muted)
    await cast.promote(cast.bot.id)
    [update] = await updates_of(cast.bot, 1)
    assert update.my_chat_member is not None
    assert update.my_chat_member.old_chat_member.status == "administrator"
    assert update.my_chat_member.new_chat_member.status == "member"
    with pytest.raises(TelegramBadRequest, match="not enough rights"):
        await cast.bot.restrict_chat_member(cast.group, cast.mark, muted)
    await cast.promote(cast.bot.id, *ADMIN)
    await cast.bot.restrict_chat_member(cast.group, cast.mark, muted)


async def test_removed_and_added_again(cast: Cast) -> None:
    await cast.stage.do("remove_from_group", chat=cast.group, target_id=cast.bot.id, user_id=cast.ann)
    with pytest.raises(TelegramForbiddenError, match="bot was kicked from the supergroup chat"):
        await cast.bot.send_message(cast.group, "Night")
    await cast.stage.do("add_bot_to_group", chat=cast.group, bot_id=cast.bot.id, user_id=cast.ann)
    await cast.bot.send_message(cast.group, "Night")
    statuses = [
        update.my_chat_member.new_chat_member.status
        for update in await updates_of(cast.bot, 2, allowed_updates=["my_chat_member"])
        if update.my_chat_member
    ]
    assert statuses == ["kicked", "member"]


async def test_an_upgraded_group_is_followed(cast: Cast) -> None:
    group = await cast.stage.add_group(cast.ann, cast.bob, type="group")
    await cast.stage.do("add_bot_to_group", chat=group, bot_id=cast.bot.id, user_id=cast.ann)
    old = await cast.bot.send_message(group, "in the basic group")
    await updates_of(cast.bot, 1)
    upgraded = await cast.stage.do("upgrade", chat=group)
    assert upgraded["type"] == "supergroup"

    with pytest.raises(TelegramMigrateToChat) as caught:
        await cast.bot.send_message(group, "Night")
    new = caught.value.migrate_to_chat_id
    assert new == upgraded["id"] != group
    await cast.bot.send_message(new, "in the supergroup")
    with pytest.raises(TelegramBadRequest, match="message to edit not found"):
        await cast.bot.edit_message_text("x", chat_id=new, message_id=old.message_id)

    told = [update.message for update in await cast.bot.get_updates(timeout=0) if update.message]
    assert (group, new) in [(message.chat.id, message.migrate_to_chat_id) for message in told]
    assert (new, group) in [(message.chat.id, message.migrate_from_chat_id) for message in told]
    assert (await cast.bot.get_chat_member(new, cast.bob)).status == "member"
    assert (await cast.bot.get_chat_member(new, cast.ann)).status == "creator"
