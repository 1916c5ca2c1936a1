"""Every refusal, provoked by raw calls: code and text are those of `Why`."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any

import aiohttp
import pytest
from aiogram.types import BufferedInputFile

from sandbox.core.refusals import PREFIXES, Why
from tests.kits.sandbox.stage import TOKEN, Cast, keyboard, png

Answer = dict[str, Any]
Provoking = Callable[[Cast], Awaitable[Answer]]
NOWHERE = "987654"
PROVOKED: dict[Why, Provoking] = {}
NEVER = {Why.BAD_PARAMETERS}  # the last resort for a mistake of the sandbox; test_hostile looks for one


def provokes(why: Why) -> Callable[[Provoking], Provoking]:
    def register(scenario: Provoking) -> Provoking:
        assert why not in PROVOKED, why
        PROVOKED[why] = scenario
        return scenario

    return register


def call(why: Why, method: str, /, **given: str) -> None:
    """One call is enough. A value may name the group, Ann, Bob or the bot: {group}, {ann}, {bob}, {bot}."""

    @provokes(why)
    async def scenario(cast: Cast) -> Answer:
        return await ask(cast, method, **given)


async def ask(cast: Cast, method: str, **given: str) -> Answer:
    names = {"group": cast.group, "ann": cast.ann, "bob": cast.bob, "mark": cast.mark, "bot": cast.bot.id}
    filled = {}
    for key, value in given.items():
        filled[key] = value
        for name, number in names.items():
            filled[key] = filled[key].replace(f"{{{name}}}", str(number))
    return await cast.stage.call(method, **filled)


def text(why: Why, text: str, **more: str) -> None:
    call(why, "sendMessage", chat_id="{group}", text=text, **more)


async def rights(cast: Cast, *names: str) -> None:
    await cast.promote(cast.bot.id, *names)


async def sent(cast: Cast) -> str:
    return str((await cast.bot.send_message(cast.group, "own", reply_markup=keyboard("a"))).message_id)


def button(**fields: Any) -> str:
    return json.dumps({"inline_keyboard": [[fields]]})


# What is sent

text(Why.TEXT_EMPTY, "")
text(Why.TEXT_TOO_LONG, "x" * 4097)
call(Why.CAPTION_TOO_LONG, "sendPhoto", chat_id="{group}", photo="http://a.b/c", caption="x" * 1025)
text(Why.BAD_ENTITIES, "<b>", parse_mode="HTML")
text(Why.BAD_PARSE_MODE, "a", parse_mode="TeX")
call(Why.BAD_RICH, "sendRichMessage", chat_id="{group}", rich_message='{"html": "<nonsense>"}')
text(Why.BAD_JSON, "a", reply_markup="{")
text(Why.BAD_UTF8, "a", reply_markup='{"inline_keyboard": [[{"text": "\\ud800"}]]}')
text(Why.BUTTON_DATA, "a", reply_markup=button(text="a", callback_data="x" * 65))
text(Why.BUTTON_TEXT, "a", reply_markup=button(text=" ", callback_data="x"))
text(Why.BUTTON_URL, "a", reply_markup=button(text="a", url="nowhere"))
text(Why.BAD_BUTTON, "a", reply_markup=button(text="a"))
text(Why.NO_MARKUP, "a", reply_markup="[]")
text(Why.BAD_ROWS, "a", reply_markup='{"inline_keyboard": [{}]}')
text(
    Why.MARKUP_TOO_LONG,
    "a",
    reply_markup=json.dumps({"inline_keyboard": [[{"text": "a", "callback_data": "x"}]] * 101}),
)
text(Why.NO_EFFECTS, "a", message_effect_id="5")
call(Why.FILE_MISSING, "sendPhoto", chat_id="{group}")
call(Why.FILE_UNKNOWN, "sendPhoto", chat_id="{group}", photo="no such file")
call(Why.FILE_ID, "getFile", file_id="no such file")
call(Why.BAD_MEDIA, "sendMediaGroup", chat_id="{group}", media='[{"type": "song"}, {}]')
call(Why.ALBUM_SIZE, "sendMediaGroup", chat_id="{group}", media='[{"type": "photo", "media": "http://a.b/c"}]')
call(Why.BAD_DICE, "sendDice", chat_id="{group}", emoji="🃏")
call(Why.BAD_ACTION, "sendChatAction", chat_id="{group}", action="thinking")


async def upload(cast: Cast, content: bytes) -> Answer:
    form = aiohttp.FormData({"chat_id": str(cast.group)})
    form.add_field("photo", BytesIO(content), filename="a.png")
    async with cast.stage.http.post(f"{cast.stage.url}/bot{TOKEN}/sendPhoto", data=form) as response:
        return dict(await response.json())


@provokes(Why.FILE_EMPTY)
async def an_empty_file(cast: Cast) -> Answer:
    return await upload(cast, b"")


@provokes(Why.BAD_IMAGE)
async def no_picture(cast: Cast) -> Answer:
    return await upload(cast, b"no picture")


@provokes(Why.BAD_REACTION)
async def a_senseless_reaction(cast: Cast) -> Answer:
    return await ask(cast, "setMessageReaction", chat_id="{group}", message_id=await sent(cast), reaction="[{}]")


@provokes(Why.MANY_REACTIONS)
async def two_reactions(cast: Cast) -> Answer:
    two = json.dumps([{"type": "emoji", "emoji": "👍"}] * 2)
    return await ask(cast, "setMessageReaction", chat_id="{group}", message_id=await sent(cast), reaction=two)


# Messages that are there or not

call(Why.EDIT_NOT_FOUND, "editMessageText", chat_id="{group}", message_id=NOWHERE, text="a")
call(Why.DELETE_NOT_FOUND, "deleteMessage", chat_id="{group}", message_id=NOWHERE)
text(Why.REPLY_NOT_FOUND, "a", reply_parameters=json.dumps({"message_id": int(NOWHERE)}))
call(Why.COPY_NOT_FOUND, "copyMessage", chat_id="{ann}", from_chat_id="{group}", message_id=NOWHERE)
call(Why.FORWARD_NOT_FOUND, "forwardMessage", chat_id="{ann}", from_chat_id="{group}", message_id=NOWHERE)
call(Why.PIN_NOT_FOUND, "pinChatMessage", chat_id="{group}", message_id=NOWHERE)
call(Why.UNPIN_NOT_FOUND, "unpinChatMessage", chat_id="{group}", message_id=NOWHERE)
call(Why.REACT_NOT_FOUND, "setMessageReaction", chat_id="{group}", message_id=NOWHERE, reaction="[]")
call(Why.NO_MESSAGE_ID, "deleteMessage", chat_id="{group}")
call(Why.NO_MESSAGE_IDS, "deleteMessages", chat_id="{group}")
call(Why.IDS_NO_ARRAY, "deleteMessages", chat_id="{group}", message_ids="{}")
call(Why.IDS_NO_NUMBER, "deleteMessages", chat_id="{group}", message_ids="[null]")
call(Why.IDS_INVALID, "deleteMessages", chat_id="{group}", message_ids="[0]")
call(Why.MANY_IDS, "deleteMessages", chat_id="{group}", message_ids=json.dumps(list(range(1, 102))))


@provokes(Why.NOT_MODIFIED)
async def the_same_again(cast: Cast) -> Answer:
    markup = keyboard("a").model_dump_json(exclude_none=True)
    number = await sent(cast)
    return await ask(
        cast, "editMessageText", chat_id="{group}", message_id=number, text="own", reply_markup=markup
    )


@provokes(Why.CANT_EDIT)
async def an_edit_of_what_another_has_said(cast: Cast) -> Answer:
    said = str(await cast.say("mine"))
    return await ask(cast, "editMessageText", chat_id="{group}", message_id=said, text="yours")


@provokes(Why.CANT_DELETE)
async def deleting_without_the_right(cast: Cast) -> Answer:
    said = str(await cast.say("mine"))
    await rights(cast)
    return await ask(cast, "deleteMessage", chat_id="{group}", message_id=said)


@provokes(Why.CANT_DELETE_FOR_ALL)
async def deleting_after_two_days(cast: Cast) -> Answer:
    message = await cast.bot.send_message(cast.ann, "old")
    cast.stage.clock.forward(hours=49)
    return await ask(cast, "deleteMessage", chat_id="{ann}", message_id=str(message.message_id))


async def passed_on(cast: Cast, method: str) -> Answer:
    kept = await cast.bot.send_message(cast.group, "secret", protect_content=True)
    number = str(kept.message_id)
    return await ask(cast, method, chat_id="{ann}", from_chat_id="{group}", message_id=number)


@provokes(Why.CANT_COPY)
async def a_copy_of_what_is_protected(cast: Cast) -> Answer:
    return await passed_on(cast, "copyMessage")


@provokes(Why.CANT_FORWARD)
async def passing_on_what_is_protected(cast: Cast) -> Answer:
    return await passed_on(cast, "forwardMessage")


@provokes(Why.NO_TEXT_TO_EDIT)
async def the_text_of_a_picture(cast: Cast) -> Answer:
    photo = await cast.bot.send_photo(cast.group, BufferedInputFile(png(), "a.png"))
    return await ask(cast, "editMessageText", chat_id="{group}", message_id=str(photo.message_id), text="a")


@provokes(Why.NO_CAPTION_TO_EDIT)
async def the_caption_of_a_text(cast: Cast) -> Answer:
    return await ask(cast, "editMessageCaption", chat_id="{group}", message_id=await sent(cast), caption="a")


# Answers to taps

call(Why.QUERY_TOO_OLD, "answerCallbackQuery", callback_query_id=NOWHERE)


async def tapped(cast: Cast, **answer: str) -> Answer:
    message = await cast.bot.send_message(cast.group, "tap", reply_markup=keyboard("a"))
    return await ask(cast, "answerCallbackQuery", callback_query_id=await cast.tap(message), **answer)


@provokes(Why.ANSWER_TOO_LONG)
async def a_long_answer(cast: Cast) -> Answer:
    return await tapped(cast, text="x" * 201)


@provokes(Why.URL_INVALID)
async def a_link_elsewhere(cast: Cast) -> Answer:
    return await tapped(cast, url="https://example.org")


# Where

call(Why.CHAT_ID_EMPTY, "getChat")
call(Why.CHAT_NOT_FOUND, "getChat", chat_id=NOWHERE)
call(Why.USER_NOT_FOUND, "getChatMember", chat_id="{group}", user_id=NOWHERE)
call(Why.BAD_USER_ID, "getChatMember", chat_id="{group}", user_id="nobody")
text(Why.THREAD_NOT_FOUND, "a", message_thread_id="77")
call(Why.ANY_GROUP_ONLY, "setChatMemberTag", chat_id="{ann}", user_id="{ann}", tag="a")
call(Why.NOT_IN_PRIVATE, "getChatAdministrators", chat_id="{ann}")
call(Why.NOT_A_FORUM, "createForumTopic", chat_id="{group}", name="Game")


async def basic(cast: Cast) -> int:
    group = await cast.stage.add_group(cast.ann, cast.bob, type="group")
    order = {"bot_id": cast.bot.id, "user_id": cast.ann, "rights": ["can_restrict_members", "can_promote_members"]}
    await cast.stage.do("add_bot_to_group", chat=group, **order)
    return group


@provokes(Why.UPGRADED)
async def the_old_number_of_a_group(cast: Cast) -> Answer:
    group = await basic(cast)
    await cast.stage.do("upgrade", chat=group)
    return await ask(cast, "sendMessage", chat_id=str(group), text="a")


@provokes(Why.SUPERGROUPS_ONLY)
async def muting_in_a_basic_group(cast: Cast) -> Answer:
    return await ask(cast, "restrictChatMember", chat_id=str(await basic(cast)), user_id="{bob}", permissions="{}")


@provokes(Why.GROUPS_ONLY)
async def promoting_in_a_basic_group(cast: Cast) -> Answer:
    return await ask(cast, "promoteChatMember", chat_id=str(await basic(cast)), user_id="{bob}")


# Rights


@provokes(Why.NO_RIGHT_TO_SEND)
async def writing_in_a_closed_group(cast: Cast) -> Answer:
    await rights(cast)
    await cast.stage.do("set_permissions", chat=cast.group, permissions={"can_send_messages": False})
    return await ask(cast, "sendMessage", chat_id="{group}", text="a")


async def refusing(cast: Cast, why: str) -> Answer:
    await cast.stage.do("refuse_writing", chat=cast.group, why=why)
    return await ask(cast, "sendMessage", chat_id="{group}", text="a")


@provokes(Why.WRITE_FORBIDDEN)
async def a_group_that_takes_nothing(cast: Cast) -> Answer:
    return await refusing(cast, "CHAT_WRITE_FORBIDDEN")


@provokes(Why.CHAT_RESTRICTED)
async def a_group_that_is_restricted_itself(cast: Cast) -> Answer:
    return await refusing(cast, "CHAT_RESTRICTED")


async def forum(cast: Cast, *names: str) -> dict[str, str]:
    group = await cast.stage.add_group(cast.ann, is_forum=True)
    order = {"bot_id": cast.bot.id, "user_id": cast.ann}
    await cast.stage.do("add_bot_to_group", chat=group, **order, **({"rights": list(names)} if names else {}))
    topic = await cast.stage.do("add_topic", chat=group, name="Game")
    return {"chat_id": str(group), "message_thread_id": str(topic)}


@provokes(Why.TOPIC_CLOSED)
async def a_closed_topic(cast: Cast) -> Answer:
    where = await forum(cast)
    order = {"chat": int(where["chat_id"]), "message_thread_id": int(where["message_thread_id"])}
    await cast.stage.do("close_topic", **order)
    return await ask(cast, "sendMessage", text="a", **where)


@provokes(Why.NO_RIGHT_TO_TOPICS)
async def closing_a_topic_without_the_right(cast: Cast) -> Answer:
    return await ask(cast, "closeForumTopic", **await forum(cast))


@provokes(Why.TOPIC_NAME)
async def a_topic_without_a_name(cast: Cast) -> Answer:
    where = await forum(cast, "can_manage_topics")
    return await ask(cast, "createForumTopic", chat_id=where["chat_id"], name=" ")


@provokes(Why.TOPIC_SAME)
async def opening_an_open_topic(cast: Cast) -> Answer:
    return await ask(cast, "reopenForumTopic", **await forum(cast, "can_manage_topics"))


def without_rights(why: Why, method: str, /, **given: str) -> None:
    @provokes(why)
    async def scenario(cast: Cast) -> Answer:
        await rights(cast)
        return await ask(cast, method, chat_id="{group}", **given)


without_rights(Why.NO_RIGHT_TO_RESTRICT, "restrictChatMember", user_id="{bob}", permissions="{}")
without_rights(Why.NOT_ENOUGH_RIGHTS, "promoteChatMember", user_id="{bob}", can_pin_messages="true")
without_rights(Why.ADMIN_REQUIRED, "setChatMemberTag", user_id="{bob}", tag="a")
without_rights(Why.NO_RIGHT_TO_PIN, "pinChatMessage", message_id="1")
without_rights(Why.NO_RIGHT_TO_PERMIT, "setChatPermissions", permissions="{}")
without_rights(Why.NO_RIGHT_TO_RENAME, "setChatTitle", title="Other")
without_rights(Why.NO_RIGHT_TO_DESCRIBE, "setChatDescription", description="Other")
without_rights(Why.NO_RIGHT_TO_INVITE, "exportChatInviteLink")
call(Why.IS_OWNER, "banChatMember", chat_id="{group}", user_id="{ann}")
call(Why.IS_SELF, "restrictChatMember", chat_id="{group}", user_id="{bot}", permissions="{}")
call(Why.PROMOTE_SELF, "promoteChatMember", chat_id="{group}", user_id="{bot}", can_pin_messages="true")


@provokes(Why.IS_ADMIN)
async def muting_an_admin(cast: Cast) -> Answer:
    await cast.promote(cast.bob, "can_pin_messages")
    return await ask(cast, "restrictChatMember", chat_id="{group}", user_id="{bob}", permissions="{}")


@provokes(Why.RIGHT_FORBIDDEN)
async def giving_more_than_one_has(cast: Cast) -> Answer:
    await rights(cast, "can_promote_members")
    return await ask(cast, "promoteChatMember", chat_id="{group}", user_id="{bob}", can_pin_messages="true")


@provokes(Why.NOT_PARTICIPANT)
async def a_tag_for_somebody_outside(cast: Cast) -> Answer:
    await cast.stage.do("leave", chat=cast.group, user_id=cast.bob)
    return await ask(cast, "setChatMemberTag", chat_id="{group}", user_id="{bob}", tag="a")


# Members and groups

call(Why.PERMISSIONS_OBJECT, "setChatPermissions", chat_id="{group}", permissions="[]")
call(Why.PERMISSIONS_FIELD, "setChatPermissions", chat_id="{group}", permissions='{"can_send_polls": 1}')
call(Why.TAG_INVALID, "setChatMemberTag", chat_id="{group}", user_id="{bob}", tag="x" * 17)
call(Why.TAG_EMOJI, "setChatMemberTag", chat_id="{group}", user_id="{bob}", tag="🎩")
call(Why.CREATOR_REQUIRED, "setChatMemberTag", chat_id="{group}", user_id="{ann}", tag="a")
call(Why.TITLE_OF_OWNER, "setChatAdministratorCustomTitle", chat_id="{group}", user_id="{ann}", custom_title="a")
call(Why.NOT_AN_ADMIN, "setChatAdministratorCustomTitle", chat_id="{group}", user_id="{bob}", custom_title="a")
call(Why.TITLE_EMPTY, "setChatTitle", chat_id="{group}", title=" ")
call(
    Why.EPHEMERAL_IN_PRIVATE,
    "sendMessage",
    chat_id="{ann}",
    text="a",
    ephemeral_message_parameters='{"receiver_user_id": {ann}}',
)


@provokes(Why.TAG_FORBIDDEN)
async def a_tag_without_the_right(cast: Cast) -> Answer:
    await rights(cast, "can_pin_messages")
    return await ask(cast, "setChatMemberTag", chat_id="{group}", user_id="{bob}", tag="a")


@provokes(Why.NO_RIGHT_TO_TITLE)
async def the_title_of_anothers_admin(cast: Cast) -> Answer:
    await cast.promote(cast.bob, "can_pin_messages")
    order = {"chat_id": "{group}", "user_id": "{bob}", "custom_title": "a"}
    return await ask(cast, "setChatAdministratorCustomTitle", **order)


def with_info(why: Why, method: str, /, **given: str) -> None:
    @provokes(why)
    async def scenario(cast: Cast) -> Answer:
        await rights(cast, "can_change_info", "can_invite_users")
        return await ask(cast, method, chat_id="{group}", **given)


with_info(Why.ABOUT_TOO_LONG, "setChatDescription", description="x" * 256)
with_info(Why.SAME_ABOUT, "setChatDescription", description="")
with_info(Why.BAD_LINK, "revokeChatInviteLink", invite_link="https://example.org")

# The bot itself

call(Why.NO_COMMANDS, "setMyCommands", commands="{}")
call(Why.BAD_COMMAND_OBJECT, "setMyCommands", commands="[1]")
call(Why.COMMAND_EMPTY, "setMyCommands", commands='[{"command": "/", "description": "a"}]')
call(Why.COMMAND_TOO_LONG, "setMyCommands", commands=json.dumps([{"command": "a" * 33, "description": "a"}]))
call(Why.BAD_COMMAND, "setMyCommands", commands='[{"command": "Start", "description": "a"}]')
call(Why.DESCRIPTION_EMPTY, "setMyCommands", commands='[{"command": "a", "description": " "}]')
call(Why.DESCRIPTION_TOO_LONG, "setMyCommands", commands=json.dumps([{"command": "a", "description": "a" * 257}]))
call(Why.MANY_COMMANDS, "setMyCommands", commands=json.dumps([{"command": "a", "description": "a"}] * 101))
call(Why.BAD_SCOPE, "getMyCommands", scope='{"type": "everywhere"}')
call(Why.BAD_LANGUAGE, "getMyCommands", language_code="ukr")
call(Why.BOT_TEXT_TOO_LONG, "setMyName", name="x" * 65)
call(Why.BAD_MENU, "setChatMenuButton", menu_button='{"type": "big"}')
call(Why.BAD_WEBHOOK, "setWebhook", url="ftp://example.org")
call(Why.LONG_SECRET, "setWebhook", url="https://example.org", secret_token="x" * 257)
call(Why.BAD_SECRET, "setWebhook", url="https://example.org", secret_token="?")

# Other codes


@provokes(Why.UNAUTHORIZED)
async def a_wrong_token(cast: Cast) -> Answer:
    return await cast.stage.call("getMe", "1:wrong")


call(Why.NOT_STARTED, "sendMessage", chat_id="{mark}", text="a")
call(Why.NO_METHOD, "sendTelegraph")


@provokes(Why.BLOCKED)
async def a_person_who_has_blocked_the_bot(cast: Cast) -> Answer:
    await cast.stage.do("block", user_id=cast.ann, bot_id=cast.bot.id)
    return await ask(cast, "sendMessage", chat_id="{ann}", text="a")


@provokes(Why.DEACTIVATED)
async def a_person_who_is_no_more(cast: Cast) -> Answer:
    await cast.stage.do("change_person", user_id=cast.ann, deactivated=True)
    return await ask(cast, "sendMessage", chat_id="{ann}", text="a")


@provokes(Why.KICKED)
async def a_group_that_has_thrown_the_bot_out(cast: Cast) -> Answer:
    await cast.stage.do("remove_from_group", chat=cast.group, target_id=cast.bot.id, user_id=cast.ann)
    return await ask(cast, "sendMessage", chat_id="{group}", text="a")


@provokes(Why.NOT_MEMBER)
async def a_group_that_the_bot_has_left(cast: Cast) -> Answer:
    await ask(cast, "leaveChat", chat_id="{group}")
    return await ask(cast, "sendMessage", chat_id="{group}", text="a")


@provokes(Why.GROUP_DELETED)
async def a_group_that_is_no_more(cast: Cast) -> Answer:
    await cast.stage.do("delete_group", chat=cast.group)
    return await ask(cast, "sendMessage", chat_id="{group}", text="a")


@provokes(Why.OTHER_POLLER)
async def two_pollers(cast: Cast) -> Answer:
    polls = [asyncio.create_task(ask(cast, "getUpdates", timeout="20", offset=str(n))) for n in (1, 2)]
    done, left = await asyncio.wait(polls, return_when=asyncio.FIRST_COMPLETED)
    for poll in left:
        poll.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    return await done.pop()


@provokes(Why.WEBHOOK_ACTIVE)
async def polling_beside_a_webhook(cast: Cast) -> Answer:
    await ask(cast, "setWebhook", url="http://127.0.0.1:9/hook")
    return await ask(cast, "getUpdates", timeout="0")


@provokes(Why.TOO_LARGE)
async def far_too_much(cast: Cast) -> Answer:
    return await upload(cast, b"\0" * 51_000_000)


@provokes(Why.TOO_MANY)
async def too_fast(cast: Cast) -> Answer:
    await cast.stage.do("set_limits", per_group=1)
    await ask(cast, "sendMessage", chat_id="{group}", text="a")
    return await ask(cast, "sendMessage", chat_id="{group}", text="b")


@provokes(Why.RESTART)
async def a_server_that_restarts(cast: Cast) -> Answer:
    await cast.stage.do("fault", kind="error", error_code=500)
    return await ask(cast, "getMe")


def worded(why: Why) -> str:
    """The whole description, with anything where the text has a gap."""
    code, words, _ = why.value
    pieces = [re.escape(piece) for piece in re.split(r"\{\w+\}", PREFIXES.get(code, "") + words)]
    return ".+".join(pieces)


@pytest.mark.parametrize("why", PROVOKED, ids=lambda why: why.name)
async def test_each_refusal_has_its_code_and_its_words(cast: Cast, why: Why) -> None:
    answer = await PROVOKED[why](cast)
    assert not answer["ok"], answer
    assert answer["error_code"] == why.value[0]
    assert re.fullmatch(worded(why), answer["description"], re.DOTALL), answer["description"]


def test_every_refusal_is_provoked() -> None:
    assert [why.name for why in Why if why not in PROVOKED and why not in NEVER] == []


def test_every_refusal_names_its_source() -> None:
    assert [why.name for why in Why if not why.value[2]] == []
