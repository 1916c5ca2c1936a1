"""Chats, their members and what was posted in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sandbox.permissions import PERMISSIONS, USUAL
from sandbox.sourcing import Behaviour
from sandbox.wire import Json

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
    is_member: bool = True  # a restricted person may be outside
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
        """The same person under a restriction. Somebody who may do everything is not restricted, whatever the
        group allows: tdlib, DialogParticipant.cpp, DialogParticipantStatus::Restricted."""
        if all(permissions[name] for name in PERMISSIONS):
            return Member(self.user, "member", tag=self.tag) if self.present else Member(self.user, "left")
        return Member(
            self.user, "restricted", permissions=permissions, until=until, is_member=self.present, tag=self.tag
        )

    def has(self, right: str) -> bool:
        return self.status == "creator" or (self.status == "administrator" and right in self.rights)

    def as_chat_member(self, asker: int = 0) -> Json:
        """One of the Bot API's six kinds of ChatMember."""
        told: Json = {"status": self.status, "user": self.user}
        match self.status:
            case "creator":
                told["is_anonymous"] = self.anonymous
            case "administrator":
                told |= {"can_be_edited": bool(asker) and self.promoted_by == asker}
                told["is_anonymous"] = self.anonymous
                told |= {right: right in self.rights for right in RIGHTS}
            case "restricted":
                told |= {"is_member": self.is_member, "until_date": self.until, **(self.permissions or {})}
            case "kicked":
                told["until_date"] = self.until
            case "member" if self.until:
                told["until_date"] = self.until
        if self.title and self.admin:
            told["custom_title"] = self.title
        if self.tag and self.status in {"member", "restricted"}:
            told["tag"] = self.tag
        return told


@dataclass(slots=True)
class Topic:
    message_thread_id: int
    name: str
    icon_color: int = 7322096
    icon_custom_emoji_id: str | None = None
    closed: bool = False
    by: int = 0  # who opened it

    def as_forum_topic(self) -> Json:
        told: Json = {
            "message_thread_id": self.message_thread_id,
            "name": self.name,
            "icon_color": self.icon_color,
        }
        if self.icon_custom_emoji_id:
            told["icon_custom_emoji_id"] = self.icon_custom_emoji_id
        return told


@dataclass(slots=True)
class Post:
    """A message on the stage. An edit replaces `message`: whoever holds the old one keeps what was then."""

    id: int  # negative when only one person sees it: such messages are numbered apart
    message: Json
    author_id: int
    by_bot: bool = False
    service: bool = False
    only_for: int | None = None
    final: bool = False  # brought a reply keyboard, and cannot be edited
    reactions: dict[int, list[Json]] = field(default_factory=dict)

    def view(self) -> Json:
        if self.only_for is None and not self.reactions:
            return self.message
        told = dict(self.message)
        if self.only_for is not None:
            told |= {"message_id": self.id, "ephemeral_for": self.only_for}
        if self.reactions:
            told["reactions"] = [{"user_id": user, "reaction": given} for user, given in self.reactions.items()]
        return told


@dataclass(slots=True)
class Chat:
    id: int
    type: str
    title: str = ""
    username: str | None = None
    is_forum: bool = False
    person_id: int = 0  # private only
    bot_id: int = 0
    started: bool = False
    blocked: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    bots: set[int] = field(default_factory=set)
    permissions: dict[str, bool] = field(default_factory=lambda: dict(USUAL))
    posts: dict[int, Post] = field(default_factory=dict)
    pinned: list[int] = field(default_factory=list)
    topics: dict[int, Topic] = field(default_factory=dict)
    description: str = ""
    invite_link: str | None = None
    keyboard: Json | None = None  # the reply keyboard that the last message brought
    migrated_to: int | None = None
    deleted: bool = False
    slow_mode: int = 0  # seconds between two messages of one who is no admin
    sent_at: dict[int, float] = field(default_factory=dict)  # while slow mode is on, by sender
    hidden_members: bool = False
    general_closed: bool = False
    refuses: str | None = None  # name of the refusal that bots get here for reasons of the server's own
    last_id: int = 0
    last_hidden_id: int = 0
    posted: int = 0
    read: dict[int, int] = field(default_factory=dict)
    brief: Json = field(init=False)  # the Bot API's Chat

    def __post_init__(self) -> None:
        self.refresh()

    def refresh(self, person: Json | None = None) -> None:
        self.brief = {"id": self.id, "type": self.type}
        if person is not None:
            self.brief |= {k: person[k] for k in ("first_name", "last_name", "username") if k in person}
            return
        self.brief["title"] = self.title
        if self.username:
            self.brief["username"] = self.username
        if self.is_forum:
            self.brief["is_forum"] = True

    @property
    def private(self) -> bool:
        return self.type == "private"

    @property
    def key(self) -> str:
        return f"{self.person_id}:{self.bot_id}" if self.private else str(self.id)

    @property
    def instance(self) -> str:
        """Constant per chat, and no id: hosts must not read one out of it."""
        return str((abs(self.id) * 2654435761 + self.bot_id) % (1 << 61) - (1 << 60))

    def present(self) -> Iterable[Member]:
        return (member for member in self.members.values() if member.present)

    def full(self) -> Json:
        """The Bot API's ChatFullInfo."""
        told: Json = {
            **self.brief,
            "accent_color_id": abs(self.id) % 7,
            "max_reaction_count": 11,
            "accepted_gift_types": dict.fromkeys(
                (
                    "unlimited_gifts",
                    "limited_gifts",
                    "unique_gifts",
                    "premium_subscription",
                    "gifts_from_channels",
                ),
                False,
            ),
        }
        if not self.private:
            told["permissions"] = dict(self.permissions)
            told |= {"has_visible_history": True} if self.type == "supergroup" else {}
            told |= {"has_hidden_members": True} if self.hidden_members else {}
            told |= {"slow_mode_delay": self.slow_mode} if self.slow_mode else {}
            told |= {k: v for k, v in (("description", self.description), ("invite_link", self.invite_link)) if v}
        if self.pinned and (post := self.posts.get(self.pinned[-1])):
            told["pinned_message"] = shallow(post.message)
        return told


def shallow(message: Json) -> Json:
    """A message inside another one carries no further message."""
    if "reply_to_message" not in message:
        return message
    return {key: value for key, value in message.items() if key != "reply_to_message"}


BEHAVIOURS = (
    Behaviour(
        "A restricted person is a plain member again only with every permission; the group's own play no part",
        "DialogParticipant.cpp, DialogParticipantStatus::Restricted",
        "test_restrictions.py::test_one_missing_permission_leaves_a_person_restricted",
    ),
    Behaviour(
        "Somebody outside is restricted outside, and freed outside",
        "Client.cpp, process_restrict_chat_member_query",
        "test_restrictions.py::test_one_who_left_is_restricted_outside_and_freed_outside",
    ),
    Behaviour(
        "getChat tells `slow_mode_delay` and `has_hidden_members` only where they are set",
        "Client.cpp, JsonChat",
        "test_closed_groups.py::test_slow_mode_is_told_and_binds_people_who_are_no_admins",
    ),
    Behaviour(
        "A restriction or ban ends by itself, after the second that it names; nobody is told",
        "DialogParticipant.cpp, update_restrictions",
        "test_restrictions.py::test_the_last_second_of_a_restriction_still_binds",
    ),
    Behaviour(
        "Both a person's restriction and the group's permissions must allow a message; admins are free",
        "DialogParticipant.cpp, apply_restrictions",
        "test_restrictions.py::test_both_the_restriction_and_the_group_bind",
    ),
    Behaviour(
        "Messages of private chats and basic groups are numbered together, those of a supergroup by itself",
        "official text",
        "test_world.py::test_supergroups_number_their_messages_apart",
    ),
)
