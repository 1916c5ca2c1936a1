"""The screens of presets: rules, cards and options saved under a name."""

from bot.group_settings.change_refused import ChangeRefused
from bot.group_settings.pages.menu_context import Menu, Row
from bot.group_settings.presets import MOST_PRESETS, preset_at
from bot.language.role_names import ruleset_name
from bot.language.translator import Html
from bot.telegram.buttons.settings_actions import SettingsAction, SettingsScreen
from bot.telegram.message import RenderedMessage
from engine.preset import BadPreset, read_preset


def presets_page(menu: Menu) -> RenderedMessage:
    presets = menu.group.presets
    rows: list[Row] = [
        [menu.to(name, SettingsScreen.PRESET, str(place))] for place, (name, _) in enumerate(presets)
    ]
    if len(presets) < MOST_PRESETS:
        rows.append([menu.asks(menu.label("button-save-preset"), SettingsAction.SAVE)])
    rows.append(
        [
            menu.asks(menu.label("button-import"), SettingsAction.IMPORT),
            menu.to(menu.label("button-export"), SettingsScreen.EXPORT),
        ]
    )
    text = menu.say("presets-about")
    return menu.page(Html(f"<b>{menu.say('section-presets')}</b>\n{text}"), rows=[*rows, menu.back()])


def preset_page(menu: Menu) -> RenderedMessage:
    try:
        name, text = preset_at(menu.group, menu.what)
    except ChangeRefused:
        return presets_page(menu)
    rows: list[Row] = [
        [menu.does(menu.label("button-load"), SettingsAction.LOAD, menu.what, style="success")],
        [menu.to(menu.label("button-export"), SettingsScreen.EXPORT, menu.what)],
        [menu.does(menu.label("button-delete"), SettingsAction.DELETE, menu.what, style="danger")],
    ]
    try:
        preset = read_preset(text)
    except BadPreset as bad:
        return menu.page(
            menu.say("preset-title", name=name),
            menu.say(f"preset-{bad.flaw}"),
            rows=[*rows[2:], menu.back(SettingsScreen.PRESETS)],
        )
    about = menu.say(
        "preset-about",
        ruleset=ruleset_name(menu.words, menu.language, preset.ruleset),
        options=len(preset.options),
        sets=len(preset.role_sets),
    )
    return menu.page(
        Html(f"{menu.say('preset-title', name=name)}\n{about}"), rows=[*rows, menu.back(SettingsScreen.PRESETS)]
    )
