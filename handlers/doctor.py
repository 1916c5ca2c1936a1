"""Is everything ready for a game here? Each line that fails says what mends it."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog
from aiogram import Router
from aiogram.exceptions import TelegramAPIError, TelegramNetworkError, TelegramRetryAfter, TelegramServerError
from aiogram.filters import Command
from aiogram.methods import GetChat, GetChatMember, SendChatAction, TelegramMethod
from aiogram.types import ChatFullInfo, Message

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.recent_requests import RecentRequests
from bot.core.transport import Transport
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Lobby, Phase
from bot.games.running_game import RunningGame
from bot.language.translator import Html, Translator
from bot.storage.directory import Directory
from bot.telegram.group_access import GroupAccess, access_of
from bot.telegram.outbox.closed_chats import Place
from bot.telegram.outbox.rows import Row
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP
from handlers.identify import thread_of
from handlers.tap_answers import cut, fits

router = Router(name="doctor")

log = structlog.get_logger()

RIGHTS: Mapping[str, str] = {
    "can_restrict_members": "doctor-restrict-members",
    "can_delete_messages": "doctor-delete-messages",
    "can_pin_messages": "doctor-pin-messages",
}

AGAIN_MS, LOOKED_MS = 15_000, 2_000
"""After so long `/doctor` is answered, and a group looked at, once more: a look is a dozen calls."""

Args = dict[str, str | int]


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was looked at, and the key of what is said about it."""

    fine: bool
    key: str
    args: Args = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Findings:
    long: Html
    short: str
    """For the window of a tap."""


@router.message(Command("doctor"), IN_GROUP)
async def doctor(
    message: Message,
    games: GameRegistry,
    replies: Replies,
    directory: Directory,
    clock: Clock,
    pace: Pace,
    words: Translator,
    recent_requests: RecentRequests,
    transport: Transport,
    bot_id: int,
) -> None:
    place = Place(message.chat.id, thread_of(message))
    now = clock.now()
    if recent_requests.has(("doctor", place), now, pace.scale(AGAIN_MS)):
        return  # what was found stands there already
    recent_requests.note(("doctor", place), now)
    group = await directory.groups.get(place.chat_id)
    live = await games.table_in(*place)
    found = await examine(
        directory, clock, pace, words, recent_requests, transport, bot_id, place, live, group.language or "ru"
    )
    await replies.tell(replies.note(place.chat_id, "ready", place.thread_id, html=found.long))


async def examine(
    directory: Directory,
    clock: Clock,
    pace: Pace,
    words: Translator,
    recent_requests: RecentRequests,
    transport: Transport,
    bot_id: int,
    place: Place,
    live: RunningGame | None,
    language: str,
) -> Findings:
    lobby = live.lobby if live is not None and live.lobby.phase is Phase.OPEN else None
    now, key = clock.now(), ("looked", place, lobby and (lobby.id, lobby.guests))
    lines: list[Line] | None = recent_requests.found(key, now, pace.scale(LOOKED_MS))
    if lines is None:
        lines = await _looked(directory, transport, bot_id, place, lobby)
        recent_requests.note(key, now, lines)
    return _in_words(words, lines, language)


async def _looked(
    directory: Directory, transport: Transport, bot_id: int, place: Place, lobby: Lobby | None
) -> list[Line]:
    access = await look_at_group(directory, transport, bot_id, place)
    group = await directory.groups.get(place.chat_id)
    lines = [Line(fine, key) for key, fine in access.lines if place.thread_id or key != "access-topic" or not fine]
    lines += [Line(right in access.rights, key) for right, key in RIGHTS.items()]
    lines.append(Line(group.is_supergroup, "doctor-supergroup"))
    if lobby is None:
        return lines
    sizes = lobby.sizes
    wanted: Args = {"least": sizes[0], "most": sizes[-1]}
    lines.append(Line(len(lobby.guests) in sizes, "doctor-players", wanted))
    people = [guest for guest in lobby.guests if guest.user_id]
    there = await asyncio.gather(*(reaches(directory, transport, guest.user_id) for guest in people))
    named = zip(people, there, strict=True)
    return lines + [Line(answers, "doctor-reach", {"name": guest.name}) for guest, answers in named]


def _in_words(words: Translator, lines: Sequence[Line], language: str) -> Findings:
    say, plain = words.say, words.plain
    long, short = [say(language, "doctor-title")], []
    for line in lines:
        if line.fine:
            long.append(say(language, "doctor-fine", what=say(language, line.key, **line.args)))
        else:
            long.append(say(language, "doctor-bad", what=say(language, f"{line.key}-bad", **line.args)))
            short.append(plain(language, f"{line.key}-bad", **line.args))
    return Findings(Html("\n".join(long)), _in_window(short) or plain(language, "doctor-all-fine"))


def _in_window(sentences: Sequence[str]) -> str:
    """As many as the window of a tap shows, none of them broken; the others are in the answer to `/doctor`."""
    for count in range(len(sentences), 0, -1):
        text = "\n".join((*sentences[:count], *(("…",) if count < len(sentences) else ())))
        if fits(text):
            return text
    return cut("\n".join(sentences))


async def look_at_group(directory: Directory, transport: Transport, bot_id: int, place: Place) -> GroupAccess:
    """What the bot and its people may do there, asked of Telegram. The bot's rights are remembered."""
    chat_id = place.chat_id
    me, chat = await asyncio.gather(
        _asked(transport, GetChatMember(chat_id=chat_id, user_id=bot_id)),
        _asked(transport, GetChat(chat_id=chat_id)),
    )
    group = await directory.groups.get(chat_id)
    access = access_of(
        me,
        chat if isinstance(chat, ChatFullInfo) else None,
        group.rights,
        topic_closed=place.thread_id in group.closed_topics,
    )
    await directory.groups.change(chat_id, rights=access.rights)
    return access


async def warned(
    replies: Replies, directory: Directory, words: Translator, place: Place, access: GroupAccess
) -> list[Row]:
    """What would spoil a game here: everybody should know, for only an admin can mend it."""
    group = await directory.groups.get(place.chat_id)
    say, language = words.say, group.language or "ru"
    sentences = [say(language, "doctor-bad", what=say(language, f"{key}-bad")) for key in access.warnings]
    if not sentences:
        return []
    return [replies.note(place.chat_id, "ready", place.thread_id, html="\n".join(sentences))]


async def _asked(transport: Transport, method: TelegramMethod[Any]) -> Any:
    """None: no answer."""
    try:
        return await transport(method)
    except TelegramAPIError as refused:
        log.info("group_check_failed", method=type(method).__name__, why=type(refused).__name__)
        return None


async def reaches(directory: Directory, transport: Transport, user_id: int) -> bool:
    """A silent probe: «typing» is shown to nobody who has closed the chat."""
    try:
        await transport(SendChatAction(chat_id=user_id, action="typing"))
    except (TelegramRetryAfter, TelegramNetworkError, TelegramServerError):
        return (await directory.people.get(user_id)).reachable
    except TelegramAPIError:
        await directory.people.change(user_id, reachable=False)
        return False
    return True
