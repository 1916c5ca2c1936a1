"""Commands by scope and language, descriptions, menu button."""

import pytest
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
    MenuButtonCommands,
)

from tests.kits.sandbox.stage import Cast


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


TEXTS = [
    ("name", "Omertà"),
    ("description", "A host of the game"),
    ("short_description", "A host"),
]


@pytest.mark.parametrize(("what", "text"), TEXTS)
async def test_a_bot_describes_itself_by_language(cast: Cast, what: str, text: str) -> None:
    setter, getter = getattr(cast.bot, f"set_my_{what}"), getattr(cast.bot, f"get_my_{what}")
    await setter(text)
    await setter("Українською", language_code="uk")
    assert getattr(await getter(), what) == text
    assert getattr(await getter("uk"), what) == "Українською"
    await setter("", language_code="uk")
    assert getattr(await getter("uk"), what) == text


async def test_a_menu_button_is_kept(cast: Cast) -> None:
    await cast.bot.set_chat_menu_button(chat_id=cast.ann, menu_button=MenuButtonCommands())
    assert (await cast.bot.get_chat_menu_button(chat_id=cast.ann)).type == "commands"
