"""Permissions of a group's member: muted, free, and exactly as before the game.

Telegram takes somebody off the group's list of exceptions only when every permission is given: one that is missing
leaves them restricted for ever (tdlib, `DialogParticipantStatus::Restricted`). A permission that is not named is
refused, or follows another one (Bot API server, `Client::get_chat_permissions`). So all of them are always named,
independently of each other (`use_independent_chat_permissions`).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aiogram.types import ChatMemberRestricted, ChatPermissions

NAMES = tuple(ChatPermissions.model_fields)
LASTING = ("can_edit_tag", "can_change_info", "can_invite_users", "can_pin_messages", "can_manage_topics")
"""Permissions that do not concern writing: a mute leaves them as the group has them."""
SENDING = tuple(name for name in NAMES if name not in LASTING)
"""Permissions that a mute takes away. Reactions are among them: at night they would be messages to the table."""

FREE = ChatPermissions(**dict.fromkeys(NAMES, True))
MUTED = ChatPermissions(**{name: name in LASTING for name in NAMES})

SHORTEST_S = 35
"""Shortest duration of a restriction. Telegram takes less than 30 s as for ever; more, because the call takes
time."""
SAME_END_S = 120
"""Two ends that differ by at most this many seconds are taken for the same mute, because clocks differ."""


@dataclass(frozen=True, slots=True)
class FormerPermissions:
    """What somebody was allowed to do before the game."""

    flags: Mapping[str, bool] | None = None
    """Permissions by name. None: an unrestricted member, who has the permissions of the group."""
    until_s: int = 0
    """When an admin's restriction ends, by the wall clock; 0: never."""

    def restored(self, now_s: int) -> tuple[ChatPermissions, int | None]:
        """Returns the permissions and the end to set so that the member has the former permissions again."""
        if self.flags is None or 0 < self.until_s <= now_s:
            return FREE, None
        until = max(self.until_s, now_s + SHORTEST_S) if self.until_s else None
        return ChatPermissions(**{name: bool(self.flags.get(name)) for name in NAMES}), until

    def is_free(self, now_s: int) -> bool:
        return self.restored(now_s)[0] is FREE

    def is_mute_until(self, until_s: int) -> bool:
        """Tells whether this is a mute of the bot with this end. An admin may have restricted the same person
        since."""
        silent = self.flags is not None and not any(self.flags.get(name) for name in SENDING)
        return silent and abs(self.until_s - until_s) <= SAME_END_S

    def is_mute_of_ours(self) -> bool:
        """Tells whether exactly those permissions are missing that a mute of the bot takes away."""
        return self.flags is not None and all(
            bool(self.flags.get(name)) == bool(getattr(MUTED, name)) for name in NAMES if name in self.flags
        )

    def dump(self) -> str:
        return "" if self.flags is None else json.dumps({"flags": dict(self.flags), "until": self.until_s})


def former_from_store(text: str) -> FormerPermissions:
    """Reads stored permissions. Release 0.1.0 stored the flags alone, without their end."""
    if not text:
        return FormerPermissions()
    found = json.loads(text)
    if "flags" not in found:
        return FormerPermissions({name: bool(found.get(name)) for name in NAMES})
    return FormerPermissions(found["flags"], found["until"])


def former_of(member: ChatMemberRestricted) -> FormerPermissions:
    return FormerPermissions(_flags(member), _end(member))


def is_left_by_0_1_0(member: Any) -> bool:
    """Tells whether release 0.1.0 left a member restricted: it restored only the permissions that it knew."""
    if not isinstance(member, ChatMemberRestricted) or _end(member):
        return False
    given = {*SENDING, "can_invite_users"}
    return _flags(member) == {name: name in given for name in NAMES}


def closed(own: Mapping[str, bool]) -> ChatPermissions:
    """Returns the permissions of a group in which only admins may write; the others stay as they are."""
    return ChatPermissions(**{name: name in LASTING and bool(own.get(name)) for name in NAMES})


def _flags(member: ChatMemberRestricted) -> dict[str, bool]:
    return {name: bool(getattr(member, name, False)) for name in NAMES}


def _end(member: ChatMemberRestricted) -> int:
    """Returns the end of a restriction; 0: for ever. aiogram reads that 0 as the first moment of 1970."""
    return max(0, int(member.until_date.timestamp()))
