"""Which version of the Bot API a server has: read from fields of getMe that older versions do not send."""

import structlog
from aiogram.types import User

log = structlog.get_logger()

Version = tuple[int, int]

LANDMARKS: tuple[tuple[Version, str], ...] = (
    ((7, 2), "can_connect_to_business"),
    ((7, 8), "has_main_web_app"),
    ((9, 3), "has_topics_enabled"),
    ((9, 4), "allows_users_to_create_topics"),
    ((9, 6), "can_manage_bots"),
    ((10, 0), "supports_guest_queries"),
    ((10, 1), "supports_join_request_queries"),
)
"""The version that added each field to getMe, by the changelog of the Bot API."""

FEATURES: tuple[tuple[Version, str], ...] = (
    ((7, 4), "message effects"),
    ((9, 4), "coloured buttons"),
    ((9, 5), "tags of members"),
    ((9, 5), "times in the reader's zone"),
    ((10, 1), "rich messages"),
    ((10, 3), "messages to one person in a group"),
)
"""Optional features that the host uses, and since which version they exist."""


def older_than(me: User) -> Version | None:
    """Returns a version that the server is older than; None: it has at least the newest version that can be
    recognised."""
    return next((since for since, field in LANDMARKS if field not in me.model_fields_set), None)


def unavailable(bound: Version) -> list[str]:
    return [f"{name} ({since[0]}.{since[1]})" for since, name in FEATURES if since >= bound]


def tell_version(me: User) -> None:
    """Logs which features an older server lacks; called once, at the start."""
    bound = older_than(me)
    if bound is not None:
        log.warning("older_bot_api_server", older_than=f"{bound[0]}.{bound[1]}", missing=unavailable(bound))
