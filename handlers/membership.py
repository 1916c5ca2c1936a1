"""The bot or people join or leave a group; the bot's rights change; a private chat is closed or opened."""

from dataclasses import replace
from functools import partial

from aiogram import Router
from aiogram.types import ChatMemberUnion, ChatMemberUpdated

from bot.core.broadcast import Broadcast
from bot.core.leadership import Leadership
from bot.games.closed_group_pause import Suspension
from bot.games.game_registry import GameRegistry
from bot.games.group_rights import GroupRights
from bot.games.group_rows import GroupRows
from bot.games.left_the_group import LeftTheGroup
from bot.games.lobby import Phase
from bot.games.lobby_transactions import Lobbies
from bot.games.muting import Muting
from bot.games.next_game_notices import NextGameNotices
from bot.games.private_chats import PrivateChats
from bot.judge.appointment import JudgeAppointment
from bot.pages.greetings import greeting_row
from bot.plans.planning import Planning
from bot.storage.groups import Groups
from bot.telegram.bot_rights import rights_of
from bot.telegram.outbox.rows import Kind, RowIds
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP, PRIVATE

router = Router(name="membership")
PRESENT = ("member", "administrator", "creator", "restricted")


@router.my_chat_member(IN_GROUP)
async def bot_in_group(
    update: ChatMemberUpdated,
    games: GameRegistry,
    group_rows: GroupRows,
    row_ids: RowIds,
    replies: Replies,
    groups: Groups,
    broadcast: Broadcast,
    suspension: Suspension,
    group_rights: GroupRights,
) -> None:
    new, old = update.new_chat_member, update.old_chat_member
    here, was_here = _is_here(new), _is_here(old)
    rights = rights_of(new)
    # A bot that is no admin gets no updates about changes of admins: the cached ones may be wrong.
    broadcast.tell("admins", update.chat.id)
    before = await groups.get(update.chat.id)
    lost = set(before.rights) - set(rights)
    told = []
    if here and was_here and "can_restrict_members" in lost:
        tables = await games.tables_in_group(update.chat.id)
        told = [group_rows.sentence(game.lobby, "rights-lost", slot="rights") for game in tables]
    await replies.change_group(update.chat.id, partial(replace, bot_member=here, rights=rights), told)
    if was_here and not here:
        await suspension.went(update.chat.id)
    if here and not was_here and not await suspension.came_back(update.chat.id):
        await replies.tell(greeting_row(row_ids, update.chat.id, rights))
    elif here and rights != before.rights:
        await replies.tell(greeting_row(row_ids, update.chat.id, rights, Kind.EDIT))
    if here:
        await group_rights.changed(update.chat.id)


@router.my_chat_member(PRIVATE)
async def bot_in_private(
    update: ChatMemberUpdated, private_chats: PrivateChats, next_game_notices: NextGameNotices
) -> None:
    blocked, was_blocked = (
        member.status == "kicked" for member in (update.new_chat_member, update.old_chat_member)
    )
    if blocked and not was_blocked:
        await private_chats.closed(update.chat.id)
        await next_game_notices.closed_private(update.chat.id)
    elif was_blocked and not blocked:
        await private_chats.opened(update.chat.id)


@router.chat_member()
async def member(
    update: ChatMemberUpdated,
    games: GameRegistry,
    lobbies: Lobbies,
    left_the_group: LeftTheGroup,
    leadership: Leadership,
    broadcast: Broadcast,
    bot_id: int,
    muting: Muting,
    appointment: JudgeAppointment,
    planning: Planning,
    next_game_notices: NextGameNotices,
    receipt: str = "",
) -> None:
    user_id = update.new_chat_member.user.id
    broadcast.tell("admin", update.chat.id, user_id)
    if update.from_user.id != bot_id:
        if leadership.held:
            await muting.restrictions.member_changed(update.chat.id, update.new_chat_member)
        else:
            broadcast.tell("member", update.chat.id, user_id)
    here, was_here = (_is_here(member) for member in (update.new_chat_member, update.old_chat_member))
    if here == was_here:
        return
    if not here:
        await planning.left(update.chat.id, user_id)
        await next_game_notices.left(update.chat.id, user_id)
    for game in await games.tables_of(user_id):
        seat = game.lobby.seat_of(user_id)
        if game.lobby.chat_id != update.chat.id:
            continue
        if game.lobby.phase is Phase.OPEN and not here:
            await lobbies.change_lobby(game.id, lambda lobby: lobby.stand(user_id), receipt)
        elif seat and seat in game.table.alive:
            if here:
                left_the_group.back(game, seat)
            else:
                await left_the_group.left(game, seat)
    for game in [] if here else await games.judged_by(user_id):
        if game.lobby.chat_id == update.chat.id and game.lobby.phase is not Phase.OVER:
            await appointment.dismiss(game, user_id, receipt)


def _is_here(member: ChatMemberUnion) -> bool:
    """Is this member in the group? A restricted one may have left, which `is_member` tells."""
    return member.status in PRESENT and getattr(member, "is_member", True)
