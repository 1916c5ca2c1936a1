"""What a group lets the bot and its members do: looked up before cards are dealt."""

from dataclasses import dataclass

from aiogram.types import (
    ChatFullInfo,
    ChatMemberAdministrator,
    ChatMemberOwner,
    ChatMemberRestricted,
    ChatMemberUnion,
    ChatPermissions,
)


@dataclass(frozen=True, slots=True)
class GroupAccess:
    """What is not known is assumed to be allowed: an unanswered call keeps nobody from playing."""

    rights: tuple[str, ...]
    """The bot's rights as an admin."""
    bot_writes: bool = True
    topic_open: bool = True
    members_write: bool = True
    unhurried: bool = True
    """No slow mode: people may write as often as they like."""

    @property
    def lines(self) -> tuple[tuple[str, bool], ...]:
        """Keys of the locales with whether each condition is fulfilled, the worst hindrance first."""
        return (
            ("access-write", self.bot_writes),
            ("access-topic", self.topic_open),
            ("access-members", self.members_write),
            ("access-slow", self.unhurried),
        )

    @property
    def hindrance(self) -> str:
        """Key of the reason why no cards can be dealt; empty if they can."""
        return next((f"{key}-bad" for key, fine in self.lines[:2] if not fine), "")

    @property
    def warnings(self) -> tuple[str, ...]:
        """Keys of conditions under which members can hardly write, although a game can be played: the default
        permissions of a group hold for everybody who is no admin, whatever their own permissions are."""
        return tuple(key for key, fine in self.lines[2:] if not fine)


def access_of(
    me: ChatMemberUnion | None,
    chat: ChatFullInfo | None,
    known_rights: tuple[str, ...],
    *,
    topic_closed: bool,
) -> GroupAccess:
    """Returns what a group allows. `me` or `chat` is None if Telegram has not answered that question."""
    permissions = (chat.permissions if chat is not None else None) or ChatPermissions()
    open_to_all = permissions.can_send_messages is not False
    rights = known_rights if me is None else rights_of(me)
    is_admin = bool(rights) if me is None else isinstance(me, ChatMemberAdministrator | ChatMemberOwner)
    own = not isinstance(me, ChatMemberRestricted) or me.can_send_messages
    return GroupAccess(
        rights,
        bot_writes=is_admin or (open_to_all and own),
        # tdlib, ForumTopicManager.cpp, can_send_message_to_forum_topic: closed to those who may not manage topics.
        topic_open=not topic_closed or "can_manage_topics" in rights,
        members_write=open_to_all,
        unhurried=chat is None or not chat.slow_mode_delay,
    )


def rights_of(member: ChatMemberUnion) -> tuple[str, ...]:
    """Returns the rights of an admin, by Telegram's names for them; none for anybody else."""
    if not isinstance(member, ChatMemberAdministrator):
        return ()
    return tuple(sorted(name for name, value in member if name.startswith("can_") and value is True))
