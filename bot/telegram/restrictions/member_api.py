"""Reads and sets permissions through the Bot API, for one member or for the whole chat."""

from aiogram.methods import GetChat, GetChatMember, RestrictChatMember, SetChatPermissions
from aiogram.types import ChatMemberMember, ChatMemberRestricted, ChatPermissions

from bot.core.transport import Transport
from bot.telegram.restrictions.member_permissions import NAMES, FormerPermissions, former_of

EVERYBODY = 0
"""In place of a person's id: the permissions of the chat itself."""

Key = tuple[int, int]
"""Ids of the chat and the person."""


class MemberApi:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    async def look_up(self, key: Key) -> FormerPermissions | None:
        """Returns what somebody may do now; None for people who cannot be restricted: admins and people who are no
        members."""
        chat_id, person = key
        if person == EVERYBODY:
            found = (await self._transport(GetChat(chat_id=chat_id))).permissions
            return (
                None
                if found is None
                else FormerPermissions({name: bool(getattr(found, name, False)) for name in NAMES})
            )
        member = await self._transport(GetChatMember(chat_id=chat_id, user_id=person))
        if isinstance(member, ChatMemberRestricted):
            return former_of(member) if member.is_member else None
        return FormerPermissions() if isinstance(member, ChatMemberMember) else None

    async def permit(self, key: Key, permissions: ChatPermissions, until_s: int | None) -> None:
        chat_id, person = key
        if person == EVERYBODY:
            await self._transport(
                SetChatPermissions(chat_id=chat_id, permissions=permissions, use_independent_chat_permissions=True)
            )
            return
        await self._transport(
            RestrictChatMember(
                chat_id=chat_id,
                user_id=person,
                permissions=permissions,
                use_independent_chat_permissions=True,
                until_date=until_s,
            )
        )
