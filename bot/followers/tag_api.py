"""What Telegram is told and asked about tags: one call at a time, and what its answer means."""

from enum import Enum, auto

from aiogram.exceptions import TelegramAPIError, TelegramRetryAfter
from aiogram.methods import GetChatMember, SetChatMemberTag
from aiogram.types import ChatMemberMember, ChatMemberRestricted, ChatMemberUnion

from bot.api_errors import NOT_ANSWERING
from bot.clockwork.clock import Clock
from bot.outbox.transport import Transport

ONE_EVERY_MS = 250
"""Cards and prompts go first: nobody waits for a tag."""
TRIES = 3
NOBODY = ("user not found", "participant_id_invalid", "user_not_participant", "user_id_invalid")
"""What is said of a person who is not known, or not there."""


class Said(Enum):
    DONE = auto()
    REFUSED = auto()
    """And not done."""
    NOTHING = auto()
    """Nobody knows whether it was done."""


class TagApi:
    """A wait that Telegram demands is raised, for it concerns the whole chat."""

    def __init__(self, transport: Transport, clock: Clock) -> None:
        self._transport = transport
        self._clock = clock

    async def set_tag(self, chat_id: int, person: int, tag: str) -> tuple[Said, str]:
        """And why not."""
        method, why = SetChatMemberTag(chat_id=chat_id, user_id=person, tag=tag), ""
        for _ in range(TRIES):
            await self._clock.sleep_until(self._clock.now() + ONE_EVERY_MS)
            try:
                await self._transport(method)
            except TelegramRetryAfter:
                raise
            except NOT_ANSWERING as trouble:
                why = type(trouble).__name__
            except TelegramAPIError as refused:
                # An attempt before it may have been heard.
                return (Said.NOTHING if why else Said.REFUSED), refused.message
            else:
                return Said.DONE, ""
        return Said.NOTHING, why

    async def member(self, chat_id: int, person: int) -> ChatMemberUnion:
        member: ChatMemberUnion = await self._transport(GetChatMember(chat_id=chat_id, user_id=person))
        return member

    async def look_up(self, chat_id: int, person: int) -> tuple[Said, ChatMemberUnion | None]:
        """REFUSED: there is no such person. NOTHING: it cannot be found out now."""
        try:
            return Said.DONE, await self.member(chat_id, person)
        except TelegramRetryAfter:
            raise
        except NOT_ANSWERING:
            return Said.NOTHING, None
        except TelegramAPIError as refused:
            gone = any(sign in refused.message.lower() for sign in NOBODY)
            return (Said.REFUSED if gone else Said.NOTHING), None


def can_have_tag(member: ChatMemberUnion) -> bool:
    """Admins have titles instead."""
    return isinstance(member, ChatMemberMember) or (isinstance(member, ChatMemberRestricted) and member.is_member)


def may_carry_tag(member: ChatMemberUnion) -> bool:
    """Whoever has left while being restricted keeps the tag, and has it again when they come back."""
    return isinstance(member, ChatMemberMember | ChatMemberRestricted)
