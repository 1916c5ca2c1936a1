"""The rights that the bot asks for in a group, and those that an admin has, by Telegram's names."""

from aiogram.types import ChatMemberAdministrator, ChatMemberUnion

WANTED = ("can_restrict_members", "can_delete_messages", "can_pin_messages", "can_manage_tags")
"""The rights that a bot uses in a group, in the order in which it asks for them."""


def rights_of(member: ChatMemberUnion) -> tuple[str, ...]:
    """Returns the rights of an admin, by Telegram's names for them; none for anybody else."""
    if not isinstance(member, ChatMemberAdministrator):
        return ()
    return tuple(sorted(name for name, value in member if name.startswith("can_") and value is True))
