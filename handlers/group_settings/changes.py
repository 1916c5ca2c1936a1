"""Buttons of the settings menu that change a setting."""

from aiogram import Router
from aiogram.types import CallbackQuery

from bot.group_settings.balance_preview import BalancePreview
from bot.group_settings.change_refused import ChangeRefused
from bot.group_settings.menu_messages import MenuMessages, saved_key
from bot.group_settings.settings_changes import CHANGE_RULES
from bot.group_settings.settings_editor import Applied, Outdated, SettingsEditor
from bot.language.translator import Translator
from bot.permissions import AdminAction, Permissions
from bot.storage.groups import Groups
from bot.telegram.buttons.callback_data import SettingsChangeTap
from bot.telegram.outbox.rows import Kind, Row
from bot.telegram.replies import Replies
from handlers.group_settings.tapped_group import tapped_group, why_refused
from handlers.tap_answers import answer, language_of_tapper, say

router = Router(name="group_settings.changes")


@router.callback_query(SettingsChangeTap.filter())
async def change(
    query: CallbackQuery,
    callback_data: SettingsChangeTap,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    words: Translator,
    settings_editor: SettingsEditor,
    menu_messages: MenuMessages,
    balance_preview: BalancePreview,
    receipt: str,
) -> None:
    tap, user_id = callback_data, query.from_user.id
    group = await tapped_group(
        query,
        tap.group,
        AdminAction.CHANGE_SETTINGS,
        permissions,
        replies,
        groups,
        menu_messages,
        balance_preview,
    )
    if group is None:
        return
    language = await language_of_tapper(replies, query)
    place = CHANGE_RULES[tap.action].then(tap.what, tap.value)

    def turned(done: Applied) -> list[Row]:
        if not done.changed:
            return []
        return [menu_messages.row(user_id, Kind.EDIT, done.group.chat_id, place, done.table)]

    try:
        outcome = await settings_editor.take(
            group.chat_id, tap.number, tap.action, tap.what, tap.value, receipt, turned
        )
    except ChangeRefused as refused:
        await answer(query, why_refused(replies, words, language, refused), alert=True)
        return
    match outcome:
        case Outdated(group=newest, table=table):
            await answer(query, await say(replies, query, "settings-outdated"), alert=True)
            await menu_messages.turn(user_id, newest, place, table)
        case Applied(changed=False):
            await answer(query)
        case Applied(table=table):
            key = saved_key(tap.action, tap.what, table)
            await answer(query, await say(replies, query, key) if key else "")
