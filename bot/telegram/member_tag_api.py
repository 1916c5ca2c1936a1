"""Sets and reads member tags through the Bot API, and classifies the answers."""

from enum import Enum, auto

from aiogram.exceptions import TelegramAPIError, TelegramRetryAfter
from aiogram.methods import GetChatMember, SetChatMemberTag
from aiogram.types import ChatMemberMember, ChatMemberRestricted, ChatMemberUnion

from bot.core.clock import Clock
from bot.core.transport import Transport
from bot.telegram.calls.errors import NOT_ANSWERING

ONE_EVERY_MS = 250
"""Milliseconds before each call, so that cards and prompts are not delayed: no step waits for a tag."""
TRIES = 3
NOBODY = ("user not found", "participant_id_invalid", "user_not_participant", "user_id_invalid")
"""Texts of refusals about a person who is unknown or no member."""


class TagAnswer(Enum):
    DONE = auto()
    REFUSED = auto()
    """Telegram has refused the call, so it was not executed."""
    NOTHING = auto()
    """Telegram has not answered, so the call may have been executed."""


class TagApi:
    """Makes the calls about tags. Raises `TelegramRetryAfter` for a wait (429), because it holds for the whole
    chat."""

    def __init__(self, transport: Transport, clock: Clock) -> None:
        self._transport = transport
        self._clock = clock

    async def set_tag(self, chat_id: int, person: int, tag: str) -> tuple[TagAnswer, str]:
        """Returns the answer, and the reason if it is not DONE."""
        method, why = SetChatMemberTag(chat_id=chat_id, user_id=person, tag=tag), ""
        for _ in range(TRIES):
            await self._clock.sleep_until(self._clock.now() + ONE_EVERY_MS)
            try:
                await self._transport(method)
            except TelegramRetryAfter:
                raise
            except NOT_ANSWERING as error:
                why = type(error).__name__
            except TelegramAPIError as refused:
                # An earlier attempt may have been executed.
                return (TagAnswer.NOTHING if why else TagAnswer.REFUSED), refused.message
            else:
                return TagAnswer.DONE, ""
        return TagAnswer.NOTHING, why

    async def member(self, chat_id: int, person: int) -> ChatMemberUnion:
        member: ChatMemberUnion = await self._transport(GetChatMember(chat_id=chat_id, user_id=person))
        return member

    async def look_up(self, chat_id: int, person: int) -> tuple[TagAnswer, ChatMemberUnion | None]:
        """Returns a member. REFUSED: there is no such person. NOTHING: Telegram does not tell now."""
        try:
            return TagAnswer.DONE, await self.member(chat_id, person)
        except TelegramRetryAfter:
            raise
        except NOT_ANSWERING:
            return TagAnswer.NOTHING, None
        except TelegramAPIError as refused:
            gone = any(sign in refused.message.lower() for sign in NOBODY)
            return (TagAnswer.REFUSED if gone else TagAnswer.NOTHING), None


def can_have_tag(member: ChatMemberUnion) -> bool:
    """Tells whether a member can get a tag; admins have titles instead."""
    return isinstance(member, ChatMemberMember) or (isinstance(member, ChatMemberRestricted) and member.is_member)


def may_carry_tag(member: ChatMemberUnion) -> bool:
    """Tells whether somebody may have a tag: a person who leaves while restricted keeps it, and has it after
    coming back."""
    return isinstance(member, ChatMemberMember | ChatMemberRestricted)
