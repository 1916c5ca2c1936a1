"""Is everything ready for a game here? Each line that fails says what mends it."""

from dataclasses import dataclass

from aiogram import Router
from aiogram.exceptions import TelegramAPIError, TelegramNetworkError, TelegramRetryAfter, TelegramServerError
from aiogram.filters import Command
from aiogram.methods import GetChatMember, SendChatAction
from aiogram.types import ChatMemberAdministrator, Message

from bot.host import Host
from bot.language.words import Html
from bot.live import Live
from bot.lobby import Phase
from handlers.answers import cut
from handlers.people import thread_of
from handlers.places import IN_GROUP

router = Router(name="doctor")

RIGHTS = ("can_restrict_members", "can_delete_messages", "can_pin_messages")


@dataclass(frozen=True, slots=True)
class Findings:
    long: Html
    short: str
    """For the window of a tap."""


@router.message(Command("doctor"), IN_GROUP)
async def doctor(message: Message, host: Host) -> None:
    group = await host.directory.group(message.chat.id)
    live = await host.service.table_in(message.chat.id, thread_of(message))
    found = await examine(host, message.chat.id, live, group.language or "ru")
    await host.tell(host.note(message.chat.id, "ready", thread_of(message), html=found.long))


async def examine(host: Host, chat_id: int, live: Live | None, language: str) -> Findings:
    rights = await look_at_rights(host, chat_id)
    group = await host.directory.group(chat_id)
    lines: list[tuple[bool, str, dict[str, str | int]]] = []
    lines += [(right in rights, f"doctor-{right.removeprefix('can_').replace('_', '-')}", {}) for right in RIGHTS]
    lines.append((group.is_supergroup, "doctor-supergroup", {}))
    if live is not None and live.lobby.phase is Phase.OPEN:
        lobby = live.lobby
        sizes = lobby.sizes
        lines.append((len(lobby.guests) in sizes, "doctor-players", {"least": sizes[0], "most": sizes[-1]}))
        lines += [
            (await reaches(host, guest.user_id), "doctor-reach", {"name": guest.name})
            for guest in lobby.guests
            if guest.user_id
        ]
    say, plain = host.words.say, host.words.plain
    long = [say(language, "doctor-title")]
    short = []
    for fine, key, args in lines:
        if fine:
            long.append(say(language, "doctor-fine", what=say(language, key, **args)))
        else:
            long.append(say(language, "doctor-bad", what=say(language, f"{key}-bad", **args)))
            short.append(plain(language, f"{key}-bad", **args))
    return Findings(Html("\n".join(long)), cut("\n".join(short)) if short else plain(language, "doctor-all-fine"))


async def look_at_rights(host: Host, chat_id: int) -> tuple[str, ...]:
    """The bot's rights, asked of Telegram and remembered."""
    try:
        me = await host.transport(GetChatMember(chat_id=chat_id, user_id=host.bot_id))
    except TelegramAPIError:
        return ()
    rights: tuple[str, ...] = ()
    if isinstance(me, ChatMemberAdministrator):
        rights = tuple(sorted(name for name, value in me if name.startswith("can_") and value is True))
    await host.directory.change_group(chat_id, rights=rights)
    return rights


async def reaches(host: Host, user_id: int) -> bool:
    """A silent probe: «typing» is shown to nobody who has closed the chat."""
    try:
        await host.transport(SendChatAction(chat_id=user_id, action="typing"))
    except (TelegramRetryAfter, TelegramNetworkError, TelegramServerError):
        return (await host.directory.person(user_id)).reachable
    except TelegramAPIError:
        await host.directory.change_person(user_id, reachable=False)
        return False
    return True
