"""Every screen of the settings by its name."""

from collections.abc import Callable, Mapping

from bot.club.deeds import Screen
from bot.outbox.rows import Args
from bot.pages.club.balance import balance_page
from bot.pages.club.cards import bring_page, cards_page, named_page, sizes_page
from bot.pages.club.dials import dial_page, section_page
from bot.pages.club.home import home_page, reset_page, rule_set_page, rules_page
from bot.pages.club.menu import Menu
from bot.pages.club.presets import preset_page, presets_page
from bot.pages.sheet import Sheet

SCREENS: Mapping[Screen, Callable[[Menu], Sheet]] = {
    Screen.HOME: home_page,
    Screen.RULES: rules_page,
    Screen.RULE_SET: rule_set_page,
    Screen.SECTION: section_page,
    Screen.DIAL: dial_page,
    Screen.SIZES: sizes_page,
    Screen.CARDS: cards_page,
    Screen.NAMED: named_page,
    Screen.BRING: bring_page,
    Screen.BALANCE: balance_page,
    Screen.PRESETS: presets_page,
    Screen.PRESET: preset_page,
    Screen.RESET: reset_page,
}
"""The others (a role, an export) leave the menu as it is."""


def club_page(menu: Menu, args: Args) -> Sheet:
    return SCREENS[Screen(args.get("screen", Screen.HOME))](menu)
