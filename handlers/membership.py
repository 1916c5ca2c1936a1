"""Coming and going: the bot in groups, people at tables, groups that become supergroups."""

from dataclasses import replace
from functools import partial

from aiogram import Router
from aiogram.types import ChatMemberUnion, ChatMemberUpdated, Message

from bot.core.broadcast import Broadcast
from bot.core.leadership import Leadership
from bot.games.chat_migration import ChatMigration
from bot.games.game_registry import GameRegistry
from bot.games.group_rights import GroupRights
from bot.games.lobbies import Lobbies
from bot.games.lobby import Phase
from bot.games.muting import Muting
from bot.games.private_chats import PrivateChats
from bot.games.seat_handover import SeatHandover
from bot.games.suspension import Suspension
from bot.judge.appointment import JudgeAppointment
from bot.storage.directory import Directory
from bot.telegram.group_access import rights_of
from bot.telegram.outbox.closed_chats import Place
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP, PRIVATE, Carries
from handlers.identify import thread_of

router = Router(name="membership")

NOTICES = (
    "migrate_from_chat_id",
    "pinned_message",
    "new_chat_members",
    "left_chat_member",
    "new_chat_title",
    "forum_topic_created",
)
TOPIC_NOTICES = ("forum_topic_closed", "forum_topic_reopened")
PRESENT = ("member", "administrator", "creator", "restricted")


@router.my_chat_member(IN_GROUP)
async def bot_in_group(
    update: ChatMemberUpdated,
    games: GameRegistry,
    replies: Replies,
    directory: Directory,
    broadcast: Broadcast,
    suspension: Suspension,
    group_rights: GroupRights,
) -> None:
    new, old = update.new_chat_member, update.old_chat_member
    here, was_here = _is_here(new), _is_here(old)
    rights = rights_of(new)
    # Only an admin is told of other admins: what was known may have changed unseen.
    broadcast.tell("admins", update.chat.id)
    before = await directory.groups.get(update.chat.id)
    lost = set(before.rights) - set(rights)
    told = []
    if here and was_here and "can_restrict_members" in lost:
        tables = await games.tables_in_group(update.chat.id)
        told = [games.tidings(live.lobby, "rights-lost", slot="rights") for live in tables]
    await replies.change_group(update.chat.id, partial(replace, bot_member=here, rights=rights), told)
    if was_here and not here:
        await suspension.went(update.chat.id)
    if here and not was_here and not await suspension.came_back(update.chat.id):
        await replies.tell(replies.note(update.chat.id, "greeting"))
    if here:
        await group_rights.changed(update.chat.id)


@router.my_chat_member(PRIVATE)
async def bot_in_private(update: ChatMemberUpdated, private_chats: PrivateChats) -> None:
    blocked, was_blocked = (
        member.status == "kicked" for member in (update.new_chat_member, update.old_chat_member)
    )
    if blocked and not was_blocked:
        await private_chats.closed(update.chat.id)
    elif was_blocked and not blocked:
        await private_chats.opened(update.chat.id)


@router.chat_member()
async def member(
    update: ChatMemberUpdated,
    games: GameRegistry,
    lobbies: Lobbies,
    seats: SeatHandover,
    leadership: Leadership,
    broadcast: Broadcast,
    bot_id: int,
    muting: Muting,
    appointment: JudgeAppointment,
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
    for live in await games.tables_of(user_id):
        seat = live.lobby.seat_of(user_id)
        if live.lobby.chat_id != update.chat.id:
            continue
        if live.lobby.phase is Phase.OPEN and not here:
            await lobbies.change_lobby(live.id, lambda lobby: lobby.stand(user_id), receipt)
        elif seat and seat in live.table.alive:
            if here:
                seats.back_in_group(live, seat)
            else:
                await seats.left_group(live, seat)
    for live in [] if here else await games.judged_by(user_id):
        if live.lobby.chat_id == update.chat.id and live.lobby.phase is not Phase.OVER:
            await appointment.dismiss(live, user_id, receipt)


def _is_here(member: ChatMemberUnion) -> bool:
    """A muted person may have left and still be known as restricted."""
    return member.status in PRESENT and getattr(member, "is_member", True)


@router.message(Carries("migrate_to_chat_id"))
async def migrated(message: Message, migration: ChatMigration) -> None:
    if message.migrate_to_chat_id is not None:
        await migration.move(message.chat.id, message.migrate_to_chat_id)


@router.message(Carries(*TOPIC_NOTICES))
async def topic(message: Message, broadcast: Broadcast, suspension: Suspension) -> None:
    """In a closed one only those write who may manage topics; in an open one what could not be said is tried."""
    place = Place(message.chat.id, thread_of(message))
    await suspension.topic_closed(place, closed=message.forum_topic_closed is not None)
    if message.forum_topic_reopened is not None:
        broadcast.tell("rights", message.chat.id)


@router.message(Carries(*NOTICES))
async def service_message(message: Message, directory: Directory) -> None:
    """Telegram's own notices are no talk; nothing is to be answered."""
    await directory.groups.get(message.chat.id)
    thread_of(message)
