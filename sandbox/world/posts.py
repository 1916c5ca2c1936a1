"""Messages as the sandbox stores them."""

from __future__ import annotations

from dataclasses import dataclass, field

from sandbox.json_values import Json


@dataclass(slots=True)
class Post:
    """A stored message. An edit replaces the `message` object: holders of the old one keep the old content."""

    id: int  # negative for ephemeral messages, which are numbered separately
    message: Json
    author_id: int
    by_bot: bool = False
    service: bool = False
    only_for: int | None = None
    not_editable: bool = False  # has a reply keyboard
    reactions: dict[int, list[Json]] = field(default_factory=dict)

    def view(self) -> Json:
        if self.only_for is None and not self.reactions:
            return self.message
        fields = dict(self.message)
        if self.only_for is not None:
            fields |= {"message_id": self.id, "ephemeral_for": self.only_for}
        if self.reactions:
            fields["reactions"] = [{"user_id": user, "reaction": given} for user, given in self.reactions.items()]
        return fields


def without_reply(message: Json) -> Json:
    """The message without the message that it replies to: nesting ends after one level."""
    if "reply_to_message" not in message:
        return message
    return {key: value for key, value in message.items() if key != "reply_to_message"}
