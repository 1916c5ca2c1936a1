"""The first screen of the settings, the screens of rule sets, and the reset to official values."""

from bot.group_settings.options import SECTIONS, options_in_section
from bot.group_settings.pages.menu_context import Menu, Row
from bot.group_settings.role_sets import under_other_rules
from bot.language.role_names import ruleset_name
from bot.language.translator import Html
from bot.telegram.buttons.keyboard_rows import in_rows
from bot.telegram.buttons.settings_actions import SettingsAction, SettingsScreen
from bot.telegram.message import RenderedMessage
from engine.house_rules import SHIPPED

PAIRS = 2


def home_page(menu: Menu) -> RenderedMessage:
    group = menu.group
    name = ruleset_name(menu.words, menu.language, group.ruleset)
    changed = bool(group.options or group.role_sets)
    sections = [
        menu.to(_section_label(menu, section), SettingsScreen.SECTION, section)
        for section in SECTIONS
        if options_in_section(group, section)
    ]
    cards = menu.marked(menu.label("section-cards"), changed=bool(group.role_sets))
    rows: list[Row] = [
        [menu.to(menu.label("section-rules"), SettingsScreen.RULES), menu.to(cards, SettingsScreen.SIZES)],
        *in_rows(sections, PAIRS),
        [menu.to(menu.label("section-presets"), SettingsScreen.PRESETS)],
    ]
    if changed:
        rows.append([menu.to(menu.label("button-reset"), SettingsScreen.RESET)])
    parts = [
        menu.say("settings-rules", ruleset=name),
        menu.say("settings-house" if changed or "+" in group.ruleset else "settings-official"),
        menu.say(f"settings-table-{menu.table}"),
    ]
    return menu.page("\n".join(parts), rows=rows)


def _section_label(menu: Menu, section: str) -> str:
    changed = any(option.changed for option in options_in_section(menu.group, section))
    return menu.marked(menu.label(f"section-{section}"), changed=changed)


def rules_page(menu: Menu) -> RenderedMessage:
    base = menu.group.ruleset.split("+")[0]
    rows: list[Row] = [
        [
            menu.to(
                menu.label("settings-chosen", what=menu.label(f"ruleset-{name}"))
                if name == base
                else menu.label(f"ruleset-{name}"),
                SettingsScreen.RULE_SET,
                name,
            )
        ]
        for name in SHIPPED
    ]
    return menu.page(menu.say("settings-which-rules"), rows=[*rows, menu.back()])


def rule_set_page(menu: Menu) -> RenderedMessage:
    """Returns the screen that describes a rule set before it is chosen."""
    if menu.what not in SHIPPED:
        return rules_page(menu)
    ruleset, group = SHIPPED[menu.what], menu.group
    text: list[Html] = [
        Html(f"<b>{menu.say(f'ruleset-{menu.what}')}</b>\n{menu.say(f'ruleset-{menu.what}-about')}")
    ]
    rows: list[Row] = []
    if group.ruleset == menu.what:
        text.append(menu.say("settings-rules-now"))
    else:
        after = under_other_rules(ruleset, dict(group.options), group)
        lost = [str(size) for size, _ in group.role_sets if size not in dict(after.role_sets)]
        if lost:
            text.append(menu.say("settings-cards-lost", sizes=", ".join(lost)))
        rows.append(
            [menu.does(menu.label("button-play-by"), SettingsAction.CHOOSE_RULES, menu.what, style="success")]
        )
    return menu.page(*text, rows=[*rows, menu.back(SettingsScreen.RULES)])


def reset_page(menu: Menu) -> RenderedMessage:
    sure = menu.does(menu.label("button-reset-sure"), SettingsAction.RESET, style="danger")
    return menu.page(menu.say("settings-reset"), rows=[[sure], menu.back()])
