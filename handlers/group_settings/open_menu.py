"""Opens the settings menu: by /settings, by a button, and by a link to the private chat."""

from aiogram import F, Router
from aiogram.filters import Command, CommandObject, CommandStart
from aiogram.types import CallbackQuery, Message

from bot.group_settings.menu_messages import MenuMessages
from bot.group_settings.settings_links import SettingsLinks
from bot.permissions import AdminAction, Permissions
from bot.storage import UnitOfWork
from bot.storage.people import People
from bot.telegram.buttons.callback_data import GroupTap, LobbyTap
from bot.telegram.outbox import page_names
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP, PRIVATE
from handlers.identify import thread_of
from handlers.tap_answers import answer, reply, say

router = Router(name="group_settings.open_menu")


@router.message(Command("settings"), IN_GROUP)
async def settings(
    message: Message,
    permissions: Permissions,
    replies: Replies,
    people: People,
    menu_messages: MenuMessages,
    settings_links: SettingsLinks,
) -> None:
    chat_id, thread_id = message.chat.id, thread_of(message)
    if not await permissions.may_manage(message, AdminAction.SEE_SETTINGS):
        await reply(replies, message, "admins-only")
        return
    user = message.from_user
    known = message.sender_chat is None and user is not None
    if user is not None and known and (await people.get(user.id)).reachable:
        await menu_messages.send(user.id, chat_id)
        await replies.tell(replies.text(chat_id, "settings-in-private", thread_id))
        return
    await replies.tell(
        replies.note(chat_id, page_names.SETTINGS_LINK, thread_id, code=await settings_links.open(chat_id))
    )


@router.callback_query(GroupTap.filter(F.wish == "settings"))
@router.callback_query(LobbyTap.filter(F.wish == "settings"))
async def settings_by_button(
    query: CallbackQuery,
    permissions: Permissions,
    replies: Replies,
    people: People,
    bot_name: str,
    menu_messages: MenuMessages,
    settings_links: SettingsLinks,
) -> None:
    message = query.message
    if message is None or message.chat.type == "private":
        await answer(query, await say(replies, query, "tap-old"))
        return
    user_id = query.from_user.id
    if not await permissions.is_admin(message.chat.id, user_id, AdminAction.SEE_SETTINGS):
        await answer(query, await say(replies, query, "admins-only"))
        return
    if not (await people.get(user_id)).reachable:
        code = await settings_links.open(message.chat.id)
        await answer(query, url=f"https://t.me/{bot_name}?start=set_{code}")
        return
    await menu_messages.send(user_id, message.chat.id)
    await answer(query, await say(replies, query, "sent-to-private"))


@router.message(CommandStart(deep_link=True, magic=F.args.startswith("set_")), PRIVATE)
async def settings_by_link(
    message: Message,
    command: CommandObject,
    permissions: Permissions,
    replies: Replies,
    menu_messages: MenuMessages,
    settings_links: SettingsLinks,
) -> None:
    user_id = message.chat.id
    code = (command.args or "").removeprefix("set_")
    chat_id = await settings_links.chat_of(code)
    if not chat_id:
        await replies.tell(replies.text(user_id, "settings-door-shut"))
    elif not await permissions.is_admin(chat_id, user_id, AdminAction.SEE_SETTINGS):
        await replies.tell(replies.text(user_id, "settings-admins-only"))
    else:
        work = UnitOfWork()
        settings_links.close(work, code)
        await menu_messages.send(user_id, chat_id, work)


@router.message(Command("settings"), PRIVATE)
async def settings_in_private(message: Message, replies: Replies) -> None:
    await replies.tell(replies.text(message.chat.id, "settings-from-group"))
