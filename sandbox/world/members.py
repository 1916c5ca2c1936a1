"""Members of a group: status, admin rights, restrictions."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.core.json_codec import Json
from sandbox.world.permissions import PERMISSIONS

RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_send_welcome_messages",
    "can_pin_messages",
    "can_manage_topics",
    "can_manage_tags",
)


PRESENT = frozenset({"creator", "administrator", "member", "restricted"})


ADMINS = frozenset({"creator", "administrator"})


@dataclass(slots=True)
class Member:
    user: Json
    status: str = "member"
    rights: frozenset[str] = frozenset()
    anonymous: bool = False
    permissions: dict[str, bool] | None = None  # of a restricted member
    until: int = 0
    is_member: bool = True  # a restricted person may have left the group
    tag: str | None = None
    title: str | None = None
    promoted_by: int = 0  # the bot that has made this person an admin

    @property
    def present(self) -> bool:
        return self.status in PRESENT and (self.status != "restricted" or self.is_member)

    @property
    def admin(self) -> bool:
        return self.status in ADMINS

    def restricted(self, permissions: dict[str, bool], until: int) -> Member:
        """Returns the member with these permissions. With every permission it is a plain member, whatever the
        group allows: tdlib, DialogParticipant.cpp, DialogParticipantStatus::Restricted."""
        if all(permissions[name] for name in PERMISSIONS):
            return Member(self.user, "member", tag=self.tag) if self.present else Member(self.user, "left")
        return Member(
            self.user, "restricted", permissions=permissions, until=until, is_member=self.present, tag=self.tag
        )

    def has_right(self, right: str) -> bool:
        return self.status == "creator" or (self.status == "administrator" and right in self.rights)

    def as_chat_member(self, asker: int = 0) -> Json:
        """Returns one of the Bot API's six kinds of ChatMember."""
        fields: Json = {"status": self.status, "user": self.user}
        match self.status:
            case "creator":
                fields["is_anonymous"] = self.anonymous
            case "administrator":
                fields |= {"can_be_edited": bool(asker) and self.promoted_by == asker}
                fields["is_anonymous"] = self.anonymous
                fields |= {right: right in self.rights for right in RIGHTS}
            case "restricted":
                fields |= {"is_member": self.is_member, "until_date": self.until, **(self.permissions or {})}
            case "kicked":
                fields["until_date"] = self.until
            case "member" if self.until:
                fields["until_date"] = self.until
        if self.title and self.admin:
            fields["custom_title"] = self.title
        if self.tag and self.status in {"member", "restricted"}:
            fields["tag"] = self.tag
        return fields
