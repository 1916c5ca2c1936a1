"""The bot itself: getMe, commands by scope and language, name, descriptions, menu button."""

from __future__ import annotations

import re
from typing import Any

from sandbox.botapi.arguments import Arguments
from sandbox.botapi.methods.call import Call, Method
from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why
from sandbox.core.size_limits import LONGEST_BOT_TEXTS, LONGEST_COMMAND, LONGEST_COMMAND_DESCRIPTION, MOST_COMMANDS
from sandbox.world.events import BotChanged, ChatChanged

COMMAND = re.compile(r"[a-z0-9_]{1,32}")
LANGUAGE = re.compile(r"[a-z]{2}")
PLAIN_SCOPES = frozenset({"default", "all_private_chats", "all_group_chats", "all_chat_administrators"})


def language(call: Call) -> str:
    code = call.args.text("language_code")
    if code and not LANGUAGE.fullmatch(code):
        raise Refusal(Why.BAD_LANGUAGE)
    return code


def scope(call: Call) -> str:
    """Returns the scope of a call as a key: its kind, then chat and user if it has them."""
    raw = call.args.parsed("scope", "BotCommandScope")
    if raw is None:
        return "default"
    if not isinstance(raw, dict):
        raise Refusal(Why.BAD_SCOPE, what="BotCommandScope must be an Object")
    kind = raw.get("type")
    if not isinstance(kind, str):
        raise Refusal(Why.BAD_SCOPE, what='Can\'t find field "type"')
    if kind in PLAIN_SCOPES:
        return kind
    if kind not in {"chat", "chat_administrators", "chat_member"}:
        raise Refusal(Why.BAD_SCOPE, what="Unsupported type specified")
    inner = call.with_arguments(Arguments(raw))
    chat = inner.chat()
    if kind == "chat_member":
        return f"chat_member:{chat.id}:{inner.user_id()}"
    if kind == "chat_administrators" and chat.private:
        raise Refusal(Why.NOT_IN_PRIVATE)
    return f"{kind}:{chat.id}"


def set_my_commands(call: Call) -> bool:
    given = call.args.parsed("commands", "commands")
    if given is None:
        given = []
    if not isinstance(given, list):
        raise Refusal(Why.NO_COMMANDS)
    kept = [_command(raw) for raw in given]
    if len(kept) > MOST_COMMANDS:
        raise Refusal(Why.MANY_COMMANDS)
    call.bot.commands[scope(call), language(call)] = kept
    _menus_changed(call)
    return True


def _command(raw: Any) -> Json:
    """Checks a command: Client.cpp, get_bot_command; BotCommand.cpp, set_commands; its name like the server."""
    if not isinstance(raw, dict):
        raise Refusal(Why.BAD_COMMAND_OBJECT, what="expected an Object")
    for field in ("command", "description"):
        if not isinstance(raw.get(field), str):
            raise Refusal(Why.BAD_COMMAND_OBJECT, what=f'Can\'t find field "{field}"')
    name, description = raw["command"].strip().removeprefix("/"), raw["description"].strip()
    if not name:
        raise Refusal(Why.COMMAND_EMPTY)
    if len(name) > LONGEST_COMMAND:
        raise Refusal(Why.COMMAND_TOO_LONG)
    if not description:
        raise Refusal(Why.DESCRIPTION_EMPTY)
    if len(description) > LONGEST_COMMAND_DESCRIPTION:
        raise Refusal(Why.DESCRIPTION_TOO_LONG)
    if not COMMAND.fullmatch(name):
        raise Refusal(Why.BAD_COMMAND)
    fields: Json = {"command": name, "description": description}
    return fields | ({"is_ephemeral": True} if raw.get("is_ephemeral") is True else {})


def _menus_changed(call: Call) -> None:
    for chat in (*call.world.chats.groups.values(), *call.world.chats.private.values()):
        if call.bot.id in chat.bots or chat.bot_id == call.bot.id:
            call.world.events.publish(ChatChanged(chat))


def get_my_commands(call: Call) -> list[Json]:
    return call.bot.commands.get((scope(call), language(call)), [])


def delete_my_commands(call: Call) -> bool:
    call.bot.commands.pop((scope(call), language(call)), None)
    _menus_changed(call)
    return True


def setter(what: str) -> Method:
    def set_text(call: Call) -> bool:
        text = call.args.text(what).strip()
        if len(text) > LONGEST_BOT_TEXTS[what]:
            raise Refusal(Why.BOT_TEXT_TOO_LONG, what=what.upper())
        code = language(call)
        if text:
            call.bot.texts[what, code] = text
        else:
            call.bot.texts.pop((what, code), None)
        if what == "name" and not code and text:
            call.bot.first_name = text
            call.bot.refresh()
            call.world.events.publish(BotChanged(call.bot))
        return True

    return set_text


def getter(what: str) -> Method:
    def get_text(call: Call) -> Json:
        texts = call.bot.texts
        usual = texts.get((what, ""), call.bot.first_name if what == "name" else "")
        return {what: texts.get((what, language(call)), usual)}

    return get_text


def set_chat_menu_button(call: Call) -> bool:
    button = call.args.parsed("menu_button", "menu button") or {"type": "default"}
    if not isinstance(button, dict):
        raise Refusal(Why.BAD_MENU, what="MenuButton must be an Object")
    if button.get("type") not in {"default", "commands", "web_app"}:
        raise Refusal(Why.BAD_MENU, what="MenuButton has unsupported type")
    chat_id = call.chat().id if call.args.given("chat_id") else 0
    call.bot.menu_buttons[chat_id] = button
    return True


def get_chat_menu_button(call: Call) -> Json:
    chat_id = call.chat().id if call.args.given("chat_id") else 0
    buttons = call.bot.menu_buttons
    return buttons.get(chat_id) or buttons.get(0) or {"type": "commands"}


def get_me(call: Call) -> Json:
    return call.bot.me()


def log_out(_: Call) -> bool:
    return True


METHODS: dict[str, Method] = {
    "getMe": get_me,
    "logOut": log_out,
    "close": log_out,
    "setMyCommands": set_my_commands,
    "getMyCommands": get_my_commands,
    "deleteMyCommands": delete_my_commands,
    "setMyName": setter("name"),
    "getMyName": getter("name"),
    "setMyDescription": setter("description"),
    "getMyDescription": getter("description"),
    "setMyShortDescription": setter("short_description"),
    "getMyShortDescription": getter("short_description"),
    "setChatMenuButton": set_chat_menu_button,
    "getChatMenuButton": get_chat_menu_button,
}

BEHAVIOURS = (
    Behaviour(
        "A command has at most 32 characters, its description 256; a leading slash is cut off",
        "BotCommand.cpp, set_commands",
        "botapi/test_refusals_over_http.py::test_each_refusal_has_its_code_and_its_words",
    ),
    Behaviour(
        "A menu takes the commands of the nearest scope and the person's language",
        "official text",
        "botapi/methods/test_bot_profile.py::test_the_nearest_scope_makes_the_menu",
    ),
)
