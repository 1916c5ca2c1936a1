"""Checks whether a group is ready for a game, for `/doctor` and the deal: what the bot and members may do, and
which players can be reached. `handlers.doctor` puts the findings into words."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import structlog
from aiogram.exceptions import TelegramAPIError, TelegramNetworkError, TelegramRetryAfter, TelegramServerError
from aiogram.methods import GetChat, GetChatMember, SendChatAction, TelegramMethod
from aiogram.types import (
    ChatFullInfo,
    ChatMemberAdministrator,
    ChatMemberOwner,
    ChatMemberRestricted,
    ChatMemberUnion,
    ChatPermissions,
)

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.recent_requests import RecentRequests
from bot.core.transport import Transport
from bot.games.lobby import Lobby, Phase
from bot.games.running_game import RunningGame
from bot.language.translator import Html, Translator
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.bot_rights import rights_of
from bot.telegram.outbox.closed_chats import Place

log = structlog.get_logger()

RIGHTS: Mapping[str, str] = {
    "can_restrict_members": "doctor-restrict-members",
    "can_delete_messages": "doctor-delete-messages",
    "can_pin_messages": "doctor-pin-messages",
}

CHECKED_AGAIN_MS = 2_000
"""How long findings are reused, because one check takes a dozen calls."""

Args = dict[str, str | int]


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check, and the key of the text about it."""

    fine: bool
    key: str
    args: Args = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GroupAccess:
    """What a group lets the bot and its members do.

    What is not known is assumed to be allowed: an unanswered call keeps nobody from playing.
    """

    rights: tuple[str, ...]
    """The bot's rights as an admin."""
    bot_writes: bool = True
    topic_open: bool = True
    members_write: bool = True
    unhurried: bool = True
    """No slow mode: people may write as often as they like."""

    @property
    def lines(self) -> tuple[tuple[str, bool], ...]:
        """Keys of the locales with whether each condition is fulfilled, the worst hindrance first."""
        return (
            ("access-write", self.bot_writes),
            ("access-topic", self.topic_open),
            ("access-members", self.members_write),
            ("access-slow", self.unhurried),
        )

    @property
    def hindrance(self) -> str:
        """Key of the reason why no cards can be dealt; empty if they can."""
        return next((f"{key}-bad" for key, fine in self.lines[:2] if not fine), "")

    @property
    def warnings(self) -> tuple[str, ...]:
        """Keys of conditions under which members can hardly write, although a game can be played: the default
        permissions of a group hold for everybody who is no admin, whatever their own permissions are."""
        return tuple(key for key, fine in self.lines[2:] if not fine)


def access_of(
    me: ChatMemberUnion | None,
    chat: ChatFullInfo | None,
    known_rights: tuple[str, ...],
    *,
    topic_closed: bool,
) -> GroupAccess:
    """Returns what a group allows. `me` or `chat` is None if Telegram has not answered that question."""
    permissions = (chat.permissions if chat is not None else None) or ChatPermissions()
    open_to_all = permissions.can_send_messages is not False
    rights = known_rights if me is None else rights_of(me)
    is_admin = bool(rights) if me is None else isinstance(me, ChatMemberAdministrator | ChatMemberOwner)
    own = not isinstance(me, ChatMemberRestricted) or me.can_send_messages
    return GroupAccess(
        rights,
        bot_writes=is_admin or (open_to_all and own),
        # tdlib, ForumTopicManager.cpp, can_send_message_to_forum_topic: closed to those who may not manage topics.
        topic_open=not topic_closed or "can_manage_topics" in rights,
        members_write=open_to_all,
        unhurried=chat is None or not chat.slow_mode_delay,
    )


class GroupCheck:
    def __init__(
        self,
        groups: Groups,
        people: People,
        transport: Transport,
        clock: Clock,
        pace: Pace,
        recent_requests: RecentRequests,
        bot_id: int,
    ) -> None:
        self._groups = groups
        self._people = people
        self._transport = transport
        self._clock = clock
        self._pace = pace
        self._recent_requests = recent_requests
        self._bot_id = bot_id

    async def examine(self, place: Place, game: RunningGame | None) -> list[Finding]:
        """Returns all findings of `/doctor`: about the group, and about the players of an open lobby."""
        lobby = game.lobby if game is not None and game.lobby.phase is Phase.OPEN else None
        now, key = self._clock.now(), ("looked", place, lobby and (lobby.id, lobby.guests))
        findings: list[Finding] | None = self._recent_requests.found(key, now, self._pace.scale(CHECKED_AGAIN_MS))
        if findings is None:
            findings = await self._examined(place, lobby)
            self._recent_requests.note(key, now, findings)
        return findings

    async def _examined(self, place: Place, lobby: Lobby | None) -> list[Finding]:
        access = await self.access(place)
        group = await self._groups.get(place.chat_id)
        shown = [(key, fine) for key, fine in access.lines if place.thread_id or key != "access-topic" or not fine]
        findings = [Finding(fine, key) for key, fine in shown]
        findings += [Finding(right in access.rights, key) for right, key in RIGHTS.items()]
        findings.append(Finding(group.is_supergroup, "doctor-supergroup"))
        if lobby is None:
            return findings
        sizes = lobby.sizes
        wanted: Args = {"least": sizes[0], "most": sizes[-1]}
        findings.append(Finding(len(lobby.guests) in sizes, "doctor-players", wanted))
        people = [guest for guest in lobby.guests if guest.user_id]
        there = await asyncio.gather(*(self._reaches(guest.user_id) for guest in people))
        named = zip(people, there, strict=True)
        return findings + [Finding(answers, "doctor-reach", {"name": guest.name}) for guest, answers in named]

    async def access(self, place: Place) -> GroupAccess:
        """Asks Telegram what the bot and members may do in this place, and stores the bot's rights."""
        chat_id = place.chat_id
        me, chat = await asyncio.gather(
            self._ask(GetChatMember(chat_id=chat_id, user_id=self._bot_id)),
            self._ask(GetChat(chat_id=chat_id)),
        )
        group = await self._groups.get(chat_id)
        access = access_of(
            me,
            chat if isinstance(chat, ChatFullInfo) else None,
            group.rights,
            topic_closed=place.thread_id in group.closed_topics,
        )
        await self._groups.change(chat_id, rights=access.rights)
        return access

    async def unreachable(self, lobby: Lobby) -> list[str]:
        """Returns the names of guests whose private chat is closed to the bot."""
        people = [guest for guest in lobby.guests if guest.user_id]
        there = await asyncio.gather(*(self._reaches(guest.user_id) for guest in people))
        return [guest.name for guest, answers in zip(people, there, strict=True) if not answers]

    async def _reaches(self, user_id: int) -> bool:
        """Can the bot write to this person? Tests it with «typing», which a closed private chat refuses."""
        try:
            await self._transport(SendChatAction(chat_id=user_id, action="typing"))
        except (TelegramRetryAfter, TelegramNetworkError, TelegramServerError):
            return (await self._people.get(user_id)).reachable
        except TelegramAPIError:
            await self._people.change(user_id, reachable=False)
            return False
        return True

    async def _ask(self, method: TelegramMethod[Any]) -> Any:
        """Returns None if Telegram has not answered."""
        try:
            return await self._transport(method)
        except TelegramAPIError as refused:
            log.info("group_check_failed", method=type(method).__name__, why=type(refused).__name__)
            return None


def warnings(access: GroupAccess, words: Translator, language: str) -> Html:
    """Returns lines about missing access without which a game there would fail; empty if there are none."""
    say = words.say
    return Html(
        "\n".join(say(language, "doctor-bad", what=say(language, f"{key}-bad")) for key in access.warnings)
    )
