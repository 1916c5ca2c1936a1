"""Chats and forum topics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json
from sandbox.world.members import Member
from sandbox.world.messages import Post, without_reply
from sandbox.world.permissions import DEFAULT_PERMISSIONS


@dataclass(slots=True)
class Topic:
    message_thread_id: int
    name: str
    icon_color: int = 7322096
    icon_custom_emoji_id: str | None = None
    closed: bool = False
    by: int = 0  # user id of the author

    def as_forum_topic(self) -> Json:
        fields: Json = {
            "message_thread_id": self.message_thread_id,
            "name": self.name,
            "icon_color": self.icon_color,
        }
        if self.icon_custom_emoji_id:
            fields["icon_custom_emoji_id"] = self.icon_custom_emoji_id
        return fields


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
    permissions: dict[str, bool] = field(default_factory=lambda: dict(DEFAULT_PERMISSIONS))
    posts: dict[int, Post] = field(default_factory=dict)
    pinned: list[int] = field(default_factory=list)
    topics: dict[int, Topic] = field(default_factory=dict)
    description: str = ""
    invite_link: str | None = None
    keyboard: Json | None = None  # the reply keyboard that the last message brought
    migrated_to: int | None = None
    deleted: bool = False
    slow_mode: int = 0  # seconds between two messages of a non-admin
    sent_at: dict[int, float] = field(default_factory=dict)  # by user id, while slow mode is on
    hidden_members: bool = False
    general_closed: bool = False
    server_refusal: str | None = None  # name of a `Why`: the server refuses what bots write here
    last_id: int = 0
    last_ephemeral_id: int = 0
    post_count: int = 0
    read_counts: dict[int, int] = field(default_factory=dict)
    as_chat: Json = field(init=False)  # the Bot API's Chat

    def __post_init__(self) -> None:
        self.refresh()

    def refresh(self, person: Json | None = None) -> None:
        self.as_chat = {"id": self.id, "type": self.type}
        if person is not None:
            self.as_chat |= {k: person[k] for k in ("first_name", "last_name", "username") if k in person}
            return
        self.as_chat["title"] = self.title
        if self.username:
            self.as_chat["username"] = self.username
        if self.is_forum:
            self.as_chat["is_forum"] = True

    @property
    def private(self) -> bool:
        return self.type == "private"

    @property
    def key(self) -> str:
        return f"{self.person_id}:{self.bot_id}" if self.private else str(self.id)

    @property
    def instance(self) -> str:
        """`chat_instance`: constant per chat; the chat's id cannot be read from it."""
        return str((abs(self.id) * 2654435761 + self.bot_id) % (1 << 61) - (1 << 60))

    def present_members(self) -> Iterable[Member]:
        return (member for member in self.members.values() if member.present)

    def full_info(self) -> Json:
        """The Bot API's ChatFullInfo."""
        fields: Json = {
            **self.as_chat,
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
            fields["permissions"] = dict(self.permissions)
            fields |= {"has_visible_history": True} if self.type == "supergroup" else {}
            fields |= {"has_hidden_members": True} if self.hidden_members else {}
            fields |= {"slow_mode_delay": self.slow_mode} if self.slow_mode else {}
            texts = {"description": self.description, "invite_link": self.invite_link}
            fields |= {name: text for name, text in texts.items() if text}
        if self.pinned and (post := self.posts.get(self.pinned[-1])):
            fields["pinned_message"] = without_reply(post.message)
        return fields


BEHAVIOURS = (
    Behaviour(
        "A restricted person becomes a plain member only with every permission, whatever the group's permissions",
        "DialogParticipant.cpp, DialogParticipantStatus::Restricted",
        "botapi/methods/test_restrictions.py::test_one_missing_permission_leaves_a_person_restricted",
    ),
    Behaviour(
        "A person who has left can be restricted and unrestricted without joining",
        "Client.cpp, process_restrict_chat_member_query",
        "botapi/methods/test_restrictions.py::test_one_who_left_is_restricted_outside_and_freed_outside",
    ),
    Behaviour(
        "getChat returns `slow_mode_delay` and `has_hidden_members` only if they are set",
        "Client.cpp, JsonChat",
        "botapi/methods/test_send_permissions.py::test_slow_mode_is_told_and_binds_people_who_are_no_admins",
    ),
    Behaviour(
        "A restriction or ban ends by itself after the second `until_date`; no update is sent",
        "DialogParticipant.cpp, update_restrictions",
        "botapi/methods/test_restrictions.py::test_the_last_second_of_a_restriction_still_binds",
    ),
    Behaviour(
        "Both a person's restriction and the group's permissions must allow a message; admins are exempt",
        "DialogParticipant.cpp, apply_restrictions",
        "botapi/methods/test_restrictions.py::test_both_the_restriction_and_the_group_bind",
    ),
    Behaviour(
        "Messages of private chats and basic groups are numbered together, those of a supergroup by itself",
        "official text",
        "world/test_world.py::test_supergroups_number_their_messages_apart",
    ),
)
