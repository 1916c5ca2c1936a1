"""The screens of a section of the settings and of one option with its possible values."""

from bot.group_settings.group_choices import CHOICES
from bot.group_settings.options import SECTION_OF, SECTIONS, group_option, options_in_section
from bot.group_settings.pages.first_page import home_page
from bot.group_settings.pages.menu_context import Menu, Row, name_key
from bot.language.translator import Html
from bot.telegram.buttons.keyboard_rows import in_rows
from bot.telegram.buttons.settings_actions import SettingsAction, SettingsScreen
from bot.telegram.message import RenderedMessage

SHORT = 14
"""Longest label, in characters, that still fits three buttons in a row."""
FEW = 4
"""Up to this many values get a row each."""


def section_page(menu: Menu) -> RenderedMessage:
    if menu.what not in SECTIONS:
        return home_page(menu)
    rows: list[Row] = []
    for each in options_in_section(menu.group, menu.what):
        label = menu.label("settings-value", name=menu.name(each), value=_plain(menu.in_words(each, each.now)))
        rows.append([menu.to(menu.marked(label, changed=each.changed), SettingsScreen.OPTION, each.key)])
    title = Html(f"<b>{menu.say(f'section-{menu.what}')}</b>")
    return menu.page(title, menu.say("settings-tap-one"), rows=[*rows, menu.back()])


def option_page(menu: Menu) -> RenderedMessage:
    found = group_option(menu.group, menu.what)
    if found is None:
        return home_page(menu)
    key = name_key(found.key)
    text = [Html(f"<b>{menu.say(key)}</b>\n{menu.say(f'{key}-about')}")]
    now = menu.say("settings-now", value=menu.in_words(found, found.now))
    text.append(menu.say("settings-changed", what=now) if found.changed else now)
    usual = menu.in_words(found, found.usual)
    if found.key in CHOICES:
        text += [menu.say("settings-usually", value=usual)] if CHOICES[found.key].usual else []
    elif found.clause:
        text.append(menu.say("settings-by-clause", value=usual, clause=found.clause))
    else:
        text.append(menu.say("settings-officially", value=usual))
    values = []
    for value in found.offered:
        label = _plain(menu.in_words(found, value))
        chosen = value == found.now
        label = menu.label("settings-chosen", what=label) if chosen else label
        values.append(menu.does(label, SettingsAction.SET_VALUE, found.key, value, "primary" if chosen else None))
    longest = max(len(each.text) for each in values)
    width = 3 if longest <= SHORT else 1 if len(values) <= FEW else 2
    rows: list[Row] = [*in_rows(values, width)]
    if found.typed:
        rows.append([menu.asks(menu.label("button-own-value"), SettingsAction.SET_VALUE, found.key)])
    if found.changed:
        name = "button-usual" if found.key in CHOICES else "button-official"
        rows.append([menu.does(menu.label(name), SettingsAction.BACK_TO_USUAL, found.key)])
    return menu.page(
        text[0], "\n".join(text[1:]), rows=[*rows, menu.back(SettingsScreen.SECTION, SECTION_OF[found.key])]
    )


def _plain(html: Html) -> str:
    """Returns the label unescaped for a button: values contain no tags and no user input."""
    return html.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
