"""Buttons of the settings menu that show a page, a role's card, the text of a preset, or a simulated balance."""

from aiogram import Router
from aiogram.types import CallbackQuery

from bot.group_settings.balance_preview import BalancePreview
from bot.group_settings.change_refused import ChangeRefused
from bot.group_settings.menu_messages import MenuMessages
from bot.group_settings.options import changed_options
from bot.group_settings.presets import preset_at, preset_of
from bot.group_settings.role_sets import card_set
from bot.language.role_names import role_key
from bot.language.translator import Translator
from bot.permissions import AdminAction, Permissions
from bot.simulation.simulation import Plan
from bot.storage.groups import Group, Groups
from bot.telegram.buttons.callback_data import SettingsScreenTap
from bot.telegram.buttons.settings_actions import SettingsScreen
from bot.telegram.replies import Replies
from engine.preset import write_preset
from handlers.group_settings.tapped_group import tapped_group, why_refused
from handlers.tap_answers import answer, language_of_tapper

router = Router(name="group_settings.screens")


@router.callback_query(SettingsScreenTap.filter())
async def show_screen(
    query: CallbackQuery,
    callback_data: SettingsScreenTap,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    words: Translator,
    menu_messages: MenuMessages,
    balance_preview: BalancePreview,
) -> None:
    group = await tapped_group(
        query,
        callback_data.group,
        AdminAction.SEE_SETTINGS,
        permissions,
        replies,
        groups,
        menu_messages,
        balance_preview,
    )
    if group is None:
        return
    user_id = query.from_user.id
    screen, what, value = callback_data.screen, callback_data.what, callback_data.value
    language = await language_of_tapper(replies, query)
    try:
        match screen:
            case SettingsScreen.ROLE:
                await answer(query, _card(words, language, group, what, value), alert=True)
            case SettingsScreen.EXPORT:
                await _export(replies, user_id, group, what)
                await answer(query)
            case SettingsScreen.BALANCE:
                _start_balance(menu_messages, balance_preview, user_id, group, what)
                await menu_messages.turn(user_id, group, (screen, what, value))
                await answer(query)
            case _:
                await menu_messages.turn(user_id, group, (screen, what, value))
                await answer(query)
    except ChangeRefused as refused:
        await answer(query, why_refused(replies, words, language, refused), alert=True)


def _card(words: Translator, language: str, group: Group, what: str, role: str) -> str:
    """Returns what a role does, for the answer to a tap. Raises ChangeRefused for an unknown role."""
    ruleset = card_set(group, _number(what)).ruleset
    if role not in ruleset.roles:
        raise ChangeRefused("flaw-unknown-role")
    key = role_key(ruleset.id, role)
    return f"{words.plain(language, key)}. {words.plain(language, f'{key}-card')}"


async def _export(replies: Replies, user_id: int, group: Group, what: str) -> None:
    text = preset_at(group, what)[1] if what else write_preset(preset_of(group))
    await replies.tell(replies.text(user_id, "preset-text", text=text))


def _start_balance(
    menu_messages: MenuMessages, balance_preview: BalancePreview, user_id: int, group: Group, what: str
) -> None:
    """Starts a simulation of games with the group's cards; its figures are shown in the menu as they come."""
    found = card_set(group, _number(what))
    if found.wrong:
        raise found.wrong[0]
    options = changed_options(found.ruleset, dict(group.options))
    plan = Plan(found.ruleset.id, found.dealt, 0, 1, "sensible", options)
    screen = (SettingsScreen.BALANCE, what, "")
    balance_preview.start(
        user_id,
        plan,
        lambda person, figures: menu_messages.show_figures(person, group.chat_id, screen, figures),
    )


def _number(what: str) -> int:
    if not what.isdecimal():
        raise ChangeRefused("settings-no-value")
    return int(what)
