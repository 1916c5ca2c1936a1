"""The menu of commands, per place and language."""

from collections.abc import Mapping

from aiogram.methods import SetMyCommands
from aiogram.types import BotCommand, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats

from bot.core.transport import Transport
from bot.language.translator import LANGUAGES, Translator

GROUP = (
    "newgame", "plan", "settings", "join", "leave", "extend", "cancel", "rules", "role", "timeout", "surrender",
    "pause", "resume", "stop", "judge", "unjudge", "sidejudge", "unseat", "keepaway", "letback", "nextgame",
    "protocol", "record", "tournament", "protest", "stats", "top", "doctor", "verify", "lang", "help",
)  # fmt: skip
PRIVATE = (
    "start", "solo", "role", "rules", "leave", "pause", "resume", "stop", "timeout", "surrender", "judge",
    "protocol", "record", "protest", "stats", "lang", "privacy", "forget", "help",
)  # fmt: skip

FOR_ONE = frozenset({"role"})
"""Commands in groups that only their author sees, where Telegram supports that."""

MENUS: Mapping[str, tuple[str, ...]] = {"group": GROUP, "private": PRIVATE}


async def set_menus(transport: Transport, words: Translator) -> None:
    for place, names in MENUS.items():
        scope = BotCommandScopeAllGroupChats() if place == "group" else BotCommandScopeAllPrivateChats()
        for language in (None, *LANGUAGES):
            commands = [
                BotCommand(
                    command=name,
                    description=words.plain(language or "ru", f"command-{name}"),
                    is_ephemeral=(place == "group" and name in FOR_ONE) or None,
                )
                for name in names
            ]
            await transport(SetMyCommands(commands=commands, scope=scope, language_code=language))
