"""Older Bot API versions: what each version added. Source: the official changelog."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandbox.botapi.arguments import Arguments
from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import loads
from sandbox.world.permissions import PERMISSIONS

VERSIONS = ("9.0", "9.1", "9.2", "9.3", "9.4", "9.5", "9.6", "10.0", "10.1", "10.2", "10.3")
NEWEST = VERSIONS[-1]


@dataclass(frozen=True, slots=True)
class Change:
    """What one version added. `parameters` named `argument.field` are fields at any depth of that argument."""

    methods: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()  # of answers and updates
    parameters: frozenset[str] = frozenset()
    of_sending: frozenset[str] = frozenset()  # parameters of send* methods
    tags: frozenset[str] = frozenset()  # of HTML
    entities: frozenset[str] = frozenset()


CHANGES = {
    "9.3": Change(fields=frozenset({"has_topics_enabled", "gifts_from_channels"})),
    "9.4": Change(
        fields=frozenset({"allows_users_to_create_topics"}),
        parameters=frozenset({"reply_markup.style", "reply_markup.icon_custom_emoji_id"}),
    ),
    "9.5": Change(
        methods=frozenset({"setChatMemberTag"}),
        fields=frozenset({"tag", "can_edit_tag", "can_manage_tags", "sender_tag"}),
        parameters=frozenset({"permissions.can_edit_tag", "can_manage_tags"}),
        tags=frozenset({"tg-time"}),
        entities=frozenset({"date_time"}),
    ),
    "9.6": Change(fields=frozenset({"can_manage_bots"})),
    "10.0": Change(
        fields=frozenset({"supports_guest_queries", "can_react_to_messages"}),
        parameters=frozenset({"permissions.can_react_to_messages", "return_bots"}),
    ),
    "10.1": Change(
        methods=frozenset({"sendRichMessage"}),
        fields=frozenset({"rich_message", "supports_join_request_queries"}),
        parameters=frozenset({"rich_message"}),
    ),
    "10.2": Change(
        methods=frozenset(
            {
                "editEphemeralMessageText",
                "editEphemeralMessageCaption",
                "editEphemeralMessageMedia",
                "editEphemeralMessageReplyMarkup",
                "deleteEphemeralMessage",
            }
        ),
        fields=frozenset({"receiver_user", "ephemeral_message_id", "is_ephemeral"}),
        parameters=frozenset(
            {"commands.is_ephemeral", "reply_parameters.ephemeral_message_id", "rich_message.blocks"}
        ),
        of_sending=frozenset({"receiver_user_id", "callback_query_id"}),
    ),
    "10.3": Change(
        fields=frozenset({"can_send_welcome_messages"}),
        parameters=frozenset(
            {"ephemeral_message_parameters", "can_send_welcome_messages", "reply_markup.disabled"}
        ),
    ),
}


class ApiVersion:
    """The methods, fields and parameters of one version."""

    def __init__(self, version: str = NEWEST) -> None:
        if version not in VERSIONS:
            raise ValueError(f"no Bot API {version!r}: there are {', '.join(VERSIONS)}")
        self.version = version
        age = VERSIONS.index(version)
        newer = [change for number, change in CHANGES.items() if VERSIONS.index(number) > age]
        self._methods = _all(change.methods for change in newer)
        self._fields = _all(change.fields for change in newer)
        self._parameters = _all(change.parameters for change in newer)
        self._of_sending = _all(change.of_sending for change in newer)
        self.unknown = _all(change.tags | change.entities for change in newer)
        self.unknown_permissions = frozenset(
            name for name in PERMISSIONS if f"permissions.{name}" in self._parameters
        )

    def knows(self, method: str) -> bool:
        return method not in self._methods

    def without_newer_fields(self, value: Any) -> Any:
        """Returns an answer or an update without the fields that this version does not have."""
        return without(value, self._fields) if self._fields else value

    def known_arguments(self, method: str, arguments: Arguments) -> Arguments:
        """Returns the arguments without those that this version does not have: Telegram ignores unknown ones."""
        ignored = self._parameters | (self._of_sending if method.startswith("send") else frozenset())
        if not ignored:
            return arguments
        values = {name: value for name, value in arguments.values.items() if name not in ignored}
        for name in values.keys() & {path.partition(".")[0] for path in ignored if "." in path}:
            inner = frozenset(path.partition(".")[2] for path in ignored if path.startswith(f"{name}."))
            values[name] = _inside(values[name], inner)
        return Arguments(values, arguments.files)


def _all(sets: Any) -> frozenset[str]:
    return frozenset[str]().union(*sets)


def _inside(value: Any, ignored: frozenset[str]) -> Any:
    if isinstance(value, str):
        try:
            value = loads(value)
        except (ValueError, RecursionError):
            return value  # refused later, where it is parsed
    return without(value, ignored)


def without(value: Any, fields: frozenset[str]) -> Any:
    """Returns the value without these fields, at any depth."""
    if isinstance(value, dict):
        return {key: without(one, fields) for key, one in value.items() if key not in fields}
    if isinstance(value, list):
        return [without(one, fields) for one in value]
    return value


BEHAVIOURS = (
    Behaviour(
        "An older server does not find newer methods, omits newer fields and ignores newer parameters",
        "official changelog",
        "botapi/test_versions.py::test_a_younger_method_is_not_found",
    ),
    Behaviour(
        "An older server refuses a newer tag and ignores a newer kind of entity",
        "MessageEntity.cpp, parse_html; that kinds are ignored: a guess",
        "botapi/test_versions.py::test_an_unknown_tag_is_refused",
    ),
    Behaviour(
        "An older server cannot take away a permission that it does not know",
        "guess (the flag is absent from what it asks for)",
        "botapi/test_versions.py::test_an_older_server_frees_people_by_the_permissions_it_knows",
    ),
)
