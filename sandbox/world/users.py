"""People and bots."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sandbox.core.json_codec import Json

ANONYMOUS: Json = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}


@dataclass(slots=True)
class Person:
    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None
    deactivated: bool = False
    user: Json = field(init=False)

    def __post_init__(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Makes a new `user` object: messages sent earlier keep the old name."""
        self.user = {"id": self.id, "is_bot": False, "first_name": self.first_name}
        for name in ("last_name", "username", "language_code"):
            if value := getattr(self, name):
                self.user[name] = value

    def view(self) -> Json:
        return {**self.user, "deactivated": self.deactivated}


@dataclass(slots=True)
class Bot:
    id: int
    token: str
    first_name: str
    username: str
    can_read_all_group_messages: bool = False
    user: Json = field(init=False)
    commands: dict[tuple[str, str], list[Json]] = field(default_factory=dict)  # (scope, language)
    texts: dict[tuple[str, str], str] = field(default_factory=dict)  # (name or description, language)
    menu_buttons: dict[int, Json] = field(default_factory=dict)  # by chat, 0: by default

    def __post_init__(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        self.user = {"id": self.id, "is_bot": True, "first_name": self.first_name, "username": self.username}

    def me(self) -> Json:
        absent: dict[str, Any] = dict.fromkeys(
            (
                "supports_inline_queries",
                "can_connect_to_business",
                "has_main_web_app",
                "has_topics_enabled",
                "allows_users_to_create_topics",
                "can_manage_bots",
                "supports_guest_queries",
                "supports_join_request_queries",
            ),
            False,
        )
        return {
            **self.user,
            "can_join_groups": True,
            "can_read_all_group_messages": self.can_read_all_group_messages,
            **absent,
        }
