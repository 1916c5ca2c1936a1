"""Coming and going: the bot in groups, people at tables, groups that become supergroups."""

from dataclasses import replace
from functools import partial

from aiogram import Router
from aiogram.types import ChatMemberUnion, ChatMemberUpdated, Message

from bot.group_access import rights_of
from bot.host import Host
from bot.lobby import Phase
from bot.outbox.places import Place
from handlers.people import thread_of
from handlers.places import IN_GROUP, PRIVATE, Carries

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
async def bot_in_group(update: ChatMemberUpdated, host: Host) -> None:
    new, old = update.new_chat_member, update.old_chat_member
    here, was_here = _is_here(new), _is_here(old)
    rights = rights_of(new)
    # Only an admin is told of other admins: what was known may have changed unseen.
    host.grapevine.tell("admins", update.chat.id)
    before = await host.directory.group(update.chat.id)
    lost = set(before.rights) - set(rights)
    told = []
    if here and was_here and "can_restrict_members" in lost:
        tables = await host.service.tables_in_group(update.chat.id)
        told = [host.service.tidings(live.lobby, "rights-lost", slot="rights") for live in tables]
    await host.change_group(update.chat.id, partial(replace, bot_member=here, rights=rights), told)
    if was_here and not here:
        await host.suspension.went(update.chat.id)
    if here and not was_here and not await host.suspension.came_back(update.chat.id):
        await host.tell(host.note(update.chat.id, "greeting"))
    if here:
        await host.rights_changed(update.chat.id)


@router.my_chat_member(PRIVATE)
async def bot_in_private(update: ChatMemberUpdated, host: Host) -> None:
    blocked, was_blocked = (
        member.status == "kicked" for member in (update.new_chat_member, update.old_chat_member)
    )
    if blocked and not was_blocked:
        await host.closed_private(update.chat.id)
    elif was_blocked and not blocked:
        await host.opened_private(update.chat.id)


@router.chat_member()
async def member(update: ChatMemberUpdated, host: Host, receipt: str = "") -> None:
    user_id = update.new_chat_member.user.id
    host.grapevine.tell("admin", update.chat.id, user_id)
    if update.from_user.id != host.bot_id:
        if host.service.baton.held:
            await host.silence.restrictions.member_changed(update.chat.id, update.new_chat_member)
        else:
            host.grapevine.tell("member", update.chat.id, user_id)
    here, was_here = (_is_here(member) for member in (update.new_chat_member, update.old_chat_member))
    if here == was_here:
        return
    for live in await host.service.tables_of(user_id):
        seat = live.lobby.seat_of(user_id)
        if live.lobby.chat_id != update.chat.id:
            continue
        if live.lobby.phase is Phase.OPEN and not here:
            await host.service.change_lobby(live.id, lambda lobby: lobby.stand(user_id), receipt)
        elif seat and seat in live.table.alive:
            if here:
                host.back_in_group(live, seat)
            else:
                await host.left_group(live, seat)
    for live in [] if here else await host.service.judged_by(user_id):
        if live.lobby.chat_id == update.chat.id and live.lobby.phase is not Phase.OVER:
            await host.chair.dismiss(live, user_id, receipt)


def _is_here(member: ChatMemberUnion) -> bool:
    """A muted person may have left and still be known as restricted."""
    return member.status in PRESENT and getattr(member, "is_member", True)


@router.message(Carries("migrate_to_chat_id"))
async def migrated(message: Message, host: Host) -> None:
    if message.migrate_to_chat_id is not None:
        await host.on_migrated(message.chat.id, message.migrate_to_chat_id)


@router.message(Carries(*TOPIC_NOTICES))
async def topic(message: Message, host: Host) -> None:
    """In a closed one only those write who may manage topics; in an open one what could not be said is tried."""
    place = Place(message.chat.id, thread_of(message))
    await host.suspension.topic_closed(place, closed=message.forum_topic_closed is not None)
    if message.forum_topic_reopened is not None:
        host.grapevine.tell("rights", message.chat.id)


@router.message(Carries(*NOTICES))
async def service_message(message: Message, host: Host) -> None:
    """Telegram's own notices are no talk; nothing is to be answered."""
    await host.directory.group(message.chat.id)
    thread_of(message)
