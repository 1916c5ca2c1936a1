"""Who may do what in a group: open, start and stop games, judge, moderate, change settings, run tournaments."""

from collections.abc import Mapping
from enum import Enum, auto

from aiogram.exceptions import TelegramBadRequest, TelegramForbiddenError
from aiogram.methods import GetChatMember
from aiogram.types import Message

from bot.core.transport import Transport
from bot.games.lobby import Lobby
from bot.group_settings.group_choices import Who
from bot.storage.groups import Group, Groups
from bot.telegram.admins import Admins, members_hidden
from bot.tournaments.tournament import Tournament

IN_THE_NAME_OF_A_GROUP, IN_THE_NAME_OF_A_CHANNEL = 1087968824, 136817688
"""Telegram's accounts for messages that are written as a group or as a channel: many people share them."""
GONE = ("left", "kicked")


class AdminAction(Enum):
    """An action that a person asks for as an admin."""

    OPEN_TABLE = auto()
    EXTEND_LOBBY = auto()
    CLOSE_LOBBY = auto()
    CHANGE_TABLE = auto()
    """Changing the rules at an open table, by which the group plays from then on."""
    ADD_STAND_INS = auto()
    """Letting computer players take empty seats of a lobby, or leave them."""
    TAKE_CHAIR = auto()
    """Judging an open table unasked."""
    START_GAME = auto()
    PAUSE_GAME = auto()
    """Pausing a game or resuming it."""
    STOP_GAME = auto()
    NAME_JUDGE = auto()
    FREE_CHAIR = auto()
    UNSEAT = auto()
    KEEP_AWAY = auto()
    LET_BACK = auto()
    SEAT_STAND_IN = auto()
    SEE_SETTINGS = auto()
    CHANGE_SETTINGS = auto()
    SET_LANGUAGE = auto()
    CREATE_TOURNAMENT = auto()
    EXPORT_TOURNAMENT = auto()
    LEAD_TOURNAMENT = auto()
    NAME_CHIEF = auto()
    RULE_PROTEST = auto()
    CHANGE_PLAN = auto()
    """Moving or cancelling an evening that somebody else has planned."""


IRREVERSIBLE: Mapping[AdminAction, bool] = {
    AdminAction.OPEN_TABLE: False,
    AdminAction.EXTEND_LOBBY: False,
    AdminAction.CLOSE_LOBBY: True,
    AdminAction.CHANGE_TABLE: False,
    AdminAction.ADD_STAND_INS: False,
    AdminAction.TAKE_CHAIR: True,
    AdminAction.START_GAME: True,
    AdminAction.PAUSE_GAME: False,
    AdminAction.STOP_GAME: True,
    AdminAction.NAME_JUDGE: True,
    AdminAction.FREE_CHAIR: True,
    AdminAction.UNSEAT: True,
    AdminAction.KEEP_AWAY: True,
    AdminAction.LET_BACK: False,
    AdminAction.SEAT_STAND_IN: True,
    AdminAction.SEE_SETTINGS: False,
    AdminAction.CHANGE_SETTINGS: True,
    AdminAction.SET_LANGUAGE: False,
    AdminAction.CREATE_TOURNAMENT: True,
    AdminAction.EXPORT_TOURNAMENT: False,
    AdminAction.LEAD_TOURNAMENT: True,
    AdminAction.NAME_CHIEF: True,
    AdminAction.RULE_PROTEST: True,
    AdminAction.CHANGE_PLAN: True,
}
"""For an irreversible action Telegram is asked every time: a person cached as admin may not be one any more."""

CHOSEN_BY: Mapping[AdminAction, str] = {
    AdminAction.OPEN_TABLE: "may_open",
    AdminAction.EXTEND_LOBBY: "may_start",
    AdminAction.CLOSE_LOBBY: "may_start",
    AdminAction.CHANGE_TABLE: "may_change",
    AdminAction.ADD_STAND_INS: "may_add_bots",
    AdminAction.TAKE_CHAIR: "may_judge",
    AdminAction.START_GAME: "may_start",
    AdminAction.STOP_GAME: "may_stop",
}
"""The group's setting that says who besides admins may do this."""


def is_somebody(user_id: int) -> bool:
    """Is this the account of one person, not one that many share?"""
    return user_id not in (0, IN_THE_NAME_OF_A_GROUP, IN_THE_NAME_OF_A_CHANNEL)


class Permissions:
    def __init__(self, groups: Groups, admins: Admins, transport: Transport) -> None:
        self._groups = groups
        self._admins = admins
        self._transport = transport

    async def is_admin(self, chat_id: int, user_id: int, action: AdminAction) -> bool:
        """Is this person an admin of the group? Raises the error if Telegram does not answer, as `Admins.is_admin`
        does. A private chat has no admins: whatever happens there is up to the person whose chat it is."""
        if chat_id > 0:
            return chat_id == user_id
        return await self._admins.is_admin(chat_id, user_id, fresh=IRREVERSIBLE[action])

    async def may_manage(self, message: Message, action: AdminAction) -> bool:
        """Is the author of this message an admin of the group? True for anonymous admins."""
        if message.sender_chat is not None:
            return message.sender_chat.id == message.chat.id
        author = message.from_user
        return author is not None and await self.is_admin(message.chat.id, author.id, action)

    async def why_not(
        self, chat_id: int, action: AdminAction, user_id: int, opener: int = 0, *, as_group: bool = False
    ) -> str:
        """Returns why this person may not do what `CHOSEN_BY` lists, by the group's settings.

        The reason is a key of the locales; empty if they may.
        """
        group = await self._groups.get(chat_id)
        who = Who(getattr(group, CHOSEN_BY[action]))
        leads = who is Who.LEADER and is_somebody(user_id) and user_id == opener
        kept_away = user_id in group.kept_away and not as_group
        if as_group or ((who is Who.ANYONE or leads) and not kept_away):
            return ""
        if await self.is_admin(chat_id, user_id, action):
            return ""
        if kept_away:
            return "lobby-no-kept-away"
        return "lobby-no-not-yours" if who is Who.LEADER else "admins-only"

    async def leads_table(self, lobby: Lobby, user_id: int) -> bool:
        """Has this person opened the table, or do they judge it? False for people kept away by the admins."""
        if not is_somebody(user_id) or user_id not in (lobby.opener, lobby.judge):
            return False
        return not await self.is_kept_away(lobby.chat_id, user_id)

    async def may_change_plan(self, chat_id: int, author: int, user_id: int) -> bool:
        """May this person move or cancel the evening that the author has planned?"""
        if is_somebody(user_id) and user_id == author and not await self.is_kept_away(chat_id, user_id):
            return True
        return await self.is_admin(chat_id, user_id, AdminAction.CHANGE_PLAN)

    async def leads_tournament(
        self,
        tournament: Tournament,
        user_id: int,
        action: AdminAction = AdminAction.LEAD_TOURNAMENT,
        *,
        as_group: bool = False,
    ) -> bool:
        """Is this person an admin of the tournament's group, or the chief judge named by one and still in the
        group?"""
        if as_group or await self.is_admin(tournament.chat_id, user_id, action):
            return True
        named = tournament.appointed and is_somebody(user_id) and user_id == tournament.chief
        return named and await self.belongs(tournament.chat_id, user_id)

    async def why_not_settings(self, group: Group, user_id: int, action: AdminAction) -> str:
        """Returns the key that says why this person may not see or change the settings; empty if they may."""
        if not group.bot_member:
            return "settings-left"
        return "" if await self.is_admin(group.chat_id, user_id, action) else "settings-admins-only"

    async def is_kept_away(self, chat_id: int, user_id: int) -> bool:
        """Have the admins barred this person from the tables of the group?"""
        return user_id in (await self._groups.get(chat_id)).kept_away

    async def belongs(self, chat_id: int, user_id: int) -> bool:
        """Is this person a member of the group and not kept away? Raises as `is_member` does."""
        return not await self.is_kept_away(chat_id, user_id) and await self.is_member(chat_id, user_id)

    async def is_member(self, chat_id: int, user_id: int) -> bool:
        """Is this person in the group? A link to a table can be passed on to people who cannot see the game.

        Raises the error if Telegram does not answer, so that nobody is refused for that.
        """
        try:
            member = await self._transport(GetChatMember(chat_id=chat_id, user_id=user_id))
        except TelegramBadRequest as refused:
            # Telegram may hide members from a bot that is no admin: then the person counts as a member.
            return members_hidden(refused)
        except TelegramForbiddenError:
            return False
        return member.status not in GONE and getattr(member, "is_member", True)
