"""Rules, cards and options that a group keeps under a name."""

from bot.club.deeds import Deed, Screen
from bot.club.refused import Refused
from bot.club.shaping import MOST_PRESETS, preset_at
from bot.language.role_words import ruleset_name
from bot.language.words import Html
from bot.pages.club.menu import Menu, Row
from bot.pages.sheet import Sheet
from engine.preset import BadPreset, read_preset


def presets_page(menu: Menu) -> Sheet:
    presets = menu.group.presets
    rows: list[Row] = [[menu.to(name, Screen.PRESET, str(place))] for place, (name, _) in enumerate(presets)]
    if len(presets) < MOST_PRESETS:
        rows.append([menu.asks(menu.label("button-save-preset"), Deed.SAVE)])
    rows.append(
        [menu.asks(menu.label("button-import"), Deed.IMPORT), menu.to(menu.label("button-export"), Screen.EXPORT)]
    )
    text = menu.say("presets-about")
    return menu.sheet(Html(f"<b>{menu.say('section-presets')}</b>\n{text}"), rows=[*rows, menu.back()])


def preset_page(menu: Menu) -> Sheet:
    try:
        name, text = preset_at(menu.group, menu.what)
    except Refused:
        return presets_page(menu)
    rows: list[Row] = [
        [menu.does(menu.label("button-load"), Deed.LOAD, menu.what, style="success")],
        [menu.to(menu.label("button-export"), Screen.EXPORT, menu.what)],
        [menu.does(menu.label("button-delete"), Deed.DELETE, menu.what, style="danger")],
    ]
    try:
        preset = read_preset(text)
    except BadPreset as bad:
        return menu.sheet(
            menu.say("preset-title", name=name),
            menu.say(f"preset-{bad.flaw}"),
            rows=[*rows[2:], menu.back(Screen.PRESETS)],
        )
    about = menu.say(
        "preset-about",
        ruleset=ruleset_name(menu.words, menu.language, preset.ruleset),
        options=len(preset.options),
        sets=len(preset.role_sets),
    )
    return menu.sheet(
        Html(f"{menu.say('preset-title', name=name)}\n{about}"), rows=[*rows, menu.back(Screen.PRESETS)]
    )
