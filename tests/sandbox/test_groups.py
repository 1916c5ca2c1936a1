"""Groups: privacy mode, members, topics, pins, tags, ephemeral messages, command menus."""

from typing import Any

import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
    BotCommandScopeChatAdministrators,
    BotCommandScopeChatMember,
    BotCommandScopeDefault,
    BotCommandScopeUnion,
    ChatMemberAdministrator,
    ChatMemberMember,
    EphemeralMessageParameters,
    Message,
    MessageOriginUser,
    ReplyParameters,
    Update,
)

from tests.sandbox.kit.stage import ADMIN, Cast, Refused, forget, keyboard, updates_of

ANONYMOUS_ADMIN = 1087968824


def heard(updates: list[Update]) -> list[str]:
    return [update.message.text for update in updates if update.message and update.message.text]


# Privacy mode


async def everything_said(cast: Cast, bot: Bot) -> None:
    mine = await bot.send_message(cast.group, "A message of mine")
    others = await cast.say("plain")
    await cast.say("/vote")
    await cast.say("/vote@host_bot")
    await cast.say("/vote@another_bot")
    await cast.say("to the bot", reply_to=mine.message_id)
    await cast.say("to a person", reply_to=others, user_id=cast.bob)


FOR_THE_BOT = ["/vote", "/vote@host_bot", "to the bot"]
EVERYTHING = ["plain", "/vote", "/vote@host_bot", "/vote@another_bot", "to the bot", "to a person"]


async def test_in_privacy_mode_a_bot_hears_only_what_is_meant_for_it(cast: Cast) -> None:
    await cast.promote(cast.bot.id)
    await forget(cast.bot)
    await everything_said(cast, cast.bot)
    assert heard(await cast.bot.get_updates(timeout=0)) == FOR_THE_BOT


async def test_an_admin_hears_everything(cast: Cast) -> None:
    await everything_said(cast, cast.bot)
    assert heard(await cast.bot.get_updates(timeout=0)) == EVERYTHING


async def test_without_privacy_mode_a_member_hears_everything(cast: Cast) -> None:
    bot = await cast.stage.add_bot("77:other", "nosy_bot", can_read_all_group_messages=True)
    assert (await bot.get_me()).can_read_all_group_messages
    await cast.stage.do("add_bot_to_group", chat=cast.group, bot_id=bot.id, user_id=cast.ann)
    await forget(bot)
    await everything_said(cast, cast.bot)
    assert heard(await bot.get_updates(timeout=0)) == EVERYTHING


async def test_bots_do_not_hear_bots(cast: Cast) -> None:
    bot = await cast.stage.add_bot("77:other", "nosy_bot", can_read_all_group_messages=True)
    await cast.stage.do("add_bot_to_group", chat=cast.group, bot_id=bot.id, user_id=cast.ann)
    await forget(bot)
    await cast.bot.send_message(cast.group, "Can you hear me?")
    assert await bot.get_updates(timeout=0) == []


async def test_service_messages_reach_a_bot_in_privacy_mode(cast: Cast) -> None:
    await cast.promote(cast.bot.id)
    await forget(cast.bot)
    guest = await cast.stage.add_person("Guest")
    await cast.stage.do("join", chat=cast.group, user_id=guest)
    await cast.stage.do("leave", chat=cast.group, user_id=guest)
    joined, left = [update.message for update in await updates_of(cast.bot, 2)]
    assert joined is not None
    assert [user.id for user in joined.new_chat_members or ()] == [guest]
    assert left is not None
    assert left.left_chat_member is not None
    assert left.left_chat_member.id == guest


# Who is who


async def test_an_anonymous_admin_writes_as_the_group(cast: Cast) -> None:
    await cast.promote(cast.bob, "can_delete_messages", anonymous=True)
    await forget(cast.bot)
    await cast.say("Guess who", user_id=cast.bob, as_chat=True)
    [update] = await updates_of(cast.bot, 1)
    message = update.message
    assert message is not None
    assert message.sender_chat is not None
    assert message.sender_chat.id == cast.group
    assert message.from_user is not None
    assert (message.from_user.id, message.from_user.username) == (ANONYMOUS_ADMIN, "GroupAnonymousBot")
    member = await cast.bot.get_chat_member(cast.group, cast.bob)
    assert isinstance(member, ChatMemberAdministrator)
    assert member.is_anonymous


async def test_an_anonymous_admin_taps_as_oneself(cast: Cast) -> None:
    await cast.promote(cast.bob, "can_delete_messages", anonymous=True)
    await forget(cast.bot)
    await cast.tap(await cast.bot.send_message(cast.group, "tap", reply_markup=keyboard("a")), user_id=cast.bob)
    [update] = await updates_of(cast.bot, 1)
    assert update.callback_query is not None
    assert update.callback_query.from_user.id == cast.bob


async def test_a_member_cannot_write_as_the_group(cast: Cast) -> None:
    with pytest.raises(Refused):
        await cast.say("Guess who", user_id=cast.bob, as_chat=True)


async def test_members_and_admins_are_told_with_their_rights(cast: Cast) -> None:
    owner, me, mark = [
        await cast.bot.get_chat_member(cast.group, user_id) for user_id in (cast.ann, cast.bot.id, cast.mark)
    ]
    assert [member.status for member in (owner, me, mark)] == ["creator", "administrator", "member"]
    assert isinstance(me, ChatMemberAdministrator)
    assert me.can_restrict_members
    assert me.can_pin_messages
    assert not me.can_promote_members
    admins = await cast.bot.get_chat_administrators(cast.group)
    assert {member.user.id for member in admins} >= {cast.ann}
    assert cast.mark not in {member.user.id for member in admins}
    assert await cast.bot.get_chat_member_count(cast.group) == 4
    stranger = await cast.stage.add_person("Stranger")
    assert (await cast.bot.get_chat_member(cast.group, stranger)).status == "left"


async def test_admins_that_are_bots_are_told_when_asked_for(cast: Cast) -> None:
    other = await cast.stage.add_bot("77:other", "other_bot")
    await cast.stage.do("add_bot_to_group", chat=cast.group, bot_id=other.id, user_id=cast.ann, rights=[])
    for asked, told in (("false", {cast.ann, cast.bot.id}), ("true", {cast.ann, cast.bot.id, other.id})):
        admins = await cast.stage.call("getChatAdministrators", chat_id=str(cast.group), return_bots=asked)
        assert {member["user"]["id"] for member in admins["result"]} == told


async def test_the_bot_is_told_when_it_is_added(cast: Cast) -> None:
    group = await cast.stage.add_group(cast.bob)
    await cast.stage.do("add_bot_to_group", chat=group, bot_id=cast.bot.id, user_id=cast.bob, rights=ADMIN)
    changes = [update.my_chat_member for update in await cast.bot.get_updates(timeout=0) if update.my_chat_member]
    assert changes[-1].new_chat_member.status == "administrator"
    assert changes[0].from_user.id == cast.bob
    assert changes[0].old_chat_member.status == "left"
    assert changes[0].chat.id == group


async def test_a_chat_is_told_in_full(cast: Cast) -> None:
    chat = await cast.bot.get_chat(cast.group)
    assert (chat.id, chat.type, chat.title) == (cast.group, "supergroup", "Table")
    assert str(cast.group).startswith("-100")
    assert chat.permissions is not None
    assert chat.permissions.can_send_messages
    private = await cast.bot.get_chat(cast.ann)
    assert (private.id, private.type, private.first_name) == (cast.ann, "private", "Ann")
    basic = await cast.stage.add_group(cast.ann, type="group")
    assert basic < 0
    assert not str(basic).startswith("-100")


async def test_a_tag_stands_beside_the_name(cast: Cast) -> None:
    await cast.bot.set_chat_member_tag(cast.group, cast.bob, "Seat 3")
    member = await cast.bot.get_chat_member(cast.group, cast.bob)
    assert isinstance(member, ChatMemberMember)
    assert member.tag == "Seat 3"
    with pytest.raises(TelegramBadRequest):
        await cast.bot.set_chat_member_tag(cast.group, cast.bob, "x" * 17)
    await cast.promote(cast.bot.id, "can_pin_messages")
    with pytest.raises(TelegramBadRequest, match="TAG_CHANGE_FORBIDDEN"):
        await cast.bot.set_chat_member_tag(cast.group, cast.bob, "Seat 4")


# Messages


async def test_a_reply_carries_what_it_answers(cast: Cast) -> None:
    said = await cast.say("Who is it?")
    answer = await cast.bot.send_message(cast.group, "Me", reply_parameters=ReplyParameters(message_id=said))
    assert answer.reply_to_message is not None
    assert (answer.reply_to_message.message_id, answer.reply_to_message.text) == (said, "Who is it?")
    lonely = ReplyParameters(message_id=999_999, allow_sending_without_reply=True)
    assert (await cast.bot.send_message(cast.group, "Me", reply_parameters=lonely)).reply_to_message is None


async def test_a_pin_is_shown_and_taken_off(cast: Cast) -> None:
    first, second = [await cast.bot.send_message(cast.group, text) for text in ("first", "second")]
    for message in (first, second):
        await cast.bot.pin_chat_message(cast.group, message.message_id)
    pinned = (await cast.bot.get_chat(cast.group)).pinned_message
    assert pinned is not None
    assert pinned.message_id == second.message_id
    await cast.bot.unpin_chat_message(cast.group, message_id=second.message_id)
    pinned = (await cast.bot.get_chat(cast.group)).pinned_message
    assert pinned is not None
    assert pinned.message_id == first.message_id
    await cast.bot.unpin_all_chat_messages(cast.group)
    assert (await cast.bot.get_chat(cast.group)).pinned_message is None


async def test_a_deleted_message_is_seen_by_nobody(cast: Cast) -> None:
    said = await cast.say("I saw his card", user_id=cast.bob)
    assert await cast.bot.delete_message(cast.group, said)
    assert "I saw his card" not in await cast.stage.seen(cast.ann, cast.group)
    three = [(await cast.bot.send_message(cast.group, f"line {number}")).message_id for number in range(3)]
    assert await cast.bot.delete_messages(cast.group, three)
    assert not [text for text in await cast.stage.seen(cast.ann, cast.group) if text.startswith("line")]


async def test_protected_content_cannot_be_forwarded(cast: Cast) -> None:
    card = await cast.bot.send_message(cast.ann, "You are the don", protect_content=True)
    assert card.has_protected_content
    with pytest.raises(Refused):
        await cast.stage.do(
            "forward", user_id=cast.ann, chat=cast.private, message_id=card.message_id, to=cast.group
        )
    with pytest.raises(TelegramBadRequest):
        await cast.bot.forward_message(cast.bob, cast.ann, card.message_id)


async def test_a_forward_says_where_it_comes_from(cast: Cast) -> None:
    said = await cast.say("A quote", user_id=cast.bob)
    forwarded = await cast.bot.forward_message(cast.ann, cast.group, said)
    assert isinstance(forwarded.forward_origin, MessageOriginUser)
    assert forwarded.forward_origin.sender_user.id == cast.bob
    copied = await cast.bot.copy_message(cast.ann, cast.group, said)
    assert copied.message_id == forwarded.message_id + 1


async def test_a_person_sees_neither_the_private_chats_nor_the_groups_of_others(cast: Cast) -> None:
    await cast.bot.send_message(cast.ann, "You are the don")
    with pytest.raises(Refused):
        await cast.stage.history(cast.bob, cast.private)
    stranger = await cast.stage.add_person("Stranger")
    with pytest.raises(Refused):
        await cast.stage.history(stranger, cast.group)
    chats = (await cast.stage.do("view_as", user_id=stranger))["chats"]
    assert [chat["key"] for chat in chats if chat["key"] != f"{stranger}:{cast.bot.id}"] == []


# Topics


async def forum(cast: Cast) -> tuple[int, int]:
    group = await cast.stage.add_group(cast.ann, cast.bob, is_forum=True)
    rights = [*ADMIN, "can_manage_topics"]
    await cast.stage.do("add_bot_to_group", chat=group, bot_id=cast.bot.id, user_id=cast.ann, rights=rights)
    topic = int(await thread(cast, group, "Table 1"))
    await forget(cast.bot)
    return group, topic


async def thread(cast: Cast, group: int, name: str) -> int:
    added = await cast.stage.do("add_topic", chat=group, name=name)
    return int(added["message_thread_id"] if isinstance(added, dict) else added)


async def test_topics_keep_messages_apart(cast: Cast) -> None:
    group, topic = await forum(cast)
    other = await thread(cast, group, "Table 2")
    sent = await cast.bot.send_message(group, "in the topic", message_thread_id=topic)
    assert (sent.message_thread_id, sent.is_topic_message) == (topic, True)
    general = await cast.bot.send_message(group, "in General")
    assert general.message_thread_id is None
    await cast.say("from a person", chat=group, message_thread_id=topic)
    [update] = [
        update for update in await cast.bot.get_updates(timeout=0) if update.message and update.message.text
    ]
    assert update.message is not None
    assert (update.message.message_thread_id, update.message.is_topic_message) == (topic, True)

    async def texts(message_thread_id: int) -> list[str]:
        shown = await cast.stage.do(
            "history", user_id=cast.ann, chat=group, limit=50, message_thread_id=message_thread_id
        )
        return [message["text"] for message in shown["messages"] if "text" in message]

    assert await texts(topic) == ["in the topic", "from a person"]
    assert await texts(other) == []


async def test_a_bot_opens_closes_and_deletes_topics(cast: Cast) -> None:
    group, _ = await forum(cast)
    made = await cast.bot.create_forum_topic(group, "Finals")
    assert made.name == "Finals"
    await cast.bot.edit_forum_topic(group, made.message_thread_id, name="Grand finals")
    await cast.bot.close_forum_topic(group, made.message_thread_id)
    with pytest.raises(Refused):
        await cast.say("late", user_id=cast.bob, chat=group, message_thread_id=made.message_thread_id)
    await cast.bot.reopen_forum_topic(group, made.message_thread_id)
    await cast.say("in time", user_id=cast.bob, chat=group, message_thread_id=made.message_thread_id)
    await cast.bot.delete_forum_topic(group, made.message_thread_id)
    with pytest.raises(TelegramBadRequest, match="message thread not found"):
        await cast.bot.send_message(group, "gone", message_thread_id=made.message_thread_id)


async def test_a_group_without_topics_has_none(cast: Cast) -> None:
    with pytest.raises(TelegramBadRequest):
        await cast.bot.create_forum_topic(cast.group, "Finals")


# Messages for one person


def only(person: int) -> EphemeralMessageParameters:
    return EphemeralMessageParameters(receiver_user_id=person)


async def test_an_ephemeral_message_is_seen_by_its_receiver_only(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.group, "You are the don", ephemeral_message_parameters=only(cast.bob))
    assert sent.message_id == 0
    assert sent.ephemeral_message_id
    assert sent.receiver_user is not None
    assert sent.receiver_user.id == cast.bob
    [shown] = [message for message in await cast.stage.history(cast.bob, cast.group) if "text" in message]
    assert (shown["text"], shown["ephemeral_for"]) == ("You are the don", cast.bob)
    for other in (cast.ann, cast.mark):
        assert "You are the don" not in await cast.stage.seen(other, cast.group)


async def test_an_ephemeral_message_is_edited_and_deleted_by_methods_of_its_own(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.group, "You are the don", ephemeral_message_parameters=only(cast.bob))
    assert sent.ephemeral_message_id
    where: dict[str, Any] = {"receiver_user_id": cast.bob, "ephemeral_message_id": sent.ephemeral_message_id}
    await cast.bot.edit_ephemeral_message_text(chat_id=cast.group, text="You are out", **where)
    assert await cast.stage.seen(cast.bob, cast.group) == ["You are out"]
    await cast.bot.delete_ephemeral_message(chat_id=cast.group, **where)
    assert await cast.stage.seen(cast.bob, cast.group) == []
    with pytest.raises(TelegramBadRequest):
        await cast.bot.edit_ephemeral_message_text(chat_id=cast.group, text="Again", **where)


async def test_ephemeral_messages_are_for_members_of_groups(cast: Cast) -> None:
    stranger = await cast.stage.add_person("Stranger")
    with pytest.raises(TelegramBadRequest):
        await cast.bot.send_message(cast.group, "psst", ephemeral_message_parameters=only(stranger))
    with pytest.raises(TelegramBadRequest):
        await cast.bot.send_message(cast.ann, "psst", ephemeral_message_parameters=only(cast.ann))


async def test_a_button_of_an_ephemeral_message_can_be_tapped_by_its_receiver(cast: Cast) -> None:
    await cast.bot.send_message(
        cast.group, "Shoot?", ephemeral_message_parameters=only(cast.bob), reply_markup=keyboard("shoot")
    )
    [shown] = [message for message in await cast.stage.history(cast.bob, cast.group) if "text" in message]
    place = {"chat": cast.group, "message_id": shown["message_id"], "row": 0, "column": 0}
    with pytest.raises(Refused):
        await cast.stage.do("tap", user_id=cast.mark, **place)
    await cast.stage.do("tap", user_id=cast.bob, **place)
    [update] = await updates_of(cast.bot, 1)
    assert update.callback_query is not None
    assert (update.callback_query.data, update.callback_query.from_user.id) == ("shoot", cast.bob)
    assert isinstance(update.callback_query.message, Message)
    assert update.callback_query.message.ephemeral_message_id


async def test_an_ephemeral_command_is_seen_by_its_sender_and_the_bot(cast: Cast) -> None:
    role = BotCommand(command="role", description="My card", is_ephemeral=True)
    await cast.bot.set_my_commands([role], scope=BotCommandScopeAllGroupChats())
    await cast.say("/role@host_bot", user_id=cast.bob)
    [update] = await updates_of(cast.bot, 1)
    assert update.message is not None
    assert update.message.text == "/role@host_bot"
    assert "/role@host_bot" in await cast.stage.seen(cast.bob, cast.group)
    assert "/role@host_bot" not in await cast.stage.seen(cast.mark, cast.group)


# Commands


def command(name: str) -> list[BotCommand]:
    return [BotCommand(command=name, description=f"The command {name}")]


async def menu(cast: Cast, user_id: int, chat: int | str) -> list[str]:
    chats = (await cast.stage.do("view_as", user_id=user_id))["chats"]
    [shown] = [view for view in chats if view["key"] == str(chat)]
    return [entry["command"] for entry in shown["commands"]]


async def test_commands_are_kept_by_scope_and_language(cast: Cast) -> None:
    scopes: dict[str, BotCommandScopeUnion] = {
        "default": BotCommandScopeDefault(),
        "private": BotCommandScopeAllPrivateChats(),
        "groups": BotCommandScopeAllGroupChats(),
        "here": BotCommandScopeChat(chat_id=cast.group),
        "admins": BotCommandScopeChatAdministrators(chat_id=cast.group),
        "bob": BotCommandScopeChatMember(chat_id=cast.group, user_id=cast.bob),
    }
    for name, scope in scopes.items():
        await cast.bot.set_my_commands(command(name), scope=scope)
        await cast.bot.set_my_commands(command(f"{name}_uk"), scope=scope, language_code="uk")
    for name, scope in scopes.items():
        assert [entry.command for entry in await cast.bot.get_my_commands(scope)] == [name]
        assert [entry.command for entry in await cast.bot.get_my_commands(scope, "uk")] == [f"{name}_uk"]
        assert await cast.bot.get_my_commands(scope, "pl") == []


async def test_the_nearest_scope_makes_the_menu(cast: Cast) -> None:
    """The order is Telegram's: one member, the chat's admins, the chat, all groups, everybody."""
    bot = cast.bot
    assert await menu(cast, cast.bob, cast.group) == []
    await bot.set_my_commands(command("default"))
    assert await menu(cast, cast.bob, cast.group) == await menu(cast, cast.ann, cast.private) == ["default"]
    await bot.set_my_commands(command("private"), scope=BotCommandScopeAllPrivateChats())
    await bot.set_my_commands(command("groups"), scope=BotCommandScopeAllGroupChats())
    assert await menu(cast, cast.ann, cast.private) == ["private"]
    assert await menu(cast, cast.bob, cast.group) == ["groups"]
    await bot.set_my_commands(command("here"), scope=BotCommandScopeChat(chat_id=cast.group))
    await bot.set_my_commands(command("admins"), scope=BotCommandScopeChatAdministrators(chat_id=cast.group))
    assert await menu(cast, cast.ann, cast.group) == ["admins"]
    assert await menu(cast, cast.bob, cast.group) == ["here"]
    await bot.set_my_commands(
        command("bob"), scope=BotCommandScopeChatMember(chat_id=cast.group, user_id=cast.bob)
    )
    assert await menu(cast, cast.bob, cast.group) == ["bob"]
    await bot.delete_my_commands(BotCommandScopeChatMember(chat_id=cast.group, user_id=cast.bob))
    assert await menu(cast, cast.bob, cast.group) == ["here"]


async def test_a_menu_speaks_the_persons_language(cast: Cast) -> None:
    olena = await cast.stage.add_person("Olena", language_code="uk")
    await cast.stage.do("join", chat=cast.group, user_id=olena)
    await cast.bot.set_my_commands(command("rules"))
    await cast.bot.set_my_commands(command("pravyla"), language_code="uk")
    assert await menu(cast, olena, cast.group) == ["pravyla"]
    assert await menu(cast, cast.bob, cast.group) == ["rules"]


@pytest.mark.parametrize("name", ["Vote", "голос", "", "x" * 33, "two words", "vote!"])
async def test_an_impossible_command_is_refused(cast: Cast, name: str) -> None:
    with pytest.raises(TelegramBadRequest):
        await cast.bot.set_my_commands([BotCommand(command=name, description="A description")])
    with pytest.raises(TelegramBadRequest):
        await cast.bot.set_my_commands([BotCommand(command="vote", description="")])


# What a group is called, and its topics: the refusals of tdlib, DialogManager.cpp and ForumTopicManager.cpp


async def test_the_same_title_again_is_no_mistake(cast: Cast) -> None:
    await cast.promote(cast.bot.id, "can_change_info")
    title = (await cast.bot.get_chat(cast.group)).title
    assert title is not None
    before = len(await cast.stage.history(cast.ann, cast.group))
    assert await cast.bot.set_chat_title(cast.group, title)
    assert len(await cast.stage.history(cast.ann, cast.group)) == before
    with pytest.raises(TelegramBadRequest, match="title must be non-empty"):
        await cast.bot.set_chat_title(cast.group, "  ")
    await cast.promote(cast.bot.id, "can_pin_messages")
    with pytest.raises(TelegramBadRequest, match="not enough rights to change chat title"):
        await cast.bot.set_chat_title(cast.group, "Another")


async def test_topics_are_refused_with_tdlibs_words(cast: Cast) -> None:
    group = await cast.stage.add_group(cast.ann, is_forum=True)
    await cast.stage.do("add_bot_to_group", chat=group, bot_id=cast.bot.id, user_id=cast.ann)
    topic = int(await cast.stage.do("add_topic", chat=group, name="Game"))
    refusals = {
        "create a topic": cast.bot.create_forum_topic(group, "Mine"),
        "edit the topic": cast.bot.edit_forum_topic(group, topic, name="Mine"),
        "close or open the topic": cast.bot.close_forum_topic(group, topic),
        "delete the topic": cast.bot.delete_forum_topic(group, topic),
    }
    for words, call in refusals.items():
        with pytest.raises(TelegramBadRequest, match=f"not enough rights to {words}"):
            await call
    await cast.stage.do("promote", chat=group, target_id=cast.bot.id, rights=["can_manage_topics"])
    with pytest.raises(TelegramBadRequest, match="name must be non-empty"):
        await cast.bot.create_forum_topic(group, " ")
    own = await cast.bot.create_forum_topic(group, "Mine")
    await cast.stage.do("promote", chat=group, target_id=cast.bot.id, rights=[])
    assert await cast.bot.edit_forum_topic(group, own.message_thread_id, name="Still mine")
    assert await cast.bot.close_forum_topic(group, own.message_thread_id)


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("[]", "object expected as reply markup"),
        (
            '{"inline_keyboard": [{}]}',
            'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
        ),
        ("{", "can't parse reply keyboard markup JSON object"),
    ],
)
async def test_a_keyboard_of_the_wrong_shape_is_named(cast: Cast, markup: str, words: str) -> None:
    told = await cast.stage.call("sendMessage", chat_id=str(cast.group), text="a", reply_markup=markup)
    assert told["description"] == f"Bad Request: {words}"


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ("", "message identifiers are not specified"),
        ("{}", "expected an Array of message identifiers"),
        ("[null]", "message identifier must be a Number"),
        ("[0]", "invalid message identifier specified"),
        (str(list(range(1, 102))), "too many message identifiers specified"),
    ],
)
async def test_wrong_numbers_of_messages_are_named(cast: Cast, numbers: str, words: str) -> None:
    told = await cast.stage.call("deleteMessages", chat_id=str(cast.group), message_ids=numbers)
    assert told["description"] == f"Bad Request: {words}"
