"""Every screen of the settings by its name."""

from collections.abc import Callable, Mapping

from bot.group_settings.pages.balance_page import balance_page
from bot.group_settings.pages.first_page import home_page, reset_page, rule_set_page, rules_page
from bot.group_settings.pages.menu_context import Menu
from bot.group_settings.pages.options_page import option_page, section_page
from bot.group_settings.pages.presets_page import preset_page, presets_page
from bot.group_settings.pages.role_sets_page import add_role_page, cards_page, named_page, sizes_page
from bot.telegram.buttons.settings_actions import SettingsScreen
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import Args

SCREENS: Mapping[SettingsScreen, Callable[[Menu], RenderedMessage]] = {
    SettingsScreen.HOME: home_page,
    SettingsScreen.RULES: rules_page,
    SettingsScreen.RULE_SET: rule_set_page,
    SettingsScreen.SECTION: section_page,
    SettingsScreen.OPTION: option_page,
    SettingsScreen.SIZES: sizes_page,
    SettingsScreen.CARDS: cards_page,
    SettingsScreen.NAMED: named_page,
    SettingsScreen.ADD_ROLE: add_role_page,
    SettingsScreen.BALANCE: balance_page,
    SettingsScreen.PRESETS: presets_page,
    SettingsScreen.PRESET: preset_page,
    SettingsScreen.RESET: reset_page,
}
"""Screens by name; those not listed (a role, an export) do not change the menu."""


def settings_page(menu: Menu, args: Args) -> RenderedMessage:
    return SCREENS[SettingsScreen(args.get("screen", SettingsScreen.HOME))](menu)
